import { headsUnread } from '@sauda/contract/core/audit'
import { AppError } from '@sauda/contract/platform/error'
import type { Sql } from '../../platform/db.ts'
import { sameBytes, type Secret } from '../../platform/secret.ts'
import { headLogs, sealsAt } from './seal.sql.ts'
import { type HeadLine, type HeadStore, readHeadLine, signHead } from './head.ts'

const batchLines = 1000

export type HeadVerification =
  | { readonly ok: true; readonly lines: number; readonly newest: string | undefined }
  | { readonly ok: false; readonly fault: string }

class HeadError extends Error {}

/** A place that does not answer says nothing about the log. */
async function* linesOf({ place, lines }: HeadStore): AsyncGenerator<string> {
  try {
    yield* lines()
  } catch (error) {
    throw new AppError(headsUnread(place, (error as Error).message))
  }
}

/** Compares the signed lines with each other and with the chain in the database. */
export async function verifyHeads(sql: Sql, store: HeadStore, secret: Secret): Promise<HeadVerification> {
  const newest = new Map<string, HeadLine>()
  const known = await headLogs(sql)
  let lines = 0
  let batch: HeadLine[] = []
  try {
    for await (const text of linesOf(store)) {
      const head = readHeadLine(text)
      // A partial line after a crash; if it was complete, the next line has no predecessor.
      if (!head) continue
      requireSuccessor(secret, head, newest.get(head.log))
      newest.set(head.log, head)
      lines += 1
      batch.push(head)
      if (batch.length === batchLines) await requireSeals(sql, batch.splice(0))
    }
    await requireSeals(sql, batch)
    requireKnown(known, newest, store.place)
  } catch (error) {
    if (error instanceof HeadError) return { ok: false, fault: error.message }
    throw error
  }
  const times = [...newest.values()].map(({ at }) => at).toSorted()
  return { ok: true, lines, newest: times.at(-1) }
}

export type OldHeads = { readonly matching: number; readonly newer: number; readonly fault?: string }

/** For a restored log, which may end before the newest line: every line up to its end must fit it. */
export async function verifyOldHeads(
  sql: Sql,
  store: HeadStore,
  { secret, end }: { readonly secret: Secret; readonly end: bigint },
): Promise<OldHeads> {
  let newer = 0
  const last = new Map<string, HeadLine>()
  const old: HeadLine[] = []
  try {
    for await (const text of linesOf(store)) {
      const head = readHeadLine(text)
      if (!head) continue
      requireSuccessor(secret, head, last.get(head.log))
      last.set(head.log, head)
      if (BigInt(head.position) > end) newer += 1
      else old.push(head)
    }
    for (let n = 0; n < old.length; n += batchLines) await requireSeals(sql, old.slice(n, n + batchLines))
    return { matching: old.length, newer }
  } catch (error) {
    if (error instanceof HeadError) return { matching: 0, newer, fault: error.message }
    throw error
  }
}

/** A server killed between line and commit writes the same line number again. */
function requireSuccessor(secret: Secret, head: HeadLine, last: HeadLine | undefined): void {
  const { mac, ...signed } = head
  if (!sameBytes(Buffer.from(mac), Buffer.from(signHead(secret, signed))))
    throw new HeadError(`Line ${head.line} of the head log was changed, or signed with another key`)
  const expected = BigInt(last?.line ?? 0) + 1n
  const isNext = BigInt(head.line) === expected && head.previous === (last?.mac ?? '')
  const isRepeated = last !== undefined && head.line === last.line && head.previous === last.previous
  if (!isNext && !isRepeated) throw new HeadError(`Line ${expected} of the head log is missing or was moved`)
}

async function requireSeals(sql: Sql, heads: readonly HeadLine[]): Promise<void> {
  const seals = await sealsAt(sql, [...new Set(heads.map(({ position }) => position))])
  const byPosition = new Map(seals.map((seal) => [String(seal.position), seal]))
  for (const { position, auditId, hash, at } of heads) {
    const seal = byPosition.get(position)
    if (!seal) throw new HeadError(`Row ${auditId} was in the log at ${at} and is missing now: the log was cut off`)
    if (String(seal.audit_id) !== auditId || seal.hash.toString('hex') !== hash)
      throw new HeadError(`Row ${auditId} had another hash at ${at}: the log was rewritten up to this row`)
  }
}

/** Lines missing at the end, or logs that the database no longer has. */
function requireKnown(
  known: readonly { place: string; log: string; line: bigint }[],
  newest: ReadonlyMap<string, HeadLine>,
  place: string,
): void {
  for (const { log } of newest.values())
    if (!known.some((row) => row.log === log))
      throw new HeadError(`The database does not know head log ${log}: its tables were replaced`)
  for (const row of known) {
    const last = BigInt(newest.get(row.log)?.line ?? 0)
    if (row.place === place && last < row.line)
      throw new HeadError(`The head log ends at line ${last}, but ${row.line} were written`)
  }
}
