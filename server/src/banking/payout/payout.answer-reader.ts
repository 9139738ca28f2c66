import { parseRupees } from '@sauda/contract/platform/amount-text'
import { AppError } from '@sauda/contract/platform/error'
import { payoutErrors } from '@sauda/contract/banking/payout'
import type { PayoutLayout } from '@sauda/contract/banking/payout-layout'
import { normalizeReference } from '@sauda/contract/banking/reference'
import { bufferOf } from '../../platform/called.ts'
import { type CsvRow, csvText, delimiterOf, fileKind, readRows } from '../../platform/csv.ts'
import { workbookSheets } from '../../platform/workbook.ts'

type Columns = { readonly [Name in 'reference' | 'amount' | 'status' | 'utr' | 'reason']: number | undefined }

/** The bank's answer about one payment. */
export type AnswerLine = {
  readonly line: number
  /** `WDR100001`. */
  readonly name: string
  readonly paise: bigint | undefined
  readonly status: string
  readonly isPaid: boolean | undefined
  /** Normalized. */
  readonly utr: string
  readonly reason: string
}

const namePattern = /WDR\d{6,12}/
/** Text above the table. */
const firstLines = 30

/** A text file or a workbook. To be called by a `fileReader`. Throws an AppError if no table is found. */
export async function readAnswer({ bytes: sent, layout }: SentAnswer): Promise<AnswerLine[]> {
  const bytes = bufferOf(sent)
  const { response } = layout
  const numbered = numberedColumns(response)
  let columns = numbered
  const isTable = (cells: readonly string[]): boolean => {
    if (numbered) return namePattern.test(cells[numbered.reference ?? -1] ?? '')
    columns ??= columnsIn(cells, response)
    return columns !== undefined
  }
  const rows = fileKind(bytes) === 'workbook' ? await tableOf(bytes, isTable) : textTable(csvText(bytes), isTable)
  if (!rows || columns === undefined) throw new AppError(payoutErrors.unknownColumns)
  const found = columns
  return rows.flatMap((row) => lineOf(row, found, response))
}

type SentAnswer = { readonly bytes: Uint8Array; readonly layout: PayoutLayout }
type IsTable = (cells: readonly string[]) => boolean

async function tableOf(bytes: Buffer, isTable: IsTable): Promise<CsvRow[] | undefined> {
  const sheets = await workbookSheets(bytes)
  return sheets
    .map(({ rows }) => rows)
    .find((rows) =>
      rows()
        .slice(0, firstLines)
        .some(({ cells }) => isTable(cells)),
    )?.()
}

function textTable(text: string, isTable: IsTable): CsvRow[] | undefined {
  const delimiter = delimiterOf(text, firstLines, isTable)
  if (delimiter === undefined) return undefined
  const rows: CsvRow[] = []
  readRows(text, delimiter, (row) => rows.push(row))
  return rows
}

function lineOf({ line, cells }: CsvRow, columns: Columns, response: Response): AnswerLine[] {
  const cell = (name: keyof Columns) => cells[columns[name] ?? -1] ?? ''
  const name = namePattern.exec(cell('reference').toUpperCase())?.[0]
  if (name === undefined) return []
  const status = cell('status')
  return [
    {
      line,
      name,
      paise: paiseIn(cell('amount')),
      status,
      isPaid: isOneOf(response.paid, status) ? true : isOneOf(response.failed, status) ? false : undefined,
      utr: normalizeReference(cell('utr')),
      reason: cell('reason').slice(0, 200),
    },
  ]
}

type Response = PayoutLayout['response']

/** Counted from 1 in the layout. */
function numberedColumns(response: Response): Columns | undefined {
  if (!/^\d+$/.test(response.reference)) return undefined
  return columnsBy(response, (text) => (/^\d+$/.test(text) ? Number(text) - 1 : undefined))
}

function columnsBy(
  { reference, amount, status, utr, reason }: Response,
  at: (text: string) => number | undefined,
): Columns {
  return { reference: at(reference), amount: at(amount), status: at(status), utr: at(utr), reason: at(reason) }
}

const plain = (text: string): string => text.toLowerCase().replace(/[^a-z0-9]/g, '')

function columnsIn(cells: readonly string[], response: Response): Columns | undefined {
  const headings = cells.map(plain)
  const columns = columnsBy(response, (names) => {
    const found = names.split(',').map((name) => headings.indexOf(plain(name)))
    return found.find((index) => index >= 0)
  })
  return columns.reference === undefined || columns.status === undefined ? undefined : columns
}

const isOneOf = (words: string, status: string): boolean =>
  words.split(',').some((word) => plain(word) !== '' && plain(word) === plain(status))

function paiseIn(text: string): bigint | undefined {
  const rupees = text.replace(/[,\s₹]|^(?:INR|Rs\.?)/g, '')
  return /^\d{1,12}(?:\.\d{1,2})?0*$/.test(rupees) ? parseRupees(rupees.replace(/(\.\d\d)0+$/, '$1')) : undefined
}
