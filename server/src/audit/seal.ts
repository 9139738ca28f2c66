import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import type { Db } from '../platform/db.ts'
import type { Log } from '../platform/log.ts'
import { beginEra, insertSeals, isUnsealed, lastSealedPlace, lockChain, newestSeal, sealableRows } from './seal.sql.ts'
import type { Place } from './seal.sql.ts'

const batchRows = 1000
const lastTries = 20
const lastMilliseconds = 100

/** Before the first row. */
export const genesis: { readonly position: bigint; readonly hash: Buffer; readonly place: Place } = {
  position: 0n,
  hash: Buffer.alloc(32),
  place: { era: 0, xact: '0', id: 0n },
}

/** One link of the chain: SHA-256(previous hash ‖ the row as text). */
export function link(previous: Buffer, text: string): Buffer {
  return createHash('sha256').update(previous).update(text).digest()
}

/** Call at start, before anything is written: a restored database begins a new era of the log. */
export const openAudit = beginEra

/** Seals what is over, batch by batch; of several processes one does it, the others have nothing to do. */
export async function sealAudit(db: Db, log: Log): Promise<void> {
  while ((await sealBatch(db, log)) === batchRows);
}

/** At stop: waits a moment for what is being written anywhere in the database cluster, since rows behind it cannot be sealed yet. */
export async function sealLast(db: Db, log: Log): Promise<void> {
  for (let tries = 0; tries < lastTries; tries += 1) {
    await sealAudit(db, log)
    if (!(await isUnsealed(db, (await lastSealedPlace(db)) ?? genesis.place))) return
    await wait(lastMilliseconds)
  }
  log.warn('the last rows of the audit log are sealed after the next start')
}

async function sealBatch(db: Db, log: Log): Promise<number> {
  return await db.transaction(async (tx) => {
    if (!(await lockChain(tx))) return 0
    let { position, hash } = (await newestSeal(tx)) ?? genesis
    const rows = await sealableRows(tx, (await lastSealedPlace(tx)) ?? genesis.place, batchRows)
    if (rows.length === 0) return 0
    const seals = rows.map((row) => {
      position += 1n
      hash = link(hash, row.text)
      return { position, auditId: row.id, hash }
    })
    await insertSeals(tx, seals)
    // Whoever keeps the log elsewhere holds an anchor: a chain made anew does not end in these hashes.
    log.info({ position: String(position), hash: hash.toString('hex') }, 'audit log sealed')
    return rows.length
  })
}
