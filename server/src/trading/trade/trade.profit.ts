import { rupeesOf } from '@sauda/contract/platform/money'
import { taxYearDays, taxYearOf } from '@sauda/contract/books/tax-year'
import { type Portfolio, profitRanges } from '@sauda/contract/trading/trade'
import type { DayRow } from './trade.sql.ts'

export const sum = (amounts: readonly bigint[]): bigint => amounts.reduce((total, amount) => total + amount, 0n)

export const realisedOf = (days: readonly DayRow[]) => ({
  profitLoss: rupeesOf(sum(days.map(({ profit }) => profit))),
  sales: days.reduce((count, { sales }) => count + sales, 0),
})

/** `days` with the oldest first. */
export function monthsOf(days: readonly DayRow[]): Portfolio['months'] {
  const byMonth = Map.groupBy(days, ({ day }) => day.slice(0, 'YYYY-MM'.length))
  return [...byMonth].map(([month, own]) => ({ month, ...realisedOf(own) }))
}

/** The same date some months earlier, or the last day of that month. */
function monthsBefore(day: string, count: number): string {
  const [year = 0, month = 0, date = 0] = day.split('-').map(Number)
  const lastDate = new Date(Date.UTC(year, month - count, 0)).getUTCDate()
  return new Date(Date.UTC(year, month - 1 - count, Math.min(date, lastDate))).toISOString().slice(0, 10)
}

/** Up to `today`, a day in India; `All` starts with the first sale. */
export function rangesOf(days: readonly DayRow[], today: string): Portfolio['ranges'] {
  const starts = {
    '1M': monthsBefore(today, 1),
    '3M': monthsBefore(today, 3),
    FY: taxYearDays(taxYearOf(today)).from,
  }
  return profitRanges.map((range) => {
    const from = range === 'All' ? days[0]?.day : starts[range]
    return {
      range,
      ...(from !== undefined && { from }),
      ...realisedOf(from === undefined ? [] : days.filter(({ day }) => day >= from)),
    }
  })
}
