import type { Direction } from '@sauda/contract/money/reconciliation'

/** chain: the running balance decides between the readings of a line, and shows where a line is missing. */

export type Reading = {
  readonly direction: Direction
  /** Paise. */
  readonly amount: bigint
  readonly balance: bigint | undefined
}

type Ends = {
  /** Stated beside the table. */
  readonly opening?: bigint | undefined
  readonly closing?: bigint | undefined
}

export type Settled<R> =
  /** For each line, the readings with which all balances follow from each other. */
  | { readonly possible: readonly (readonly R[])[] }
  /** The first line whose balance follows in no reading, or the number of lines if it is the stated closing balance. */
  | { readonly brokenAt: number; readonly expected: bigint }

type Node<R> = { readonly reading: R; readonly after: bigint | undefined; readonly from: readonly number[] }

/** More open readings than that are not pursued: then each line keeps its readings. */
const mostNodes = 64

/** `lines`: the readings of each line, oldest first. */
export function settle<R extends Reading>(
  lines: readonly (readonly R[])[],
  { opening, closing }: Ends = {},
): Settled<R> {
  const layers: Node<R>[][] = []
  let before: readonly (bigint | undefined)[] = [opening]
  for (const [at, readings] of lines.entries()) {
    const nodes = nodesOf(readings, before)
    if (nodes.length === 0) return { brokenAt: at, expected: expectedBy(readings[0], before[0]) }
    if (nodes.length > mostNodes) return { possible: lines }
    layers.push(nodes)
    before = nodes.map(({ after }) => after)
  }
  const ends = before.flatMap((after, at) =>
    closing === undefined || after === undefined || after === closing ? at : [],
  )
  if (ends.length === 0) return { brokenAt: lines.length, expected: before[0] ?? 0n }
  return { possible: readingsOf(layers, ends) }
}

/** The balances that a line may have, each with the balances of the line before from which it follows. */
function nodesOf<R extends Reading>(readings: readonly R[], before: readonly (bigint | undefined)[]): Node<R>[] {
  const nodes = new Map<string, { reading: R; after: bigint | undefined; from: number[] }>()
  for (const [n, reading] of readings.entries())
    for (const [from, expected] of before.entries()) {
      const after = balanceAfter(reading, expected)
      if (after === false) continue
      const known = nodes.get(`${n} ${after}`)
      if (known) known.from.push(from)
      else nodes.set(`${n} ${after}`, { reading, after, from: [from] })
    }
  return [...nodes.values()]
}

const signed = ({ direction, amount }: Reading): bigint => (direction === 'debit' ? -amount : amount)

/** False if the balance of the line does not follow. */
function balanceAfter(reading: Reading, expected: bigint | undefined): bigint | undefined | false {
  if (expected === undefined) return reading.balance
  const after = expected + signed(reading)
  return reading.balance === undefined || reading.balance === after ? after : false
}

const expectedBy = (reading: Reading | undefined, before: bigint | undefined): bigint =>
  (before ?? 0n) + (reading ? signed(reading) : 0n)

/** Returns the readings of each line from which one of the ends is reached, searched from the last line to the first. */
function readingsOf<R>(layers: readonly (readonly Node<R>[])[], ends: readonly number[]): R[][] {
  let wanted = new Set(ends)
  return layers
    .toReversed()
    .map((nodes) => {
      const used = nodes.filter((_, at) => wanted.has(at))
      wanted = new Set(used.flatMap(({ from }) => from))
      return [...new Set(used.map(({ reading }) => reading))]
    })
    .toReversed()
}
