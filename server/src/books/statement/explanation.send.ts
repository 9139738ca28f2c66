import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import { type BalanceExplanation, statementTexts } from '@sauda/contract/books/statement'
import type { AppContext } from '../../app-context.ts'
import { composeMail, contactLine, rowsBlock } from '../../core/mail/mail.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import type { CurrentOperator } from '../../platform/mount.ts'
import type { Tx } from '../../platform/db.ts'
import type { Part } from '../../core/pdf/pdf.parts.ts'
import { plainRupees } from '../../core/pdf/pdf.parts.ts'
import { dayRange, type RangeInput } from './statement.ts'

export const explanationTitle = 'Explanation of your balance'

export function periodOf(input: RangeInput): string {
  const { from, to } = dayRange(input)
  return `${from === null ? 'From the start' : dateText(from)} to ${dateText(to ?? dayInIndia(new Date()))}`
}

/** Signed, so that the column adds up. */
const rowsOf = ({ opening, lines, closing }: BalanceExplanation): [name: string, rupees: number][] => [
  ['Opening balance', opening],
  ...lines.map(({ name, amount }): [string, number] => [name, amount]),
  ['Closing balance', closing],
]

export const explanationParts = (explanation: BalanceExplanation): Part[] => [
  ...explanation.sentences.map((text): Part => ({ kind: 'text', text })),
  {
    kind: 'table',
    columns: [
      { title: 'What changed the balance', width: 380 },
      { title: 'Amount (₹)', width: 140, isAmount: true },
    ],
    rows: rowsOf(explanation).map(([name, rupees], index) => ({
      cells: [name, plainRupees(paiseOf(rupees))],
      isTotal: index === 0 || index === explanation.lines.length + 1,
    })),
  },
]

type Sending = {
  readonly client: { readonly id: string; readonly name: string; readonly email: string }
  readonly range: RangeInput
  readonly explanation: BalanceExplanation
  readonly pdf: { readonly name: string; readonly bytes: Buffer }
  readonly operator: CurrentOperator
  readonly ip: string
}

export async function sendExplanation(
  { audit, config, mail, notifyScreens }: Pick<AppContext, 'audit' | 'config' | 'mail' | 'notifyScreens'>,
  tx: Tx,
  { client, range, explanation, pdf, operator, ip }: Sending,
): Promise<{ message: string }> {
  await mail(tx, {
    ...composeMail(client, `${explanationTitle}: ${periodOf(range)}`, [
      ...explanation.sentences,
      rowsBlock(rowsOf(explanation).map(([name, rupees]) => [name, formatRupees(paiseOf(rupees))])),
      'The same is attached as a PDF.',
      contactLine(config.supportEmail),
    ]),
    attachment: pdf,
  })
  await audit(tx, {
    by: { operator, ip },
    action: 'message.explain',
    subjectId: client.id,
    after: { from: range.from, to: range.to, closing: explanation.closing },
  })
  await notifyScreens(tx, 'desk', 'client', client.id)
  return { message: statementTexts.sent }
}
