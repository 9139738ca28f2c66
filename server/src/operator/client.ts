import type { Reply } from '@sauda/contract/call'
import { maskAccountNumber } from '@sauda/contract/bank'
import { bareMobile } from '@sauda/contract/auth'
import { operatorRefusals, operatorRules } from '@sauda/contract/operator'
import type { operatorCalls } from '@sauda/contract/operator'
import { commonRefusals, Refusal } from '@sauda/contract/refusal'
import type { House } from '../house.ts'
import type { Sql } from '../platform/db.ts'
import type { OperatorAtKeyboard } from '../platform/mount.ts'
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

type Hands = { readonly identityOf: IdentityOf; readonly sections: Sections }

export async function clientPage(
  { db, accounts }: Pick<House, 'db' | 'accounts'>,
  { identityOf, sections }: Hands,
  clientId: string,
): Promise<ClientPage> {
  const row = await findClientPage(db, clientId)
  if (!row) throw new Refusal(commonRefusals.notFound)
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
  readonly operator: OperatorAtKeyboard
  readonly clientId: string
  readonly reason: string
  readonly ip: string
}

/** Logs the client out everywhere and keeps them out; mails them. */
export function freeze(house: House, order: Order): Promise<void> {
  return turn(house, order, true)
}

/** Lets a frozen client log in again; mails them. */
export function unfreeze(house: House, order: Order): Promise<void> {
  return turn(house, order, false)
}

function turn(house: House, { operator, clientId, reason, ip }: Order, frozen: boolean): Promise<void> {
  return house.db.transaction(async (tx) => {
    const client = await holdClient(tx, clientId)
    if (!client) throw new Refusal(commonRefusals.notFound)
    if (client.frozen === frozen) throw new Refusal(operatorRefusals[frozen ? 'alreadyFrozen' : 'notFrozen'])
    await setFrozen(tx, clientId, frozen ? reason : null)
    await endSessions(tx, clientId)
    await house.audit(tx, {
      actor: asActor(operator),
      action: frozen ? 'client.freeze' : 'client.unfreeze',
      subjectId: clientId,
      before: { frozen: !frozen },
      after: { frozen, reason },
      ip,
    })
    await house.mail(tx, (frozen ? frozenMail : unfrozenMail)(house.config, client))
    await house.notify(tx, { clientId }, 'session')
    await house.notify(tx, 'desk', 'client', clientId)
  })
}
