import type { Tx } from '../../platform/db.ts'
import { insertLotsOf } from '../trade/lot.sql.ts'

export type AllottedPurchase = {
  readonly id: string
  readonly clientId: string
  readonly stock: string
  readonly quantity: string
  readonly amount: string
}

/** Purchases at noon of the day of allotment, each with its lot. */
export const insertPurchases = (
  tx: Tx,
  of: { readonly actionId: string; readonly on: string; readonly price: string } & {
    readonly operatorId: string
    readonly requestedBy: string
  },
  purchases: readonly AllottedPurchase[],
) =>
  tx.run(
    `with made as (
       insert into trade (id, client_id, action, stock, quantity, price, amount, cost, loan_part, booked_by, requested_by, traded_at, action_id)
       select id, "clientId", 'BUY', stock, quantity, $2::numeric, amount, amount, 0, $3, nullif($4::uuid, $3), $5::timestamp at time zone 'Asia/Kolkata', $6
         from jsonb_to_recordset($1::jsonb) as n (id uuid, "clientId" uuid, stock text, quantity numeric, amount bigint) returning *)
     ${insertLotsOf('made')}`,
    [JSON.stringify(purchases), of.price, of.operatorId, of.requestedBy, `${of.on} 12:00`, of.actionId],
  )

export type AllottedRow = { id: string; client_id: string; action: 'BUY' | 'SELL'; cost: bigint }

/** What was bought in an allotment, and what lapsed. */
export const tradesOfAllotment = (tx: Tx, actionId: string) =>
  tx.rows<AllottedRow>(
    'select id, client_id, action, cost from trade where action_id = $1 and reversal_id is null order by client_id, id',
    [actionId],
  )

/** Closes the lots of the purchases, which a reversal of the allotment has opened again. */
export const closeBought = (tx: Tx, actionId: string) =>
  tx.run(
    `update lot set open_quantity = 0, open_cost = 0, open_loan_part = 0
      where id in (select id from trade where action_id = $1 and action = 'BUY' and reversal_id is null)`,
    [actionId],
  )
