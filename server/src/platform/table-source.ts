import { type csvErrors, packedFileErrors } from '@sauda/contract/platform/csv'
import { AppError, type ErrorDefinition } from '@sauda/contract/platform/error'
import { unpacked } from './archive.ts'
import { type CsvRow, csvText, fileKind } from './csv.ts'
import { type Format, hasTable, type RowSchema } from './format.ts'
import { workbookSheets } from './workbook.ts'

/**
 * The text of a CSV file, plain or packed, or the rows of the sheet of a workbook that has the table. Throws an AppError that names what any
 * other file is. To be called in a child process, because an archive may say less than it holds.
 */
export async function tableSource<Schema extends RowSchema>(
  bytes: Buffer,
  format: Format<Schema>,
  errors: Readonly<Record<keyof typeof csvErrors, ErrorDefinition>>,
): Promise<string | readonly CsvRow[]> {
  if (!isWorkbook(bytes)) return csvText(unpacked(bytes, { ...errors, ...packedFileErrors }), errors)
  const sheets = await workbookSheets(bytes)
  const found = sheets.find(({ rows }) => hasTable(rows(), format))
  if (!found) throw new AppError(format.errors.columns)
  return found.rows()
}

/** A zip archive with a CSV file begins like an XLSX. */
const isWorkbook = (bytes: Buffer): boolean =>
  fileKind(bytes) === 'workbook' && (bytes.toString('latin1', 0, 2) !== 'PK' || bytes.includes('[Content_Types].xml'))
