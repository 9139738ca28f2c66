import { formatCount } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import { fileFault } from '@sauda/contract/trading/closing-price'
import { type IdempotentInput, runIdempotent } from '../../core/idempotency/idempotency.ts'
import type { Db, Tx } from '../../platform/db.ts'
import { dateText } from '../../platform/india.ts'
import type { SentCsv } from '../../platform/upload.ts'

type Given = Pick<IdempotentInput, 'request' | 'reply'> & {
  readonly csv: SentCsv
  readonly operator: { readonly id: string }
}

/** Runs the import of a file once, however often the request is repeated. */
export const importOnce = <Result extends object>(
  db: Db,
  given: Given,
  run: (tx: Tx) => Promise<Result>,
): Promise<Result> => runIdempotent(db, { ...given, body: { file: given.csv.sha256.toString('hex') } }, run)

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
