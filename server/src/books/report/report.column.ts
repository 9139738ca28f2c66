import type { Report, ReportColumn } from '@sauda/contract/books/report'
import type { Config } from '../../config.ts'

export type ReportSettings = Pick<Config, 'targetHours' | 'gstin'>

export type Column = ReportColumn & {
  /** Key in the row that the statement returns. */
  readonly key: string
  /** The last row sums it up. */
  readonly sum?: true
}

export type Definition = {
  readonly columns: readonly Column[]
  readonly chart: Report['chart']
  readonly note: string
  /**
   * With $1 and $2, the first and last day, and $3, how many rows to return; `client_id` is the client of a row, `cause_id` what its
   * amounts belong to, `row_key` its name among the parts.
   */
  readonly sql: string | ((settings: ReportSettings) => string)
  /** With $1 and $2: each amount that the sums add up, in columns of the same keys, with its `row_key`, cause, client, name and time. */
  readonly parts?: string
}

export const text = (key: string, name: string): Column => ({ key, name, kind: 'text' })
export const count = (key: string, name: string): Column => ({ key, name, kind: 'count', sum: true })
export const rupees = (key: string, name: string): Column => ({ key, name, kind: 'rupees', sum: true })
/** A figure at one moment, so that a sum means nothing. */
export const balance = (key: string, name: string): Column => ({ key, name, kind: 'rupees' })
export const hours = (key: string, name: string): Column => ({ key, name, kind: 'hours' })
