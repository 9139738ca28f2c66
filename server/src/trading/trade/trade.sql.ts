import { proposedFiles } from '../../core/sent-file/sent-file.sql.ts'
import { decimalText } from '@sauda/contract/platform/decimal'
import type { ShownAction } from '@sauda/contract/trading/corporate-action-name'
import { sqlName } from '../../core/ledger/name.sql.ts'
import type { Exchange } from '@sauda/contract/trading/market'
import type { Query } from '@sauda/contract/platform/call'
import type { TradeAction, tradeCalls } from '@sauda/contract/trading/trade'
import { tradeRules } from '@sauda/contract/trading/trade-error'
import { lock } from '../../platform/advisory-lock.sql.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import { insertLotsOf } from './lot.sql.ts'
import { sqlDateText, sqlDayOf } from '../../platform/india.ts'
import { type Blocked, sqlBlocked } from '../../core/ledger/client.sql.ts'

/** Decimals are text with exactly 8 places; see `decimalOfRow`. */
export type TradeRow = {
  id: string
  number: bigint
  client_id: string
  action: TradeAction
  stock: string
  quantity: string
  price: string
  /** Paise, like every amount here. */
  amount: bigint
  cost: bigint
  loan_part: bigint
  to_loan: bigint | null
  /** What is left of its lot, which for a sell is the one that it took from. */
  open_quantity: string
  open_cost: bigint
  open_loan_part: bigint
  /** Null for a purchase. */
  lot_id: string | null
  /** The purchase of a sell; null if the lot has none. */
  buy_id: string | null
  buy_number: bigint | null
  buy_price: string | null
  created_at: Date
  traded_at: Date | null
  exchange: Exchange | null
  order_number: string | null
  exchange_trade_number: string | null
  import_id: string | null
  contract_id: string | null
  charges: bigint | null
  /** The payment of a fraction. */
  is_of_action: boolean
  /** The corporate action that opened its lot. */
  opened:
    | (Record<'held' | 'given', number> &
        ShownAction & { name: string; creditedOn: string | null; isFraction: boolean })
    | null
  reversed_reason: string | null
  reversed_at: Date | null
}

/** `12.50000000` → 1250000000n */
export const decimalOfRow = (text: string): bigint => BigInt(text.replace('.', ''))

const columns = `t.id, t.number, t.client_id, t.action, t.stock, t.quantity, t.price, t.amount, t.cost, t.loan_part,
  t.to_loan, l.open_quantity, l.open_cost, l.open_loan_part, t.lot_id, case when b.id is not null or a.id is not null then t.lot_id end as buy_id, b.number as buy_number,
  case when t.lot_id is not null then case when a.id is null then coalesce(b.price, 0) else round(l.cost / (100 * l.quantity), 8) end end as buy_price,
  t.action_id is not null as is_of_action, case when a.id is not null then jsonb_build_object('name', ${sqlName('action', 'a.number')}, 'kind', a.kind, 'held', a.held::float8, 'given', a.given::float8,
    'exDate', a.ex_date, 'creditedOn', a.credited_on, 'isFraction', l.is_fraction) end as opened,
  t.created_at, t.traded_at, t.exchange, t.order_number, t.exchange_trade_number, t.import_id, t.contract_id, t.charges, x.reason as reversed_reason, x.decided_at as reversed_at`
const joins = `join lot l on l.id = coalesce(t.lot_id, t.id) left join trade b on t.lot_id is not null and b.id = l.trade_id
  left join corporate_action a on a.id = l.opened_by
  left join trade_reversal x on x.id = t.reversal_id`

/** The columns of a trade that a position has. */
const ofPosition = `id, number, client_id, action, stock, quantity, price, amount, cost, loan_part, to_loan, lot_id, created_at, traded_at, exchange,
  order_number, exchange_trade_number, import_id, contract_id, charges, reversal_id, booked_by, reference, traded_on, action_id`
/** Trades, and the lots that corporate actions opened as purchases at their cost, which have the number of the purchase they come from. */
const positions = `(select ${ofPosition} from trade union all
  select p.id, coalesce(f.number, 0), p.client_id, 'BUY', p.stock, p.quantity, round(p.cost / (100 * p.quantity), 8), p.cost, p.cost, p.loan_part, null, null,
         o.booked_at, coalesce(f.traded_at, p.acquired_on::timestamp at time zone 'Asia/Kolkata'), f.exchange,
         null, null, null, null, null, null, o.decided_by, null, p.acquired_on, null
    from lot p join corporate_action o on o.id = p.opened_by left join trade f on f.id = p.trade_id)`

/** Serialises changes of one position; no row for a sell. */
export const lockBuy = (tx: Tx, id: string) =>
  tx.row<TradeRow>(
    `select ${columns} from ${positions} t ${joins} where t.id = $1 and t.action = 'BUY' for no key update of l`,
    [id],
  )

export const findTrade = (sql: Sql, id: string) =>
  sql.row<TradeRow>(`select ${columns} from trade t ${joins} where t.id = $1`, [id])

/** A trade, or a lot that a corporate action opened. */
export const findTradeOrLot = (sql: Sql, id: string) =>
  sql.row<TradeRow>(`select ${columns} from ${positions} t ${joins} where t.id = $1`, [id])

/** Operator of the latest unreversed sell of a position. */
export const lastSeller = (sql: Sql, lotId: string) =>
  sql.row<{ name: string }>(
    `select o.name from trade t join operator o on o.id = t.booked_by
      where t.lot_id = $1 and t.reversal_id is null order by t.id desc limit 1`,
    [lotId],
  )

export type NewTrade = {
  id: string
  clientId: string
  action: TradeAction
  stock: string
  quantity: bigint
  price: bigint
  amount: bigint
  cost: bigint
  loanPart: bigint
  toLoan: bigint | null
  /** Null for a purchase, which has a lot of its own. */
  lotId: string | null
  operatorId: string
  /** The dealer who requested it, if another operator approved it. */
  requestedBy: string | null
  /** Paise by which it differs from the last price, if one dealer books it. */
  deviation: bigint | null
  /** Booked by one dealer while no price of its day was known. */
  isUnchecked: boolean
  reference: string | null
  /** ISO 8601. */
  tradedAt?: string | undefined
  exchange?: Exchange | undefined
  orderNumber?: string | undefined
  exchangeTradeNumber?: string | undefined
}

export const insertTrade = (tx: Tx, t: NewTrade) =>
  tx.row<{ number: bigint }>(
    `with made as (
       insert into trade (id, client_id, action, stock, quantity, price, amount, cost, loan_part, to_loan, lot_id,
         booked_by, reference, traded_at, exchange, order_number, exchange_trade_number, requested_by, deviation, price_unchecked, reference_key)
       select v.*, upper(v.reference) from (values ($1::uuid, $2::uuid, $3::text, $4::text, $5::numeric, $6::numeric, $7::bigint, $8::bigint, $9::bigint,
         $10::bigint, $11::uuid, $12::uuid, $13::text, $14::timestamptz, $15::text, $16::text, $17::text, $18::uuid, $19::bigint, $20::boolean))
         v (id, client_id, action, stock, quantity, price, amount, cost, loan_part, to_loan, lot_id, booked_by, reference,
           traded_at, exchange, order_number, exchange_trade_number, requested_by, deviation, price_unchecked)
       returning *), held as (${insertLotsOf('made')})
     select number from made`,
    [
      t.id,
      t.clientId,
      t.action,
      t.stock,
      decimalText(t.quantity),
      decimalText(t.price),
      t.amount,
      t.cost,
      t.loanPart,
      t.toLoan,
      t.lotId,
      t.operatorId,
      t.reference,
      t.tradedAt ?? null,
      t.exchange ?? null,
      t.orderNumber ?? null,
      t.exchangeTradeNumber ?? null,
      t.requestedBy,
      t.deviation,
      t.isUnchecked,
    ],
  )

/** Counts at most `most`. */
export const countOpen = (sql: Sql, clientId: string, most: number) =>
  sql.row<{ count: number }>(
    `select count(*)::int as count from
       (select from lot where client_id = $1 and open_quantity > 0 limit $2) l`,
    [clientId, most],
  )

export type ClientRow = {
  id: string
  name: string
  email: string
  sauda_id: string
  kyc_status: string
  blocked: Blocked
}

const clientColumns = `id, name, email, ${sqlName('client', 'number')} as sauda_id, kyc_status, ${sqlBlocked()} as blocked`

export const findClient = (sql: Sql, id: string) =>
  sql.row<ClientRow>(`select ${clientColumns} from client where id = $1`, [id])

/** Serialises bulk uploads, which may share references. */
export const lockFiles = (tx: Tx) => lock(tx, 'tradeFiles')

/** Numbers without the SD prefix. */
export const findClients = (sql: Sql, numbers: readonly string[]) =>
  sql.rows<ClientRow>(`select ${clientColumns} from client where number = any($1::bigint[])`, [numbers])

export type NamedRow = TradeRow & { reference_key: string | null }

/** By the dealer's reference in capitals, or by our number without the TRD prefix. */
export const findNamed = (sql: Sql, references: readonly string[], numbers: readonly string[]) =>
  sql.rows<NamedRow>(
    `select ${columns}, t.reference_key from trade t ${joins} where t.reference_key = any($1::text[])
     union
     select ${columns}, t.reference_key from trade t ${joins} where t.number = any($2::bigint[])`,
    [references, numbers],
  )

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

const select = (from: string) => `select ${columns} from ${from} t ${joins}`

export const deskColumns = `${columns}, c.name as client_name, ${sqlName('client', 'c.number')} as sauda_id, o.name as booked_by_name,
  t.reference, w.id as waiting_id, w.reason as waiting_reason, w.requested_by as waiting_by_id, r.name as waiting_by`
export const deskJoins = `${joins}
  join client c on c.id = t.client_id join operator o on o.id = t.booked_by
  left join trade_reversal w on w.trade_id = t.id and w.status = 'pending'
  left join operator r on r.id = w.requested_by`
const selectForDesk = (from: string) => `select ${deskColumns} from ${from} t ${deskJoins}`

type Page = Query<typeof tradeCalls.history>

/** The order of trading; the day of the moment is named for the sake of its index. */
const orderOfTrading = ['t.traded_on', 'coalesce(t.traded_at, t.created_at)', 't.id']
const traded = orderOfTrading.join(', ')

const open = 'select id from lot where client_id = $1 and open_quantity > 0'

/** A page of trades, the last traded first; without a query, every open position and the latest other trades. */
const tradesOf =
  <Row extends TradeRow>(selectFrom: (from: string) => string) =>
  (sql: Sql, clientId: string, page: Page) => {
    const { before, action, day, stock, limit = tradeRules.pageSize } = page
    if (Object.values(page).every((value) => value === undefined))
      return sql.rows<Row>(
        `(${selectFrom(positions)} where t.client_id = $1 and t.id in (${open}))
         union all (${selectFrom('trade')} where t.client_id = $1 and t.id not in (${open}) order by t.id desc limit $2)
         order by id desc`,
        [clientId, tradeRules.newest],
      )
    return sql.rows<Row>(
      `${selectFrom('trade')} where t.client_id = $1
          ${before === undefined ? 'and $2::uuid is null' : `and (${traded}) < (select ${traded} from trade t where id = $2)`}
          ${action === undefined ? 'and $4::text is null' : 'and t.action = $4'}
          ${day === undefined ? 'and $5::date is null' : `and t.action = 'SELL' and t.reversal_id is null and t.traded_on = $5`}
          ${stock === undefined ? 'and $6::text is null' : 'and t.stock = $6'}
        order by ${orderOfTrading.map((column) => `${column} desc`).join(', ')} limit $3`,
      [clientId, before, limit, action, day, stock],
    )
  }

export const selectTrades = tradesOf<TradeRow>(select)
export const selectDeskTrades = tradesOf<DeskRow>(selectForDesk)

export const findForDesk = (sql: Sql, id: string) =>
  sql.row<DeskRow>(`${selectForDesk(positions)} where t.id = $1`, [id])

/** Newest first. */
export const selectSales = (sql: Sql, lotId: string, newest: number) =>
  sql.rows<DeskRow>(`${selectForDesk('trade')} where t.lot_id = $1 order by t.id desc limit $2`, [lotId, newest])

export type DayRow = { day: string; profit: bigint; sales: number }

/** Realised per trading day, oldest first. */
export const selectDays = (sql: Sql, clientId: string) =>
  sql.rows<DayRow>(
    `select to_char(traded_on, 'YYYY-MM-DD') as day, sum(amount - cost)::bigint as profit, count(*)::int as sales
       from trade where client_id = $1 and action = 'SELL' and reversal_id is null
      group by traded_on order by traded_on`,
    [clientId],
  )

/** The day on which the account was opened, and the last closed day of the bank account that receives. */
export const datesOf = (sql: Sql, clientId: string) =>
  sql.row<{ opened: string; closed: string | null }>(
    `select ${sqlDateText(sqlDayOf('c.created_at'))} as opened,
            (select ${sqlDateText('closed_through')} from broker_bank where receives) as closed
       from client c where c.id = $1`,
    [clientId],
  )

/**
 * `on`: the day on which the position was bought or booked, whichever is later; an imported position counts by its purchase.
 * `dealers`: who typed or approved it; nobody for a trade of an exchange's file.
 */
/** The files that dealers upload have no name of their own. */
export const sentTradeFiles = proposedFiles('trade.file', "'Trades'")
