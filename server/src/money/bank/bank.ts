import { bankTexts, maskAccountNumber } from '@sauda/contract/money/bank'
import { AppError, commonErrors } from '@sauda/contract/platform/error'
import { mayChangeSettings } from '@sauda/contract/client/kyc'
import { compareNames } from '@sauda/contract/platform/person-name'
import type { BankContext } from '../../app-context.ts'
import type { Config } from '../../config.ts'
import { composeMail, notYouLine, type Recipient } from '../../core/mail/mail.ts'
import { clientActor } from '../../core/audit/audit.ts'
import type { Tx } from '../../platform/db.ts'
import type { Confirm } from '../../core/session/confirmation.ts'
import {
  findBankDetails,
  findPanName,
  insertBankDetails,
  saveBankDetails,
  lockClient,
  type BankRow,
} from './bank.sql.ts'

type BankUpdate = {
  readonly client: { readonly id: string; readonly name: string }
  readonly next: BankRow
  readonly ip: string
  readonly confirm: Confirm
}

/** Unchanged details send no mail, start no waiting period and need no confirmation. Returns notes for the client. */
export async function updateBankDetails(context: BankContext, update: BankUpdate): Promise<string[]> {
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
      actor: clientActor(client),
      action: before ? 'bank.change' : 'bank.set',
      subjectId: client.id,
      ...(before && { before: masked(before) }),
      after: masked(next),
      ip,
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
  const differs = panName !== undefined && compareNames(panName, holder_name) === 'different'
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
  { accounts }: Pick<BankContext, 'accounts'>,
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
