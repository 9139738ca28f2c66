import type { Reply } from '@sauda/contract/call'
import { maskAccountNumber } from '@sauda/contract/bank'
import { normaliseMobile } from '@sauda/contract/auth'
import { clientErrors, clientRules, type clientCalls } from '@sauda/contract/client'
import { commonErrors, AppError } from '@sauda/contract/error'
import type { AppContext } from '../app-context.ts'
import { operatorActor } from '../audit/audit.ts'
import type { Sql } from '../platform/db.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import { endSessions } from '../session/session.ts'
import { frozenMail, unfrozenMail } from './client.mail.ts'
import {
  findAmongAll,
  findAmongNewest,
  findClientPage,
  lockClient,
  selectClients,
  setFrozen,
  type ClientRow,
} from './client.sql.ts'

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
export async function searchClients(
  sql: Sql,
  { search, before }: { search?: string | undefined; before?: string | undefined },
) {
  const number = before?.slice(2) ?? null
  const limit = clientRules.clientsPerPage
  if (!search) return (await selectClients(sql, number, limit)).map(asLine)
  const filter = { like: `%${asStored(search).replace(/[\\%_]/g, '\\$&')}%`, before: number, limit }
  const newest = await findAmongNewest(sql, filter, newestClients)
  const rows = newest.length === limit ? newest : await findAmongAll(sql, filter)
  return rows.map(asLine)
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
  const row = await findClientPage(db, clientId)
  if (!row) throw new AppError(commonErrors.notFound)
  const { documents, panNumber = '', aadhaarNumber = '' } = await identityOf(db, clientId)
  return {
    ...asLine(row),
    executiveName: row.executive_name,
    referralId: row.referral_id,
    twoStep: row.two_step,
    documents,
    panNumber,
    aadhaarNumber,
    bankDetails: {
      accountHolderName: row.holder_name ?? '',
      accountNumber: row.account_number === null ? '' : maskAccountNumber(accounts.open(row.id, row.account_number)),
      ifsc: row.ifsc ?? '',
    },
    ...(row.frozen_reason !== null && { frozenReason: row.frozen_reason }),
    ...(await sections(clientId)),
  }
}

const asLine = (row: ClientRow) => ({
  _id: row.id,
  saudaId: row.sauda_id,
  name: row.name,
  email: row.email,
  mobile: row.mobile,
  isDocsVerified: row.kyc_status,
  createdAt: row.created_at.toISOString(),
  frozen: row.frozen,
})

export type FreezeDependencies = Pick<AppContext, 'db' | 'config' | 'audit' | 'mail' | 'notifyScreens'>

type FreezeCommand = {
  readonly operator: CurrentOperator
  readonly clientId: string
  readonly reason: string
  readonly ip: string
}

export const setLoginFrozen = (
  context: FreezeDependencies,
  { operator, clientId, reason, ip }: FreezeCommand,
  frozen: boolean,
): Promise<void> =>
  context.db.transaction(async (tx) => {
    const client = await lockClient(tx, clientId)
    if (!client) throw new AppError(commonErrors.notFound)
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
    await context.notifyScreens(tx, { clientId }, 'session')
    await context.notifyScreens(tx, 'desk', 'client', clientId)
  })
