import { decimalText } from '@sauda/contract/decimal'
import type { Exchange } from '@sauda/contract/market'
import { type TradeAction } from '@sauda/contract/trade'
import { tradeRules } from '@sauda/contract/trade-error'
import { lock } from '../platform/advisory-lock.sql.ts'
import type { Sql, Tx } from '../platform/db.ts'

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
  open_quantity: string
  open_cost: bigint
  open_loan_part: bigint
  buy_id: string | null
  buy_number: bigint | null
  buy_price: string | null
  created_at: Date
  traded_at: Date | null
  exchange: Exchange | null
  order_number: string | null
  exchange_trade_number: string | null
  import_id: string | null
  reversed_reason: string | null
  reversed_at: Date | null
}

/** `12.50000000` → 1250000000n */
export const decimalOfRow = (text: string): bigint => BigInt(text.replace('.', ''))

const columns = `t.id, t.number, t.client_id, t.action, t.stock, t.quantity, t.price, t.amount, t.cost, t.loan_part,
  t.to_loan, t.open_quantity, t.open_cost, t.open_loan_part, t.buy_id, b.number as buy_number, b.price as buy_price,
  t.created_at, t.traded_at, t.exchange, t.order_number, t.exchange_trade_number, t.import_id, x.reason as reversed_reason, x.decided_at as reversed_at`
const joins = 'left join trade b on b.id = t.buy_id left join trade_reversal x on x.id = t.reversal_id'

/** Serialises changes of one position; no row for a sell. */
export const lockBuy = (tx: Tx, id: string) =>
  tx.row<TradeRow>(
    `select ${columns} from trade t ${joins} where t.id = $1 and t.action = 'BUY' for no key update of t`,
    [id],
  )

/** In id order, as every transaction locks them. */
export const lockBuys = (tx: Tx, ids: readonly string[]) =>
  tx.run(
    `select from (select id from trade where id = any($1::uuid[]) and action = 'BUY' order by id for no key update) t`,
    [ids],
  )

export const findTrade = (sql: Sql, id: string) =>
  sql.row<TradeRow>(`select ${columns} from trade t ${joins} where t.id = $1`, [id])

/** Operator of the latest unreversed sell of a position. */
export const lastSeller = (sql: Sql, buyId: string) =>
  sql.row<{ name: string }>(
    `select o.name from trade t join operator o on o.id = t.booked_by
      where t.buy_id = $1 and t.reversal_id is null order by t.id desc limit 1`,
    [buyId],
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
  buyId: string | null
  operatorId: string
  reference: string | null
  /** ISO 8601. */
  tradedAt?: string | undefined
  exchange?: Exchange | undefined
  orderNumber?: string | undefined
  exchangeTradeNumber?: string | undefined
}

export const insertTrade = (tx: Tx, t: NewTrade) =>
  tx.row<{ number: bigint }>(
    `insert into trade (id, client_id, action, stock, quantity, price, amount, cost, loan_part, to_loan, buy_id,
       booked_by, reference, traded_at, exchange, order_number, exchange_trade_number, reference_key, open_quantity,
       open_cost, open_loan_part)
     select v.*, upper(v.reference), case when v.action = 'BUY' then v.quantity else 0 end, case when v.action = 'BUY' then v.cost else 0 end,
       case when v.action = 'BUY' then v.loan_part else 0 end
       from (values ($1::uuid, $2::uuid, $3::text, $4::text, $5::numeric, $6::numeric, $7::bigint, $8::bigint, $9::bigint,
         $10::bigint, $11::uuid, $12::uuid, $13::text, $14::timestamptz, $15::text, $16::text, $17::text))
         v (id, client_id, action, stock, quantity, price, amount, cost, loan_part, to_loan, buy_id, booked_by, reference,
           traded_at, exchange, order_number, exchange_trade_number)
     returning number`,
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
      t.buyId,
      t.operatorId,
      t.reference,
      t.tradedAt ?? null,
      t.exchange ?? null,
      t.orderNumber ?? null,
      t.exchangeTradeNumber ?? null,
    ],
  )

/** The position must be locked. */
export const updateOpenPart = (tx: Tx, id: string, left: { quantity: bigint; cost: bigint; loanPart: bigint }) =>
  tx.run('update trade set open_quantity = $2::numeric, open_cost = $3, open_loan_part = $4 where id = $1', [
    id,
    decimalText(left.quantity),
    left.cost,
    left.loanPart,
  ])

/** Counts at most `most + 1`. */
export const countOpen = (sql: Sql, clientId: string, most: number) =>
  sql.row<{ count: number }>(
    `select count(*)::int as count from
       (select from trade where client_id = $1 and open_quantity > 0 limit $2) t`,
    [clientId, most + 1],
  )

export type ClientRow = {
  id: string
  name: string
  email: string
  sauda_id: string
  kyc_status: string
  frozen: boolean
}

const clientColumns = "id, name, email, 'SD' || number as sauda_id, kyc_status, frozen_at is not null as frozen"

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

const all = `select ${columns} from trade t ${joins}`

export const deskColumns = `${columns}, c.name as client_name, 'SD' || c.number as sauda_id, o.name as booked_by_name,
  t.reference, w.id as waiting_id, w.reason as waiting_reason, w.requested_by as waiting_by_id, r.name as waiting_by`
export const deskJoins = `${joins}
  join client c on c.id = t.client_id join operator o on o.id = t.booked_by
  left join trade_reversal w on w.trade_id = t.id and w.status = 'pending'
  left join operator r on r.id = w.requested_by`
const forDesk = `select ${deskColumns} from trade t ${deskJoins}`

type Page = {
  readonly before: string | null
  readonly action: TradeAction | null
  readonly day: string | null
  readonly limit: number
}

const last = 'ffffffff-ffff-ffff-ffff-ffffffffffff'

/** A page of trades, newest first; without a page, every open position and the latest other trades. */
const tradesOf =
  <Row extends TradeRow>(select: string) =>
  (sql: Sql, clientId: string, page: Page | undefined) => {
    if (page === undefined)
      return sql.rows<Row>(
        `(${select} where t.client_id = $1 and t.open_quantity > 0)
         union all (${select} where t.client_id = $1 and t.open_quantity = 0 order by t.id desc limit $2)
         order by id desc`,
        [clientId, tradeRules.newest],
      )
    const { before, action, day, limit } = page
    const ofDay =
      day === null ? '' : `and t.action = 'SELL' and t.reversal_id is null and t.day = $${action === null ? 4 : 5}`
    return sql.rows<Row>(
      `${select} where t.client_id = $1 and t.id < $2 ${action === null ? '' : 'and t.action = $4'} ${ofDay} order by t.id desc limit $3`,
      [clientId, before ?? last, limit, ...[action, day].filter((value) => value !== null)],
    )
  }

export const selectTrades = tradesOf<TradeRow>(all)
export const selectDeskTrades = tradesOf<DeskRow>(forDesk)

export const findForDesk = (sql: Sql, id: string) => sql.row<DeskRow>(`${forDesk} where t.id = $1`, [id])

type PositionRow = TradeRow & { days_held: number; realised: bigint }

/** A purchase of this client, also by the id of one of its sales; held to today, or to its last sale. */
export const findPosition = (sql: Sql, clientId: string, id: string) =>
  sql.row<PositionRow>(
    `select ${columns},
            coalesce(case when t.open_quantity = 0 then s.last end, (now() at time zone 'Asia/Kolkata')::date)
              - t.traded_on as days_held, s.realised
       from trade t ${joins}
       cross join lateral (
         select max(traded_on) as last, coalesce(sum(amount - cost), 0)::bigint as realised
           from trade where buy_id = t.id and reversal_id is null) s
      where t.id = (select coalesce(buy_id, id) from trade where id = $2) and t.client_id = $1`,
    [clientId, id],
  )

/** Newest first. */
export const selectSales = (sql: Sql, buyId: string, newest: number) =>
  sql.rows<DeskRow>(`${forDesk} where t.buy_id = $1 order by t.id desc limit $2`, [buyId, newest])

type HoldingRow = { stock: string; quantity: string; cost: bigint; loan_part: bigint; positions: number }

/** By stock, highest cost first. */
export const selectHoldings = (sql: Sql, clientId: string) =>
  sql.rows<HoldingRow>(
    `select stock, sum(open_quantity) as quantity, sum(open_cost)::bigint as cost,
            sum(open_loan_part)::bigint as loan_part, count(*)::int as positions
       from trade where client_id = $1 and open_quantity > 0
      group by stock order by 3 desc, stock`,
    [clientId],
  )

export type DayRow = { day: string; profit: bigint; sales: number }

/** Realised per day, oldest first. */
export const selectDays = (sql: Sql, clientId: string) =>
  sql.rows<DayRow>(
    `select to_char(day, 'YYYY-MM-DD') as day, sum(amount - cost)::bigint as profit, count(*)::int as sales
       from trade where client_id = $1 and action = 'SELL' and reversal_id is null
      group by trade.day order by trade.day`,
    [clientId],
  )
