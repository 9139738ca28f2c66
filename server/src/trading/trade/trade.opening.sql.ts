import { decimalText } from '@sauda/contract/platform/decimal'
import type { Tx } from '../../platform/db.ts'
import { insertLotsOf } from './lot.sql.ts'

export type OpeningPosition = {
  readonly id: string
  readonly clientId: string
  readonly stock: string
  readonly quantity: bigint
  readonly price: bigint
  readonly cost: bigint
  /** ISO date. */
  readonly purchasedOn: string
}

/** Purchases from before the import; their day is that of the purchase, without a time. */
export const insertOpenings = (
  tx: Tx,
  positions: readonly OpeningPosition[],
  { importId, operatorId }: { readonly importId: string; readonly operatorId: string },
) =>
  tx.run(
    `with made as (
     insert into trade (id, client_id, action, stock, quantity, price, amount, cost, loan_part, traded_at, day, booked_by, import_id)
     select u.id, u.client_id, 'BUY', u.stock, u.quantity, u.price, u.cost, u.cost, 0, u.day::timestamp at time zone 'Asia/Kolkata', u.day, $8, $9
       from unnest($1::uuid[], $2::uuid[], $3::text[], $4::numeric[], $5::numeric[], $6::bigint[], $7::date[])
         with ordinality as u (id, client_id, stock, quantity, price, cost, day, place)
      order by u.place returning *)
     ${insertLotsOf('made')}`,
    [
      positions.map(({ id }) => id),
      positions.map(({ clientId }) => clientId),
      positions.map(({ stock }) => stock),
      positions.map(({ quantity }) => decimalText(quantity)),
      positions.map(({ price }) => decimalText(price)),
      positions.map(({ cost }) => cost),
      positions.map(({ purchasedOn }) => purchasedOn),
      operatorId,
      importId,
    ],
  )
