import { formatRupees } from '@sauda/contract/platform/money'
import { settle } from './reconciliation.chain.ts'
import type { DirectedRow } from './reconciliation.direction.ts'
import { type ReadRow, rejectRow, shifted } from './reconciliation.rows.ts'
import type { Open, Stated } from './reconciliation.table.ts'
import type { Sum } from './reconciliation.words.ts'

/** decide: which of its readings each line of a table has, and the order of the lines. */

/** The lines, oldest first. Throws an AppError naming the first that the file does not decide. */
export function decided(
  open: readonly Open[],
  stated: readonly Stated[],
  readingsOf: (row: ReadRow) => readonly DirectedRow[],
): DirectedRow[] {
  const lines = open.map(({ readings }) => readings.flatMap(readingsOf))
  const [first = '', last = ''] = [open[0]?.row.day, open.at(-1)?.row.day]
  const endsOf = (isReversed: boolean) => {
    const at = (sum: Sum, isFirst: boolean) =>
      stated.find((each) => each.sum === sum && each.at === (isFirst ? 0 : open.length) && each.balance !== undefined)
    return { opening: at('opening', !isReversed)?.balance, closing: at('closing', isReversed)?.balance }
  }
  // The dates do not show which line of a day is the first; a dated balance at the wrong end does.
  const isNewestFirst = first > last || (first === last && isBelowOpening(stated, open.length))
  const given = isNewestFirst ? undefined : settle(lines, endsOf(false))
  const isOldestFirst = first < last || (lines.length < 2 && !isNewestFirst)
  const reversed = isOldestFirst ? undefined : settle(lines.toReversed(), endsOf(true))
  const found = [given, reversed].flatMap((each) => (each && 'possible' in each ? [each.possible] : []))
  const [order] = found
  if (order === undefined) return rejectBreak(given ?? reversed, given ? open : open.toReversed(), stated)
  const isReversed = order !== (given && 'possible' in given ? given.possible : undefined)
  const others = found.slice(1).map((possible) => possible.toReversed())
  const rows = order.map((possible, at) => {
    const all = [possible, ...others.map((other) => other[at] ?? [])].flat()
    return [...new Map(all.map((row) => [keyOf(row), row])).values()]
  })
  const known = conventions(rows)
  const chosen = rows.map((possible) =>
    possible.filter((row) => possible.length === 1 || known.get(saidKey(row)) === row.direction),
  )
  const unclear = [...chosen.entries()]
    .filter(([, [only, ...more]]) => !only || more.length > 0)
    .map(([at]) => (isReversed ? open.length - 1 - at : at))
    .toSorted((a, b) => a - b)[0]
  const row = open[unclear ?? -1]
  if (row) rejectUnclear(row, lines[unclear ?? -1] ?? [])
  return chosen.flatMap(([only]) => only ?? [])
}

const keyOf = ({ direction, amount, balance, text }: DirectedRow): string =>
  [direction, amount, balance, text].join('|')
/** A plain amount says nothing. */
const unwritten = '|||'
const saidKey = ({ said: { column, word, mark, sign } }: ReadRow): string => [column, word, mark, sign].join('|')

const isBelowOpening = (stated: readonly Stated[], end: number): boolean =>
  stated.some(
    ({ sum, at, row }) => row.day !== undefined && (sum === 'opening' ? at === end : sum === 'closing' && at === 0),
  )

/** What the running balance shows of a way of writing, wherever it decides, counts for the lines above it too. */
function conventions(rows: readonly (readonly DirectedRow[])[]): Map<string, DirectedRow['direction'] | 'both'> {
  const found = new Map<string, DirectedRow['direction'] | 'both'>()
  for (const [row, ...more] of rows) {
    if (!row?.doubt || more.length > 0 || saidKey(row) === unwritten) continue
    const key = saidKey(row)
    found.set(key, (found.get(key) ?? row.direction) === row.direction ? row.direction : 'both')
  }
  return found
}

function rejectUnclear({ row, expected }: Open, all: readonly DirectedRow[]): never {
  if (expected !== undefined) rejectRow(row, shifted(row.cells.length, expected))
  return rejectRow(row, all[0]?.doubt ?? 'it can be read in more than one way.')
}

function rejectBreak(
  broken: ReturnType<typeof settle> | undefined,
  open: readonly Open[],
  stated: readonly Stated[],
): never {
  const { brokenAt, expected } = broken && 'brokenAt' in broken ? broken : { brokenAt: 0, expected: 0n }
  const line = open[brokenAt]
  const row = line?.row ?? stated.findLast(({ sum }) => sum === 'closing')?.row ?? { line: 1, cells: [] }
  if (line?.expected !== undefined) rejectRow(row, shifted(row.cells.length, line.expected))
  rejectRow(
    row,
    `the balance does not follow from the line before: ${formatRupees(expected)} expected. A line may be missing or was changed. Download the statement again.`,
  )
}
