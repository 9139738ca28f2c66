import { sqlName } from '../../core/ledger/name.sql.ts'
import type { Tx } from '../../platform/db.ts'

export type FractionRow = {
  lot_id: string
  client_id: string
  client_name: string
  client_email: string
  sauda_id: string
  stock: string
  quantity: string
  cost: bigint
  loan_part: bigint
}

/** The fractions that are not paid yet, client by client; locked in id order. */
export async function lockFractions(tx: Tx, actionId: string): Promise<FractionRow[]> {
  await tx.run(
    'select from (select id from lot where opened_by = $1 and is_fraction and open_quantity > 0 order by id for no key update) l',
    [actionId],
  )
  return tx.rows<FractionRow>(
    `select l.id as lot_id, l.client_id, c.name as client_name, c.email as client_email, ${sqlName('client', 'c.number')} as sauda_id, l.stock,
            trim_scale(l.open_quantity)::text as quantity, l.open_cost as cost, l.open_loan_part as loan_part
       from lot l join client c on c.id = l.client_id
      where l.opened_by = $1 and l.is_fraction and l.open_quantity > 0 order by c.id, l.acquired_on, l.id`,
    [actionId],
  )
}

export const saveFractionPrice = (tx: Tx, id: string, price: string | null, paidOn: string | null) =>
  tx.run('update corporate_action set fraction_price = $2::numeric, fraction_paid_on = $3 where id = $1', [
    id,
    price,
    paidOn,
  ])

export type FractionSale = {
  readonly id: string
  readonly clientId: string
  readonly stock: string
  readonly quantity: string
  readonly price: string
  readonly amount: string
  readonly cost: string
  readonly loanPart: string
  readonly lotId: string
}

/** Closes the fractions by sales at noon of the day of payment. */
export const insertFractionSales = (
  tx: Tx,
  of: { readonly actionId: string; readonly paidOn: string; readonly operatorId: string; readonly requestedBy: string },
  sales: readonly FractionSale[],
) =>
  tx.run(
    `with n as (select * from jsonb_to_recordset($1::jsonb) as n (id uuid, "clientId" uuid, stock text, quantity numeric, price numeric, amount bigint,
            cost bigint, "loanPart" bigint, "lotId" uuid)),
     closed as (update lot set open_quantity = 0, open_cost = 0, open_loan_part = 0 where id in (select "lotId" from n))
     insert into trade (id, client_id, action, stock, quantity, price, amount, cost, loan_part, to_loan, lot_id, booked_by, requested_by, traded_at, action_id)
     select id, "clientId", 'SELL', stock, quantity, price, amount, cost, "loanPart", 0, "lotId", $2, nullif($3::uuid, $2), $4::timestamp at time zone 'Asia/Kolkata', $5 from n`,
    [JSON.stringify(sales), of.operatorId, of.requestedBy, `${of.paidOn} 12:00`, of.actionId],
  )

export type PaidRow = { id: string; client_id: string; lot_id: string; quantity: string; amount: bigint; cost: bigint }
export const paidFractions = (tx: Tx, actionId: string) =>
  tx.rows<PaidRow>(
    `select id, client_id, lot_id, trim_scale(quantity)::text as quantity, amount, cost from trade where action_id = $1 and reversal_id is null order by client_id, id`,
    [actionId],
  )

/** Gives the fractions back to their lots. */
export const reopenFractions = (tx: Tx, tradeIds: readonly string[]) =>
  tx.run(
    `update lot l set open_quantity = t.quantity, open_cost = t.cost, open_loan_part = t.loan_part
       from trade t where t.id = any ($1::uuid[]) and l.id = t.lot_id`,
    [tradeIds],
  )
