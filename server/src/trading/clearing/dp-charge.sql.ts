import { clearingSum } from '../../core/ledger/clearing.sql.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import { deliveredQuantity } from './delivery.sql.ts'

export type SettlementToCharge = { id: string; day: string; amount: string; gstPercent: string }

const rateOn = (charge: string) =>
  `(select trim_scale(percent)::text from charge_rate where charge = '${charge}' and from_day <= s.settles_on order by from_day desc limit 1)`

/** Settlements that are paid out, with a rate of their day, whose DP charges are not booked yet. */
export const settlementsToCharge = (sql: Sql, today: string) =>
  sql.rows<SettlementToCharge>(
    `select s.id, to_char(s.settles_on, 'YYYY-MM-DD') as day, ${rateOn('dp')} as amount, coalesce(${rateOn('gst')}, '0') as "gstPercent"
       from clearing_settlement s join clearing_obligation o on o.settlement_id = s.id
      where s.dp_charged_at is null and s.settles_on <= $1 and ${rateOn('dp')} is not null and o.net = ${clearingSum('s.id', 'house')}
      order by s.settles_on, s.id`,
    [today],
  )

export type DeliveredSale = { clientId: string; isin: string; stock: string; state: string | null }

/** Securities that left a client's demat account, without those that were not delivered at all and those charged that day. */
export const salesToCharge = (sql: Sql, { id, day }: Pick<SettlementToCharge, 'id' | 'day'>) =>
  sql.rows<DeliveredSale>(
    `select x.client_id as "clientId", x.isin, x.stock, c.gst_state as state
       from (select t.client_id, t.security_isin as isin, min(t.stock) as stock,
                    ${deliveredQuantity('S')} as sold
               from clearing_settlement s join exchange_trade t on t.exchange = s.exchange and t.segment = 'CM' and t.day = s.traded_on
                and t.settlement_type = s.type and t.settlement_number = s.number
              where s.id = $1 and t.client_id is not null and t.booked_at is not null group by 1, 2) x
       join client c on c.id = x.client_id
      where x.sold > 0
        and not exists (select from shortage h where h.client_id = x.client_id and h.settlement_id = $1 and h.side = 'S'
          and h.isin = x.isin and h.quantity >= x.sold and h.ended_file_id is null)
        and not exists (select from dp_charge d where d.client_id = x.client_id and d.day = $2 and d.isin = x.isin)
      order by x.client_id, x.isin`,
    [id, day],
  )

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

export const markCharged = (sql: Sql, settlementId: string) =>
  sql.run('update clearing_settlement set dp_charged_at = now() where id = $1 and dp_charged_at is null', [
    settlementId,
  ])
