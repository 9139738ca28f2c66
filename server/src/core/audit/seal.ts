import { createHash } from 'node:crypto'
import { setTimeout as wait } from 'node:timers/promises'
import { auditRules } from '@sauda/contract/core/audit'
import type { Db } from '../../platform/db.ts'
import type { Log } from '../../platform/log.ts'
import {
  beginEra,
  insertSeals,
  isUnsealed,
  lastSealedPosition,
  lockChain,
  newestSeal,
  sealableRows,
  unsealedSeconds,
  type ChainPosition,
} from './seal.sql.ts'

const batchRows = 1000
const lastTries = 20
const lastMilliseconds = 100

export const genesis: { readonly position: bigint; readonly hash: Buffer; readonly place: ChainPosition } = {
  position: 0n,
  hash: Buffer.alloc(32),
  place: { era: 0, xact: '0', id: 0n },
}

/** SHA-256(previous hash ‖ row text). */
export const link = (previous: Buffer, text: string): Buffer =>
  createHash('sha256').update(previous).update(text).digest()

/** Called before anything is written, because a restored database starts a new era. */
export const openAudit = beginEra

/** Seals completed rows in batches; with several processes only one seals at a time. */
export async function sealAudit(db: Db, log: Log): Promise<void> {
  while ((await sealBatch(db, log)) === batchRows);
}

/** At stop: waits briefly for running transactions, because later rows cannot be sealed before them. */
export async function sealLast(db: Db, log: Log): Promise<void> {
  for (let tries = 0; tries < lastTries; tries += 1) {
    await sealAudit(db, log)
    if (!(await isUnsealed(db, (await lastSealedPosition(db)) ?? genesis.place))) return
    await wait(lastMilliseconds)
  }
  log.warn('the last rows of the audit log are sealed after the next start')
}

/** How long the first unsealed row has been waiting. */
export async function sealLag(db: Db): Promise<number> {
  return (await unsealedSeconds(db, (await lastSealedPosition(db)) ?? genesis.place)) ?? 0
}

/** Reports rows that wait longer than sealing ever takes, such as behind a transaction that does not end. */
export function createLagWatch(db: Db, log: Log) {
  let isLagging = false
  return {
    isCurrent: () => !isLagging,
    look: async (): Promise<void> => {
      const seconds = Math.round(await sealLag(db))
      isLagging = seconds > auditRules.lagSeconds
      if (isLagging) log.warn({ seconds }, 'the audit log is not sealed')
    },
  }
}

const sealBatch = async (db: Db, log: Log): Promise<number> =>
  await db.transaction(async (tx) => {
    if (!(await lockChain(tx))) return 0
    let { position, hash } = (await newestSeal(tx)) ?? genesis
    const rows = await sealableRows(tx, (await lastSealedPosition(tx)) ?? genesis.place, batchRows)
    if (rows.length === 0) return 0
    const seals = rows.map((row) => {
      position += 1n
      hash = link(hash, row.text)
      return { position, auditId: row.id, hash }
    })
    await insertSeals(tx, seals)
    // With the logged hash an operator can detect a chain that was rebuilt.
    log.info({ position: String(position), hash: hash.toString('hex') }, 'audit log sealed')
    return rows.length
  })
