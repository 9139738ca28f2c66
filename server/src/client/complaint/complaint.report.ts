import { type ComplaintReport } from '@sauda/contract/client/complaint'
import { complaintRules, complaintSources, type ComplaintSource } from '@sauda/contract/client/complaint-name'
import { taxYearName, taxYearOf } from '@sauda/contract/books/tax-year'
import type { Sql } from '../../platform/db.ts'
import { dayInIndia } from '../../platform/india.ts'
import { selectFigures, selectLevels, type FiguresRow } from './complaint.sql.ts'

const sources = Object.keys(complaintSources) as ComplaintSource[]

/** `2026-09` of `2026-10` and -1. */
function addMonths(month: string, count: number): string {
  const [year, number] = month.split('-').map(Number)
  return new Date(Date.UTC(year ?? 0, (number ?? 1) - 1 + count, 1)).toISOString().slice(0, 7)
}

const sum = (rows: readonly FiguresRow[]) => {
  const total = (name: 'carried' | 'received' | 'resolved' | 'pending' | 'old' | 'days') =>
    rows.reduce((all, row) => all + row[name], 0)
  return {
    carried: total('carried'),
    received: total('received'),
    resolved: total('resolved'),
    pending: total('pending'),
    old: total('old'),
    days: total('days'),
  }
}

/** Covers the last complete month and, up to its end, the financial year. */
export async function complaintReport(sql: Sql, today = dayInIndia(new Date())): Promise<ComplaintReport> {
  const month = addMonths(today.slice(0, 7), -1)
  const end = `${addMonths(month, 1)}-01`
  const months = Array.from({ length: complaintRules.months }, (_, n) =>
    addMonths(month, n + 1 - complaintRules.months),
  )
  const firstYear = taxYearOf(`${month}-01`) + 1 - complaintRules.years
  const years = Array.from({ length: complaintRules.years }, (_, n) => firstYear + n)
  const ranges = [
    ...months.map((each) => ({ from: `${each}-01`, to: `${addMonths(each, 1)}-01` })),
    ...years.map((year) => ({ from: `${year}-04-01`, to: [`${year + 1}-04-01`, end].toSorted()[0] ?? end })),
  ]
  const [rows, levels] = await Promise.all([selectFigures(sql, ranges, complaintRules.oldMonths), selectLevels(sql)])
  const ofRange = (index: number) => rows.filter(({ range }) => range === index + 1)
  return {
    month,
    sources: sources.map((source) => {
      const figures = sum(ofRange(months.length - 1).filter((row) => row.source === source))
      return { source, ...figures, recent: figures.pending - figures.old }
    }),
    months: months.map((period, index) => ({ period, ...sum(ofRange(index)) })),
    years: years.map((year, index) => ({
      period: taxYearName(year),
      ...sum(ofRange(months.length + index)),
    })),
    levels,
  }
}
