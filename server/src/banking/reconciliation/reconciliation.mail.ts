import { afterDues, paysDues } from '@sauda/contract/core/ledger'
import { formatRupees } from '@sauda/contract/platform/money'
import type { AppContext } from '../../app-context.ts'
import type { Posting } from '../../core/ledger/ledger.ts'
import { amountBlock, buttonBlock, composeMail, contactLine, recipientOf } from '../../core/mail/mail.ts'
import { type Tx } from '../../platform/db.ts'

type Booked = {
  readonly clientId: string
  readonly posting: Posting
  readonly reason: string
  /** Paise that the client owed for trades before, and what is owed again. */
  readonly dues: bigint
  readonly owedAgain: bigint
}

/** To the client whose balance a bank line changed. */
export async function bookedMail(
  { inform, config: { brandName, publicUrl, supportEmail } }: AppContext,
  tx: Tx,
  { clientId, posting: { to, paise }, reason, dues, owedAgain }: Booked,
): Promise<void> {
  const { name, email } = await recipientOf(tx, clientId)
  const amount = formatRupees(paise)
  const paid = to === 'cash' ? paysDues(paise, dues) : 0n
  const change = to === 'cash' ? 'added to' : 'debited from'
  const subject = `${amount} ${change} your ${brandName} wallet`
  const mail = composeMail({ name, email }, subject, [
    amountBlock(to === 'cash' ? 'Added to your wallet' : 'Debited from your wallet', amount),
    `${subject}, as our bank statement shows. Reason: ${reason}`,
    ...(paid > 0n ? [`${afterDues(paise, paid)}.`] : []),
    ...(owedAgain > 0n ? [`You owe ${formatRupees(owedAgain)} of it for executed trades again.`] : []),
    buttonBlock('View your wallet', `${publicUrl}/account/wallet`),
    contactLine(supportEmail),
  ])
  await inform(tx, mail, { clientId, topic: 'wallet' })
}
