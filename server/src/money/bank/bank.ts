import { bankCalls, bankTexts, ifscPattern, maskAccountNumber } from '@sauda/contract/money/bank'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { mayChangeSettings } from '@sauda/contract/client/kyc'
import { isSamePerson } from '@sauda/contract/platform/person-name'
import type { AppContext } from '../../app/app-context.ts'
import type { Config } from '../../config.ts'
import { composeMail, notYouLine, type Recipient } from '../../core/mail/mail.ts'
import type { Tx } from '../../platform/db.ts'
import { type Confirm, withConfirmation } from '../../core/session/confirmation.ts'
import {
  type BankRow,
  findBankDetails,
  findPanName,
  insertBankDetails,
  lockClient,
  saveBankDetails,
} from './bank.sql.ts'
import { readFile } from 'node:fs/promises'
import { promisify } from 'node:util'
import { brotliDecompress } from 'node:zlib'

type BankUpdate = {
  readonly client: { readonly id: string; readonly name: string }
  readonly next: BankRow
  readonly ip: string
  readonly confirm: Confirm
}

/** Unchanged details send no mail, start no waiting period and need no confirmation. Returns notes for the client. */
async function updateBankDetails(context: AppContext, update: BankUpdate): Promise<string[]> {
  const { db, config, accounts, audit, mail, notifyScreens } = context
  const { client, next, ip, confirm } = update
  return db.transaction(async (tx) => {
    const owner = await lockClient(tx, client.id)
    if (!owner) throw new AppError(commonErrors.notFound)
    if (!mayChangeSettings(owner.kyc_status)) throw new AppError(commonErrors.notVerified)
    const stored = await findBankDetails(tx, client.id)
    const before = stored && {
      ...stored,
      account_number: accounts.open(client.id, stored.account_number, stored.data_key),
    }
    if (before && isSame(before, next)) return []
    const columns = await accounts.columns(tx, client.id, next.account_number)
    await saveBankDetails(tx, client.id, { ...next, ...columns }, config.stepUp)
    await audit(tx, {
      by: { client, ip },
      action: before ? 'bank.change' : 'bank.set',
      subjectId: client.id,
      ...(before && { before: masked(before) }),
      after: masked(next),
    })
    await mail(tx, bankMail(config, owner, next, before === undefined))
    await notifyScreens(tx, { clientId: client.id }, 'bank')
    await notifyScreens(tx, { clientId: client.id }, 'profile')
    await notifyScreens(tx, 'desk', 'client', client.id)
    await confirm(tx, {
      what: `the bank account ${maskAccountNumber(next.account_number)}, IFSC ${next.ifsc}`,
      values: [next.holder_name, next.account_number, next.ifsc],
    })
    return config.stepUp ? notesOf(tx, client.id, next, before === undefined) : []
  })
}

/** A change is announced on the screen before it is made; a pause after the first details is new there. */
async function notesOf(tx: Tx, clientId: string, { holder_name }: BankRow, isFirst: boolean): Promise<string[]> {
  const panName = (await findPanName(tx, clientId))?.pan_name
  const differs = panName !== undefined && !isSamePerson(panName, holder_name)
  return [...(isFirst ? [bankTexts.firstPause] : []), ...(differs ? [bankTexts.otherHolder] : [])]
}

const isSame = (a: BankRow, b: BankRow): boolean =>
  a.holder_name === b.holder_name && a.account_number === b.account_number && a.ifsc === b.ifsc

function masked({ holder_name, account_number, ifsc }: BankRow) {
  return { accountHolderName: holder_name, accountNumber: maskAccountNumber(account_number), ifsc }
}

const bankMail = (
  config: Pick<Config, 'brandName' | 'publicUrl' | 'stepUp' | 'supportEmail'>,
  client: Recipient,
  details: BankRow,
  isFirst: boolean,
) =>
  composeMail(client, `Your ${config.brandName} bank details were ${isFirst ? 'added' : 'changed'}`, [
    `Your bank details were ${isFirst ? 'added' : 'changed'}. Withdrawals will be paid to ${details.holder_name}, account number ${maskAccountNumber(details.account_number)}, IFSC ${details.ifsc}.`,
    ...(isFirst ? (config.stepUp ? [bankTexts.firstPause] : []) : [bankTexts.pause]),
    notYouLine(config),
  ])

type ImportedClient = {
  readonly id: string
  readonly bank: { readonly holder: string; readonly number: string; readonly ifsc: string } | undefined
}

/** The bank details of imported clients who have any. */
export async function saveImportedDetails(
  { accounts }: Pick<AppContext, 'accounts'>,
  tx: Tx,
  clients: readonly ImportedClient[],
): Promise<void> {
  const rows = []
  for (const { id, bank } of clients) {
    if (!bank) continue
    const columns = await accounts.columns(tx, id, bank.number)
    rows.push({ client_id: id, holder_name: bank.holder, ifsc: bank.ifsc, ...columns })
  }
  if (rows.length > 0) await insertBankDetails(tx, rows)
}

export function bankRoutes(context: AppContext) {
  context.mount(bankCalls.ifsc, ({ params }) => lookUpIfsc(params.code))

  context.mount(bankCalls.update, async ({ client, body: { bankDetails, confirmation }, ip }) => {
    const { accountHolderName, accountNumber, ifsc } = bankDetails
    const next = { holder_name: accountHolderName, account_number: accountNumber, ifsc }
    const notes = await withConfirmation(context, { client, action: 'bank', confirmation, ip }, (confirm) =>
      updateBankDetails(context, { client, next, ip, confirm }),
    )
    return { message: 'Bank Details Updated', bankDetails, ...(notes.length > 0 && { notes }) }
  })
}

const packed = new URL('../../../ifsc/ifsc.br', import.meta.url)
const unpack = promisify(brotliDecompress)

const codeLength = 11
const newline = 10

/**
 * Bank names by the first four letters; sorted lines of code, branch and, after a tab, the bank the code really
 * belongs to.
 */
type List = { readonly banks: Readonly<Record<string, string>>; readonly lines: Buffer }

let list: Promise<List> | undefined

async function load(): Promise<List> {
  const text = await unpack(await readFile(packed))
  const end = text.indexOf(newline)
  return {
    banks: JSON.parse(text.toString('utf8', 0, end)) as Record<string, string>,
    lines: text.subarray(end + 1),
  }
}

/**
 * Bank and branch of an IFSC from the bundled list. A code that is not on it may still be valid, as the list ages
 * (server/ifsc/README.md); the branch is known for 61 % of the codes.
 */
export async function lookUpIfsc(typed: string): Promise<{ known: boolean; bank?: string; branch?: string }> {
  const code = typed.trim().toUpperCase()
  if (!ifscPattern.test(code)) return { known: false }
  const { banks, lines } = await (list ??= load())
  const found = lineOf(lines, code)
  if (found === undefined) return { known: false }
  const [branch = '', member] = found.slice(codeLength).split('\t')
  const bank = member ?? banks[code.slice(0, 4)]
  return { known: true, ...(bank !== undefined && { bank }), ...(branch !== '' && { branch }) }
}

/** Binary search. */
function lineOf(lines: Buffer, code: string): string | undefined {
  let [low, high] = [0, lines.length]
  while (low < high) {
    const start = lines.lastIndexOf(newline, Math.max(low, Math.floor((low + high) / 2) - 1)) + 1
    const end = lines.indexOf(newline, start)
    const at = lines.toString('latin1', start, start + codeLength)
    if (at === code) return lines.toString('utf8', start, end)
    if (at < code) low = end + 1
    else high = start
  }
  return undefined
}
