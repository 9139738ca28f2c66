import type { Query, Reply } from '@sauda/contract/platform/call'
import { maskAccountNumber } from '@sauda/contract/money/bank'
import { gstFormOf } from '@sauda/contract/money/gst'
import { mobileOf } from '@sauda/contract/platform/code-text'
import { withAsciiDigits } from '@sauda/contract/platform/typed-text'
import { clientErrors, clientRules, type clientCalls } from '@sauda/contract/client/client'
import { rupeesOf } from '@sauda/contract/platform/money'
import { AppError } from '@sauda/contract/platform/error'
import type { Payload } from '@sauda/contract/core/proposal'
import type { AppContext } from '../../app/app-context.ts'
import { announceChange, changeOrPropose, changeReply, type ProposalHandlers } from '../../core/approval/proposal.ts'
import { factsOf } from '../../core/approval/review.ts'
import type { Config } from '../../config.ts'
import { buttonBlock, composeMail, type Mail, type Recipient } from '../../core/mail/mail.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import type { RequestInput } from '../../platform/mount.ts'
import { endSessions } from '../../core/session/session.ts'
import {
  balancesOf,
  escaped,
  findAmongAll,
  findAmongNewest,
  findClientPage,
  freeze,
  lockClient,
  selectClients,
  setGstState,
  unfreeze,
} from './client.sql.ts'
import type { ByOperator } from '../../core/audit/audit.ts'

type ClientPage = Reply<typeof clientCalls.client>

/** Details of a client from other features; PAN, Aadhaar and account number arrive masked. */
export type ClientPageSources = {
  readonly identityOf: (
    sql: Sql,
    clientId: string,
  ) => Promise<{ documents: ClientPage['documents']; panNumber?: string; dateOfBirth?: string; aadhaarNumber?: string }>
  readonly sections: (
    clientId: string,
  ) => Promise<
    Pick<
      ClientPage,
      'wallet' | 'requests' | 'requestCount' | 'loans' | 'charges' | 'trades' | 'settings' | 'pennyDrop' | 'closure'
    >
  >
}

/**
 * So many of the newest clients are searched first. If they give more than an eighth of a page, the text is common and ten
 * times as many are searched; a rare text is found faster through the index.
 */
const newestClients = 2000

/** Newest first; `before` is the client id of the last one already read. */
export async function searchClients(sql: Sql, { search, before, ...filter }: Query<typeof clientCalls.clients>) {
  const number = before?.slice(2) ?? null
  const limit = clientRules.clientsPerPage
  // Each word must match, in any order; the longest one is looked up in the index.
  const words = asStored(search ?? '')
    .split(/\s+/)
    .filter(Boolean)
  const [text = null, ...others] = words.map(escaped).toSorted((one, other) => other.length - one.length)
  const input = { text, before: number, limit, filter: { ...filter, words: others } }
  if (text === null) return await selectClients(sql, input)
  const newest = await findAmongNewest(sql, input, newestClients)
  if (newest.length === limit) return newest
  if (newest.length > limit / 8) {
    const more = await findAmongNewest(sql, input, 10 * newestClients)
    if (more.length === limit) return more
  }
  return findAmongAll(sql, input)
}

export async function listClients(sql: Sql, query: Query<typeof clientCalls.clients>) {
  const clients = await searchClients(sql, query)
  const ids = clients.map(({ _id }) => _id)
  const balances = await balancesOf(sql, ids)
  const cash = new Map(balances.map((each) => [each.id, each.cash]))
  return { clients: clients.map((each) => ({ ...each, balance: rupeesOf(cash.get(each._id) ?? 0n) })) }
}

/** Mobile numbers are stored as digits only; operators type them with spaces, dashes or a country code. */
function asStored(search: string): string {
  const digits = mobileOf(search)
  return /^\d{10,13}$/.test(digits) ? digits : withAsciiDigits(search)
}

export async function clientPage(
  { db, config, accounts, identityOf, sections }: Pick<AppContext, 'db' | 'config' | 'accounts'> & ClientPageSources,
  clientId: string,
): Promise<ClientPage> {
  const row = await requireRow(findClientPage(db, clientId))
  const { accountHolderName = '', accountNumber, ifsc = '', dataKey, ...client } = row
  const { documents, panNumber = '', dateOfBirth, aadhaarNumber = '' } = await identityOf(db, clientId)
  const account = accountNumber === undefined ? '' : maskAccountNumber(accounts.open(clientId, accountNumber, dataKey))
  return {
    ...client,
    gstForm: gstFormOf(config.gstin, client.gstState),
    documents,
    panNumber,
    ...(dateOfBirth !== undefined && { dateOfBirth }),
    aadhaarNumber,
    bankDetails: { accountHolderName, accountNumber: account, ifsc },
    ...(await sections(clientId)),
  }
}

export const setState = (
  { db, audit, notifyScreens }: AppContext,
  { operator, params: { clientId }, body: { gstState }, ip }: RequestInput<typeof clientCalls.setState>,
): Promise<void> =>
  db.transaction(async (tx) => {
    const { gst_state: before } = await requireRow(lockClient(tx, clientId))
    if (before === gstState) return
    await setGstState(tx, clientId, gstState)
    const change = { by: { operator, ip }, action: 'client.state', subjectId: clientId }
    await audit(tx, { ...change, ...(before !== null && { before: { gstState: before } }), after: { gstState } })
    await notifyScreens(tx, 'desk', 'client', clientId)
  })

/** Does not name the operator's reason, which may be a suspicion. */
const frozenMail = ({ brandName, supportEmail }: Config, client: Recipient): Mail =>
  composeMail(client, "We've blocked your login for now", [
    `Our staff blocked your ${brandName} login, and you were logged out on all devices. Your money, trades and documents are not affected.`,
    `What to do: write to ${supportEmail} from this e-mail address. We will tell you what we need to unblock your login.`,
  ])

const unfrozenMail = ({ publicUrl }: Config, client: Recipient): Mail =>
  composeMail(client, 'You can log in again', [
    buttonBlock('Log in', `${publicUrl}/login`, {
      text: `Your login is active again. Log in at ${publicUrl}/login as before.`,
      lead: 'Your login is active again. Log in as before.',
    }),
  ])

type FreezeInput = RequestInput<typeof clientCalls.freeze>
type Unfreezing = Payload<'client.unfreeze'>

export const freezeLogin = (
  context: AppContext,
  { operator, params: { clientId }, body: { reason }, ip }: FreezeInput,
): Promise<void> =>
  context.db.transaction(async (tx) => {
    const client = await requireRow(lockClient(tx, clientId))
    requireOpen(client)
    if (client.frozen_at !== null) throw new AppError(clientErrors.alreadyFrozen)
    await freeze(tx, clientId, { reason, operatorId: operator.id })
    await endSessionsAndRecord(context, tx, { operator, ip }, { clientId, reason, frozen: true })
    await context.mail(tx, frozenMail(context.config, client))
  })

/** At once by the operator who froze it; otherwise a second administrator must approve. */
export const unfreezeLogin = (
  context: AppContext,
  { operator, params: { clientId }, body: { reason }, ip }: FreezeInput,
): Promise<Reply<typeof clientCalls.unfreeze>> =>
  context.db.transaction(async (tx) => {
    const client = await requireRow(lockClient(tx, clientId))
    requireUnfreezable(client)
    const payload: Unfreezing = { clientId, reason, frozenAt: client.frozen_at.toISOString() }
    const carryOut = () => unfreezeNow(context, tx, payload, { operator, ip })
    const done = { message: 'Login unfrozen' }
    const frozenBy = client.frozen_by_name ?? 'an operator who was not recorded'
    const summary = `Unfreeze the login of ${client.name}, frozen by ${frozenBy}: ${client.frozen_reason ?? ''}`
    if (client.frozen_by === operator.id) {
      await announceChange(context, tx, `Unfreeze the login of ${client.name}`, [
        `${operator.name} froze the login and has now unfrozen it. Reason: ${reason}`,
      ])
      await carryOut()
      return done
    }
    const change = { kind: 'client.unfreeze' as const, clientId, payload, summary, operator, ip }
    const result = await changeOrPropose(context, tx, change, carryOut)
    return changeReply(result, done.message)
  })

type LockedClient = NonNullable<Awaited<ReturnType<typeof lockClient>>>

function requireOpen({ closure }: LockedClient): void {
  if (closure === 'closed') throw new AppError(clientErrors.closed)
}

function requireUnfreezable(client: LockedClient): asserts client is LockedClient & { frozen_at: Date } {
  requireOpen(client)
  if (client.frozen_at === null) throw new AppError(clientErrors.notFrozen)
}

export const clientProposals = (context: AppContext): ProposalHandlers<'client.unfreeze'> => ({
  'client.unfreeze': {
    carryOut: (tx, payload, by) => unfreezeNow(context, tx, payload, by),
    async describe(tx, { clientId, frozenAt }) {
      const client = await requireRow(lockClient(tx, clientId))
      requireUnfreezable(client)
      const facts = factsOf({
        'Frozen by': client.frozen_by_name ?? 'Not recorded',
        'Reason for freezing': client.frozen_reason ?? 'Not recorded',
      })
      return { evidence: [{ type: 'facts', id: `${clientId} ${frozenAt}`, title: 'Frozen login', facts }] }
    },
  },
})

async function unfreezeNow(context: AppContext, tx: Tx, { clientId, reason, frozenAt }: Unfreezing, by: ByOperator) {
  const client = await requireRow(lockClient(tx, clientId))
  requireUnfreezable(client)
  // Another freeze may have another reason.
  if (client.frozen_at.toISOString() !== frozenAt) throw new AppError(clientErrors.frozenAgain)
  await unfreeze(tx, clientId)
  await endSessionsAndRecord(context, tx, by, { clientId, reason, frozen: false })
  await context.mail(tx, unfrozenMail(context.config, client))
}

async function endSessionsAndRecord(
  context: AppContext,
  tx: Tx,
  { operator, ip }: ByOperator,
  { clientId, reason, frozen }: { readonly clientId: string; readonly reason: string; readonly frozen: boolean },
): Promise<void> {
  await endSessions(tx, clientId)
  await context.audit(tx, {
    by: { operator, ip },
    action: frozen ? 'client.freeze' : 'client.unfreeze',
    subjectId: clientId,
    before: { frozen: !frozen },
    after: { frozen, reason },
  })
  await context.notifyScreens(tx, 'desk', 'client', clientId)
}
