import { taxCalls } from '@sauda/contract/books/tax'
import type { ReconciliationLine, TaxCategory } from '@sauda/contract/books/tax-year'
import { useClientPages, useClientQuery } from '../../shell/query.tsx'

/** Without a year, the current one. */
export const useTaxReport = (year: string | undefined) => useClientQuery(taxCalls.report, { query: { year } })

/** What a stock earned by financial year. */
export const useStockYears = (stock: string) => useClientQuery(taxCalls.stock, { query: { stock } })

/** The sales behind a line of the reconciliation. */
export function useTaxSales({ year, line }: { readonly year: string; readonly line: ReconciliationLine }) {
  return useClientPages(taxCalls.sales, { year, line }, (last, pages) => {
    const left = last.total - pages.reduce((count, { sales }) => count + sales.length, 0)
    return left > 0 ? String(left) : undefined
  })
}

/** The part of a year behind a figure. */
export type ExitFilter = {
  readonly year: string
  readonly category?: TaxCategory
  readonly period?: number
  readonly stock?: string
}

export function useTaxExits({ year, category, period, stock }: ExitFilter) {
  const query = {
    year,
    ...(category && { category }),
    ...(stock && { stock }),
    ...(period !== undefined && { period: String(period) }),
  }
  return useClientPages(taxCalls.exits, query, (last, pages) => {
    const left = last.total - pages.reduce((count, { exits }) => count + exits.length, 0)
    return left > 0 ? String(left) : undefined
  })
}
