import { execFileSync } from 'node:child_process'
import { globSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import type { Bench } from './database.ts'
import type { Recording, Statement } from './record.ts'

/** A value of the recording that is another one in each transaction, and how pgbench comes by it. */
export interface Known {
  value: unknown
  sql: string
}

const uuid = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/

/**
 * The recorded transaction as pgbench runs it: the same statements in the same round trips. What the server made up
 * freshly is made up by the database; everything else is what was recorded.
 */
export function scriptOf(recording: Recording, known: readonly Known[], sets: readonly string[]): string {
  const names = new Map<unknown, string>(known.map(({ value, sql }) => [keyOf(value), sql]))
  const uses = new Map<unknown, number>()
  for (const value of recording.flat().flatMap(({ values }) => values.map(keyOf)))
    uses.set(value, (uses.get(value) ?? 0) + 1)
  const isFresh = (value: unknown) => typeof value === 'string' && uuid.test(value) && !names.has(keyOf(value))

  const lines = recording.flatMap((trip) => {
    const shared =
      trip.length === 1 ? trip[0]?.values.find((value) => isFresh(value) && (uses.get(value) ?? 0) > 1) : undefined
    const texts = trip.map((statement) =>
      withValues(statement, (value) => (isFresh(value) ? 'uuidv7()' : nameOf(value))),
    )
    if (shared !== undefined) {
      // Made here, used again below: it comes back in the row that was inserted.
      names.set(keyOf(shared), ':made_id')
      return [`${texts[0]} \\gset made_`]
    }
    const ended = texts.map((text) => `${text};`)
    return trip.length === 1 ? ended : ['\\startpipeline', ...ended, '\\endpipeline']
  })
  function nameOf(value: unknown): string {
    return names.get(keyOf(value)) ?? literal(value)
  }
  return `${[...sets, ...lines].join('\n')}\n`
}

const keyOf = (value: unknown): unknown => (value instanceof Uint8Array ? Buffer.from(value).toString('hex') : value)

/** The statement with its values written into it. */
export function withValues({ text, values }: Statement, write: (value: unknown) => string = literal): string {
  return text.replace(/\s+/g, ' ').replace(/\$(\d+)/g, (_, number: string) => write(values[Number(number) - 1]))
}

/** As the driver sends it: text of no declared type. */
function literal(value: unknown): string {
  if (value === null || value === undefined) return 'null'
  if (value instanceof Uint8Array) return `'\\x${Buffer.from(value).toString('hex')}'`
  if (Array.isArray(value)) return `'{${value.map(String).join(',')}}'`
  if (value instanceof Date) return `'${value.toISOString()}'`
  if (typeof value === 'object') throw new Error('No statement of a verb carries an object')
  const text = String(value as string | number | bigint | boolean).replaceAll("'", "''")
  // A colon with a word after it would be a variable of pgbench's.
  return /:[A-Za-z_]/.test(text) ? `E'${text.replaceAll('\\', '\\\\').replaceAll(':', '\\x3a')}'` : `'${text}'`
}

function program(): string {
  const found = globSync('/usr/lib/postgresql/*/bin/pgbench').toSorted().at(-1)
  if (!found) throw new Error('pgbench is missing. On Debian: apt-get install -y --no-install-recommends postgresql-15')
  return found
}

function run({ url, dataDir }: Bench, script: string, args: readonly (string | number)[], role?: string): string {
  const file = join(dataDir, 'script.sql')
  writeFileSync(file, script)
  return execFileSync(program(), ['-n', '-f', file, ...args.map(String), url], {
    encoding: 'utf8',
    env: { ...process.env, ...(role !== undefined && { PGOPTIONS: `-c role=${role}` }) },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
}

/** Statements of any length one after the other, as the owner. */
export function execute(bench: Bench, statements: readonly Statement[]): void {
  run(bench, statements.map((each) => `${withValues(each)};\n`).join(''), ['-t', 1])
}

interface Run {
  script: string
  /** Its clients, each with `count / clients` transactions. */
  clients: number
  count: number
  variables?: Record<string, number>
}

/** Transactions a second. Throws unless every one of them was committed. */
export function pgbench(bench: Bench, { script, clients, count, variables = {} }: Run): number {
  const each = Math.floor(count / clients)
  const defines = Object.entries(variables).flatMap(([name, value]) => ['-D', `${name}=${value}`])
  const args = ['-M', 'prepared', '-c', clients, '-j', Math.min(2, clients), '-t', each, ...defines]
  const output = run(bench, script, args, 'sauda_app')
  const done = Number(/actually processed: (\d+)/.exec(output)?.[1])
  const rate = Number(/tps = ([\d.]+)/.exec(output)?.[1])
  if (done !== each * clients || !(rate > 0)) throw new Error(`pgbench: ${output}`)
  return rate
}
