import type { Exchange } from '@sauda/contract/trading/market'
import type { ReissueCause } from '@sauda/contract/trading/contract-note'
import { listsOf, selectIds, selectValue, type Sql, type Tx } from '../../platform/db.ts'
import { sqlDateText } from '../../platform/india.ts'

/** What contract notes are made of, and their rows. */

/** In SQL: the digest of the trades of a client and day as the newest files have them. */
export const tradesHash = (clientId: string, day: string): string => `(select coalesce(md5(string_agg(
    concat_ws('|', x.exchange, x.trade_number, x.order_ref, x.side, x.isin, x.quantity, trim_scale(x.price), x.settlement_type, x.settlement_number),
    ',' order by x.exchange, x.trade_number, x.order_ref, x.side)), 'none')
  from exchange_trade x where x.day = ${day} and x.client_id = ${clientId})`

/** In SQL: a contract `c` of which a note can be issued. */
const isDraft = `c.reversed_at is null and c.shortage_id is null
  and not exists (select from contract_note n where n.client_id = c.client_id and n.day = c.day and n.cancelled_at is null)`

export type NoteRow = {
  clientId: string
  contractId: string
  name: string
  saudaNumber: bigint
  state: string | null
  address: string
  bought: bigint
  sold: bigint
  brokerage: bigint
  exchangeCharges: bigint
  sebiFee: bigint
  stt: bigint
  stampDuty: bigint
  gst: bigint
  net: bigint
  hash: string
  /** Why the booking does not have the trades of the newest files. */
  fault: string | null
  isOpen: boolean
  replacesId: string | null
  replacesYear: number | null
  replacesNumber: number | null
  firstTradeAt: Date | null
}

/** The booked trade days of clients. */
export const noteRows = (sql: Sql, day: string, clientIds: readonly string[]) =>
  sql.rows<NoteRow>(
    `select c.client_id as "clientId", c.id as "contractId", k.name, k.number as "saudaNumber", k.gst_state as state, k.note_address as address, c.bought, c.sold,
            c.brokerage, c.exchange_charges as "exchangeCharges", c.sebi_fee as "sebiFee", c.stt, c.stamp_duty as "stampDuty", c.gst, c.net,
            ${tradesHash('c.client_id', 'c.day')} as hash, f.message as fault,
            exists (select from exchange_trade t where t.day = c.day and t.client_id = c.client_id and t.booked_at is null) as "isOpen",
            o.id as "replacesId", o.year as "replacesYear", o.number as "replacesNumber",
            (select min(t.traded_at) from exchange_trade t where t.day = c.day and t.client_id = c.client_id) as "firstTradeAt"
       from contract c join client k on k.id = c.client_id
       left join contract_fault f on f.client_id = c.client_id and f.day = c.day
       left join lateral (select id, year, number from contract_note n
              where n.client_id = c.client_id and n.day = c.day and n.cancelled_at is not null order by n.id desc limit 1) o on true
      where c.day = $1 and c.client_id = any ($2::uuid[]) and c.reversed_at is null and c.shortage_id is null
      order by c.client_id`,
    [day, clientIds],
  )

export type FillRow = {
  id: string
  clientId: string
  code: string
  order: string
  orderedAt: Date
  number: string
  tradedAt: Date
  stock: string
  isin: string
  side: 'B' | 'S'
  exchange: Exchange
  clears_at: Exchange
  settlement_type: string
  settlement_number: string
  quantity: string
  price: string
}

/** The trades in the order of trading. */
export const noteFills = (sql: Sql, day: string, clientIds: readonly string[]) =>
  sql.rows<FillRow>(
    `select t.id::text as id, t.client_id as "clientId", t.client_code as code, t.order_ref as "order", t.ordered_at as "orderedAt",
            t.trade_number as number, t.traded_at as "tradedAt", coalesce(t.stock, t.symbol) as stock, coalesce(t.security_isin, t.isin) as isin,
            t.side, t.exchange, clears_at(t.exchange, t.day) as clears_at, t.settlement_type, t.settlement_number, t.quantity::text as quantity,
            trim_scale(t.price)::text as price
       from exchange_trade t where t.day = $1 and t.client_id = any ($2::uuid[])
      order by t.client_id, t.traded_at, t.exchange, length(t.trade_number), t.trade_number, t.id`,
    [day, clientIds],
  )

export const settlementDays = (sql: Sql, day: string) =>
  sql.rows<{ id: string; exchange: Exchange; settlesOn: string }>(
    `select id, exchange, ${sqlDateText('settles_on')} as "settlesOn" from clearing_settlement where traded_on = $1 order by id`,
    [day],
  )

/** Clients whose note is to be issued now, in the order of their ids, from the one behind `after` on. */
export const clientsToIssue = (sql: Sql, day: string, { after, most }: { after: string | null; most: number }) =>
  selectIds(
    sql,
    `select c.client_id as id from contract c where c.day = $1 and ($3::uuid is null or c.client_id > $3) and ${isDraft}
        and not exists (select from contract_note_fault f where f.client_id = c.client_id and f.day = c.day)
      order by 1 limit $2`,
    [day, most, after],
  )

/** Why no note of the day can be issued: trades that are not booked, a file that waits, levies that are not compared yet. */
export const dayState = (sql: Sql, day: string) =>
  sql.row<{
    contracts: number
    isBooked: boolean
    isWaiting: boolean
    isLevied: boolean
    left: number
    isIssuing: boolean
  }>(
    `select (select count(*)::int from contract c where c.day = $1 and c.reversed_at is null and c.shortage_id is null) as contracts,
            exists (select from trade_day d where d.day = $1 and d.booked_at is not null)
              and not exists (select from exchange_trade t where t.day = $1 and t.booked_at is null and t.client_id is not null
                and not exists (select from contract_fault f where f.day = $1 and f.client_id = t.client_id)) as "isBooked",
            exists (select from exchange_file f where f.day = $1 and f.status in ('waiting', 'approved', 'booking')) as "isWaiting",
            not exists (select from levy_file f where f.day = $1 and f.imported_at > coalesce((select levied_at from trade_day d where d.day = $1), '-infinity')) as "isLevied",
            (select count(*)::int from contract c where c.day = $1 and ${isDraft}) as left,
            exists (select from contract_note_day d where d.day = $1 and d.finished_at is null) as "isIssuing"`,
    [day],
  )

export const requestDay = (tx: Tx, day: string, operatorId: string) =>
  tx.run(
    `insert into contract_note_day (day, requested_by) values ($1, $2)
     on conflict (day) do update set requested_by = excluded.requested_by, requested_at = now(), finished_at = null, next_try_at = now(), problem = null`,
    [day, operatorId],
  )

export const clearNoteFaults = (tx: Tx, day: string, clientId: string | null = null) =>
  tx.run('delete from contract_note_fault where day = $1 and ($2::uuid is null or client_id = $2)', [day, clientId])

export const saveNoteFault = (sql: Sql, day: string, clientId: string, message: string) =>
  sql.run(
    `insert into contract_note_fault (day, client_id, message) values ($1, $2, $3)
     on conflict (client_id, day) do update set message = excluded.message`,
    [day, clientId, message],
  )

/** Leases the oldest day with notes to issue to this process for some seconds. */
export const claimDay = (sql: Sql, seconds: number) =>
  sql.row<{ day: string; operatorId: string }>(
    `update contract_note_day set next_try_at = now() + make_interval(secs => $1)
      where day = (select day from contract_note_day where finished_at is null and next_try_at <= now() order by day limit 1 for update skip locked)
      returning ${sqlDateText('day')} as day, requested_by as "operatorId"`,
    [seconds],
  )

export const extendLease = (sql: Sql, day: string, seconds: number) =>
  sql.run('update contract_note_day set next_try_at = now() + make_interval(secs => $2) where day = $1', [day, seconds])

export const postponeDay = (sql: Sql, day: string, problem: string, seconds: number) =>
  sql.run(
    'update contract_note_day set problem = $2, next_try_at = now() + make_interval(secs => $3) where day = $1 and finished_at is null',
    [day, problem, seconds],
  )

/** Unless notes of the day were requested since, such as one that is issued again. */
export const finishNotes = (tx: Tx, day: string) =>
  tx.run(
    `update contract_note_day set finished_at = now(), problem = null where day = $1 and finished_at is null
        and not exists (select from contract c where c.day = $1 and ${isDraft}
          and not exists (select from contract_note_fault f where f.client_id = c.client_id and f.day = c.day))`,
    [day],
  )

export const nextNumber = (sql: Sql, year: number) =>
  selectValue<number>(sql, 'select coalesce(max(number), 0) + 1 from contract_note where year = $1', [year])

/** The booked days as they are now, to be compared with those that were drawn. */
export const bookedNow = (tx: Tx, day: string, clientIds: readonly string[]) =>
  tx.rows<{ clientId: string; contractId: string; net: bigint; stt: bigint; stampDuty: bigint; hash: string }>(
    `select c.client_id as "clientId", c.id as "contractId", c.net, c.stt, c.stamp_duty as "stampDuty", ${tradesHash('c.client_id', 'c.day')} as hash
       from contract c where c.day = $1 and c.client_id = any ($2::uuid[]) and ${isDraft}`,
    [day, clientIds],
  )

export type NewNote = {
  readonly id: string
  readonly clientId: string
  readonly contractId: string
  readonly number: number
  readonly hash: string
  readonly fileKey: string
  /** Hexadecimal digits. */
  readonly sha256: string
  readonly dueAt: string
  readonly replacesId: string | null
}

/** A note that replaces another is not late: the first one was issued in time or is marked itself. */
export const insertNotes = (
  tx: Tx,
  { day, year, operatorId }: { readonly day: string; readonly year: number; readonly operatorId: string },
  notes: readonly NewNote[],
) =>
  tx.run(
    `insert into contract_note (id, client_id, day, contract_id, year, number, trades_hash, file_key, sha256, issued_by, due_at, is_late, replaces_id)
     select id, "clientId", $2, "contractId", $3, number, hash, "fileKey", decode(sha256, 'hex'), $4, "dueAt", "replacesId" is null and now() > "dueAt", "replacesId"
       from jsonb_to_recordset($1::jsonb) as n (id uuid, "clientId" uuid, "contractId" uuid, number int, hash text, "fileKey" text, sha256 text,
            "dueAt" timestamptz, "replacesId" uuid)`,
    [JSON.stringify(notes), day, year, operatorId],
  )

export type NewDelivery = {
  readonly id: string
  readonly noteId: string
  readonly mailId: string
  readonly address: string
}
export const insertDeliveries = (tx: Tx, deliveries: readonly NewDelivery[]) =>
  tx.run(
    `insert into contract_note_delivery (id, note_id, mail_id, address) select * from unnest($1::uuid[], $2::uuid[], $3::uuid[], $4::text[])`,
    listsOf(deliveries, 'id', 'noteId', 'mailId', 'address'),
  )

/** Clients who consented to contract notes by e-mail. */
export const consenting = (sql: Sql, clientIds: readonly string[]) =>
  selectIds(sql, 'select id from client where id = any ($1::uuid[]) and note_consent_on is not null', [clientIds])

/** Mails of notes whose result is not recorded yet. */
export const openDeliveries = (sql: Sql, most: number) =>
  selectIds(sql, `select mail_id as id from contract_note_delivery where status = 'queued' order by mail_id limit $1`, [
    most,
  ])

type Delivered = {
  readonly id: string
  readonly status: 'sent' | 'stuck'
  readonly answer: string | null
  readonly at: Date
}
/** Returns the notes. */
export const recordDeliveries = (tx: Tx, results: readonly Delivered[]) =>
  tx.rows<{ noteId: string; clientId: string; status: string; day: string }>(
    `update contract_note_delivery d set status = case n.status when 'sent' then 'accepted' else 'bounced' end, answer = n.answer,
            accepted_at = case n.status when 'sent' then n.at end, bounced_at = case n.status when 'stuck' then n.at end
       from unnest($1::uuid[], $2::text[], $3::text[], $4::timestamptz[]) as n (id, status, answer, at), contract_note o
      where d.mail_id = n.id and d.status = 'queued' and o.id = d.note_id
      returning d.note_id as "noteId", o.client_id as "clientId", d.status, ${sqlDateText('o.day')} as day`,
    listsOf(results, 'id', 'status', 'answer', 'at'),
  )

export type StoredNote = {
  id: string
  clientId: string
  day: string
  year: number
  number: number
  net: bigint
  fileKey: string | null
  dataKey: Buffer | null
  isCancelled: boolean
  isBounced: boolean
  isSent: boolean
  isDispatched: boolean
}

const storedNote = `select n.id, n.client_id as "clientId", ${sqlDateText('n.day')} as day, n.year, n.number, c.net, n.file_key as "fileKey",
    (select wrapped from data_key where owner_id = n.client_id) as "dataKey", n.cancelled_at is not null as "isCancelled",
    exists (select from contract_note_delivery d where d.note_id = n.id and d.status = 'bounced') as "isBounced",
    exists (select from contract_note_delivery d where d.note_id = n.id) as "isSent", n.dispatch_number is not null as "isDispatched"
  from contract_note n join contract c on c.id = n.contract_id`

export const findNote = (sql: Sql, id: string) => sql.row<StoredNote>(`${storedNote} where n.id = $1`, [id])
export const findNoteByNumber = (sql: Sql, { year, number }: { readonly year: number; readonly number: number }) =>
  sql.row<StoredNote>(`${storedNote} where n.year = $1 and n.number = $2`, [year, number])
/** Locked, so that two operators do not decide about it at the same time. */
export const lockNote = (tx: Tx, id: string) =>
  tx.run('select from contract_note where id = $1 for no key update', [id])

export const markBounced = (tx: Tx, noteId: string, reason: string, operatorId: string) =>
  tx.run(
    `update contract_note_delivery set status = 'bounced', bounced_at = now(), answer = $2, recorded_by = $3 where note_id = $1 and status <> 'bounced'`,
    [noteId, reason, operatorId],
  )

export const markDispatched = (tx: Tx, noteId: string, number: string, operatorId: string) =>
  tx.run(`update contract_note set dispatch_number = $2, dispatched_at = now(), dispatched_by = $3 where id = $1`, [
    noteId,
    number,
    operatorId,
  ])

export const cancelNote = (
  tx: Tx,
  c: { readonly noteId: string; readonly operatorId: string; readonly cause: ReissueCause; readonly reason: string },
) =>
  tx.run(
    `update contract_note set cancelled_at = now(), cancelled_by = $2, cancel_cause = $3, cancel_reason = $4, stt_difference = 0, stamp_difference = 0
      where id = $1`,
    [c.noteId, c.operatorId, c.cause, c.reason],
  )

/** The trades of a client and day are to be booked again. */
export const reopenTrades = (tx: Tx, day: string, clientId: string) =>
  tx.run('update exchange_trade set booked_at = null where day = $1 and client_id = $2', [day, clientId])
