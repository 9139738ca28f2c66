import { type BankDay, bankDayItemKinds, bankDayItemLabels } from '@sauda/contract/money/bank-day'
import { commonErrors } from '@sauda/contract/platform/error'
import { paiseOf, rupeesText } from '@sauda/contract/platform/money'
import type { Config } from '../../config.ts'
import { createMark, fileHash, type Issue } from '../../core/document/document.ts'
import { brokerOf } from '../../core/pdf/pdf.pages.ts'
import { type Part, plainRupees } from '../../core/pdf/pdf.parts.ts'
import type * as work from '../../core/pdf/pdf.thread.ts'
import { dateText, daysText, momentText } from '../../platform/india.ts'
import { inThread } from '../../platform/thread.ts'

const files = inThread<typeof work>(new URL('../../core/pdf/pdf.thread.ts', import.meta.url), commonErrors.tooMuchWork)

type DayPdf = Omit<Issue, 'by'> & { readonly bytes: Uint8Array }

/** The document confirms the balance by the books. */
export async function dayPdf(config: Config, bankDay: BankDay): Promise<DayPdf> {
  const { bankAccountName: name, from, day } = bankDay
  const given = { mark: createMark(config.publicUrl), preparedAt: new Date() }
  const amount = { name: 'Balance as per books', paise: paiseOf(bankDay.closing) }
  const [bytes = Buffer.of()] = await files('documents', [
    {
      ...given,
      amount,
      title: 'Bank reconciliation statement',
      period: daysText(from, day),
      broker: brokerOf(config),
      holder: { name },
      parts: partsOf(bankDay),
    },
  ])
  return { ...given, amount: amount.paise, sha256: fileHash(bytes), bytes }
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
        { cells: ['Charges, interest and other entries of the bank', plain(exceptions)] },
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
  const figure = bankClosing === undefined ? '' : ` The statement ends with ${rupeesText(bankClosing)}.`
  return `Draft. This day is not signed off.${figure}`
}
