import type { Config } from '../../config.ts'
import type { Sql } from '../../platform/db.ts'
import { withDatabase } from '../../platform/postgres/postgres.ts'
import { openSecret, sameBytes, type Secret } from '../../platform/secret.ts'
import { openHeadStore, type HeadConfig, type HeadLine, type HeadStore, readHeadLine, signHead } from './head.ts'
import { genesis, link } from './seal.ts'
import { newestSeal, rowsWithSeals, sealAt, type SealedRow, headLogs, sealsAt } from './seal.sql.ts'
import { headsUnread } from '@sauda/contract/core/audit'
import { AppError } from '@sauda/contract/platform/error'

const batchLines = 1000

type HeadVerification =
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
async function verifyHeads(sql: Sql, store: HeadStore, secret: Secret): Promise<HeadVerification> {
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

type OldHeads = { readonly matching: number; readonly newer: number; readonly fault?: string }

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

const batchRows = 2000

type ChainError = { readonly brokenAt: string; readonly fault: string }
export type Verification =
  | { readonly ok: true; readonly rows: number; readonly hash: string }
  | ({ readonly ok: false; readonly rows: number } & ChainError)

/** `rows` counts the verified rows; rows not sealed yet are skipped. */
export async function verifyAudit(sql: Sql): Promise<Verification> {
  const end = (await newestSeal(sql))?.position ?? 0n
  let { position, hash, place } = genesis
  while (position < end) {
    const rows = await rowsWithSeals(sql, place, batchRows)
    for (const row of rows) {
      if (position === end) break
      if (!isIntact(row, position + 1n, hash)) return broken(position, await findError(sql, row, position + 1n, hash))
      position += 1n
      hash = link(hash, row.text)
      place = row
    }
    if (rows.length < batchRows && position < end) return broken(position, await missingRow(sql, position + 1n))
  }
  return { ok: true, rows: Number(position), hash: hash.toString('hex') }
}

const broken = (position: bigint, found: ChainError): Verification => ({ ok: false, rows: Number(position), ...found })

const isIntact = (row: SealedRow, position: bigint, previous: Buffer): boolean =>
  row.position === position && row.hash !== null && sameBytes(link(previous, row.text), row.hash)

async function findError(sql: Sql, row: SealedRow, position: bigint, previous: Buffer): Promise<ChainError> {
  const seal = await sealAt(sql, position)
  if (!seal) {
    const fault =
      row.position === null ? 'The seal of this row is gone' : 'A row before this one is missing with its seal'
    return { brokenAt: String(row.id), fault }
  }
  if (row.position !== position && sameBytes(link(previous, row.text), seal.hash))
    return { brokenAt: String(row.id), fault: 'The seal of this row was put to another one' }
  if (seal.text === null) return { brokenAt: String(seal.audit_id), fault: 'This row was deleted' }
  // The original row is intact, so the row in its place was moved or inserted.
  if (seal.audit_id !== row.id && sameBytes(link(previous, seal.text), seal.hash)) {
    const fault = row.position === null ? 'This row was put in behind rows already sealed' : 'This row was moved'
    return { brokenAt: String(row.id), fault }
  }
  return { brokenAt: String(seal.audit_id), fault: 'This row or its seal was changed' }
}

async function missingRow(sql: Sql, position: bigint): Promise<ChainError> {
  const seal = await sealAt(sql, position)
  return { brokenAt: seal ? String(seal.audit_id) : 'the end', fault: 'This row was deleted' }
}

export type Compared = Verification & { readonly heads?: number; readonly newest?: string | undefined }

/** The chain, and with the signed heads outside the database. */
export async function verifyWithHeads(sql: Sql, config: HeadConfig, secret: Secret): Promise<Compared> {
  const result = await verifyAudit(sql)
  if (!result.ok) return result
  const heads = await verifyHeads(sql, await openHeadStore(config), secret)
  if (heads.ok) return { ...result, heads: heads.lines, newest: heads.newest }
  return { ok: false, rows: result.rows, brokenAt: 'head log', fault: heads.fault }
}

export const checkAudit = (config: Config): Promise<{ ok: boolean; sentence: string }> =>
  withDatabase(config, async (db) => {
    const result = await verifyWithHeads(db, config, await openSecret(db, config))
    const rows = `${result.rows} ${result.rows === 1 ? 'row' : 'rows'}`
    if (result.ok) {
      const outside =
        result.newest === undefined ? 'no head log yet' : `${result.heads} heads match, newest ${result.newest}`
      return { ok: true, sentence: `The audit log is whole: ${rows}, newest seal ${result.hash}; ${outside}` }
    }
    const sentence =
      result.brokenAt === 'head log'
        ? `The audit log does not match its head log. ${result.fault}.`
        : `The audit log is broken at row ${result.brokenAt}. ${result.fault}. ${rows} before it fit.`
    return { ok: false, sentence }
  })
