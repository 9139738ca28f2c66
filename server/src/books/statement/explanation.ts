import type { LedgerAccount, LedgerEvent } from '@sauda/contract/core/ledger'
import { formatRupees, paiseOf, rupeesOf, rupeesText } from '@sauda/contract/platform/money'
import { type BalanceExplanation, statementTexts } from '@sauda/contract/books/statement'
import type { Reader } from '../../platform/pool.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'
import { type Flow, selectClosing, selectFlows } from './statement.sql.ts'
import { dayRange, openingOf, type RangeInput } from './statement.ts'
import type { AppContext } from '../../app/app-context.ts'
import { composeMail, contactLine, rowsBlock } from '../../core/mail/mail.ts'
import type { CurrentOperator } from '../../platform/mount.ts'
import type { Tx } from '../../platform/db.ts'
import { type Part, plainRupees } from '../../core/pdf/pdf.parts.ts'

type Texts = { readonly name: string; readonly more: string; readonly less: string }

/** The causes that change a balance, in the order of the explanation; `more` adds to the balance. */
const causes = {
  paidIn: {
    name: 'Paid in',
    more: '{amount} was paid in.',
    less: '{amount} of payments was taken back by corrections of the bank.',
  },
  takenOut: {
    name: 'Taken out',
    more: '{amount} of withdrawals was returned by the bank.',
    less: '{amount} was paid out to the bank account.',
  },
  onHold: {
    name: 'On hold for withdrawal',
    more: '{amount} is no longer on hold for withdrawal.',
    less: '{amount} more is on hold for withdrawals that have not been paid yet.',
  },
  invested: {
    name: 'Invested',
    more: '{amount} of invested money came back from sales and reversed trades.',
    less: '{amount} was invested in trades.',
  },
  profit: { name: 'Profit', more: 'Sales made a profit of {amount}.', less: 'Sales made a loss of {amount}.' },
  charges: { name: 'Charges', more: '{amount} of charges was returned.', less: '{amount} of charges was debited.' },
  interest: {
    name: 'Loan interest and fees',
    more: '{amount} of loan interest and fees was returned.',
    less: '{amount} of loan interest and fees was paid.',
  },
  loan: {
    name: 'Loans',
    more: '{amount} of loan money was added.',
    less: '{amount} was used to repay loans.',
  },
  settled: {
    name: 'Unsettled sale proceeds',
    more: '{amount} of earlier sale proceeds has settled.',
    less: '{amount} of sale proceeds is not settled yet.',
  },
  dues: {
    name: 'Dues',
    more: '{amount} for trades is not paid yet.',
    less: '{amount} owed for earlier trades was paid.',
  },
  adjustment: { name: 'Adjustments', more: 'Adjustments added {amount}.', less: 'Adjustments took {amount}.' },
  other: { name: 'Other bookings', more: 'Other bookings added {amount}.', less: 'Other bookings took {amount}.' },
} as const satisfies Record<string, Texts>
type Cause = keyof typeof causes
const causeNames = Object.keys(causes) as Cause[]

/** What moves to these, or is paid from them, explains the balance as well: they wait to be settled with it. */
const unpaid: Partial<Record<LedgerAccount, Cause>> = { unsettled: 'settled', client_dues: 'dues' }

/** By the other account of an entry. */
const causeOf = (event: LedgerEvent, other: LedgerAccount): Cause => {
  switch (other) {
    case 'bank':
      return 'paidIn'
    case 'withheld':
      return 'onHold'
    case 'invested':
      return 'invested'
    case 'clearing':
    case 'clearing_corporation':
      return 'profit'
    case 'fees':
    case 'gst':
      return event === 'loan.repaid' ? 'interest' : 'charges'
    case 'loan':
    case 'loans_receivable':
      return 'loan'
    case 'brokerage':
    case 'stt':
    case 'stamp_duty':
    case 'exchange_charges':
    case 'sebi_fee':
      return 'charges'
    case 'adjustment':
      return 'adjustment'
    default:
      return 'other'
  }
}

/**
 * How the balance changed from `opening` to `closing`, in paise. Purchases, results and charges count in full, less the
 * part that unsettled proceeds or dues bear; money that leaves what is on hold moves from "on hold" to "taken out".
 */
export function explain(opening: bigint, flows: readonly Flow[]): { changes: Record<Cause, bigint>; closing: bigint } {
  const changes = Object.fromEntries(causeNames.map((name) => [name, 0n])) as Record<Cause, bigint>
  let closing = opening
  const isOwn = (account: LedgerAccount) => account === 'cash' || account in unpaid
  for (const { event, debit, credit, amount } of flows) {
    for (const [account, change, other] of [
      [credit, amount, debit],
      [debit, -amount, credit],
    ] as const) {
      const waits = unpaid[account]
      if (account === 'cash') closing += change
      if (waits) changes[waits] -= change
      if (isOwn(account) && !isOwn(other)) changes[causeOf(event, other)] += change
    }
    if (!isOwn(debit) && !isOwn(credit) && (debit === 'withheld' || credit === 'withheld')) {
      const left = debit === 'withheld' ? amount : -amount
      changes.onHold += left
      changes.takenOut -= left
    }
  }
  return { changes, closing }
}

/** Throws if the figures stored with the entries do not fit them: a wrong explanation must never leave. */
export async function explainBalance(reader: Reader, clientId: string, input: RangeInput): Promise<BalanceExplanation> {
  const range = dayRange(input)
  const [opening, stored, flows] = await reader.snapshot(async (sql) => [
    await openingOf(sql, clientId, range),
    await selectClosing(sql, clientId, range),
    await selectFlows(sql, clientId, range),
  ])
  const { changes, closing } = explain(opening.cash, flows)
  if (closing !== (stored?.cash ?? 0n)) throw new Error(`The balance of client ${clientId} does not fit its entries`)
  const lines = causeNames
    .filter((cause) => changes[cause] !== 0n)
    .map((cause) => ({
      name: causes[cause].name,
      amount: rupeesOf(changes[cause]),
      sentence: sentenceOf(cause, changes[cause]),
    }))
  return {
    opening: rupeesOf(opening.cash),
    closing: rupeesOf(closing),
    lines,
    sentences: [
      input.from === undefined
        ? 'The account started with ₹0.00.'
        : `Before ${dateText(input.from)}, the balance was ${formatRupees(opening.cash)}.`,
      ...(lines.length === 0 ? [statementTexts.unchanged] : lines.map(({ sentence }) => sentence)),
      `At the end of ${dateText(range.to ?? dayInIndia(new Date()))}, the balance is ${formatRupees(closing)}.`,
    ],
  }
}

const sentenceOf = (cause: Cause, change: bigint): string =>
  causes[cause][change > 0n ? 'more' : 'less'].replace('{amount}', formatRupees(change > 0n ? change : -change))

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
      rowsBlock(rowsOf(explanation).map(([name, rupees]) => [name, rupeesText(rupees)])),
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
