import type { TradeAction } from '@sauda/contract/trade'
import type { Sql } from '../platform/db.ts'
import { columns, joins, type TradeRow } from './trade.sql.ts'

export type DeskRow = TradeRow & {
  client_name: string
  sauda_id: string
  booked_by_name: string
  reference: string | null
  waiting_id: string | null
  waiting_reason: string | null
  waiting_by: string | null
  waiting_by_id: string | null
}

const all = `select ${columns} from trade t ${joins}`

export const deskColumns = `${columns}, c.name as client_name, 'SD' || c.number as sauda_id, o.name as booked_by_name,
  t.reference, w.id as waiting_id, w.reason as waiting_reason, w.requested_by as waiting_by_id, r.name as waiting_by`
export const deskJoins = `${joins}
  join client c on c.id = t.client_id join operator o on o.id = t.booked_by
  left join trade_reversal w on w.trade_id = t.id and w.status = 'pending'
  left join operator r on r.id = w.requested_by`
const forDesk = `select ${deskColumns} from trade t ${deskJoins}`

const openAndNewest = (select: string) =>
  `(${select} where t.client_id = $1 and t.open_quantity > 0)
   union all (${select} where t.client_id = $1 and t.open_quantity = 0 order by t.id desc limit $2)
   order by id desc`

/** Every open position and the latest other trades. */
export function selectRecent(sql: Sql, clientId: string, newest: number) {
  return sql.rows<TradeRow>(openAndNewest(all), [clientId, newest])
}
export function selectRecentForDesk(sql: Sql, clientId: string, newest: number) {
  return sql.rows<DeskRow>(openAndNewest(forDesk), [clientId, newest])
}

export type Page = { readonly before: string | null; readonly action: TradeAction | null; readonly limit: number }

const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

const page = (select: string, { action }: Page) =>
  `${select} where t.client_id = $1 and t.id < $2 ${action === null ? '' : 'and t.action = $4'} order by t.id desc limit $3`
const pageValues = (clientId: string, { before, action, limit }: Page) => [
  clientId,
  before ?? last,
  limit,
  ...(action === null ? [] : [action]),
]

export function selectPage(sql: Sql, clientId: string, input: Page) {
  return sql.rows<TradeRow>(page(all, input), pageValues(clientId, input))
}
export function selectPageForDesk(sql: Sql, clientId: string, input: Page) {
  return sql.rows<DeskRow>(page(forDesk, input), pageValues(clientId, input))
}

export function findForDesk(sql: Sql, id: string) {
  return sql.row<DeskRow>(`${forDesk} where t.id = $1`, [id])
}

/** Newest first. */
export function selectSales(sql: Sql, buyId: string, newest: number) {
  return sql.rows<DeskRow>(`${forDesk} where t.buy_id = $1 order by t.id desc limit $2`, [buyId, newest])
}

export type HoldingRow = { stock: string; quantity: string; cost: bigint; loan_part: bigint; positions: number }

/** By stock, highest cost first. */
export function selectHoldings(sql: Sql, clientId: string) {
  return sql.rows<HoldingRow>(
    `select stock, sum(open_quantity) as quantity, sum(open_cost)::bigint as cost,
            sum(open_loan_part)::bigint as loan_part, count(*)::int as positions
       from trade where client_id = $1 and open_quantity > 0
      group by stock order by 3 desc, stock`,
    [clientId],
  )
}

export type DayRow = { day: string; profit: bigint; sales: number }

/** Realised per day, oldest first. */
export function selectDays(sql: Sql, clientId: string) {
  return sql.rows<DayRow>(
    `select to_char(day, 'YYYY-MM-DD') as day, sum(amount - cost)::bigint as profit, count(*)::int as sales
       from trade where client_id = $1 and action = 'SELL' and reversal_id is null
      group by trade.day order by trade.day`,
    [clientId],
  )
}
