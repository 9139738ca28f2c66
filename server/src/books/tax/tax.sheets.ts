import { paiseOf, rupeesOf, sum } from '@sauda/contract/platform/money'
import type { TaxCategoryView, TaxExit, TaxReport } from '@sauda/contract/books/tax'
import type { Cell } from '../../platform/csv.ts'
import {
  actionsNote,
  buybackDividendNote,
  chargesNote,
  differenceNames,
  fairValueDay,
  fairValueNote,
  ignoredLossNote,
  isGrandfathered,
  periodNames,
  taxCategoryNames,
  taxHeads,
} from '@sauda/contract/books/tax-year'

/** The report as rows of a file, in the layout of the tax P&L files that accountants know from brokers. */

export type TaxSheets = {
  readonly report: TaxReport
  readonly exits: readonly TaxExit[]
  readonly client: { readonly name: string; readonly saudaId: string; readonly panNumber: string }
  readonly broker: string
}

const preamble = ({ client, report, broker }: TaxSheets): Cell[][] => [
  ['Broker', broker],
  ['Client ID', client.saudaId],
  ['Client Name', client.name],
  ['PAN', client.panNumber],
  [`Tax P&L from ${report.from} to ${report.to}`],
  [],
]

const empty = (cells: number): Cell[] => Array.from<Cell>({ length: cells }).fill('')

/** Last, so that the columns before keep their places. */
const chargeColumns = ['Charges without STT', 'STT', 'Profit after Charges']
export const fairValueColumns = ['Value at Price of 31-Jan-2018', 'Added to Cost']

/** Empty for what was bought later. */
export const fairValueCells = (
  { category, fairValue, addedCost }: Pick<TaxExit, 'category' | 'fairValue' | 'addedCost'>,
  bought: string,
  sold: string,
): Cell[] => {
  if (!isGrandfathered(category, bought, sold)) return []
  return [fairValue ?? 'not known', addedCost ?? 0]
}

const exitColumns = [
  'Symbol',
  'ISIN',
  'Entry Date',
  'Exit Date',
  'Quantity',
  'Buy Value',
  'Sell Value',
  'Profit',
  'Period of Holding',
  'Turnover',
  'Entry Trade',
  'Exit Trade',
  ...chargeColumns,
  ...fairValueColumns,
]

/** A section for each category, with its own header and total. */
export function exitRows(sheets: TaxSheets): Cell[][] {
  const sections = sheets.report.categories.flatMap((view): Cell[][] => {
    const exits = sheets.exits.filter(({ category }) => category === view.category)
    if (exits.length === 0) return []
    return [
      [`${taxCategoryNames[view.category]} (section ${view.section})`],
      exitColumns,
      ...exits.map(exitRow),
      [
        'Total',
        ...empty(4),
        view.buyValue,
        view.saleValue,
        view.profitLoss,
        '',
        view.turnover,
        ...empty(2),
        ...chargesOf(view),
      ],
      [],
    ]
  })
  return [...preamble(sheets), ...sections]
}

const exitRow = (exit: TaxExit): Cell[] => [
  exit.stockName,
  exit.isin ?? '',
  exit.buy.date,
  exit.sale.date,
  exit.quantity,
  exit.buyValue,
  exit.saleValue,
  exit.profitLoss,
  exit.daysHeld,
  Math.abs(exit.profitLoss),
  exit.buy.tradeId,
  exit.sale.tradeId,
  ...chargesOf({ ...exit, charges: sumOf(exit.buyCharges, exit.saleCharges) }),
  ...fairValueCells(exit, exit.buy.date, exit.sale.date),
]

/** Without the error of a binary sum. */
const sumOf = (...rupees: readonly number[]): number => rupeesOf(sum(rupees.map(paiseOf)))

const perShare = (value: number, { quantity }: Pick<TaxExit, 'quantity'>): number =>
  Math.round((value / quantity) * 100) / 100

const chargesOf = ({ charges, stt, afterCharges }: Pick<TaxCategoryView, 'charges' | 'stt' | 'afterCharges'>) => [
  charges,
  stt,
  afterCharges,
]

export function summaryRows(sheets: TaxSheets): Cell[][] {
  const { report } = sheets
  const { portfolioAllYears, portfolio, otherYear, unknownCost, otherLots, fairValue, buyback, tax } =
    report.reconciliation
  return [
    ...preamble(sheets),
    [
      'Category',
      'Head of Income',
      `Section (${report.act})`,
      'Buy Value',
      'Sell Value',
      'Realised P&L',
      'Turnover (absolute)',
      'Turnover (ICAI)',
      ...periodNames,
      ...chargeColumns,
    ],
    ...report.categories.map((view) => [
      taxCategoryNames[view.category],
      taxHeads[view.category],
      view.section,
      view.buyValue,
      view.saleValue,
      view.profitLoss,
      view.turnover,
      view.turnoverIcai,
      ...view.periods,
      ...chargesOf(view),
    ]),
    ['Total', ...empty(4), tax, ...empty(2 + periodNames.length + 2), report.afterCharges],
    [],
    ['Reconciliation with the portfolio'],
    ['Realised P&L on the portfolio, all years', portfolioAllYears],
    ['Of it from sales booked in this year', portfolio],
    [differenceNames.otherYear, otherYear],
    ...(unknownCost === 0 ? [] : [[differenceNames.unknownCost, unknownCost]]),
    [differenceNames.otherLots, otherLots],
    ...(fairValue === 0 ? [] : [[differenceNames.fairValue, fairValue]]),
    ...(buyback === 0 ? [] : [[differenceNames.buyback, buyback]]),
    ['P&L of this report', tax],
    [],
    ...(report.ignoredLosses === 0 ? [] : [[ignoredLossNote, report.ignoredLosses], []]),
    ...(report.buybackDividends === 0 ? [] : [[buybackDividendNote, report.buybackDividends], []]),
    ...(report.boughtBefore2018 === 0 ? [] : [[fairValueNote], []]),
    ...(report.withoutFairValue.length === 0
      ? []
      : [['Without a known price of 31 January 2018, at their actual cost', report.withoutFairValue.join(', ')], []]),
    ...(report.unmatched.length === 0 ? [] : [['Sales of unknown cost, in no total']]),
    ...report.unmatched.map((sale) => [sale.stockName, sale.tradeId, sale.date, sale.quantity, sale.saleValue]),
    [`${actionsNote} Reversed trades are left out. ${chargesNote}`],
  ]
}

/** The file the income-tax portal reads for long-term gains: whole rupees, names of letters, digits and spaces. */
export function schedule112aRows({ report, exits }: Pick<TaxSheets, 'report' | 'exits'>): Cell[][] {
  const isSplitYear = report.year === '2024-25'
  const header = [
    'Share/Unit acquired(1a)',
    ...(isSplitYear ? ['Share/Unit Transferred(1b)'] : []),
    'ISIN Code(2)',
    'Name of the Share/Unit(3)',
    'No. of Shares/Units(4)',
    'Sale-price per Share/Unit(5)',
    'Full Value of Consideration(Total Sale Value)(6) = 4 * 5',
    'Cost of acquisition without indexation(7)',
    'Cost of acquisition(8)',
    'If the long term capital asset was acquired before 01.02.2018(9)',
    'Fair Market Value per share/unit as on 31st January 2018(10)',
    'Total Fair Market Value of capital asset as per section 55(2)(ac)(11) = 4 * 10',
    'Expenditure wholly and exclusively in connection with transfer(12)',
    'Total deductions(13) = 7 + 12',
    'Balance(14) = 6 - 13',
  ]
  const rows = exits
    .filter(({ category }) => category === 'longTerm')
    .map((exit): Cell[] => {
      const [sale, expenses] = [Math.round(exit.saleValue), Math.round(exit.saleCharges)]
      const actual = Math.round(sumOf(exit.buyValue, exit.buyCharges, -(exit.addedCost ?? 0)))
      const isOld = exit.buy.date <= fairValueDay
      const fairValue = exit.fairValue === undefined ? undefined : Math.round(exit.fairValue)
      const cost = fairValue === undefined ? actual : Math.max(actual, Math.min(sale, fairValue))
      return [
        isOld ? 'BE' : 'AE',
        ...(isSplitYear ? [exit.sale.date < '2024-07-23' ? 'BE' : 'AE'] : []),
        exit.isin ?? '',
        exit.stockName.replaceAll(/[^A-Za-z0-9 ]/g, ' '),
        exit.quantity,
        perShare(exit.saleValue, exit),
        sale,
        cost,
        actual,
        ...(exit.fairValue === undefined || fairValue === undefined
          ? // Empty where the price of that day is not known.
            Array.from({ length: 3 }, () => (isOld ? '' : 0))
          : [Math.min(sale, fairValue), perShare(exit.fairValue, exit), fairValue]),
        expenses,
        cost + expenses,
        sale - cost - expenses,
      ]
    })
  return [header, ...rows]
}
