import { bankRules, maskAccountNumber } from '@sauda/contract/bank'
import { AppError, commonErrors } from '@sauda/contract/error'
import type { BankContext } from '../app-context.ts'
import type { Config } from '../config.ts'
import { composeMail, notYouLine, type Recipient } from '../mail/mail.ts'
import { clientActor } from '../audit/audit.ts'
import { findBankDetails, saveBankDetails, lockClient, type BankRow } from './bank.sql.ts'

/** Unchanged details send no mail and start no cool-off. */
export async function updateBankDetails(
  { db, config, accounts, audit, mail, notifyScreens }: BankContext,
  client: { id: string; name: string },
  next: BankRow,
  ip: string,
): Promise<void> {
  await db.transaction(async (tx) => {
    const owner = await lockClient(tx, client.id)
    if (!owner) throw new AppError(commonErrors.notFound)
    const stored = await findBankDetails(tx, client.id)
    const before = stored && { ...stored, account_number: accounts.open(client.id, stored.account_number) }
    if (before && isSame(before, next)) return
    await saveBankDetails(tx, client.id, { ...next, ...accounts.columns(client.id, next.account_number) })
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
  })
}

const isSame = (a: BankRow, b: BankRow): boolean =>
  a.holder_name === b.holder_name && a.account_number === b.account_number && a.ifsc === b.ifsc

function masked({ holder_name, account_number, ifsc }: BankRow) {
  return { accountHolderName: holder_name, accountNumber: maskAccountNumber(account_number), ifsc }
}

const bankMail = (
  config: Pick<Config, 'brandName' | 'publicUrl' | 'supportEmail'>,
  client: Recipient,
  details: BankRow,
  isFirst: boolean,
) =>
  composeMail(client, `Your ${config.brandName} bank details were ${isFirst ? 'added' : 'changed'}`, [
    `Your bank details were ${isFirst ? 'added' : 'changed'}. Withdrawals will be paid to ${details.holder_name}, account number ${maskAccountNumber(details.account_number)}, IFSC ${details.ifsc}.`,
    ...(isFirst ? [] : [`For your safety, withdrawals pause for ${bankRules.coolOffHours} hours after a change.`]),
    notYouLine(config),
  ])
