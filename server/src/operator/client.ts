import type { Reply } from '@sauda/contract/call'
import { maskAccountNumber } from '@sauda/contract/bank'
import { bareMobile } from '@sauda/contract/auth'
import { operatorErrors, operatorRules } from '@sauda/contract/operator'
import type { operatorCalls } from '@sauda/contract/operator'
import { commonErrors, AppError } from '@sauda/contract/error'
import type { AppContext } from '../app-context.ts'
import type { Sql } from '../platform/db.ts'
import type { CurrentOperator } from '../platform/mount.ts'
import { endSessions } from '../session/session.ts'
import { frozenMail, unfrozenMail } from './client.mail.ts'
import { findAmongAll, findAmongNewest, findClientPage, holdClient, selectClients, setFrozen } from './client.sql.ts'
import type { ClientRow } from './client.sql.ts'
import { asActor } from './login.ts'

type ClientPage = Reply<typeof operatorCalls.client>

/** What the kyc room knows of a client; PAN and Aadhaar masked already. */
export type IdentityOf = (
  sql: Sql,
  clientId: string,
) => Promise<{ documents: ClientPage['documents']; panNumber?: string; aadhaarNumber?: string }>

/** What the money rooms know of a client, each its own part of the page. */
export type Sections = (
  clientId: string,
) => Promise<Pick<ClientPage, 'wallet' | 'requests' | 'requestCount' | 'loans' | 'charges' | 'trades' | 'settings'>>

/** Where what is searched for is common, the newest so many hold a page of it; where it is rare, the index is quick. */
const newestClients = 2000

/** Newest first, a page at a time; `before` is the client id of the last one already read. */
export async function searchClients(
  sql: Sql,
  { search, before }: { search?: string | undefined; before?: string | undefined },
) {
  const number = before?.slice(2) ?? null
  const limit = operatorRules.clientsPerPage
  if (!search) return (await selectClients(sql, number, limit)).map(asLine)
  const wanted = { like: `%${asKept(search).replace(/[\\%_]/g, '\\$&')}%`, before: number, limit }
  const newest = await findAmongNewest(sql, wanted, newestClients)
  const rows = newest.length === limit ? newest : await findAmongAll(sql, wanted)
  return rows.map(asLine)
}

/** A telephone number is found however it is written. */
function asKept(search: string): string {
  const digits = search.replace(/[\s+()-]/g, '')
  return /^\d{10,13}$/.test(digits) ? bareMobile(digits) : search
}

type TradeDependencies = { readonly identityOf: IdentityOf; readonly sections: Sections }

export async function clientPage(
  { db, accounts }: Pick<AppContext, 'db' | 'accounts'>,
  { identityOf, sections }: TradeDependencies,
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

function asLine(row: ClientRow) {
  return {
    _id: row.id,
    saudaId: row.sauda_id,
    name: row.name,
    email: row.email,
    mobile: row.mobile,
    isDocsVerified: row.kyc_status,
    createdAt: row.created_at.toISOString(),
    frozen: row.frozen,
  }
}

type Order = {
  readonly operator: CurrentOperator
  readonly clientId: string
  readonly reason: string
  readonly ip: string
}

/** Logs the client out everywhere and keeps them out; mails them. */
export function freeze(context: AppContext, order: Order): Promise<void> {
  return turn(context, order, true)
}

/** Lets a frozen client log in again; mails them. */
export function unfreeze(context: AppContext, order: Order): Promise<void> {
  return turn(context, order, false)
}

function turn(context: AppContext, { operator, clientId, reason, ip }: Order, frozen: boolean): Promise<void> {
  return context.db.transaction(async (tx) => {
    const client = await holdClient(tx, clientId)
    if (!client) throw new AppError(commonErrors.notFound)
    if (client.frozen === frozen) throw new AppError(operatorErrors[frozen ? 'alreadyFrozen' : 'notFrozen'])
    await setFrozen(tx, clientId, frozen ? reason : null)
    await endSessions(tx, clientId)
    await context.audit(tx, {
      actor: asActor(operator),
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
}
