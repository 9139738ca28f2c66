import type { NoteState, OwnNote } from '@sauda/contract/trading/contract-note'
import { sqlName } from '../../core/ledger/name.sql.ts'
import { selectViews, type Sql } from '../../platform/db.ts'
import { sqlDateText } from '../../platform/india.ts'
import { isDayBooked, isFileWaiting } from './contract-note.day.sql.ts'

/** What the desk and the client see of contract notes. */

export type DayCounts = {
  day: string
  firstTradeAt: Date | null
  drafts: number
  issued: number
  accepted: number
  onPaper: number
  lateNotes: number
  faults: number
  differences: number
  isIssuing: boolean
  problem: string | null
  isBooked: boolean
  isWaiting: boolean
}

const isBounced = `exists (select from contract_note_delivery d where d.note_id = n.id and d.status = 'bounced')`
const isAccepted = `exists (select from contract_note_delivery d where d.note_id = n.id and d.status = 'accepted')`
/** To be sent on paper. */
const isOnPaper = `n.dispatch_number is null and (${isBounced} or not exists (select from contract_note_delivery d where d.note_id = n.id))`
const hasDifference = `(n.stt_difference <> 0 or n.stamp_difference <> 0
   or exists (select from contract_fault f where f.client_id = n.client_id and f.day = n.day))`

/** The newest days with booked trades. */
export const selectNoteDays = (sql: Sql, most: number) =>
  sql.rows<DayCounts>(
    `select ${sqlDateText('c.day')} as day, (select min(traded_at) from exchange_trade t where t.day = c.day and t.client_id is not null) as "firstTradeAt",
            c.contracts - s.live as drafts, s.issued, s.accepted, s."onPaper", s.late as "lateNotes", s.differences,
            (select count(*)::int from contract_note_fault f where f.day = c.day) as faults,
            d.day is not null and d.finished_at is null as "isIssuing", d.problem,
            ${isDayBooked('c.day')} as "isBooked", ${isFileWaiting('c.day')} as "isWaiting"
       from (select day, count(*)::int as contracts from contract where reversed_at is null and shortage_id is null
              group by day order by day desc limit $1) c
       cross join lateral (
         select count(*) filter (where n.cancelled_at is null)::int as live,
                count(*) filter (where n.cancelled_at is null and not ${isAccepted})::int as issued,
                count(*) filter (where n.cancelled_at is null and ${isAccepted})::int as accepted,
                count(*) filter (where n.cancelled_at is null and ${isOnPaper})::int as "onPaper",
                count(*) filter (where n.is_late)::int as late,
                count(*) filter (where n.cancelled_at is null and ${hasDifference})::int as differences
           from contract_note n where n.day = c.day) s
       left join contract_note_day d on d.day = c.day
      order by c.day desc`,
    [most],
  )

export type LineRow = {
  _id: string
  clientId: string
  name: string
  saudaId: string
  net: bigint
  state: NoteState
  year: number | null
  number: number | null
  issuedAt: Date | null
  isLate: boolean
  replacesYear: number | null
  replacesNumber: number | null
  fault: string | null
  bookingFault: string | null
  sttDifference: bigint
  stampDifference: bigint
  cancelReason: string | null
  address: string | null
  queuedAt: Date | null
  acceptedAt: Date | null
  bouncedAt: Date | null
  answer: string | null
  dispatchNumber: string | null
  dispatchedAt: Date | null
  dispatchedBy: string | null
}

/** The notes of a day and its drafts, of which `_id` is the contract's; what needs attention first. */
export const selectLines = (sql: Sql, day: string, most: number) =>
  sql.rows<LineRow>(
    `with draft as (
       select c.id as "_id", c.client_id, c.net, 'draft' as state, null::uuid as note_id, c.id as contract_id
         from contract c where c.day = $1 and c.reversed_at is null and c.shortage_id is null
          and not exists (select from contract_note n where n.client_id = c.client_id and n.day = c.day and n.cancelled_at is null)),
     issued_note as (
       select n.id as "_id", n.client_id, c.net,
              case when n.cancelled_at is not null then 'cancelled' when n.dispatch_number is not null then 'dispatched'
                   when ${isBounced} then 'bounced' when ${isOnPaper} then 'paper' when ${isAccepted} then 'accepted' else 'issued' end as state, n.id as note_id, n.contract_id
         from contract_note n join contract c on c.id = n.contract_id where n.day = $1)
     select l."_id", l.client_id as "clientId", k.name, ${sqlName('client', 'k.number')} as "saudaId", l.net, l.state, n.year, n.number,
            n.issued_at as "issuedAt",
            coalesce(n.is_late, o.id is null and now() > (select min(t.traded_at) from exchange_trade t where t.day = $1 and t.client_id = l.client_id) + interval '24 hours', false) as "isLate",
            o.year as "replacesYear", o.number as "replacesNumber", f.message as fault, b.message as "bookingFault",
            coalesce(n.stt_difference, 0) as "sttDifference", coalesce(n.stamp_difference, 0) as "stampDifference", n.cancel_reason as "cancelReason",
            d.address, d.queued_at as "queuedAt", d.accepted_at as "acceptedAt", d.bounced_at as "bouncedAt", d.answer,
            n.dispatch_number as "dispatchNumber", n.dispatched_at as "dispatchedAt", p.name as "dispatchedBy"
       from (select * from draft union all select * from issued_note) l
       join client k on k.id = l.client_id left join contract_note n on n.id = l.note_id
       left join contract_note o on o.id = case when l.note_id is not null then n.replaces_id
            else (select e.id from contract_note e where e.client_id = l.client_id and e.day = $1 order by e.id desc limit 1) end
       left join contract_note_fault f on l.note_id is null and f.client_id = l.client_id and f.day = $1
       left join contract_fault b on b.client_id = l.client_id and b.day = $1 and (l.note_id is null or n.cancelled_at is null)
       left join contract_note_delivery d on d.note_id = l.note_id left join operator p on p.id = n.dispatched_by
      order by f.message is null and b.message is null, l.state not in ('bounced', 'paper'), coalesce(n.stt_difference, 0) = 0 and coalesce(n.stamp_difference, 0) = 0,
               n.cancelled_at is not null, l.state <> 'draft', k.name, l."_id"
      limit $2`,
    [day, most],
  )

/** The client's own, newest first. */
export const selectOwn = (
  sql: Sql,
  clientId: string,
  page: { readonly before: string | null; readonly day: string | null; readonly limit: number },
) =>
  selectViews<Omit<OwnNote, 'number' | 'net'> & { year: number; serial: number; net: bigint }>(
    sql,
    `select n.id as "_id", ${sqlDateText('n.day')} as day, n.year, n.number as serial, n.issued_at as "issuedAt", c.net,
            n.cancelled_at is not null as "isCancelled"
       from contract_note n join contract c on c.id = n.contract_id
      where n.client_id = $1 and n.id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff') and n.day = coalesce($3::date, n.day)
      order by n.id desc limit $4`,
    [clientId, page.before, page.day, page.limit],
  )
