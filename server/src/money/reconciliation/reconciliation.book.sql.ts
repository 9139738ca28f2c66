import type { Reply } from '@sauda/contract/platform/call'
import type { clientCalls } from '@sauda/contract/client/client'
import type { LevyAccount } from '@sauda/contract/money/line-booking'
import type { Direction, PaymentKind } from '@sauda/contract/money/reconciliation'
import { clearingSum } from '../../core/ledger/clearing.sql.ts'
import { isExplained } from '../../core/ledger/bank-link.sql.ts'
import { selectColumn, selectIds, selectValue, selectView, selectViews, type Sql, type Tx } from '../../platform/db.ts'
import { sqlName, sqlRequestName } from '../../core/ledger/name.sql.ts'
import { lock, tryLock } from '../../platform/advisory-lock.sql.ts'
import { judgedLines, matchedLines, namedLines } from './reconciliation.match.sql.ts'

export type PennyDrop = {
  readonly clientId: string
  readonly clientName: string
  readonly nameAtBank: string
  readonly accountLookup: Buffer | null
  readonly ifsc: string
}

/** Bank details of the client with this id of the form SD100001; undefined without bank details. */
export const findAccount = (tx: Tx, saudaId: string) =>
  tx.row<Omit<PennyDrop, 'nameAtBank'>>(
    `select c.id as "clientId", c.name as "clientName", b.account_lookup as "accountLookup", b.ifsc
       from client c join bank_details b on b.client_id = c.id
      where c.number = $1::bigint for share of b`,
    [saudaId.slice(2)],
  )

export const insertPennyDrop = (tx: Tx, linkId: string, drop: PennyDrop) =>
  tx.run(
    'insert into penny_drop (link_id, client_id, name_at_bank, account_lookup, ifsc) values ($1, $2, $3, $4, $5)',
    [linkId, drop.clientId, drop.nameAtBank, drop.accountLookup, drop.ifsc],
  )

/** The newest one that was not reversed. */
export const pennyDropOf = (sql: Sql, clientId: string) =>
  selectView<NonNullable<Reply<typeof clientCalls.client>['pennyDrop']>>(
    sql,
    `select p.name_at_bank as "nameAtBank", to_char(l.booked_on, 'YYYY-MM-DD') as "paidOn", l.reference,
            coalesce(b.account_lookup = p.account_lookup and b.ifsc = p.ifsc, false) as "isCurrent"
       from penny_drop p
       join bank_link k on k.id = p.link_id and k.unlinked_at is null
       join bank_line l on l.id = k.line_id
       left join bank_details b on b.client_id = p.client_id
      where p.client_id = $1 order by k.linked_at desc limit 1`,
    [clientId],
  )

const notReturned = (link: string) => `not exists (
  select from bank_link back where back.returns_id = ${link}.id and back.unlinked_at is null)`

/** A receipt that is to be returned and was not. */
export const findHeld = (tx: Tx, id: string, paise: bigint) =>
  tx.row<{ id: string }>(
    `select k.id from bank_link k
      where k.id = $1 and k.kind = 'return' and k.unlinked_at is null and k.amount = $2 and ${notReturned('k')}`,
    [id, paise],
  )

/** Bookings of a line of the other direction that were not returned yet, with the client whose balance they changed; `isBrokers`: by the broker. */
export const findReturnable = (tx: Tx, r: { paymentId: string; direction: Direction; paise: bigint }) =>
  tx.row<{ id: string; client_id: string | null; isBrokers: boolean }>(
    `select k.id, k.client_id, exists (select from entries_of(array[k.id]) e where e.debit = 'adjustment') as "isBrokers" from bank_link k join bank_line l on l.id = k.line_id
      where k.payment_id = $1 and l.direction <> $2 and k.amount = $3 and k.unlinked_at is null and ${notReturned('k')}
        and (k.kind = 'client' or k.kind = 'payment' and (select p.status from bank_payment p where p.id = $1) = 'rejected')
      order by k.linked_at limit 1`,
    [r.paymentId, r.direction, r.paise],
  )

export type BookedElsewhere = { accountId: string; name: string; day: string; amount: bigint }

/** Other bank accounts to which the payment of a matched line is booked; the amount is above zero if received. */
export const bookedElsewhere = (sql: Sql, lineId: string) =>
  sql.rows<BookedElsewhere>(
    `select e.bank_id as "accountId", b.name, to_char(max(e.value_date), 'YYYY-MM-DD') as day,
            sum(case when e.debit = 'bank' then e.amount else -e.amount end)::bigint as amount
       from (select id from bank_link where line_id = $1 and unlinked_at is null
             union select payment_id from bank_link where line_id = $1 and kind = 'payment' and unlinked_at is null) c
      cross join entries_of(array[c.id]) e
       join broker_bank b on b.id = e.bank_id
      where 'bank' in (e.debit, e.credit) and e.bank_id <> (select broker_bank_id from bank_line where id = $1)
      group by e.bank_id, b.name
     having sum(case when e.debit = 'bank' then e.amount else -e.amount end) <> 0
      order by b.name limit 2`,
    [lineId],
  )

/** Sets the account to which a deposit or withdrawal is booked. */
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
  /** Part of the amount of a charge, in paise. */
  gst: bigint
  is_explained: boolean
  is_returned: boolean
  /** The client's account is closed: nothing is booked to it. */
  is_closed: boolean
}

export const findBookable = (sql: Sql, id: string) =>
  sql.row<PaymentRow>(
    `select p.kind, p.status, p.name, p.amount, p.client_id, c.name as client_name, p.entered,
            coalesce((select h.gst from charge h where h.id = p.id), 0) as gst, ${isExplained('p.id')} as is_explained,
            exists (select from bank_link k where k.payment_id = p.id and k.kind = 'returned' and k.returns_id is null
                      and k.unlinked_at is null) as is_returned,
            coalesce(c.closure = 'closed', false) as is_closed
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

type CandidateRow = { _id: string; name: string; clientName?: string; amount: bigint }

/** Closest in amount first. */
export const candidatePayments = (
  sql: Sql,
  line: { direction: Direction; paise: bigint; status: 'pending' | 'approved' },
  limit: number,
) =>
  selectViews<CandidateRow>(
    sql,
    `select p.id as "_id", p.name, c.name as "clientName", p.amount
       from bank_payment p join client c on c.id = p.client_id
      where (p.status = $3 or $3 = 'approved' and p.kind = 'withdrawal' and p.status = 'rejected')
        and (p.kind <> 'withdrawal') = ($1 = 'credit')
        and ($3 = 'pending' or p.decided_at > now() - interval '60 days') and not ${isExplained('p.id')}
      order by abs(p.amount - $2), p.id desc limit $4`,
    [line.direction, line.paise, line.status, limit],
  )

/** `net`: the final obligation in paise, below zero to be paid; `open`: what of it no bank line explains yet. */
type OpenSettlement = { id: string; day: string; net: bigint | null; open: bigint | null }
const openSettlements = `
  select s.id, to_char(s.settles_on, 'YYYY-MM-DD') as day, o.net, o.net - ${clearingSum('s.id', 'house')} as open
    from clearing_settlement s left join clearing_obligation o on o.settlement_id = s.id`

export const candidateSettlements = (sql: Sql, limit: number) =>
  sql.rows<OpenSettlement>(
    `select * from (${openSettlements} where s.id in (select id from clearing_settlement order by settles_on desc, id limit $1)) o
      where open is distinct from 0 order by day desc, id`,
    [limit],
  )

export const settlementsToBook = (tx: Tx, ids: readonly string[]) =>
  tx.rows<OpenSettlement>(`${openSettlements} where s.id = any ($1) order by s.id for no key update of s`, [ids])

/**
 * Paise of a levy that were booked and not paid at the end of each of the last ten days on which it was booked: a bill is of the
 * levies up to some day.
 */
export const owedLevies = (sql: Sql, levy: LevyAccount) =>
  selectColumn<bigint>(
    sql,
    `with day as (
       select (j.at at time zone 'Asia/Kolkata')::date as day, coalesce(sum(e.amount) filter (where e.credit = $1::ledger_account), 0) as booked,
              coalesce(sum(e.amount) filter (where e.debit = $1::ledger_account), 0) as paid
         from entry e join journal j on j.id = e.journal_id where $1::ledger_account in (e.debit, e.credit) group by 1)
     select (sum(booked) over (order by day) - (select sum(paid) from day))::bigint as owed from day order by day desc limit 10`,
    [levy],
  )

export const candidateReturns = (sql: Sql, paise: bigint, limit: number) =>
  selectViews<CandidateRow>(
    sql,
    `select k.id as "_id", l.text as name, k.amount
       from bank_link k join bank_line l on l.id = k.line_id
      where k.kind = 'return' and k.unlinked_at is null and k.amount = $1 and ${notReturned('k')}
      order by k.linked_at desc limit $2`,
    [paise, limit],
  )

/** Serialises decisions about a line. */
export const lockLine = (tx: Tx, id: string) =>
  tx.row<{ unexplained: bigint; reference: string | null; amount: bigint }>(
    'select unexplained, reference, amount from bank_line where id = $1 for no key update',
    [id],
  )

export const referenceOf = (sql: Sql, lineId: string) =>
  sql.row<{ direction: Direction; reference: string }>('select direction, reference from bank_line where id = $1', [
    lineId,
  ])

export const isMatchedBy = async (sql: Sql, m: { lineId: string; paymentId: string; operatorId: string }) =>
  (await sql.row(
    `select from bank_link where line_id = $1 and payment_id = $2 and linked_by = $3 and kind = 'payment' and unlinked_at is null`,
    [m.lineId, m.paymentId, m.operatorId],
  )) !== undefined

/** Serialises matching across processes. */
export const lockMatching = (tx: Tx) => lock(tx, 'matching')

/** Returns false if another process is matching. */
export const tryLockMatching = (tx: Tx) => tryLock(tx, 'matching')

/** Matches these lines with approved payments; returns the number of matches. */
export const matchLines = (tx: Tx, lineIds: readonly string[]) =>
  selectValue<number>(
    tx,
    `${judgedLines('x.id = any ($1::uuid[])')}${matchedLines()} select (count(*) filter (where fault is null))::int from linked`,
    [lineIds],
  )

/** Unmatched lines that name a recently approved payment. */
export const linesOfApproved = (sql: Sql, hours: number) =>
  selectIds(
    sql,
    `with approved as materialized (
       select r.id, r.reference, ${sqlRequestName('r')} as name
         from wallet_request r where r.status = 'approved' and r.decided_at > now() - make_interval(hours => $1) and not ${isExplained('r.id')}
       union all
       select h.id, null, ${sqlName('charge', 'h.number')} from charge h
        where h.status = 'APPROVED' and h.decided_at > now() - make_interval(hours => $1) and not ${isExplained('h.id')}
     ), name as (
       select a.id, a.name from approved a
       union all select a.id, a.reference from approved a where a.reference is not null
       union all select a.id, p.reference from approved a join payment_reference p on p.used_by = a.id
     )
     select distinct l.id from name n cross join lateral (${namedLines('n.name')}) l`,
    [hours],
  )

/** Returns 0 if there is no such payment or it was closed before. */
export const closeMissing = (tx: Tx, s: { id: string; operatorId: string; note: string }) =>
  tx.run(
    'update missing_line set settled_by = $2, settled_at = now(), note = $3 where id = $1 and settled_at is null',
    [s.id, s.operatorId, s.note],
  )

type PaidRow = { client_id: string; text: string; names: string[] }

/** Bank entries that deposits of these clients were credited for in the last days, with the names a client is known by. */
export const selectPaid = (sql: Sql, clientIds: readonly string[], days: number) =>
  sql.rows<PaidRow>(
    `select r.client_id, b.text, array_remove(array[c.name, i.pan_name, d.holder_name], null) as names
       from wallet_request r
       join bank_link k on k.payment_id = r.id and k.kind = 'payment' and k.unlinked_at is null
       join bank_line b on b.id = k.line_id and b.direction = 'credit'
       join client c on c.id = r.client_id
       left join kyc_identity i on i.client_id = c.id
       left join bank_details d on d.client_id = c.id
      where r.client_id = any ($1::uuid[]) and r.type = 'added' and r.status = 'approved'
        and r.decided_at > now() - make_interval(days => $2)
      order by r.id desc`,
    [clientIds, days],
  )
