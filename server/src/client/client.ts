import type { Query, Reply } from '@sauda/contract/call'
import { maskAccountNumber } from '@sauda/contract/bank'
import { normaliseMobile } from '@sauda/contract/auth'
import { clientErrors, clientRules, type clientCalls } from '@sauda/contract/client'
import { AppError } from '@sauda/contract/error'
import type { AppContext } from '../app-context.ts'
import { operatorActor } from '../audit/audit.ts'
import type { Config } from '../config.ts'
import { composeMail, type Mail, type Recipient } from '../mail/mail.ts'
import { requireRow, type Sql } from '../platform/db.ts'
import type { RequestInput } from '../platform/mount.ts'
import { endSessions } from '../session/session.ts'
import { findAmongAll, findAmongNewest, findClientPage, lockClient, selectClients, setFrozen } from './client.sql.ts'

type ClientPage = Reply<typeof clientCalls.client>

/** What other features know about a client; PAN, Aadhaar and account number arrive masked. */
export type ClientPageSources = {
  readonly identityOf: (
    sql: Sql,
    clientId: string,
  ) => Promise<{ documents: ClientPage['documents']; panNumber?: string; aadhaarNumber?: string }>
  readonly sections: (
    clientId: string,
  ) => Promise<Pick<ClientPage, 'wallet' | 'requests' | 'requestCount' | 'loans' | 'charges' | 'trades' | 'settings'>>
}

/** A common text fills a page from this many of the newest clients; a rare one is found faster through the index. */
const newestClients = 2000

/** Newest first; `before` is the client id of the last one already read. */
export async function searchClients(sql: Sql, { search, before }: Query<typeof clientCalls.clients>) {
  const number = before?.slice(2) ?? null
  const limit = clientRules.clientsPerPage
  if (!search) return await selectClients(sql, number, limit)
  const filter = { like: `%${asStored(search).replace(/[\\%_]/g, '\\$&')}%`, before: number, limit }
  const newest = await findAmongNewest(sql, filter, newestClients)
  return newest.length === limit ? newest : findAmongAll(sql, filter)
}

/** Mobile numbers are stored as digits only; operators type them with spaces, dashes or a country code. */
function asStored(search: string): string {
  const digits = search.replace(/[\s+()-]/g, '')
  return /^\d{10,13}$/.test(digits) ? normaliseMobile(digits) : search
}

export async function clientPage(
  { db, accounts, identityOf, sections }: Pick<AppContext, 'db' | 'accounts'> & ClientPageSources,
  clientId: string,
): Promise<ClientPage> {
  const row = await requireRow(findClientPage(db, clientId))
  const { accountHolderName = '', accountNumber, ifsc = '', ...client } = row
  const { documents, panNumber = '', aadhaarNumber = '' } = await identityOf(db, clientId)
  const account = accountNumber === undefined ? '' : maskAccountNumber(accounts.open(clientId, accountNumber))
  return {
    ...client,
    documents,
    panNumber,
    aadhaarNumber,
    bankDetails: { accountHolderName, accountNumber: account, ifsc },
    ...(await sections(clientId)),
  }
}

export type FreezeDependencies = Pick<AppContext, 'db' | 'config' | 'audit' | 'mail' | 'notifyScreens'>

/** Does not name the operator's reason, which may be a suspicion. */
const frozenMail = ({ brandName, supportEmail }: Config, client: Recipient): Mail =>
  composeMail(client, "We've blocked your login for now", [
    `Our staff blocked your ${brandName} login, and you were logged out on all devices. Your money, trades and documents are not affected.`,
    `What to do: write to ${supportEmail} from this e-mail address. We will tell you what we need to unblock your login.`,
  ])

const unfrozenMail = ({ publicUrl }: Config, client: Recipient): Mail =>
  composeMail(client, 'You can log in again', [`Your login is active again. Log in at ${publicUrl}/login as before.`])

export const setLoginFrozen = (
  context: FreezeDependencies,
  { operator, params: { clientId }, body: { reason }, ip }: RequestInput<typeof clientCalls.freeze>,
  frozen: boolean,
): Promise<void> =>
  context.db.transaction(async (tx) => {
    const client = await requireRow(lockClient(tx, clientId))
    if (client.frozen === frozen) throw new AppError(clientErrors[frozen ? 'alreadyFrozen' : 'notFrozen'])
    await setFrozen(tx, clientId, frozen ? reason : null)
    await endSessions(tx, clientId)
    await context.audit(tx, {
      actor: operatorActor(operator),
      action: frozen ? 'client.freeze' : 'client.unfreeze',
      subjectId: clientId,
      before: { frozen: !frozen },
      after: { frozen, reason },
      ip,
    })
    await context.mail(tx, (frozen ? frozenMail : unfrozenMail)(context.config, client))
    await context.notifyScreens(tx, 'desk', 'client', clientId)
  })
