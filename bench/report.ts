import { parseArgs } from 'node:util'

/** A table of results, formatted as in docs/benchmarks.md. */
export function printTable(header: string[], rows: string[][]): void {
  const lines = [header, header.map(() => '---'), ...rows]
  console.log(`\n${lines.map((cells) => `| ${cells.join(' | ')} |`).join('\n')}\n`)
}

export function median(values: readonly number[]): number {
  const ordered = values.toSorted((a, b) => a - b)
  return ordered[Math.floor(ordered.length / 2)] ?? Number.NaN
}

export const ratio = (one: number, other: number): string =>
  (one / other).toLocaleString('en', { minimumFractionDigits: 2, maximumFractionDigits: 2 })

export const whole = (value: number): string => Math.round(value).toLocaleString('en', { useGrouping: false })

/** Prints whether all limits were met, and fails otherwise. */
export function reportMisses(misses: readonly string[]): void {
  console.log(misses.length === 0 ? 'All limits were met.' : `Missed:\n${misses.join('\n')}`)
  if (misses.length > 0) process.exitCode = 1
}

/** The options of the command as texts; `defaults` names them all. */
export function optionsOf<Name extends string>(args: string[], defaults: Readonly<Record<Name, string>>) {
  const options = Object.entries<string>(defaults).map(([name, value]) => [name, { type: 'string', default: value }])
  return parseArgs({ args, options: Object.fromEntries(options) }).values as Record<Name, string>
}
