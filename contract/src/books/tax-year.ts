/** tax-year: Indian financial years and the parts a tax report has. Without schemas: the portal reads it too. */

export const taxCategories = ['intraday', 'shortTerm', 'longTerm', 'currency', 'fno', 'commodity'] as const
export type TaxCategory = (typeof taxCategories)[number]

export const taxCategoryNames = {
  intraday: 'Equity intraday',
  shortTerm: 'Equity short term',
  longTerm: 'Equity long term',
  currency: 'Currency',
  fno: 'F&O',
  commodity: 'Commodity',
} as const satisfies Record<TaxCategory, string>

/** Heads of income, in the order of the return. */
export const taxHeads = {
  intraday: 'Speculative business income',
  shortTerm: 'Short-term capital gains',
  longTerm: 'Long-term capital gains',
  currency: 'Non-speculative business income',
  fno: 'Non-speculative business income',
  commodity: 'Non-speculative business income',
} as const satisfies Record<TaxCategory, string>

/** The lines from the portfolio's profit to that of the report. */
export const reconciliationLines = [
  'portfolioAllYears',
  'portfolio',
  'otherYear',
  'unknownCost',
  'otherLots',
  'fairValue',
  'buyback',
] as const
export type ReconciliationLine = (typeof reconciliationLines)[number]

/** The lines that explain a difference. */
export const differenceNames = {
  otherYear: 'Sales traded in one year and booked in another',
  unknownCost: 'Sales of unknown cost, counted on the portfolio only',
  otherLots: 'First-in-first-out difference',
  fairValue: 'Cost raised to the price of 31 January 2018',
  buyback: 'Buybacks paid as a dividend',
} as const satisfies Partial<Record<ReconciliationLine, string>>

/** Which corporate actions the figures have. */
export const actionsNote =
  'Splits, bonus and rights issues, mergers, demergers and buybacks that we booked are applied.'

/** Sales of shares that were bought up to three months before a bonus, while the bonus shares are held. */
export const ignoredLossNote =
  'Losses on shares bought up to three months before a bonus and sold up to nine months after it, which are the cost of the bonus shares instead'

export const buybackDividendNote =
  'Paid by companies for shares bought back until 31 March 2026: a dividend, whose cost is a capital loss'

/** The last day of purchase from which the law takes a higher cost than the actual one, and the day of its price. */
export const fairValueDay = '2018-01-31'
/** Gains until the day before were exempt. */
const fairValueFrom = '2018-04-01'

/** Whether the cost of shares is the higher of the actual one and the lower of sale value and price of 31 January 2018. */
export const isGrandfathered = (category: TaxCategory, bought: string, sold: string): boolean =>
  category === 'longTerm' && bought <= fairValueDay && sold >= fairValueFrom

export const fairValueNote =
  'Shares bought until 31 January 2018: the cost is the highest price of that day, at most the sale value, where that is above the actual cost. After a split, consolidation or merger it is that of the shares held then; a demerger divides it like the cost.'

/** What `afterCharges` has and has not. */
export const chargesNote =
  'Charges are those of trades in the files of the exchanges. STT is deducted from business income only, not from capital gains.'

/** The periods of Schedule CG. */
export const periodNames = [
  '1 Apr – 15 Jun',
  '16 Jun – 15 Sep',
  '16 Sep – 15 Dec',
  '16 Dec – 15 Mar',
  '16 – 31 Mar',
] as const

/** The year a day such as `2026-03-31` belongs to, by its first calendar year: 2025. */
export function taxYearOf(day: string): number {
  const year = Number(day.slice(0, 4))
  return day.slice(5) < '04-01' ? year - 1 : year
}

/** 2025 → `2025-26` */
export const taxYearName = (year: number): string => `${year}-${String((year + 1) % 100).padStart(2, '0')}`

/** The first and the last day. */
export const taxYearDays = (year: number) => ({ from: `${year}-04-01`, to: `${year + 1}-03-31` })

/** 0 to 4. */
export function taxPeriodOf(day: string): number {
  const date = day.slice(5)
  if (date < '04-01') return date <= '03-15' ? 3 : 4
  return ['06-15', '09-15', '12-15', '12-31'].findIndex((end) => date <= end)
}
