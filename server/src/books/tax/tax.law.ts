import type { TaxCategory } from '@sauda/contract/books/tax-year'

/** Sections and rates by financial year, named by its first calendar year. To add a year of another law, add a line. */

type Law = {
  readonly from: number
  readonly act: string
  readonly sections: Readonly<Record<TaxCategory, string>>
  /** Section on the audit of a business by its turnover. */
  readonly auditSection: string
}

const laws: readonly Law[] = [
  {
    from: 2026,
    act: 'Income-tax Act, 2025',
    sections: { intraday: '66', shortTerm: '196', longTerm: '198', currency: '66', fno: '66', commodity: '66' },
    auditSection: '63',
  },
  {
    from: 0,
    act: 'Income-tax Act, 1961',
    sections: {
      intraday: '43(5)',
      shortTerm: '111A',
      longTerm: '112A',
      currency: '43(5)(d)',
      fno: '43(5)(d)',
      commodity: '43(5)(e)',
    },
    auditSection: '44AB',
  },
]

/** Percent, by the first day of sale. */
const rates = [
  { from: '2024-07-23', shortTerm: 20, longTerm: 12.5 },
  { from: '2018-04-01', shortTerm: 15, longTerm: 10 },
]

/** Long-term gains of a year up to this amount are exempt, in paise. */
const exemptions = [
  { from: 2024, paise: 1_25_000_00n },
  { from: 0, paise: 1_00_000_00n },
]

function ofYear<T extends { readonly from: number }>(lines: readonly T[], year: number): T {
  const line = lines.find(({ from }) => from <= year)
  if (!line) throw new Error(`No tax law for the year ${year}`)
  return line
}

export const lawOf = (year: number): Law => ofYear(laws, year)
export const exemptionOf = (year: number): bigint => ofYear(exemptions, year).paise

/** The rate of a capital gain and the day from which it applies; undefined for business income and before 2018. */
export function rateOf(category: TaxCategory, day: string) {
  if (category !== 'shortTerm' && category !== 'longTerm') return undefined
  const line = rates.find(({ from }) => from <= day)
  return line && { from: line.from, ratePercent: line[category] }
}
