import { formatCount } from '@sauda/contract/platform/decimal'
import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import type { TaxReport } from '@sauda/contract/books/tax'
import {
  actionsNote,
  buybackDividendNote,
  chargesNote,
  differenceNames,
  fairValueNote,
  ignoredLossNote,
} from '@sauda/contract/books/tax-year'

const amount = (rupees: number): string => formatRupees(paiseOf(rupees))

const joined = (words: readonly string[]): string =>
  [words.slice(0, -1).join(', '), words.at(-1)].filter(Boolean).join(' and ')

const tradesText = (trades: number): string => (trades === 1 ? '1 trade' : `${formatCount(trades)} trades`)

export const taxText = {
  matching:
    'Purchases and sales of a stock on one day are matched first. The rest is first in, first out: each sale takes the oldest purchase left.',
  reconciliation: {
    portfolioAllYears: 'Realised profit and loss on your portfolio, all years',
    portfolio: (year: string) => `of which sold in FY ${year}`,
    ...differenceNames,
    tax: (year: string) => `Profit and loss of this report, FY ${year}`,
  },
  lineFormulas: {
    portfolioAllYears: 'Profit and loss = sale value − cost of the purchase the dealer sold, of every sale.',
    portfolio: 'The same, of the sales booked in this financial year.',
    otherYear:
      'Sales traded in this year and booked in another are added; those booked in it and traded in another are taken off.',
    unknownCost:
      'What your portfolio counts as profit and loss of shares sold without a recorded purchase. This report leaves it out, because their cost is unknown.',
    otherLots:
      'Profit and loss matched by date − profit and loss against the purchase the dealer sold, of each sale traded in this year.',
    fairValue:
      'What the price of 31 January 2018 adds to the cost of shares bought until that day. Your portfolio counts their actual cost.',
    buyback:
      'What companies paid for shares bought back from October 2024 to March 2026. It is a dividend in this report; your portfolio counts it as sale value.',
  },
  fairValue: {
    used: 'Price of 31 Jan 2018 used: {price} a share, which adds {added} to the cost',
    lower: 'Price of 31 Jan 2018: {price} a share. It does not raise the cost.',
    unknown: 'Price of 31 Jan 2018 not known: the actual cost counts',
  },
  total: 'Profit and loss',
  afterCharges: 'Net: realised profit and loss after charges of trades',
  netDiffers:
    'The net by stock is {net}: it subtracts every charge of the year’s trades, also STT and those of shares still held.',
  afterDeductible: 'Profit and loss after deductible charges, {act}',
  /** The stocks are named, so that the others are seen to be final. */
  unknownCharges: (trades: number, stocks: readonly string[]) =>
    `The charges of ${tradesText(trades)} in ${joined(stocks)} are not known yet, because no exchange file has confirmed ${trades === 1 ? 'it' : 'them'}. They will be subtracted here.`,
  notSold: 'shares not sold this year',
  netSoFar: 'Net so far: the charges of some trades are not known yet',
  notCharged: (trades: number) => `charges of ${tradesText(trades)} not known`,
  realised: '{amount} · charges {charges}',
  noSales: 'You have no sales in this financial year.',
  nothingBehind: 'There are no sales behind this figure.',
  sales: (exits: number) => (exits === 1 ? '1 matched sale' : `${formatCount(exits)} matched sales`),
  downloaded: 'The file is in your downloads.',
  downloadFailed: 'The file could not be loaded, so nothing was saved. Please try again.',
  loaded: 'The sales behind this figure could not be loaded',
  failed: 'Your tax report could not be loaded',
} as const

export const withoutFairValueNotes = (stocks: readonly string[]): string[] =>
  stocks.length === 0
    ? []
    : [
        `The price of 31 January 2018 of ${stocks.join(', ')} is not known to us, so the actual cost counts. The law may allow a higher one.`,
      ]

/** Omissions of the report, and checks before filing. */
export function notesOf(report: TaxReport): string[] {
  const { unmatched, withoutIsin, boughtBefore2018, withoutFairValue, exemption, auditSection, act } = report
  return [
    actionsNote,
    ...(report.ignoredLosses === 0 ? [] : [`${ignoredLossNote}: ${amount(report.ignoredLosses)}.`]),
    ...(report.buybackDividends === 0 ? [] : [`${buybackDividendNote}: ${amount(report.buybackDividends)}.`]),
    `Reversed trades are left out. ${chargesNote}`,
    'Units of gold, silver, debt and international funds are shown under equity, although other rates may apply to them.',
    `Long-term gains of the year up to ${amount(exemption)} are exempt. Turnover decides whether a tax audit is needed (section ${auditSection}, ${act}).`,
    ...(unmatched.length === 0
      ? []
      : [
          `The cost of ${taxText.sales(unmatched.length)} is not known, so they are in no figure: ${unmatched.map(({ tradeId, stockName }) => `${tradeId} (${stockName})`).join(', ')}. If you bought them with another broker, import its tradebook under Other brokers.`,
        ]),
    ...(boughtBefore2018 === 0 ? [] : [`${fairValueNote} It concerns ${taxText.sales(boughtBefore2018)}.`]),
    ...withoutFairValueNotes(withoutFairValue),
    ...(withoutIsin.length === 0
      ? []
      : [`We have no ISIN for ${withoutIsin.join(', ')}. The schedules of a return ask for it.`]),
    'Please have a tax adviser check the figures before you file your return.',
  ]
}
