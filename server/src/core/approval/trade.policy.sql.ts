import { type Sql, type Tx, selectValue } from '../../platform/db.ts'
import { sqlToday } from '../../platform/india.ts'

// What counts towards the limits of dealers. Trades of the exchanges' files have no limits, and reversed trades do not count.

/** Paise of profit from what dealers bought and sold since a day, without losses. */
export const profitSince = (sql: Sql, clientId: string, day: string) =>
  selectValue<bigint>(
    sql,
    `select coalesce(sum(s.amount - s.cost) filter (where s.amount > s.cost), 0)::bigint as sum
       from trade s join trade b on b.id = s.lot_id
      where s.client_id = $1 and s.action = 'SELL' and s.reversal_id is null and s.contract_id is null and s.action_id is null
        and s.day >= $2 and (b.day >= $2 or b.traded_on >= $2)`,
    [clientId, day],
  )

/** Paise of loss from what this dealer bought for the client and sold since a day, without profits. */
export const lossSince = (sql: Sql, of: { clientId: string; operatorId: string; day: string }) =>
  selectValue<bigint>(
    sql,
    `select coalesce(sum(s.cost - s.amount) filter (where s.cost > s.amount), 0)::bigint as sum
       from trade s join trade b on b.id = s.lot_id
      where s.client_id = $1 and s.action = 'SELL' and s.reversal_id is null and s.contract_id is null and s.action_id is null
        and s.booked_by = $2 and s.day >= $3
        and b.contract_id is null and $2 in (b.booked_by, b.requested_by) and (b.day >= $3 or b.traded_on >= $3)`,
    [of.clientId, of.operatorId, of.day],
  )

/** In SQL: paise by which the trades `e` that an operator booked alone on a day differ from the last price, of all clients. */
export const sqlDeviation = (operatorId: string, day: string, condition = 'true') =>
  `(select coalesce(sum(e.deviation), 0)::bigint from trade e
     where e.booked_by = ${operatorId} and e.day = ${day} and e.deviation > 0 and e.reversal_id is null and ${condition})`

export const deviationToday = (sql: Sql, operatorId: string) =>
  selectValue<bigint>(sql, `select ${sqlDeviation('$1', sqlToday)} as sum`, [operatorId])

/** Serialises what counts towards the limits of an operator, until the transaction ends. */
export const lockOperator = (tx: Tx, operatorId: string) =>
  tx.run('select from operator where id = $1 for no key update', [operatorId])
