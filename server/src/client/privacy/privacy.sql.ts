import type { Breach, PrivacyRequest } from '@sauda/contract/client/privacy'
import { sqlName } from '../../core/ledger/name.sql.ts'
import { requireRow, type Sql, type Tx, selectColumn, selectView, selectViews } from '../../platform/db.ts'
import { personalTables, type PersonalTable, type PersonalTableName } from './personal-tables.ts'

export type PersonalRow = Record<string, unknown>

/** The client's rows as JSON; numbers stay encrypted. */
export const selectPersonal = (sql: Sql, name: PersonalTableName, clientId: string) =>
  selectColumn<PersonalRow>(sql, `select to_jsonb(t) from ${name} t where ${personalTables[name].of}`, [clientId])

export function erasePersonal(tx: Tx, name: PersonalTableName, clientId: string): Promise<number> {
  const { of, erase }: PersonalTable = personalTables[name]
  if (erase === 'keep') return Promise.resolve(0)
  return erase === 'delete'
    ? tx.run(`delete from ${name} t where ${of}`, [clientId])
    : tx.run(`update ${name} t set ${erase.set} where ${of}`, [clientId])
}

/** How many rows of the client each table has. */
export const countPersonal = (sql: Sql, clientId: string) =>
  sql.rows<{ name: PersonalTableName; count: number }>(
    Object.entries<PersonalTable>(personalTables)
      .map(
        ([name, { of }]) =>
          `select '${name}' as name, count(*)::int as count from ${name} t where ${of.replaceAll('$1', '$1::uuid')}`,
      )
      .join(' union all '),
    [clientId],
  )

/** Photos and documents in the file store. */
export const selectFiles = (sql: Sql, clientId: string) =>
  sql.rows<{ name: string; title: string }>(
    `select distinct on (name) name, title from (
       select 'photo/' || photo_key as name, 'profile-photo' as title from client where id = $1 and photo_key is not null
       union all select file_key, document from kyc_document where client_id = $1 and file_key is not null
       union all select file_key, 'contract-note' from contract_note where client_id = $1 and file_key is not null
       union all select file_key, 'reply' from reply where client_id = $1 and file_key is not null) f`,
    [clientId],
  )

export type SealedNumbers = {
  account: string | null
  pan: Buffer | null
  born: Buffer | null
  payees: { id: string; number: string }[]
}

export const findNumbers = (sql: Sql, clientId: string) =>
  sql.row<SealedNumbers>(
    `select (select account_number from bank_details where client_id = $1) as account,
            (select pan_number from kyc_identity where client_id = $1) as pan,
            (select born_on from kyc_identity where client_id = $1) as born,
            (select coalesce(json_agg(json_build_object('id', id, 'number', pay_to_number)), '[]')
               from wallet_request where client_id = $1 and pay_to_number is not null) as payees`,
    [clientId],
  )

export type ErasureState = {
  name: string
  email: string
  number: bigint
  erased: boolean
  has_money: boolean
  has_dues: boolean
  has_positions: boolean
  /** Trades of the exchanges' files that are not booked, or shares that were not delivered. */
  has_trades: boolean
  has_loan: boolean
  has_requests: boolean
  has_charges: boolean
  has_complaints: boolean
  /** Waiting for a second operator; adjustments too. */
  proposals: number
  /** The end of the retention, in India; null if the law requires nothing. */
  retained_until: string | null
}

const erasureState = `with l as (select * from client_ledger where client_id = $1) select c.name, c.email, c.number, coalesce(k.wrapped = '', false) as erased,
    (l.cash, l.loan, l.cashback, l.withheld, l.unsettled) <> (0, 0, 0, 0, 0) as has_money, l.dues <> 0 as has_dues,
    l.invested <> 0 or o.positions > 0 as has_positions, o.unbooked + o.shortages > 0 as has_trades,
    o.loans > 0 as has_loan, o.requests > 0 as has_requests,
    o.charges > 0 as has_charges, o.complaints > 0 as has_complaints, o.proposals + o.adjustments as proposals,
    to_char((greatest((select max(at) from journal where client_id = $1),
                      (select max(decided_at) from kyc_document where client_id = c.id and status = 'accepted'))
             + make_interval(years => $2)) at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as retained_until
  from client c join l on l.client_id = c.id join open_item o on o.client_id = c.id left join data_key k on k.owner_id = c.id where c.id = $1`

export const findErasureState = (sql: Sql, clientId: string, years: number) =>
  sql.row<ErasureState>(erasureState, [clientId, years])

/** The order of every command: the client before its ledger. */
export const lockClient = (tx: Tx, clientId: string) =>
  tx.row<{ name: string; email: string; kyc_status: string }>(
    'select name, email, kyc_status from client where id = $1 for no key update',
    [clientId],
  )

export const insertConsent = (
  tx: Tx,
  c: { id: string; clientId: string; version: number; channel: 'registration' | 'portal'; ip: string },
) =>
  tx.run(
    `insert into consent (id, client_id, notice_version, channel, ip) values ($1, $2, $3, $4, $5)
     on conflict (client_id, notice_version) do nothing`,
    [c.id, c.clientId, c.version, c.channel, c.ip],
  )

export const findConsent = (sql: Sql, clientId: string) =>
  sql.row<{ version: number; at: Date }>(
    `select notice_version as version, at from consent where client_id = $1 order by notice_version desc limit 1`,
    [clientId],
  )

export type RequestRow = PrivacyRequest &
  Record<'clientId' | 'clientName' | 'email' | 'saudaId', string> & { decidedBy?: string }

const requestColumns = `r.id as "_id", r.client_id as "clientId", c.name as "clientName", c.email, ${sqlName('client', 'c.number')} as "saudaId",
  r.kind, r.text, r.status, r.answer, (select name from operator where id = r.decided_by) as "decidedBy",
  r.created_at as "createdAt", r.decided_at as "decidedAt"
  from privacy_request r join client c on c.id = r.client_id`

export const clientRequests = (sql: Sql, clientId: string, limit: number) =>
  selectViews<RequestRow>(sql, `select ${requestColumns} where r.client_id = $1 order by r.created_at desc limit $2`, [
    clientId,
    limit,
  ])

export const selectRequests = (sql: Sql, limit: number) =>
  selectViews<RequestRow>(sql, `select ${requestColumns} order by r.status <> 'open', r.created_at desc limit $1`, [
    limit,
  ])

export const countRequests = async (sql: Sql) =>
  requireRow(
    sql.row<{ open: number; oldest: Date | null }>(
      "select count(*)::int as open, min(created_at) as oldest from privacy_request where status = 'open'",
    ),
  )

export const lockRequest = (tx: Tx, id: string) =>
  selectView<RequestRow>(tx, `select ${requestColumns} where r.id = $1 for no key update of r`, [id])

export const insertRequest = (tx: Tx, r: Pick<PrivacyRequest, 'kind' | 'text'> & { id: string; clientId: string }) =>
  tx.run('insert into privacy_request (id, client_id, kind, text) values ($1, $2, $3, $4)', [
    r.id,
    r.clientId,
    r.kind,
    r.text,
  ])

export const decideRequest = (
  tx: Tx,
  r: { id: string; status: 'done' | 'rejected'; answer: string; operatorId: string },
) =>
  tx.run(
    `update privacy_request set status = $2, answer = $3, decided_by = $4, decided_at = statement_timestamp()
      where id = $1 and status = 'open'`,
    [r.id, r.status, r.answer, r.operatorId],
  )

export const endErasureRequests = (tx: Tx, clientId: string, operatorId: string) =>
  tx.run(
    `update privacy_request set status = 'done', answer = 'Erased', decided_by = $2, decided_at = statement_timestamp()
      where client_id = $1 and status = 'open'`,
    [clientId, operatorId],
  )

export const setName = (tx: Tx, clientId: string, name: string) =>
  tx.run('update client set name = $2 where id = $1', [clientId, name])

type BreachTimes = 'happenedAt' | 'knownAt' | 'clientsInformedAt' | 'boardInformedAt' | 'boardReportedAt'
export type BreachInput = Pick<Breach, 'what' | 'affected' | 'measures' | BreachTimes>

export type BreachRow = Omit<Breach, 'reportDueAt' | 'overdue'>

const breachColumns = `b.id as "_id", 'BR' || b.number as number, b.what, b.happened_at as "happenedAt", b.known_at as "knownAt", b.affected,
  b.measures, b.clients_informed_at as "clientsInformedAt", b.board_informed_at as "boardInformedAt",
  b.board_reported_at as "boardReportedAt", o.name as "recordedBy"
  from breach b join operator o on o.id = b.recorded_by`

export const selectBreaches = (sql: Sql, limit: number) =>
  selectViews<BreachRow>(sql, `select ${breachColumns} order by b.known_at desc limit $1`, [limit])

export const lockBreach = (tx: Tx, id: string) =>
  selectView<BreachRow>(tx, `select ${breachColumns} where b.id = $1 for no key update of b`, [id])

const valuesOf = (b: BreachInput) => [
  b.what,
  b.happenedAt,
  b.knownAt,
  b.affected,
  b.measures,
  b.clientsInformedAt ?? null,
  b.boardInformedAt ?? null,
  b.boardReportedAt ?? null,
]

export const insertBreach = (tx: Tx, id: string, operatorId: string, b: BreachInput) =>
  tx.run(
    `insert into breach (id, recorded_by, what, happened_at, known_at, affected, measures, clients_informed_at,
       board_informed_at, board_reported_at) values ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10)`,
    [id, operatorId, ...valuesOf(b)],
  )

export const updateBreach = (tx: Tx, id: string, b: BreachInput) =>
  tx.run(
    `update breach set what = $2, happened_at = $3, known_at = $4, affected = $5, measures = $6,
       clients_informed_at = $7, board_informed_at = $8, board_reported_at = $9 where id = $1`,
    [id, ...valuesOf(b)],
  )
