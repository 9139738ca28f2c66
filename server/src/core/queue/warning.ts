import { creditedReason } from '@sauda/contract/core/approval'
import { nameOf } from '@sauda/contract/core/name'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { formatRupees } from '@sauda/contract/platform/money'
import { withoutFullStop } from '@sauda/contract/platform/sentence'
import { isSamePerson } from '@sauda/contract/platform/person-name'
import { type CaseWarning, paymentBlocked } from '@sauda/contract/core/queue'
import { walletRules } from '@sauda/contract/money/wallet'
import { formatTime } from '../mail/mail.ts'
import type { Sql } from '../../platform/db.ts'
import {
  changedDetails,
  findClients,
  findRequests,
  quickWithdrawals,
  sameAccount,
  sameAmount,
  sameDevice,
  samePan,
  sameUtr,
  withdrawalsOnHold,
  type Account,
  type ClientRow,
  type HoldRow,
  type QuickWithdrawalRow,
  type RequestRow,
  type SimilarRow,
} from './warning.sql.ts'

// What to check about a client or request before a decision. Single cases, lists, batches, settlements, trades and
// proposals all show what this file computes, and what blocks a payment blocks it everywhere. What blocks nothing is left
// to the operator; the approval policy limits what one of them may do.

const recentDays = 7
/** How many examples of one fact are shown. */
const shown = 5

export type WarningSubject = {
  readonly clientId: string
  /** The deposit or withdrawal. */
  readonly requestId?: string | undefined
}

/** The features' facts about clients; each reads all of them in one query. */
export type WarningSources = {
  readonly pinned: (sql: Sql, clientIds: readonly string[]) => Promise<readonly Named[]>
  /** Clients whose payment a later bank statement contradicts. */
  readonly contradicted: (sql: Sql, clientIds: readonly string[]) => Promise<ReadonlySet<string>>
  /** Trades whose price another operator must confirm first. */
  readonly unconfirmed: (
    sql: Sql,
    clientIds: readonly string[],
  ) => Promise<readonly (Named & { readonly link: string })[]>
  /** Deposits of the last days that another person paid: `text` is the payer's name. */
  readonly payers: (sql: Sql, clientIds: readonly string[]) => Promise<readonly Named[]>
  /** Clients whom the operator credited in the last 24 hours; none if one operator may do everything. */
  readonly creditedBy: (sql: Sql, who: ByOperator) => Promise<ReadonlySet<string>>
  /** Which of the clients the operator is; none likewise. */
  readonly own: (sql: Sql, who: ByOperator) => Promise<ReadonlySet<string>>
}
type Named = { readonly clientId: string; readonly text: string }
type ByOperator = { readonly clientIds: readonly string[]; readonly operatorId: string }

/** The warnings about each subject, by its request, or by its client if it has none. */
export type FindWarnings = (
  sql: Sql,
  subjects: readonly WarningSubject[],
  /** The operator who would decide. */
  operatorId?: string,
) => Promise<ReadonlyMap<string, CaseWarning[]>>

const keyOf = ({ clientId, requestId }: WarningSubject): string => requestId ?? clientId

export const createWarnings =
  (sources: WarningSources): FindWarnings =>
  async (sql, subjects, operatorId) => {
    if (subjects.length === 0) return new Map()
    const facts = await readFacts(sources, sql, subjects, operatorId)
    return new Map(
      subjects.map((subject) => [
        keyOf(subject),
        warningsOf(subject, facts).toSorted((one, other) => rank[one.severity] - rank[other.severity]),
      ]),
    )
  }

export type WarningContext = { readonly warnings: FindWarnings }

export const warningsAbout = async (
  { warnings }: WarningContext,
  sql: Sql,
  subject: WarningSubject,
  operatorId?: string,
): Promise<CaseWarning[]> => (await warnings(sql, [subject], operatorId)).get(keyOf(subject)) ?? []

/** Throws the first warning that blocks a payment. */
export async function requirePayable({ warnings }: WarningContext, sql: Sql, subjects: readonly WarningSubject[]) {
  for (const found of (await warnings(sql, subjects)).values()) {
    const blocking = blockOf(found)
    if (blocking !== undefined) throw new AppError(paymentBlocked(blocking))
  }
}

export const blockOf = (warnings: readonly CaseWarning[]): string | undefined =>
  warnings.find(({ blocks }) => blocks)?.sentence

const rank = { high: 0, medium: 1, low: 2 } as const satisfies Record<CaseWarning['severity'], number>

async function readFacts(
  sources: WarningSources,
  sql: Sql,
  subjects: readonly WarningSubject[],
  operatorId: string | undefined,
) {
  const clientIds = [...new Set(subjects.map(({ clientId }) => clientId))]
  const ids = subjects.flatMap(({ requestId }) => requestId ?? [])
  const [clients, requests] = [
    byId(await findClients(sql, clientIds, recentDays)),
    byId(ids.length === 0 ? [] : await findRequests(sql, ids)),
  ]
  const accounts = subjects.flatMap((subject) => {
    const account = accountOf(clients.get(subject.clientId), requests.get(subject.requestId ?? ''))
    return account ? [{ about: keyOf(subject), clientId: subject.clientId, ...account }] : []
  })
  const about = subjects.map((subject) => ({ ...subject, about: keyOf(subject), requestId: subject.requestId }))
  const [of, ofRequests] = [
    { ids: clientIds, limit: shown },
    { ids, limit: shown },
  ]
  return {
    clients,
    requests,
    accounts: new Map(accounts.map((account) => [account.about, account])),
    holds: grouped(await withdrawalsOnHold(sql, clientIds), ({ client_id }) => client_id),
    contradicted: await sources.contradicted(sql, clientIds),
    unconfirmed: grouped(await sources.unconfirmed(sql, clientIds), ({ clientId }) => clientId),
    pinned: grouped(await sources.pinned(sql, clientIds), ({ clientId }) => clientId),
    payers: grouped(await sources.payers(sql, clientIds), ({ clientId }) => clientId),
    credited: operatorId === undefined ? none : await sources.creditedBy(sql, { clientIds, operatorId }),
    own: operatorId === undefined ? none : await sources.own(sql, { clientIds, operatorId }),
    pans: grouped(await samePan(sql, of), aboutOf),
    sharing: grouped(await sameAccount(sql, accounts, shown), aboutOf),
    quick: grouped(await quickWithdrawals(sql, about, recentDays, shown), aboutOf),
    devices: grouped(await sameDevice(sql, of), aboutOf),
    utrs: grouped(ids.length === 0 ? [] : await sameUtr(sql, ofRequests), aboutOf),
    similar: grouped(ids.length === 0 ? [] : await sameAmount(sql, ofRequests, walletRules.sameAmountMinutes), aboutOf),
    changed: new Set(ids.length === 0 ? [] : await changedDetails(sql, ids)),
  }
}
const none: ReadonlySet<string> = new Set()
type Facts = Awaited<ReturnType<typeof readFacts>>

const aboutOf = ({ about }: { readonly about: string }) => about
const byId = <Row extends { id: string }>(rows: readonly Row[]) => new Map(rows.map((row) => [row.id, row]))
const grouped = <Row>(rows: readonly Row[], key: (row: Row) => string): ReadonlyMap<string, Row[]> =>
  Map.groupBy(rows, key)

/** Warnings of one severity come in this order. */
function warningsOf(subject: WarningSubject, facts: Facts): CaseWarning[] {
  const { clientId } = subject
  const key = keyOf(subject)
  const client = facts.clients.get(clientId)
  if (!client) return []
  const request = facts.requests.get(subject.requestId ?? '')
  const isOpen = request === undefined || request.status === 'pending'
  const account = facts.accounts.get(key)
  return [
    ...(facts.own.has(clientId) ? [ownAccount] : []),
    ...(facts.holds.get(clientId) ?? []).map(holdWarning),
    ...(facts.contradicted.has(clientId) ? [contradiction(clientId)] : []),
    ...(facts.unconfirmed.get(clientId) ?? []).map(priceWarning),
    ...(facts.pinned.get(clientId) ?? []).map(pinnedWarning),
    ...(facts.utrs.get(key) ?? []).map(utrWarning),
    ...(client.blocked === 'frozen' && isOpen ? [plain('frozen', 'high', 'The login of this client is frozen')] : []),
    ...(request?.status === 'pending' && facts.changed.has(request.id)
      ? [plain('detailsChanged', 'high', 'The client has changed the bank details since this request')]
      : []),
    ...others('samePan', 'high', facts.pans.get(clientId), 'has the same PAN'),
    ...others('sameAccount', 'high', facts.sharing.get(key), 'has the same bank details'),
    ...otherHolder(client, account),
    ...(facts.payers.get(clientId) ?? []).map(payerWarning),
    ...(facts.credited.has(clientId) ? [plain('credited', 'medium', creditedReason)] : []),
    ...(facts.quick.get(key) ?? []).map((row) => quickWarning(row, subject)),
    ...recentDetails(client),
    ...(request?.closes === true && isOpen ? [closing] : []),
    ...(facts.similar.get(key) ?? []).map(amountWarning),
    ...(facts.devices.get(clientId) ?? []).map((other) =>
      aboutClient('sameDevice', 'low', other, `is logged in from the same network with ${other.device}`),
    ),
  ]
}

const plain = (
  code: CaseWarning['code'],
  severity: CaseWarning['severity'],
  sentence: string,
  link?: string,
): CaseWarning => ({ code, severity, blocks: false, sentence, ...(link !== undefined && { link }) })

const requestPage = (id: string) => `/wallet/${id}`
const clientPage = (id: string) => `/clients/${id}`

const ownAccount: CaseWarning = {
  ...plain('ownAccount', 'high', withoutFullStop(commonErrors.ownAccount.message)),
  blocks: true,
}

const holdWarning = ({ id, name, operator, reason, remind_at: until }: HoldRow): CaseWarning => ({
  ...plain(
    'hold',
    'high',
    `${name} is on hold until ${formatTime(until)}: ${reason} (${operator}). End the hold before this client is paid`,
    requestPage(id),
  ),
  blocks: true,
})

const contradicted =
  'A later bank statement contradicts a payment of this client. Close the exception before this client is paid'
const contradiction = (clientId: string): CaseWarning => ({
  ...plain('contradiction', 'high', contradicted, clientPage(clientId)),
  blocks: true,
})

const priceWarning = ({ text, link }: { readonly text: string; readonly link: string }): CaseWarning => ({
  ...plain('tradePrice', 'high', text, link),
  blocks: true,
})

const pinnedWarning = ({ clientId, text }: Named): CaseWarning =>
  plain('pinned', 'high', `Pinned warning: ${text}`, clientPage(clientId))

const payerWarning = ({ clientId, text }: Named): CaseWarning =>
  plain('otherPayer', 'high', `A deposit of this client was paid by “${text}”`, clientPage(clientId))

const closing = plain('closes', 'low', 'Once it is paid, the account of this client is closed, as they asked')

type Other = { readonly client_id: string; readonly sauda_id: string }

const aboutClient = (
  code: CaseWarning['code'],
  severity: CaseWarning['severity'],
  { client_id, sauda_id }: Other,
  what: string,
): CaseWarning => plain(code, severity, `${sauda_id} ${what}`, clientPage(client_id))

const others = (
  code: CaseWarning['code'],
  severity: CaseWarning['severity'],
  rows: readonly Other[] = [],
  what: string,
): CaseWarning[] => rows.map((other) => aboutClient(code, severity, other, what))

function otherHolder({ name, pan_name }: ClientRow, account: Account | undefined): CaseWarning[] {
  const expected = pan_name ?? name
  if (!account || isSamePerson(expected, account.holder)) return []
  const source = pan_name === null ? 'the registered name' : 'the name on the PAN'
  const sentence = `The account holder “${account.holder}” differs from ${source}, “${expected}”`
  return [plain('otherHolder', 'high', sentence)]
}

function quickWarning(
  { deposit_id, deposited, withdrawal_id, withdrawn }: QuickWithdrawalRow,
  { requestId }: WarningSubject,
): CaseWarning {
  const sentence = `A deposit of ${formatRupees(deposited)} was followed by a withdrawal of ${formatRupees(withdrawn)} within a day`
  const other = withdrawal_id === requestId ? deposit_id : withdrawal_id
  return plain('quickWithdrawal', 'medium', sentence, requestPage(other))
}

const recentDetails = ({ changed_at }: ClientRow): CaseWarning[] =>
  changed_at === null
    ? []
    : [plain('recentDetails', 'medium', `The client changed the bank details on ${formatTime(changed_at)}`)]

const requestName = ({ type, number }: SimilarRow): string =>
  nameOf(type === 'added' ? 'deposit' : 'withdrawal', number)

function utrWarning(other: SimilarRow): CaseWarning {
  const name = `${requestName(other)} of ${other.same_client ? 'the same client' : other.sauda_id}`
  const link = requestPage(other.id)
  return other.status === 'rejected'
    ? plain('usedUtr', 'medium', `UTR also given for ${name} (rejected)`, link)
    : plain('usedUtr', 'high', `UTR already used: ${name} (${other.status})`, link)
}

function amountWarning(other: SimilarRow): CaseWarning {
  const noun = other.type === 'added' ? 'deposit' : 'withdrawal'
  const sentence = `Another ${other.status} ${noun} of the same amount within the hour: ${requestName(other)}`
  return plain('sameAmount', 'low', sentence, requestPage(other.id))
}

/** The account of a withdrawal; otherwise the client's bank details. */
function accountOf(client: ClientRow | undefined, request: RequestRow | undefined): Account | undefined {
  if (request?.pay_to_name != null && request.pay_to_lookup && request.pay_to_ifsc != null)
    return { holder: request.pay_to_name, lookup: request.pay_to_lookup, ifsc: request.pay_to_ifsc }
  return client?.holder_name != null && client.account_lookup && client.ifsc != null
    ? { holder: client.holder_name, lookup: client.account_lookup, ifsc: client.ifsc }
    : undefined
}
