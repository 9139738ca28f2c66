import { type BankDay, bankDayItemKinds, bankDayItemLabels } from '@sauda/contract/bank-day'
import { formatRupees, paiseOf } from '@sauda/contract/money'
import type { Broker } from '../pdf/pdf.pages.ts'
import { drawDocument, type Part, plainRupees } from '../pdf/pdf.parts.ts'
import { dateText, momentText } from '../platform/india.ts'

/** What runs in a thread of its own: a PDF with thousands of entries takes seconds. */

export type StatementInput = { readonly bankDay: BankDay; readonly broker: Broker; readonly preparedAt: Date }

export async function statement({ bankDay, broker, preparedAt }: StatementInput): Promise<Uint8Array> {
  const { bankAccountName: name, from, day } = bankDay
  const title = {
    title: 'Bank reconciliation statement',
    period: from === day ? dateText(day) : `${dateText(from)} to ${dateText(day)}`,
    broker,
    holder: { name },
    preparedAt,
  }
  const sent: Uint8Array[] = []
  await drawDocument(title, partsOf(bankDay), (part) => sent.push(part))
  return Buffer.concat(sent)
}

const label = { title: '', width: 413 }
const amount = { title: 'Amount (₹)', width: 110, isAmount: true }
const plain = (rupees: number): string => plainRupees(paiseOf(rupees))

function partsOf(bankDay: BankDay): Part[] {
  const { opening, receipts, payouts, exceptions, closing } = bankDay
  return [
    {
      kind: 'table',
      columns: [{ ...label, title: 'Books' }, amount],
      rows: [
        { cells: ['Opening balance', plain(opening)] },
        { cells: ['Receipts', plain(receipts)] },
        { cells: ['Payouts', plain(-payouts)] },
        { cells: ['Exceptions (charges, interest and other entries of the bank)', plain(exceptions)] },
        { cells: ['Closing balance', plain(closing)], isTotal: true },
      ],
    },
    ...reconciliationOf(bankDay),
    ...pointsOf(bankDay),
    { kind: 'text', text: signOffOf(bankDay) },
  ]
}

function reconciliationOf({ closing, bankClosing, items, entered }: BankDay): Part[] {
  const columns = [{ title: 'Date', width: 64 }, { title: 'Entry', width: 349 }, amount]
  const groups = bankDayItemKinds.flatMap((kind): Part[] => {
    const ofKind = items.filter((item) => item.kind === kind)
    if (ofKind.length === 0) return []
    const sum = ofKind.reduce((paise, item) => paise + paiseOf(item.amount), 0n)
    return [
      { kind: 'heading', text: `${sum < 0n ? 'Less' : 'Add'}: ${bankDayItemLabels[kind]}` },
      {
        kind: 'table',
        columns,
        rows: [
          ...ofKind.map((item) => ({ cells: [dateText(item.day), item.text, plain(item.amount)] })),
          { cells: ['', 'Total', plainRupees(sum)], isTotal: true },
        ],
      },
    ]
  })
  const balance = bankClosing === undefined ? 'not known' : plain(bankClosing)
  return [
    ...groups,
    { kind: 'heading', text: 'Reconciliation' },
    {
      kind: 'table',
      columns: [label, amount],
      rows: [
        { cells: ['Balance as per books', plain(closing)] },
        {
          cells: [
            'Entries in the bank or in the books only',
            plainRupees(items.reduce((paise, item) => paise + paiseOf(item.amount), 0n)),
          ],
        },
        { cells: ['Balance as per bank', balance], isTotal: true },
      ],
    },
    ...(entered ? [{ kind: 'text' as const, text: enteredText(entered) }] : []),
  ]
}

const enteredText = ({ by, at }: NonNullable<BankDay['entered']>): string =>
  `The balance as per bank was read from the statement by ${by} on ${momentText(new Date(at))} IST, and equals its opening balance and entries.`

const pointsOf = ({ points }: BankDay): Part[] =>
  points.length === 0
    ? []
    : [{ kind: 'heading', text: 'Open points' }, ...points.map(({ text }): Part => ({ kind: 'text', text }))]

function signOffOf({ state, requestedBy, closedBy, closedAt, closedWith, bankClosing }: BankDay): string {
  if (state === 'closed' && closedAt !== undefined) {
    const together = closedWith === undefined ? '' : ` Closed together with ${dateText(closedWith)}.`
    return `Signed off by ${requestedBy} and ${closedBy} on ${momentText(new Date(closedAt))} IST.${together}`
  }
  const figure = bankClosing === undefined ? '' : ` The statement ends with ${formatRupees(paiseOf(bankClosing))}.`
  return `Draft. This day is not signed off.${figure}`
}
