import type { BankDay, BankDayItem, BankDayPoint } from '@sauda/contract/money/bank-day'
import { sqlName } from '../../core/ledger/name.sql.ts'
import { sqlDayOf, sqlStartOf } from '../../platform/india.ts'
import type { Sql, Tx } from '../../platform/db.ts'

export type Account = { id: string; name: string; receives: boolean; closedThrough: string | null }

const dayText = (column: string, name: string) => `to_char(${column}, 'YYYY-MM-DD') as "${name}"`
const account = `select id, name, receives, ${dayText('closed_through', 'closedThrough')} from broker_bank`

export const everyAccount = (sql: Sql) => sql.rows<Account>(`${account} order by name, id`)

/** The one with this id; without one the account that receives. */
export const findAccount = (sql: Sql, id: string | undefined) =>
  sql.row<Account>(`${account} where case when $1::uuid is null then receives else id = $1 end`, [id ?? null])

/** Serialises requests to close a day of the account. */
export const lockAccount = (tx: Tx, id: string) => tx.row<Account>(`${account} where id = $1 for no key update`, [id])

/** Stored beside the figures of a closed day. */
export type OpenPoints = {
  /** The first day of the figures. */
  readonly from: string
  readonly items: readonly BankDayItem[]
  readonly points: readonly BankDayPoint[]
  /** The operator who entered the closing balance of the bank. */
  readonly entered?: BankDay['entered']
  /** Date of the first imported line. */
  readonly firstOn: string | null
  /** Bank lines and causes of the items, which the next days continue with. */
  readonly lineIds: readonly string[]
  readonly causeIds: readonly string[]
}

export type Movements = { receipts: bigint; payouts: bigint; exceptions: bigint }

export type Close = Movements & {
  day: string
  opening: bigint
  closing: bigint
  bankClosing: bigint
  openPoints: OpenPoints
  requestedBy: string
  closedBy: string
  closedAt: Date
}

const closes = `select ${dayText('d.day', 'day')}, d.opening, d.receipts, d.payouts, d.exceptions, d.closing,
    d.statement_closing as "bankClosing", d.open_points as "openPoints", r.name as "requestedBy", c.name as "closedBy",
    d.closed_at as "closedAt"
  from bank_day d join operator r on r.id = d.requested_by join operator c on c.id = d.closed_by
  where d.broker_bank_id = $1`

export const closeBefore = (sql: Sql, accountId: string, day: string) =>
  sql.row<Close>(`${closes} and d.day < $2 order by d.day desc limit 1`, [accountId, day])

/** The sign-off by which the day is closed. */
export const closeOf = (sql: Sql, accountId: string, day: string) =>
  sql.row<Close>(`${closes} and d.day >= $2 order by d.day limit 1`, [accountId, day])

const isOpening = `m.event in ('opening.bank', 'opening.bank.reversed')`

/** By the entries of the bank account: what it received counts above zero. */
const movements = `
    coalesce(sum(m.amount) filter (where m.event in ('deposit.approved', 'charge.approved')), 0)::bigint as receipts,
    coalesce(-sum(m.amount) filter (where m.event = 'withdrawal.paid'), 0)::bigint as payouts,
    coalesce(sum(m.amount) filter (where m.event not in ('deposit.approved', 'charge.approved', 'withdrawal.paid') and not ${isOpening}), 0)::bigint
      as exceptions,
    coalesce(sum(m.amount) filter (where ${isOpening}), 0)::bigint as opened`
/** Two table expressions, because a cluster joins journals to entries of any client only after reading them. */
const moved = (isAfter: '>' | '>=') => `with of_bank as (
       select id, event, value_date from journal
        where bank_id = $1 and value_date ${isAfter} $2::date and value_date <= $3),
     moved as (
       select j.value_date as day, j.event, case when e.debit = 'bank' then e.amount else -e.amount end as amount
         from of_bank j join entry e on e.journal_id = j.id where 'bank' in (e.debit, e.credit))`

/** Movements of the days after `after`, up to `day`, with the first day on which something was booked or imported. `opened`: opening balances. */
export const movementsOf = (sql: Sql, accountId: string, after: string, day: string) =>
  sql.row<Movements & { opened: bigint; first: string | null }>(
    `${moved('>')}
     select ${movements},
            to_char(least(min(m.day), (select min(booked_on) from bank_line
                                        where broker_bank_id = $1 and booked_on > $2::date and booked_on <= $3)), 'YYYY-MM-DD') as first
       from moved m`,
    [accountId, after, day],
  )

type Unbooked = { unbooked: number; received: bigint; paid: bigint }

/** Newest first; `first` and `last` are days of one month. */
export const daysOf = (sql: Sql, accountId: string, first: string, last: string) =>
  sql.rows<Movements & Unbooked & { day: string; lines: number; bankClosing: bigint | null }>(
    `${moved('>=')}
     select ${dayText('d.day', 'day')}, m.receipts, m.payouts, l.*,
            m.exceptions + case when exists (select from bank_day b where b.broker_bank_id = $1 and b.day < d.day) then m.opened else 0 end as exceptions, s.statement_closing as "bankClosing"
       from (select g::date as day from generate_series($2::date, $3::date, interval '1 day') g) d
       left join bank_day s on s.broker_bank_id = $1 and s.day = d.day
      cross join lateral (select ${movements} from moved m where m.day = d.day) m
      cross join lateral (
        select count(*)::int as lines, count(*) filter (where unexplained > 0)::int as unbooked,
               coalesce(sum(unexplained) filter (where direction = 'credit'), 0)::bigint as received,
               coalesce(sum(unexplained) filter (where direction = 'debit'), 0)::bigint as paid
          from bank_line where broker_bank_id = $1 and booked_on = d.day) l
      order by d.day desc`,
    [accountId, first, last],
  )

/** Transfers to other bank accounts that have not arrived; below zero if they arrived before they were sent. */
export const transitBalance = (sql: Sql, day: string) =>
  sql.row<{ amount: bigint }>(
    `with moved as (select journal_id, debit, amount from entry where debit = 'transit' or credit = 'transit')
     select coalesce(sum(case when e.debit = 'transit' then e.amount else -e.amount end), 0)::bigint as amount
       from moved e join journal j on j.id = e.journal_id where j.value_date <= $1`,
    [day],
  )

type PendingRow = {
  kind: 'deposit' | 'withdrawal' | 'charge'
  id: string
  name: string
  client: string
  amount: bigint
  batch: string | null
}

/** Deposits and charge payments reported on or before the day, and payouts that the bank has not confirmed. */
export const pendingRequests = (sql: Sql, { id, receives }: Account, day: string, limit: number) =>
  sql.rows<PendingRow>(
    `select p.kind, p.id, p.name, c.name as client, p.amount, p.batch
       from (select 'deposit' as kind, id, ${sqlName('deposit', 'number')} as name, client_id, amount, created_at as since, null as batch
               from wallet_request
              where type = 'added' and status = 'pending' and broker_bank_id = $1
                and created_at < ${sqlStartOf('($2::date + 1)')}
             union all
             select 'charge', id, ${sqlName('charge', 'number')}, client_id, amount + gst, paid_at, null
               from charge where status = 'PAID' and $3 and paid_at < ${sqlStartOf('($2::date + 1)')}
             union all
             select 'withdrawal', r.id, ${sqlName('withdrawal', 'r.number')}, r.client_id, r.amount, b.released_at, 'PAY' || b.number
               from payout_batch b join wallet_request r on r.payout_batch_id = b.id and r.status = 'pending'
              where b.bank_id = $1 and b.status = 'released' and ${sqlDayOf('b.released_at')} <= $2::date) p
       join client c on c.id = p.client_id
      order by p.since, p.id limit $4`,
    [id, day, receives, limit],
  )

type NewClose = Omit<Close, 'requestedBy' | 'closedBy' | 'closedAt'> & {
  readonly accountId: string
  readonly requestedById: string
  readonly closedById: string
}

export const insertClose = (tx: Tx, c: NewClose) =>
  tx.run(
    `insert into bank_day (broker_bank_id, day, opening, receipts, payouts, exceptions, closing, statement_closing, open_points,
                           requested_by, closed_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`,
    [
      c.accountId,
      c.day,
      c.opening,
      c.receipts,
      c.payouts,
      c.exceptions,
      c.closing,
      c.bankClosing,
      JSON.stringify(c.openPoints),
      c.requestedById,
      c.closedById,
    ],
  )
