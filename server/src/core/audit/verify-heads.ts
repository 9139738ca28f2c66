import { headsUnread } from '@sauda/contract/core/audit'
import { AppError } from '@sauda/contract/platform/error'
import type { Sql } from '../../platform/db.ts'
import { sameBytes, type Secret } from '../../platform/secret.ts'
import { type HeadLine, type HeadStore, readHeadLine, signHead } from './head.ts'
import { formerHeadLogs, headLogs, type SealAt, sealsAt } from './seal.sql.ts'

const batchLines = 1000

/** Lines that say nothing about this database: how many of a kind, and where the first one is. */
type Others = Map<string, { count: number; readonly first: number }>

function note(others: Others, kind: string, { count, first }: { count: number; first: number }): void {
  const found = others.get(kind)
  if (found) found.count += count
  else others.set(kind, { count, first })
}

const ofAnotherCopy = 'of another copy of this database'

const textOf = (others: Others): { others?: string } =>
  others.size === 0
    ? {}
    : {
        others: [...others]
          .map(
            ([kind, { count, first }]) => `${count} ${count === 1 ? 'line' : 'lines'} ${kind}, from line ${first} on`,
          )
          .join('; '),
      }

/** A place that does not answer says nothing about the log. */
async function* linesOf({ place, lines }: HeadStore): AsyncGenerator<string> {
  try {
    yield* lines()
  } catch (error) {
    throw new AppError(headsUnread(place, (error as Error).message))
  }
}

const isSigned = (secret: Secret, { mac, ...signed }: HeadLine): boolean =>
  sameBytes(Buffer.from(mac), Buffer.from(signHead(secret, signed)))

/** Whoever may append can add lines, so one without our signature is only noted: a changed one is missing in its log. */
async function* signedHeads(store: HeadStore, secret: Secret, others: Others) {
  let number = 0
  for await (const text of linesOf(store)) {
    number += 1
    const head = readHeadLine(text)
    // A crash may have left half a line.
    if (!head) note(others, 'that cannot be read', { count: 1, first: number })
    else if (isSigned(secret, head)) yield { head, number }
    else note(others, 'not signed by this database', { count: 1, first: number })
  }
}

type Log = {
  readonly isKnown: boolean
  /** When its first line was written, and where that is. */
  readonly begun: string
  readonly first: number
  last: HeadLine | undefined
  count: number
  /** Lines about rows that a restored database does not have. */
  newer: number
  fault: string | undefined
}

/** Every log at the place, compared with the chain up to `end`. */
async function readLogs(sql: Sql, store: HeadStore, { secret, end }: { secret: Secret; end?: bigint }) {
  const known = await headLogs(sql)
  const former = new Set(await formerHeadLogs(sql))
  const others: Others = new Map()
  const logs = new Map<string, Log>()
  let batch: { readonly head: HeadLine; readonly log: Log }[] = []
  async function compare(): Promise<void> {
    const seals = await sealsAt(sql, [...new Set(batch.map(({ head }) => head.position))])
    const byPosition = new Map(seals.map((seal) => [String(seal.position), seal]))
    for (const { head, log } of batch) log.fault ??= sealFault(head, byPosition.get(head.position))
    batch = []
  }
  for await (const { head, number } of signedHeads(store, secret, others)) {
    const isKnown = known.some(({ log }) => log === head.log)
    if (!isKnown && former.has(head.log)) {
      note(others, ofAnotherCopy, { count: 1, first: number })
      continue
    }
    const fresh = { isKnown, begun: head.at, first: number, last: undefined, count: 0, newer: 0, fault: undefined }
    const log: Log = logs.get(head.log) ?? fresh
    logs.set(head.log, log)
    log.fault ??= orderFault(head, log.last)
    log.last = head
    log.count += 1
    if (end !== undefined && BigInt(head.position) > end) log.newer += 1
    else batch.push({ head, log })
    if (batch.length === batchLines) await compare()
  }
  await compare()
  const [oldest] = [...logs.values()].flatMap(({ isKnown, begun }) => (isKnown ? [begun] : [])).toSorted()
  /** A copy begins its log after ours; whoever replaces our tables cannot sign an earlier line. */
  const isCopy = ({ isKnown, begun }: Log) => !isKnown && oldest !== undefined && begun > oldest
  return { known, others, logs, isCopy }
}

type HeadVerification =
  | { readonly ok: true; readonly lines: number; readonly newest: string | undefined; readonly others?: string }
  | { readonly ok: false; readonly fault: string }

/** Compares the signed lines with each other and with the chain in the database. */
export async function verifyHeads(sql: Sql, store: HeadStore, secret: Secret): Promise<HeadVerification> {
  const { known, others, logs, isCopy } = await readLogs(sql, store, { secret })
  const own: Log[] = []
  for (const [name, log] of logs)
    if (isCopy(log)) note(others, ofAnotherCopy, log)
    else if (!log.isKnown)
      return { ok: false, fault: `The database does not know head log ${name}: its tables were replaced` }
    else own.push(log)
  const fault = own.find((log) => log.fault !== undefined)?.fault ?? endFault(known, logs, store.place)
  if (fault !== undefined) return { ok: false, fault }
  const times = own.flatMap(({ last }) => last?.at ?? []).toSorted()
  return { ok: true, lines: own.reduce((sum, { count }) => sum + count, 0), newest: times.at(-1), ...textOf(others) }
}

type OldHeads = {
  readonly matching: number
  readonly newer: number
  readonly fault?: string | undefined
  readonly others?: string
  /** Every log that this database signed. */
  readonly logs: readonly string[]
}

/** For a restored log, which may end before the newest line: every line up to its end must fit it. */
export async function verifyOldHeads(
  sql: Sql,
  store: HeadStore,
  { secret, end }: { readonly secret: Secret; readonly end: bigint },
): Promise<OldHeads> {
  const { known, others, logs, isCopy } = await readLogs(sql, store, { secret, end })
  const own: Log[] = []
  for (const log of logs.values())
    if (isCopy(log) && log.fault !== undefined) note(others, ofAnotherCopy, log)
    else own.push(log)
  const newer = own.reduce((sum, log) => sum + log.newer, 0)
  return {
    matching: own.reduce((sum, { count }) => sum + count, 0) - newer,
    newer,
    fault: own.find((log) => log.fault !== undefined)?.fault ?? endFault(known, logs, store.place),
    ...textOf(others),
    logs: [...new Set([...known.map(({ log }) => log), ...logs.keys()])],
  }
}

/** A server killed between line and commit writes the same line number again. */
function orderFault(head: HeadLine, last: HeadLine | undefined): string | undefined {
  const expected = BigInt(last?.line ?? 0) + 1n
  const isNext = BigInt(head.line) === expected && head.previous === (last?.mac ?? '')
  const isRepeated = last !== undefined && head.line === last.line && head.previous === last.previous
  return isNext || isRepeated
    ? undefined
    : `Line ${expected} of head log ${head.log} is missing, or was moved or changed`
}

function sealFault({ auditId, hash, at }: HeadLine, seal: SealAt | undefined): string | undefined {
  if (!seal) return `Row ${auditId} was in the log at ${at} and is missing now: the log was cut off`
  return String(seal.audit_id) === auditId && seal.hash.toString('hex') === hash
    ? undefined
    : `Row ${auditId} had another hash at ${at}: the log was rewritten up to this row`
}

type KnownLogs = readonly { readonly place: string; readonly log: string; readonly line: bigint }[]

/** Lines missing at the end. */
function endFault(known: KnownLogs, logs: ReadonlyMap<string, Log>, here: string): string | undefined {
  for (const { place, log, line } of known) {
    const last = BigInt(logs.get(log)?.last?.line ?? 0)
    if (place === here && last < line) return `The head log ends at line ${last}, but ${line} were written`
  }
  return undefined
}
