import { formatRupees, rupeesOf } from '@sauda/contract/platform/money'
import type { AppContext } from '../../app/app-context.ts'
import { type ByOperator, recordByOperator } from '../../core/audit/audit.ts'
import { buttonBlock, composeMail, recipientOf } from '../../core/mail/mail.ts'
import type { Tx } from '../../platform/db.ts'
import { dateText } from '../../platform/india.ts'
import type { MovedDay } from './clearing-file.sql.ts'
import type { ShortageChange } from './delivery.sql.ts'
import { releasable } from './releasable.ts'

// The audit row about each client whom a file of a clearing corporation concerns, and what the client is told.

/** Clients whose sale proceeds are paid out on another day. */
export async function informOfDays(context: AppContext, tx: Tx, by: ByOperator, moved: readonly MovedDay[]) {
  for (const { id: settlementId, before, after } of moved)
    for (const { clientId, paise } of (await releasable(tx, [settlementId])).clients) {
      await recordByOperator(context, tx, by, {
        action: 'clearing.day',
        subjectId: clientId,
        before: { settlementId, settlesOn: before },
        after: { settlementId, settlesOn: after, amount: rupeesOf(paise) },
        topic: 'trade',
      })
      await tell(context, tx, clientId, `Your sale proceeds are paid out on ${dateText(after)}`, [
        `The clearing corporation pays ${formatRupees(paise)} from your sales out on ${dateText(after)}, not on ${dateText(before)}. You can withdraw it from then on.`,
      ])
    }
}

type Changed = { readonly opened: readonly ShortageChange[]; readonly ended: readonly ShortageChange[] }

/** Clients whose shortages a delivery file opened or ended. */
export async function informOfShortages(
  context: AppContext,
  tx: Tx,
  by: ByOperator,
  file: string,
  { opened, ended }: Changed,
): Promise<void> {
  const record = (action: string, { clientId, settlementId, isin, side, quantity, paise }: ShortageChange) => {
    const after = { settlementId, isin, side, quantity, amount: rupeesOf(paise), reason: file }
    return recordByOperator(context, tx, by, { action, subjectId: clientId, after, topic: 'trade' })
  }
  for (const each of ended) await record('shortage.end', each)
  for (const each of opened) await record('shortage.add', each)
  // One with another quantity is told once, as it is now.
  const isReplaced = (old: ShortageChange) =>
    opened.some(({ clientId, isin, side }) => clientId === old.clientId && isin === old.isin && side === old.side)
  const told = [
    ...opened.map((each) => ({ ...each, text: openedText(each) })),
    ...ended.filter((each) => !isReplaced(each)).map((each) => ({ ...each, text: endedText(each) })),
  ]
  for (const [clientId, own] of Map.groupBy(told, (each) => each.clientId)) {
    const [{ tradedOn } = { tradedOn: '' }] = own
    const subject = `Delivery of your trades of ${dateText(tradedOn)}`
    await tell(
      context,
      tx,
      clientId,
      subject,
      own.map(({ text }) => text),
    )
  }
}

const sharesOf = ({ quantity, isin, side, tradedOn }: ShortageChange): string =>
  `${quantity} of ${isin} that you ${side === 'S' ? 'sold' : 'bought'} on ${dateText(tradedOn)}`

const openedText = (of: ShortageChange): string =>
  of.side === 'S'
    ? `${sharesOf(of)} did not reach the clearing corporation. Your sale proceeds of that day, of which these shares are ${formatRupees(of.paise)}, are held until the shares are delivered or closed out.`
    : `${sharesOf(of)} were not delivered to you. You receive the shares, or their value after an auction or close-out.`

const endedText = (of: ShortageChange): string =>
  of.side === 'S'
    ? `${sharesOf(of)} are not short any more. They hold your sale proceeds no longer.`
    : `${sharesOf(of)} are not short any more.`

async function tell(context: AppContext, tx: Tx, clientId: string, subject: string, paragraphs: readonly string[]) {
  const button = buttonBlock('View your wallet', `${context.config.publicUrl}/account/wallet`)
  const mail = composeMail(await recipientOf(tx, clientId), subject, [...paragraphs, button])
  await context.inform(tx, mail, { clientId, topic: 'wallet' })
  await context.notifyScreens(tx, { clientId }, 'wallet', undefined, ['desk', 'client', clientId])
}
