import type { Sql, Tx } from '../../platform/db.ts'
import { isPaidOf } from './clearing.sql.ts'
import { tradesOf } from './corporation.sql.ts'
import { deliveredQuantity } from './delivery.sql.ts'

export type SettlementToCharge = { id: string; day: string; amount: string; gstPercent: string }

const rateOn = (charge: string) =>
  `(select trim_scale(percent)::text from charge_rate where charge = '${charge}' and from_day <= s.settles_on order by from_day desc limit 1)`

/** Settlements that are paid out, with a rate of their day, whose DP charges are not booked yet. */
export const settlementsToCharge = (sql: Sql, today: string) =>
  sql.rows<SettlementToCharge>(
    `select s.id, to_char(s.settles_on, 'YYYY-MM-DD') as day, ${rateOn('dp')} as amount, coalesce(${rateOn('gst')}, '0') as "gstPercent"
       from clearing_settlement s join clearing_obligation f on f.settlement_id = s.id
      where s.dp_charged_at is null and s.settles_on <= $1 and ${rateOn('dp')} is not null and ${isPaidOf('s', 'f')}
      order by s.settles_on, s.id`,
    [today],
  )

export type DeliveredSale = { clientId: string; isin: string; stock: string; state: string | null }

/** In SQL: what clients deliver of each security in the settlements `s`, of the trades `t`. */
const soldIn = (settlements: string, trades: string) =>
  `select t.client_id, t.security_isin as isin, s.id as settlement_id, s.settles_on, min(t.stock) as stock, array_agg(t.isin) as traded, ${deliveredQuantity('S')} as sold
     from clearing_settlement s join exchange_trade t on ${tradesOf('s')}
    where ${settlements} and ${trades} group by 1, 2, 3, 4`

/** In SQL: something of the sale `x` left the client's demat account. A shortage has the ISIN of its file, which may be the one of the trades. */
const isDelivered = `x.sold > 0 and not exists (select from shortage h where h.client_id = x.client_id and h.settlement_id = x.settlement_id
  and h.side = 'S' and (h.isin = x.isin or h.isin = any (x.traded)) and h.quantity >= x.sold and h.ended_file_id is null)`

/** Securities that left a client's demat account, without those that were not delivered at all and those charged that day. */
export const salesToCharge = (sql: Sql, { id, day }: Pick<SettlementToCharge, 'id' | 'day'>) =>
  sql.rows<DeliveredSale>(
    `select x.client_id as "clientId", x.isin, x.stock, c.gst_state as state
       from (${soldIn('s.id = $1', 't.client_id is not null and t.booked_at is not null')}) x
       join client c on c.id = x.client_id
      where ${isDelivered}
        and not exists (select from dp_charge d where d.client_id = x.client_id and d.day = $2 and d.isin = x.isin and d.reversed_at is null)
      order by x.client_id, x.isin`,
    [id, day],
  )

/** The settlements of a trade day, or those with these ids. */
type Changed = { readonly settlementIds?: readonly string[]; readonly day?: string | null }
const isChanged = '(s.id = any ($1::text[]) or s.traded_on = $2)'

/** Charges of these clients on the days of pay-out of changed settlements whose security was not delivered after all. */
export const chargesWithoutSale = (
  tx: Tx,
  { clientIds, settlementIds = [], day = null }: Changed & { clientIds: readonly string[] },
) =>
  tx.rows<{ id: string; clientId: string; day: string; isin: string; settlementId: string }>(
    `select d.id, d.client_id as "clientId", to_char(d.day, 'YYYY-MM-DD') as day, d.isin, d.settlement_id as "settlementId" from dp_charge d
      where d.client_id = any ($3::uuid[]) and d.reversed_at is null
        and exists (select from clearing_settlement s where ${isChanged} and (s.id = d.settlement_id or s.settles_on = d.day))
        and not exists (select from (${soldIn('s.settles_on = d.day', 't.client_id = d.client_id and t.security_isin = d.isin')}) x where ${isDelivered})
      order by d.client_id, d.id`,
    [settlementIds, day, clientIds],
  )

export const markChargeReversed = (tx: Tx, id: string) =>
  tx.run('update dp_charge set reversed_at = now() where id = $1', [id])

/** The deliveries of these settlements changed. Their rows are locked, so that none is marked as charged meanwhile. */
export const chargeAgain = (tx: Tx, { settlementIds = [], day = null }: Changed) =>
  tx.run(`update clearing_settlement s set dp_charged_at = null where ${isChanged}`, [settlementIds, day])

type NewCharge = {
  readonly id: string
  readonly clientId: string
  readonly day: string
  readonly isin: string
  readonly settlementId: string
  readonly amount: bigint
  readonly gst: bigint
}

/** Returns 0 if the security was charged on that day before. */
export const insertDpCharge = (tx: Tx, c: NewCharge) =>
  tx.run(
    `insert into dp_charge (id, client_id, day, isin, settlement_id, amount, gst) values ($1, $2, $3, $4, $5, $6, $7) on conflict do nothing`,
    [c.id, c.clientId, c.day, c.isin, c.settlementId, c.amount, c.gst],
  )

/** Unless a sale to charge was booked meanwhile. Without a rate nothing is charged. */
export async function markCharged(tx: Tx, { id, day }: Pick<SettlementToCharge, 'id' | 'day'>, hasRate: boolean) {
  await tx.run('select from clearing_settlement where id = $1 for no key update', [id])
  if (hasRate && (await salesToCharge(tx, { id, day })).length > 0) return
  await tx.run('update clearing_settlement set dp_charged_at = now() where id = $1 and dp_charged_at is null', [id])
}
