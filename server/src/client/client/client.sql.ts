import type { Query, Reply } from '@sauda/contract/platform/call'
import { sqlName } from '../../core/ledger/name.sql.ts'
import type { clientCalls, ClientState } from '@sauda/contract/client/client'
import { dataKeyOf } from '../../platform/data-key.ts'
import { selectView, selectViews, type Sql, type Tx } from '../../platform/db.ts'
import { sqlDateText, sqlStartOf } from '../../platform/india.ts'
import { sqlBlocked } from '../../core/ledger/client.sql.ts'

type ClientLine = Omit<Reply<typeof clientCalls.clients>['clients'][number], 'balance'>

type ClientFilter = Omit<Query<typeof clientCalls.clients>, 'before' | 'search'> & {
  /** Further words of the search, escaped. */
  readonly words?: readonly string[]
}

export type ClientSearch = {
  /** Escaped; null finds everybody. */
  readonly text: string | null
  readonly before: string | null
  readonly limit: number
  readonly filter?: ClientFilter
}

const columns = `c.id as "_id", ${sqlName('client', 'c.number')} as "saudaId", c.name, c.email, c.mobile,
  c.kyc_status as "isDocsVerified", c.created_at as "createdAt", ${sqlBlocked('c')} is not distinct from 'frozen' as frozen, c.closure as closing`

const stateIs = {
  UNVERIFIED: "c.frozen_at is null and c.kyc_status = 'UNVERIFIED'",
  PENDING: "c.frozen_at is null and c.kyc_status = 'PENDING'",
  VERIFIED: "c.frozen_at is null and c.kyc_status = 'VERIFIED'",
  REVOKED: "c.frozen_at is null and c.kyc_status = 'REVOKED'",
  frozen: `${sqlBlocked('c')} = 'frozen'`,
  selling: `exists (select from sale_request s where s.client_id = c.id and s.ended_at is null
    and exists (select from lot l where l.client_id = c.id and l.open_quantity > 0 and not l.is_fraction))`,
  closing: "c.closure = 'open'",
  closed: "c.closure = 'closed'",
} satisfies Record<ClientState, string>

/** The conditions of the filters that are set, and their values, which follow those of the statement. */
function conditionsOf({ state, from, to, executive, balance, words = [] }: ClientFilter, given: readonly unknown[]) {
  const values = [...given]
  const value = (one: string) => `$${values.push(one)}`
  const conditions = [
    state && stateIs[state],
    from && `c.created_at >= ${sqlStartOf(`${value(from)}::date`)}`,
    to && `c.created_at < ${sqlStartOf(`(${value(to)}::date + 1)`)}`,
    executive && `c.executive_name ilike ${value(likeOf(executive))}`,
    ...words.map((word) => matches(word, 'c.search', value(word))),
    balance && 'exists (select from client_ledger l where l.client_id = c.id and l.cash > 0)',
  ].filter(Boolean)
  return { and: conditions.map((condition) => ` and ${condition}`).join(''), values }
}

export const escaped = (text: string): string => text.replace(/[\\%_]/g, '\\$&')
const likeOf = (text: string): string => `%${escaped(text)}%`

/** The index has every three letters in a row, and the first one or two of a word, but no two within one. */
const matches = (text: string | null, column = 'search', parameter = '$3') =>
  text !== null && text.length < 3
    ? `(${column} ilike ${parameter} || '%' or ${column} ilike '% ' || ${parameter} || '%' or ${column} ilike E'%\\n' || ${parameter} || '%')`
    : `${column} ilike '%' || ${parameter} || '%'`

const beforeNumber = 'c.number < coalesce($1::bigint, 9223372036854775807)'

export function selectClients(sql: Sql, { before, limit, filter = {} }: ClientSearch) {
  const { and, values } = conditionsOf(filter, [before, limit])
  return selectViews<ClientLine>(
    sql,
    `select ${columns} from client c where ${beforeNumber}${and} order by c.number desc limit $2`,
    values,
  )
}

export function findAmongNewest(sql: Sql, { text, before, limit, filter = {} }: ClientSearch, look: number) {
  const { and, values } = conditionsOf(filter, [before, limit, text, look])
  return selectViews<ClientLine>(
    sql,
    `select ${columns} from (select * from client c where ${beforeNumber} order by number desc limit $4) c
      where ${matches(text)}${and} order by c.number desc limit $2`,
    values,
  )
}

/** All matches through the index: `offset 0` stops the planner from scanning the newest clients instead. */
export function findAmongAll(sql: Sql, { text, before, limit, filter = {} }: ClientSearch) {
  const { and, values } = conditionsOf(filter, [before, limit, text])
  return selectViews<ClientLine>(
    sql,
    `select ${columns} from (select * from client where ${matches(text)} offset 0) c
      where ${beforeNumber}${and} order by c.number desc limit $2`,
    values,
  )
}

export const balancesOf = (sql: Sql, clientIds: readonly string[]) =>
  sql.rows<{ id: string; cash: bigint }>(
    'select client_id as id, cash from client_ledger where client_id = any($1::uuid[])',
    [clientIds],
  )

type ClientPage = Reply<typeof clientCalls.client>
type OwnField =
  | keyof ClientLine
  | 'gstState'
  | 'ucc'
  | 'demat'
  | 'noteAddress'
  | 'noteConsentOn'
  | 'executiveName'
  | 'referralId'
  | 'frozenReason'
  | 'twoStep'

/** The account number is encrypted. */
export const findClientPage = (sql: Sql, id: string) =>
  selectView<Pick<ClientPage, OwnField> & Partial<ClientPage['bankDetails']> & { dataKey?: Buffer }>(
    sql,
    `select ${columns}, c.executive_name as "executiveName", c.referral_id as "referralId",
            c.frozen_reason as "frozenReason", c.gst_state as "gstState", c.ucc, c.demat, c.note_address as "noteAddress", ${sqlDateText('c.note_consent_on')} as "noteConsentOn",
            second_factor(c.id) is not null as "twoStep",
            b.holder_name as "accountHolderName", b.account_number as "accountNumber", b.ifsc,
            ${dataKeyOf('c.id')} as "dataKey"
       from client c
       left join bank_details b on b.client_id = c.id
      where c.id = $1`,
    [id],
  )

export const lockClient = (tx: Tx, id: string) =>
  tx.row<{
    name: string
    email: string
    frozen_at: Date | null
    frozen_reason: string | null
    frozen_by: string | null
    frozen_by_name: string | null
    gst_state: string | null
    kyc_status: string
    ucc: string | null
    /** Null: it counts for all trade days. */
    ucc_since: string | null
    demat: string | null
    closure: 'open' | 'closed' | null
  }>(
    `select name, email, frozen_at, frozen_reason, frozen_by, gst_state, kyc_status, ucc, ${sqlDateText('ucc_since')} as ucc_since, demat, closure,
            (select o.name from operator o where o.id = frozen_by) as frozen_by_name
       from client where id = $1 for no key update`,
    [id],
  )

export const setGstState = (tx: Tx, id: string, state: string) =>
  tx.run('update client set gst_state = $2 where id = $1', [id, state])

/** `consentOn` is empty without a consent. */
type NoteDelivery = { readonly address: string; readonly consentOn: string }

export const findNoteDelivery = (sql: Sql, id: string) =>
  sql.row<NoteDelivery>(
    `select note_address as address, coalesce(${sqlDateText('note_consent_on')}, '') as "consentOn" from client where id = $1`,
    [id],
  )

export const setNoteDelivery = (tx: Tx, id: string, { address, consentOn }: NoteDelivery) =>
  tx.run("update client set note_address = $2, note_consent_on = nullif($3, '')::date where id = $1", [
    id,
    address,
    consentOn,
  ])

/** Violates client_ucc if another client has the UCC. */
export const setTradingAccount = (tx: Tx, id: string, a: { ucc: string; demat: string; from: string | null }) =>
  tx.run("update client set ucc = nullif($2, ''), demat = nullif($3, ''), ucc_since = $4 where id = $1", [
    id,
    a.ucc,
    a.demat,
    a.from,
  ])

export const freeze = (tx: Tx, id: string, { reason, operatorId }: { reason: string; operatorId: string }) =>
  tx.run('update client set frozen_reason = $2, frozen_by = $3, frozen_at = now() where id = $1', [
    id,
    reason,
    operatorId,
  ])

export const unfreeze = (tx: Tx, id: string) =>
  tx.run('update client set frozen_reason = null, frozen_by = null, frozen_at = null where id = $1', [id])
