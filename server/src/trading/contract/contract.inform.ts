import { tradesOfDay } from '@sauda/contract/core/notice'
import type { AppContext } from '../../app/app-context.ts'
import {
  recipientsOf,
  amountBlock,
  buttonBlock,
  composeMail,
  contactLine,
  type Recipient,
  rowsBlock,
} from '../../core/mail/mail.ts'
import { type LevyName, levyNames } from '@sauda/contract/trading/levy-file'
import type { Tx } from '../../platform/db.ts'
import { requireOf } from './contract.rows.ts'
import type { insertContracts, NewContract } from './contract.sql.ts'
import { decimalRupees, formatRupees } from '@sauda/contract/platform/money'
import { type DayAmounts, dayFigureKeys, dayFigures } from '@sauda/contract/trading/trade-day'
import type { Config } from '../../config.ts'
import { dateText } from '../../platform/india.ts'

type Sums = Awaited<ReturnType<typeof insertContracts>>

/** An audit row for each client, who is told the result of the day unless they know it. */
export async function informClients(context: AppContext, tx: Tx, contracts: readonly NewContract[], sums: Sums) {
  const clientIds = contracts.map(({ clientId }) => clientId)
  const recipients = new Map((await recipientsOf(tx, clientIds)).map((recipient) => [recipient.id, recipient]))
  const sumsOf = new Map(sums.map((each) => [each.id, each]))
  // In one round trip.
  await Promise.all(
    contracts.map(async (contract) => {
      const { id, clientId } = contract
      await context.notifyScreens(tx, { clientId }, 'trade', undefined, [{ clientId }, 'wallet'])
      const { isKnown, ...sumsOfDay } = requireOf(sumsOf, id)
      const { day, net } = { ...contract, ...sumsOfDay }
      const after = { contractId: id, day, net: net < 0n ? `-${decimalRupees(-net)}` : decimalRupees(net) }
      await context.audit(tx, { by: 'system', action: 'contract.add', subjectId: clientId, after })
      if (isKnown) return
      const mail = contractMail(context.config, requireOf(recipients, clientId), { ...contract, ...sumsOfDay })
      await context.inform(tx, mail, { clientId, topic: 'trade', id })
    }),
  )
}

/** The newer file has none of their trades. */
export async function informRemoved(context: AppContext, tx: Tx, day: string, clientIds: readonly string[]) {
  for (const recipient of clientIds.length > 0 ? await recipientsOf(tx, clientIds) : []) {
    const { id: clientId } = recipient
    await context.audit(tx, { by: 'system', action: 'contract.remove', subjectId: clientId, before: { day } })
    await context.notifyScreens(tx, { clientId }, 'trade', undefined, [{ clientId }, 'wallet'])
    await context.inform(tx, removedMail(context.config, recipient, day), { clientId, topic: 'trade' })
  }
}

/** The result of a trade day; not the contract note. */
const contractMail = (
  { publicUrl, supportEmail }: Pick<Config, 'publicUrl' | 'supportEmail'>,
  client: Recipient,
  { day, net, ...figures }: { readonly day: string } & DayAmounts<bigint>,
) =>
  composeMail(client, tradesOfDay.text(dateText(day)), [
    amountBlock(net < 0n ? 'To pay for the day' : 'To receive for the day', formatRupees(net < 0n ? -net : net)),
    rowsBlock(
      dayFigureKeys.filter((key) => figures[key] > 0n).map((key) => [dayFigures[key], formatRupees(figures[key])]),
    ),
    'This is a summary, not a contract note.',
    buttonBlock('View your orders', `${publicUrl}/account/position/order-history`),
    contactLine(supportEmail),
  ])

/** The newest STT or stamp duty file states other levies than the client was charged. */
export const levyMail = (
  { publicUrl, supportEmail }: Pick<Config, 'publicUrl' | 'supportEmail'>,
  client: Recipient,
  day: string,
  changes: readonly { readonly levy: LevyName; readonly before: bigint; readonly after: bigint }[],
) => {
  const total = changes.reduce((sum, { before, after }) => sum + after - before, 0n)
  return composeMail(client, `${levyText(changes)} of your trades of ${dateText(day)} corrected`, [
    amountBlock(total < 0n ? 'Returned to you' : 'Charged to you', formatRupees(total < 0n ? -total : total)),
    rowsBlock(
      changes.map(({ levy, before, after }) => [
        levyNames[levy],
        `${formatRupees(after)} instead of ${formatRupees(before)}`,
      ]),
    ),
    'The clearing corporation states these final amounts. Your statement shows the difference.',
    buttonBlock('View your statement', `${publicUrl}/account/wallet/statement`),
    contactLine(supportEmail),
  ])
}

const levyText = (changes: readonly { readonly levy: LevyName }[]): string =>
  changes.map(({ levy }, at) => (at === 0 ? levyNames[levy] : levyNames[levy].toLowerCase())).join(' and ')

/** The newer file of an exchange has none of the client's trades of the day. */
const removedMail = (
  { publicUrl, supportEmail }: Pick<Config, 'publicUrl' | 'supportEmail'>,
  client: Recipient,
  day: string,
) =>
  composeMail(client, `Your trades of ${dateText(day)} were cancelled`, [
    `The exchange cancelled your trades of ${dateText(day)}. We reversed them with their charges.`,
    buttonBlock('View your orders', `${publicUrl}/account/position/order-history`),
    contactLine(supportEmail),
  ])
