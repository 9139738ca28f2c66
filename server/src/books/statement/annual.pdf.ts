import { type LedgerEvent, ledgerEvents } from '@sauda/contract/core/ledger'
import { type ClientFigure, figureNames, figuresIn } from '@sauda/contract/core/ledger-name'
import { paiseOf } from '@sauda/contract/platform/money'
import type { TaxReport } from '@sauda/contract/books/tax'
import { actionsNote, chargesNote, fairValueNote, taxCategoryNames } from '@sauda/contract/books/tax-year'
import { dateText } from '../../platform/india.ts'
import type { SendPart } from '../../platform/called.ts'
import type { ChargeRow, KindRow, LoanRow } from './annual.sql.ts'
import type { PdfTitle } from '../../core/pdf/pdf.draw.ts'
import { drawDocument, type Part, plainRupees } from '../../core/pdf/pdf.parts.ts'
import type { Figures } from './statement.sql.ts'
import { eventTitles } from './statement.text.ts'

export type AnnualPdf = Pick<PdfTitle, 'broker' | 'holder' | 'preparedAt' | 'pan' | 'mark'> & {
  readonly from: string
  /** The last day of the year, or today before that. */
  readonly to: string
  readonly opening: Figures
  readonly closing: Figures
  readonly kinds: readonly KindRow[]
  readonly charges: readonly ChargeRow[]
  readonly loans: LoanRow
  /** Principal owed on both days. */
  readonly owed: { readonly opening: bigint; readonly closing: bigint }
  readonly tax: TaxReport
}

/** Returns the realised profit or loss. */
export async function drawAnnual(given: AnnualPdf, send: SendPart): Promise<bigint> {
  const amount = { name: 'Realised profit and loss', paise: paiseOf(given.tax.profitLoss) }
  const title = `Annual statement, FY ${given.tax.year}`
  const period = `${dateText(given.from)} to ${dateText(given.to)}`
  await drawDocument({ ...given, title, period, amount }, partsOf(given), send)
  return amount.paise
}

export const partsOf = (given: AnnualPdf): Part[] => [
  ...figureParts(given),
  ...kindParts(given),
  ...chargeParts(given),
  ...loanParts(given),
  ...taxParts(given),
]

const amounts = (titles: readonly string[], width: number) =>
  titles.map((title) => ({ title, width, isAmount: true as const }))

function figureParts({ from, to, opening, closing }: AnnualPdf): Part[] {
  return [
    { kind: 'heading', text: 'Opening and closing figures' },
    {
      kind: 'table',
      columns: [
        { title: 'Figure (₹)', width: 193 },
        ...amounts([`Opening, ${dateText(from)}`, 'Change', `Closing, ${dateText(to)}`], 110),
      ],
      rows: figuresIn(opening, closing).map((figure) => ({
        cells: [
          figureNames[figure],
          plainRupees(opening[figure]),
          plainRupees(closing[figure] - opening[figure]),
          plainRupees(closing[figure]),
        ],
      })),
    },
    {
      kind: 'text',
      text: 'Invested is the cost of open positions; loan money is what is left of a loan to trade with.',
    },
  ]
}

const shortNames: Partial<Record<ClientFigure, string>> = { withheld: 'On hold', unsettled: 'Unsettled' }

/** The changes of all kinds add up to the changes of the figures; a figure that none of them changed has no column. */
function kindParts({ kinds, opening, closing }: AnnualPdf): Part[] {
  if (kinds.length === 0) return []
  const place = (event: LedgerEvent): number => ledgerEvents.indexOf(event)
  const rows = kinds.toSorted((one, other) => place(one.event) - place(other.event))
  const figures = figuresIn(opening, closing, ...kinds).filter((figure) => rows.some((row) => row[figure] !== 0n))
  const width = figures.length > 5 ? 46 : 68
  const number = rows.reduce((sum, { count }) => sum + count, 0n)
  return [
    { kind: 'heading', text: 'Changes by kind of entry' },
    {
      kind: 'table',
      columns: [
        { title: 'Kind (₹)', width: 483 - figures.length * width },
        { title: 'Number', width: 40, isAmount: true },
        ...amounts(
          figures.map((figure) => shortNames[figure] ?? figureNames[figure]),
          width,
        ),
      ],
      rows: [
        ...rows.map((row) => ({
          cells: [eventTitles[row.event], String(row.count), ...figures.map((figure) => plainRupees(row[figure]))],
        })),
        {
          cells: ['Total', String(number), ...figures.map((figure) => plainRupees(closing[figure] - opening[figure]))],
          isTotal: true,
        },
      ],
    },
  ]
}

function chargeParts({ charges }: AnnualPdf): Part[] {
  const heading = { kind: 'heading', text: 'Charges paid outside the wallet' } as const
  if (charges.length === 0) return [heading, { kind: 'text', text: 'No charges were paid in this period.' }]
  const total = charges.reduce(
    (sum, { count, amount, gst }) => ({ count: sum.count + count, amount: sum.amount + amount, gst: sum.gst + gst }),
    { count: 0n, amount: 0n, gst: 0n },
  )
  const cells = ({ type, count, amount, gst }: ChargeRow): string[] => [
    type,
    String(count),
    plainRupees(amount),
    plainRupees(gst),
    plainRupees(amount + gst),
  ]
  return [
    heading,
    {
      kind: 'table',
      columns: [
        { title: 'Charge (₹)', width: 183 },
        { title: 'Number', width: 40, isAmount: true },
        ...amounts(['Amount', 'GST', 'Total'], 100),
      ],
      rows: [
        ...charges.map((charge) => ({ cells: cells(charge) })),
        { cells: cells({ type: 'Total', ...total }), isTotal: true },
      ],
    },
    {
      kind: 'text',
      text: 'A charge counts on the day on which its payment was confirmed; a payment that the bank returned is deducted.',
    },
  ]
}

function loanParts({ loans, owed, from, to }: AnnualPdf): Part[] {
  const rows = [
    [`Principal outstanding, opening ${dateText(from)}`, owed.opening],
    ['Loans accepted', loans.accepted],
    ['Principal repaid', -loans.principal],
    [`Principal outstanding, closing ${dateText(to)}`, owed.closing],
    ['Interest paid', loans.interest],
    [
      loans.gst > 0n ? `Processing fee paid, including GST of ${plainRupees(loans.gst)}` : 'Processing fee paid',
      loans.fee,
    ],
  ] as const
  const heading = { kind: 'heading', text: 'Loans and interest' } as const
  if (rows.every(([, paise]) => paise === 0n))
    return [heading, { kind: 'text', text: 'There were no loans in this period.' }]
  return [
    heading,
    {
      kind: 'table',
      columns: [
        { title: 'Loans (₹)', width: 413 },
        { title: 'Amount', width: 110, isAmount: true },
      ],
      rows: rows.map(([title, paise]) => ({ cells: [title, plainRupees(paise)] })),
    },
  ]
}

function taxParts({ tax }: AnnualPdf): Part[] {
  const heading = { kind: 'heading', text: `Realised profit and loss for tax, ${tax.act}` } as const
  const views = tax.categories.filter(({ exits }) => exits > 0)
  if (views.length === 0) return [heading, { kind: 'text', text: 'There were no sales in this financial year.' }]
  const rupees = (amount: number): string => plainRupees(paiseOf(amount))
  return [
    heading,
    {
      kind: 'table',
      columns: [
        { title: 'Category (₹)', width: 95 },
        { title: 'Section', width: 45 },
        { title: 'Sales', width: 33, isAmount: true },
        ...amounts(['Purchase value', 'Sale value', 'Turnover', 'Profit and loss', 'After charges'], 70),
      ],
      rows: [
        ...views.map((view) => ({
          cells: [
            taxCategoryNames[view.category],
            view.section,
            String(view.exits),
            ...[view.buyValue, view.saleValue, view.turnover, view.profitLoss, view.afterCharges].map(rupees),
          ],
        })),
        {
          cells: ['Total', '', '', '', '', '', rupees(tax.reconciliation.tax), rupees(tax.afterCharges)],
          isTotal: true,
        },
      ],
    },
    {
      kind: 'text',
      text: `Purchases and sales of one day are matched first, the rest first in, first out, by the day of trading. ${actionsNote} ${tax.boughtBefore2018 === 0 ? '' : `${fairValueNote} `}${chargesNote} No tax is computed. Please have a tax adviser check the figures before you file your return.`,
    },
  ]
}
