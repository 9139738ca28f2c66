import type { Reply } from '@sauda/contract/call'
import type { clientCalls } from '@sauda/contract/client'
import type { PaymentKind } from '@sauda/contract/reconciliation'
import type { LedgerAccount } from '@sauda/contract/ledger'
import type { LineBookingKind } from '@sauda/contract/line-booking'
import { selectView, type Sql, type Tx } from '../platform/db.ts'

/** Whether a bank line explains the payment, alone or together with others. */
export const isExplained = (id: string) =>
  `(exists (select from bank_line explaining where explaining.matched_id = ${id})
    or exists (select from line_part part where part.payment_id = ${id}))`

export type BookingRow = {
  id: string
  line_id: string
  kind: LineBookingKind
  client_id: string | null
  payment_id: string | null
  reason: string
  requested_by_name: string
  booked_by_name: string
  booked_at: Date
  reversed_by_name: string | null
  reversed_at: Date | null
  reversal_reason: string | null
}

/** Newest first. */
export const bookingsOfLine = (sql: Sql, lineId: string) =>
  sql.rows<BookingRow>(
    `select k.id, k.line_id, k.kind, k.client_id, k.payment_id, k.reason, a.name as requested_by_name,
            b.name as booked_by_name, k.booked_at, r.name as reversed_by_name, k.reversed_at, k.reversal_reason
       from line_booking k
       join operator a on a.id = k.requested_by
       join operator b on b.id = k.booked_by
       left join operator r on r.id = k.reversed_by
      where k.line_id = $1 order by k.id desc limit 20`,
    [lineId],
  )

type NewBooking = {
  readonly id: string
  readonly lineId: string
  readonly kind: LineBookingKind
  readonly clientId: string | undefined
  readonly paymentId: string | undefined
  readonly returnId: string | undefined
  readonly reason: string
  readonly requestedBy: string
  readonly operatorId: string
}

export const insertBooking = (tx: Tx, b: NewBooking) =>
  tx.run(
    `insert into line_booking (id, line_id, kind, client_id, payment_id, return_id, reason, requested_by, booked_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [b.id, b.lineId, b.kind, b.clientId, b.paymentId, b.returnId, b.reason, b.requestedBy, b.operatorId],
  )

export type PennyDrop = {
  readonly clientId: string
  readonly clientName: string
  readonly nameAtBank: string
  readonly accountLookup: Buffer | null
  readonly ifsc: string
}

/** Of the client with this id of the form SD100001; undefined without bank details. */
export const findAccount = (tx: Tx, saudaId: string) =>
  tx.row<Omit<PennyDrop, 'nameAtBank'>>(
    `select c.id as "clientId", c.name as "clientName", b.account_lookup as "accountLookup", b.ifsc
       from client c join bank_details b on b.client_id = c.id
      where c.number = $1::bigint for share of b`,
    [saudaId.slice(2)],
  )

export const insertPennyDrop = (tx: Tx, bookingId: string, drop: PennyDrop) =>
  tx.run(
    'insert into penny_drop (booking_id, client_id, name_at_bank, account_lookup, ifsc) values ($1, $2, $3, $4, $5)',
    [bookingId, drop.clientId, drop.nameAtBank, drop.accountLookup, drop.ifsc],
  )

/** The newest one that was not reversed. */
export const pennyDropOf = (sql: Sql, clientId: string) =>
  selectView<NonNullable<Reply<typeof clientCalls.client>['pennyDrop']>>(
    sql,
    `select p.name_at_bank as "nameAtBank", to_char(l.booked_on, 'YYYY-MM-DD') as "paidOn", l.reference,
            coalesce(b.account_lookup = p.account_lookup and b.ifsc = p.ifsc, false) as "isCurrent"
       from penny_drop p
       join line_booking k on k.id = p.booking_id and k.reversed_at is null
       join bank_line l on l.id = k.line_id
       left join bank_details b on b.client_id = p.client_id
      where p.client_id = $1 order by k.id desc limit 1`,
    [clientId],
  )

/** 0 if another line explains the payment. */
export const insertPart = (tx: Tx, bookingId: string, paymentId: string, paise: bigint) =>
  tx.run(
    `insert into line_part (payment_id, booking_id, amount)
     select $1, $2, $3 where not exists (select from bank_line where matched_id = $1) on conflict do nothing`,
    [paymentId, bookingId, paise],
  )

/** Returns 0 if the line already has a payment. */
export const bookLine = (
  tx: Tx,
  m: { lineId: string; kind: PaymentKind | 'booking'; id: string; operatorId: string },
) =>
  tx.run(
    `update bank_line set matched_kind = $2, matched_id = $3, matched_how = 5, matched_at = now(), matched_by = $4
      where id = $1 and matched_id is null`,
    [m.lineId, m.kind, m.id, m.operatorId],
  )

export const releaseLine = (tx: Tx, lineId: string) =>
  tx.run(
    `update bank_line set matched_kind = null, matched_id = null, matched_how = null, matched_at = null, matched_by = null
      where id = $1 and matched_how = 5`,
    [lineId],
  )

/** 0 if it was reversed before. */
export const reverseBooking = (tx: Tx, r: { id: string; operatorId: string; reason: string }) =>
  tx.run(
    `update line_booking set reversed_by = $2, reversed_at = now(), reversal_reason = $3
      where id = $1 and reversed_at is null`,
    [r.id, r.operatorId, r.reason],
  )

/** Locks a receipt that is to be returned and was not. */
export const lockReturn = (tx: Tx, id: string, paise: bigint) =>
  tx.row<{ id: string }>(
    `select k.id from line_booking k join bank_line l on l.id = k.line_id
      where k.id = $1 and k.kind = 'return' and k.reversed_at is null and l.amount = $2
        and not exists (select from line_booking p where p.return_id = k.id and p.reversed_at is null)
      for update of k`,
    [id, paise],
  )

export const returnOf = (sql: Sql, id: string) =>
  sql.row('select from line_booking where return_id = $1 and reversed_at is null', [id])

export type BookedEntry = {
  event: string
  accountId: string
  day: string
  debit: LedgerAccount
  credit: LedgerAccount
  amount: bigint
}

/** Each entry a booking made. */
export const entriesOfBooking = (sql: Sql, id: string) =>
  sql.rows<BookedEntry>(
    `select e.event, e.bank_id as "accountId", to_char(e.value_date, 'YYYY-MM-DD') as day, e.debit, e.credit, e.amount
       from entries_of(array[$1::uuid]) e
      where e.event not in ('line.reversed', 'bank.moved.reversed') order by e.id`,
    [id],
  )

export type BookedElsewhere = { accountId: string; name: string; day: string; amount: bigint }

/** Other bank accounts to which the payment of a matched line is booked; the amount is above zero if received. */
export const bookedElsewhere = (sql: Sql, lineId: string) =>
  sql.rows<BookedElsewhere>(
    `select e.bank_id as "accountId", b.name, to_char(max(e.value_date), 'YYYY-MM-DD') as day,
            sum(case when e.debit = 'bank' then e.amount else -e.amount end)::bigint as amount
       from (select matched_id as id from bank_line where id = $1 and matched_id is not null
             union select id from line_booking where line_id = $1 and reversed_at is null) c
      cross join entries_of(array[c.id]) e
       join broker_bank b on b.id = e.bank_id
      where 'bank' in (e.debit, e.credit) and e.bank_id <> (select broker_bank_id from bank_line where id = $1)
      group by e.bank_id, b.name
     having sum(case when e.debit = 'bank' then e.amount else -e.amount end) <> 0
      order by b.name limit 2`,
    [lineId],
  )

/** Of a deposit or withdrawal: the account to which it is booked. */
export const setAccount = (tx: Tx, paymentId: string, accountId: string) =>
  tx.run('update wallet_request set broker_bank_id = $2 where id = $1', [paymentId, accountId])

export type PaymentRow = {
  kind: PaymentKind
  status: 'pending' | 'approved' | 'rejected' | 'unpaid'
  name: string
  amount: bigint
  client_id: string
  client_name: string
  entered: string | null
  is_explained: boolean
}

export const findBookable = (sql: Sql, id: string) =>
  sql.row<PaymentRow>(
    `select p.kind, p.status, p.name, p.amount, p.client_id, c.name as client_name, p.entered,
            ${isExplained('p.id')} as is_explained
       from bank_payment p join client c on c.id = p.client_id where p.id = $1`,
    [id],
  )

/** Serialises with every other decision about the payment. */
export const lockPayment = (tx: Tx, id: string) =>
  tx.run(
    `with r as (select id from wallet_request where id = $1 for no key update),
          h as (select id from charge where id = $1 for no key update)
     select id from r union all select id from h`,
    [id],
  )

type CandidateRow = { id: string; name: string; client_name: string | null; amount: bigint }

/** Closest in amount first. */
export const candidatePayments = (
  sql: Sql,
  line: { direction: string; paise: bigint; status: 'pending' | 'approved' },
  limit: number,
) =>
  sql.rows<CandidateRow>(
    `select p.id, p.name, c.name as client_name, p.amount
       from bank_payment p join client c on c.id = p.client_id
      where p.status = $3 and (p.kind <> 'withdrawal') = ($1 = 'credit')
        and ($3 = 'pending' or p.decided_at > now() - interval '60 days') and not ${isExplained('p.id')}
      order by abs(p.amount - $2), p.id desc limit $4`,
    [line.direction, line.paise, line.status, limit],
  )

export const candidateReturns = (sql: Sql, paise: bigint, limit: number) =>
  sql.rows<CandidateRow>(
    `select k.id, l.text as name, null as client_name, l.amount
       from line_booking k join bank_line l on l.id = k.line_id
      where k.kind = 'return' and k.reversed_at is null and l.amount = $1
        and not exists (select from line_booking p where p.return_id = k.id and p.reversed_at is null)
      order by k.id desc limit $2`,
    [paise, limit],
  )
