import { csvErrors, csvRules } from '@sauda/contract/csv'
import { AppError } from '@sauda/contract/error'
import { withoutInvisible } from '@sauda/contract/field'
import { decimalRupees } from '@sauda/contract/money'
import { unzipSync } from 'fflate'
import type { CsvRow } from './csv.ts'

/** Of all files in the workbook together. */
const mostBytes = 200 * 1024 * 1024

export const isWorkbook = (bytes: Buffer): boolean => bytes.toString('hex', 0, 4) === '504b0304'

/** The first sheet's rows, with dates as ISO and numbers as they are stored. To be called in a thread. */
export async function workbookRows(bytes: Buffer): Promise<CsvRow[]> {
  rejectLarge(bytes)
  const { readSheet } = await import('read-excel-file/universal')
  const rows = await readSheet(new Uint8Array(bytes).buffer, { parseNumber: numberText }).catch(() => {
    throw new AppError(csvErrors.brokenWorkbook)
  })
  if (rows.length === 0) throw new AppError(csvErrors.brokenWorkbook)
  if (rows.length > 4 * csvRules.lines) throw new AppError(csvErrors.tooManyLines)
  return rows.map((row, index) => ({ line: index + 1, cells: row.map(textOf) }))
}

function rejectLarge(bytes: Buffer): void {
  let total = 0
  try {
    unzipSync(bytes, {
      filter: ({ originalSize }) => {
        total += originalSize
        return false
      },
    })
  } catch {
    throw new AppError(csvErrors.brokenWorkbook)
  }
  if (total > mostBytes) throw new AppError(csvErrors.tooMuch)
}

/** `17.699999999999999` is how spreadsheets store 17.70, `6.32E+11` how some write a whole number. */
function numberText(stored: string): string {
  const number = Number(stored)
  if (Number.isSafeInteger(number)) return String(number)
  const paise = Math.round(Math.abs(number) * 100)
  return Math.abs(Math.abs(number) * 100 - paise) < 1e-4 && Number.isSafeInteger(paise)
    ? (number < 0 ? '-' : '') + decimalRupees(BigInt(paise))
    : stored
}

/** The library types a date as its constructor. */
function textOf(cell: unknown): string {
  if (cell instanceof Date) return cell.toISOString().slice(0, 10)
  if (typeof cell !== 'string') return typeof cell === 'boolean' ? String(cell) : ''
  return withoutInvisible(cell)
    .replace(/\p{Cc}/gu, ' ')
    .trim()
}
