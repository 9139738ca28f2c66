import { parseRupees } from '@sauda/contract/platform/amount-text'
import { AppError } from '@sauda/contract/platform/error'
import { payoutErrors } from '@sauda/contract/money/payout'
import type { PayoutLayout } from '@sauda/contract/money/payout-layout'
import { normalizeReference } from '@sauda/contract/money/reference'
import * as z from 'zod/mini'
import { bufferOf } from '../../platform/called.ts'
import { csvText, fileKind } from '../../platform/csv.ts'
import { column, type Format, hasTable, readTable, text } from '../../platform/format.ts'
import { workbookSheets } from '../../platform/workbook.ts'

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

type Response = PayoutLayout['response']

const plain = (name: string): string => name.toLowerCase().replace(/[^a-z0-9]/g, '')
const wordsIn = (words: string): string[] => words.split(',').map(plain)

const rowOf = ({ reference, amount, status, utr, reason }: Response) =>
  z.object({
    name: column(
      wordsIn(reference),
      z.pipe(
        text,
        z.transform((written: string) => nameIn(written.toUpperCase())),
      ),
    ),
    paise: column(wordsIn(amount), z.pipe(text, z.transform(paiseIn))),
    status: column(wordsIn(status), text),
    utr: column(wordsIn(utr), z.pipe(text, z.transform(normalizeReference))),
    reason: column(
      wordsIn(reason),
      z.pipe(
        text,
        z.transform((written: string) => written.slice(0, 200)),
      ),
    ),
  })

const nameIn = (cell: string): string | undefined => /WDR\d{6,12}/.exec(cell)?.[0]

/** The answers of a bank by its layout, which has the names of the columns or counts them from 1. */
function answers(response: Response): Format<ReturnType<typeof rowOf>> {
  const { reference, amount, status, utr, reason } = response
  const at = (place: string) => (/^\d+$/.test(place) ? Number(place) - 1 : -1)
  const counted = { name: at(reference), paise: at(amount), status: at(status), utr: at(utr), reason: at(reason) }
  const isCounted = counted.name >= 0
  return {
    row: rowOf(response),
    spelled: isCounted ? String : plain,
    places: isCounted ? counted : undefined,
    isHeader: (places, cells) =>
      isCounted
        ? nameIn((cells[counted.name] ?? '').toUpperCase()) !== undefined
        : places.name >= 0 && places.status >= 0,
    // Below other text.
    headerRows: 30,
    judge: ({ name }) => (name === undefined ? { leftOut: 'It names no payment' } : undefined),
    errors: { columns: payoutErrors.unknownColumns, noRows: payoutErrors.noPayments },
  }
}

export type SentAnswers = {
  readonly lines: readonly AnswerLine[]
  readonly unused: readonly string[]
  readonly leftOut: number
}
type SentAnswer = { readonly bytes: Uint8Array; readonly layout: PayoutLayout }

/** A text file or a workbook. To be called by a `fileReader`. Throws an AppError if no table is found. */
export async function readAnswer({ bytes: sent, layout: { response } }: SentAnswer): Promise<SentAnswers> {
  const bytes = bufferOf(sent)
  const format = answers(response)
  const sheets = fileKind(bytes) === 'workbook' ? await workbookSheets(bytes) : undefined
  const source = sheets ? sheets.find(({ rows }) => hasTable(rows(), format))?.rows() : csvText(bytes)
  if (source === undefined) throw new AppError(payoutErrors.unknownColumns)
  const { rows, unused, leftOut } = readTable(source, format)
  const lines = rows.map(({ name = '', ...row }) => ({
    ...row,
    name,
    isPaid: isOneOf(response.paid, row.status) ? true : isOneOf(response.failed, row.status) ? false : undefined,
  }))
  return { lines, unused, leftOut: leftOut.reduce((sum, { rows: count }) => sum + count, 0) }
}

const isOneOf = (words: string, status: string): boolean =>
  plain(status) !== '' && wordsIn(words).includes(plain(status))

function paiseIn(written: string): bigint | undefined {
  const rupees = written.replace(/[,\s₹]|^(?:INR|Rs\.?)/g, '')
  return /^\d{1,12}(?:\.\d{1,2})?0*$/.test(rupees) ? parseRupees(rupees.replace(/(\.\d\d)0+$/, '$1')) : undefined
}
