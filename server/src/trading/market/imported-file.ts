import { formatCount } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import { fileFault } from '@sauda/contract/trading/closing-price'
import { dateText, dayInIndia } from '../../platform/india.ts'

/** Throws for a file that is named for a day after today in India; the day in its name is often its only date. */
export function rejectFuture(day: string): void {
  if (day > dayInIndia(new Date()))
    throw new AppError(fileFault(`The file is named for ${dateText(day)}, a future day.`))
}

/** A file much shorter than the one before it may be cut off. */
export function checkRows(
  rows: number,
  before: { readonly day: string; readonly rows: number } | undefined,
  leastPercent: number,
): void {
  if (before && rows * 100 < before.rows * leastPercent)
    throw new AppError(
      fileFault(
        `The file has ${formatCount(rows)} rows, but that of ${dateText(before.day)} had ${formatCount(before.rows)}. It may be cut off: download it again.`,
      ),
    )
}

/** The row of an imported file as its list shows it. */
export const importedFile = <Row extends { readonly id: string; readonly by: string; readonly at: Date }>({
  id,
  by,
  at,
  ...file
}: Row) => ({
  ...file,
  _id: id,
  importedBy: by,
  importedAt: at.toISOString(),
})
