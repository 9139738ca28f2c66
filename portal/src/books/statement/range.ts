import { taxYearDays, taxYearName, taxYearOf } from '@sauda/contract/books/tax-year'
import { monthName } from '@sauda/contract/platform/day-text'

/** Days in India, both included. */
export type DayRange = { readonly from?: string | undefined; readonly to?: string | undefined }

export const periods = ['all', 'month', 'last-month', 'year', 'last-year', 'custom'] as const
export type Period = (typeof periods)[number]

export const periodOf = (text: string | null): Period => periods.find((period) => period === text) ?? 'all'

/** The days of a period; of a custom one, those given. */
export function rangeOf(period: Period, today: string, custom: DayRange): DayRange {
  const [year = 0, month = 0] = today.split('-').map(Number)
  const start = taxYearOf(today)
  switch (period) {
    case 'month':
      return { ...monthRange(year, month), to: today }
    case 'last-month':
      return monthRange(year, month - 1)
    case 'year':
      return { ...taxYearDays(start), to: today }
    case 'last-year':
      return taxYearDays(start - 1)
    case 'custom':
      return custom
    default:
      return {}
  }
}

const monthRange = (year: number, month: number): DayRange => ({
  from: dayText(Date.UTC(year, month - 1, 1)),
  to: dayText(Date.UTC(year, month, 0)),
})
const dayText = (at: number): string => new Date(at).toISOString().slice(0, 10)

export const dayBefore = (day: string): string => dayText(Date.parse(day) - 86_400_000)

/** The days of a month that are in a range. */
export function monthIn(month: string, { from = '', to }: DayRange): { from: string; to: string } {
  const [year = 0, number = 0] = month.split('-').map(Number)
  const { from: first = '', to: last = '' } = monthRange(year, number)
  return { from: first > from ? first : from, to: to !== undefined && to < last ? to : last }
}

/** Named for the months and years of today: "November 2026", "FY 2026-27". */
export function periodOptions(today: string): { value: Period; label: string }[] {
  const start = taxYearOf(today)
  const monthLabel = (period: Period) => monthName(rangeOf(period, today, {}).from ?? today)
  const labels: Record<Period, string> = {
    all: 'Since the first entry',
    month: `This month (${monthLabel('month')})`,
    'last-month': `Last month (${monthLabel('last-month')})`,
    year: `This financial year (FY ${taxYearName(start)})`,
    'last-year': `Last financial year (FY ${taxYearName(start - 1)})`,
    custom: 'Custom dates',
  }
  return periods.map((value) => ({ value, label: labels[value] }))
}
