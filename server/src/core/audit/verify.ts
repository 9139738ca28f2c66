import type { Config } from '../../config.ts'
import type { Sql } from '../../platform/db.ts'
import { withDatabase } from '../../platform/postgres/postgres.ts'
import { openSecret, sameBytes, type Secret } from '../../platform/secret.ts'
import { openHeadStore, type HeadConfig } from './head.ts'
import { genesis, link } from './seal.ts'
import { newestSeal, rowsWithSeals, sealAt, type SealedRow } from './seal.sql.ts'
import { verifyHeads } from './verify-heads.ts'

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

export type Compared = Verification & {
  readonly heads?: number
  readonly newest?: string | undefined
  /** Lines beside them that are not of this log. */
  readonly others?: string
}

/** The chain, and with the signed heads outside the database. */
export async function verifyWithHeads(sql: Sql, config: HeadConfig, secret: Secret): Promise<Compared> {
  const result = await verifyAudit(sql)
  if (!result.ok) return result
  const heads = await verifyHeads(sql, await openHeadStore(config), secret)
  if (heads.ok) {
    const { lines, newest, others } = heads
    return { ...result, heads: lines, newest, ...(others !== undefined && { others }) }
  }
  return { ok: false, rows: result.rows, brokenAt: 'head log', fault: heads.fault }
}

export const checkAudit = (config: Config): Promise<{ ok: boolean; sentence: string }> =>
  withDatabase(config, async (db) => {
    const result = await verifyWithHeads(db, config, await openSecret(db, config))
    const rows = `${result.rows} ${result.rows === 1 ? 'row' : 'rows'}`
    if (result.ok) {
      const outside =
        result.newest === undefined ? 'no head log yet' : `${result.heads} heads match, newest ${result.newest}`
      const others = result.others === undefined ? '' : `. The head log also has ${result.others}`
      return { ok: true, sentence: `The audit log is whole: ${rows}, newest seal ${result.hash}; ${outside}${others}` }
    }
    const sentence =
      result.brokenAt === 'head log'
        ? `The audit log does not match its head log. ${result.fault}.`
        : `The audit log is broken at row ${result.brokenAt}. ${result.fault}. ${rows} before it fit.`
    return { ok: false, sentence }
  })
