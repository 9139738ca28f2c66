import { creditedReason } from '@sauda/contract/core/approval'
import { nameOf } from '@sauda/contract/core/name'
import { commonErrors } from '@sauda/contract/platform/error'
import { formatRupees } from '@sauda/contract/platform/money'
import { withoutFullStop } from '@sauda/contract/platform/sentence'
import { isSamePerson } from '@sauda/contract/platform/person-name'
import type { CaseWarning } from '@sauda/contract/core/queue'
import { walletRules } from '@sauda/contract/money/wallet'
import { formatTime } from '../mail/mail.ts'
import { blocksOf, type BlockSources, clientPage, type Named, plain, readBlocks, requestPage } from './payment-block.ts'
import { type Sql, together } from '../../platform/db.ts'
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
  type Account,
  type ClientRow,
  type QuickWithdrawalRow,
  type RequestRow,
  type SimilarRow,
  type UnpaidRow,
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
export type WarningSources = BlockSources & {
  readonly pinned: (sql: Sql, clientIds: readonly string[]) => Promise<readonly Named[]>
  /** Deposits of the last days that another person paid: `text` is the payer's name. */
  readonly payers: (sql: Sql, clientIds: readonly string[]) => Promise<readonly Named[]>
  /** Clients whom the operator credited in the last 24 hours; none if one operator may do everything. */
  readonly creditedBy: (sql: Sql, who: ByOperator) => Promise<ReadonlySet<string>>
  /** Withdrawals that nobody who approves one of these deposits can pay for 24 hours; none likewise. */
  readonly barred: (sql: Sql, depositIds: readonly string[], limit: number) => Promise<readonly UnpaidRow[]>
  /** Which of the clients the operator is; none likewise. */
  readonly own: (sql: Sql, who: ByOperator) => Promise<ReadonlySet<string>>
}
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

const rank = { high: 0, medium: 1, low: 2 } as const satisfies Record<CaseWarning['severity'], number>

async function readFacts(
  sources: WarningSources,
  sql: Sql,
  subjects: readonly WarningSubject[],
  operatorId: string | undefined,
) {
  const clientIds = [...new Set(subjects.map(({ clientId }) => clientId))]
  const ids = subjects.flatMap(({ requestId }) => requestId ?? [])
  const about = subjects.map((subject) => ({ ...subject, about: keyOf(subject), requestId: subject.requestId }))
  const of = { ids: clientIds, limit: shown }
  const ofRequests = { ids, limit: shown }
  const ofIds = <Row>(read: () => Promise<Row[]>) => (ids.length === 0 ? [] : read())
  const byOperator = (read: WarningSources['own']) =>
    operatorId === undefined ? none : read(sql, { clientIds, operatorId })
  const [
    clientRows,
    requestRows,
    blocks,
    pinned,
    payers,
    credited,
    own,
    pans,
    quick,
    devices,
    utrs,
    similar,
    changed,
    barred,
  ] = await together(
    sql,
    () => findClients(sql, clientIds, recentDays),
    () => ofIds(() => findRequests(sql, ids)),
    () => readBlocks(sources, sql, clientIds),
    () => sources.pinned(sql, clientIds),
    () => sources.payers(sql, clientIds),
    () => byOperator(sources.creditedBy),
    () => byOperator(sources.own),
    () => samePan(sql, of),
    () => quickWithdrawals(sql, about, recentDays, shown),
    () => sameDevice(sql, of),
    () => ofIds(() => sameUtr(sql, ofRequests)),
    () => ofIds(() => sameAmount(sql, ofRequests, walletRules.sameAmountMinutes)),
    () => ofIds(() => changedDetails(sql, ids)),
    () => sources.barred(sql, ids, shown),
  )
  const [clients, requests] = [byId(clientRows), byId(requestRows)]
  const accounts = subjects.flatMap((subject) => {
    const account = accountOf(clients.get(subject.clientId), requests.get(subject.requestId ?? ''))
    return account ? [{ about: keyOf(subject), clientId: subject.clientId, ...account }] : []
  })
  return {
    clients,
    requests,
    accounts: new Map(accounts.map((account) => [account.about, account])),
    blocks,
    pinned: grouped(pinned, ({ clientId }) => clientId),
    payers: grouped(payers, ({ clientId }) => clientId),
    credited,
    own,
    pans: grouped(pans, aboutOf),
    sharing: grouped(await sameAccount(sql, accounts, shown), aboutOf),
    quick: grouped(quick, aboutOf),
    devices: grouped(devices, aboutOf),
    utrs: grouped(utrs, aboutOf),
    similar: grouped(similar, aboutOf),
    changed: new Set(changed),
    barred: grouped(barred, aboutOf),
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
    ...blocksOf(clientId, facts.blocks),
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
    ...(facts.barred.get(key) ?? []).map(barredWarning),
    ...recentDetails(client),
    ...(request?.closes === true && isOpen ? [closing] : []),
    ...(facts.similar.get(key) ?? []).map(amountWarning),
    ...(facts.devices.get(clientId) ?? []).map((other) =>
      aboutClient('sameDevice', 'low', other, `is logged in from the same network with ${other.device}`),
    ),
  ]
}

const ownAccount: CaseWarning = {
  ...plain('ownAccount', 'high', withoutFullStop(commonErrors.ownAccount.message)),
  blocks: true,
}

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

const barredWarning = ({ id, number, amount }: UnpaidRow): CaseWarning =>
  plain(
    'barsPayment',
    'medium',
    `Whoever approves this deposit cannot pay ${nameOf('withdrawal', number)} of ${formatRupees(amount)} for 24 hours`,
    requestPage(id),
  )

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
