import type { Db } from '../../platform/db.ts'
import type { Log } from '../../platform/log.ts'
import type { RefusedRequest } from '../../platform/mount.ts'
import { audit } from './audit.ts'
import { addRefusals, type RefusalCount, takeRefusals } from './audit.sql.ts'

/** How many different rejections wait for the next write; further ones are only counted in the log. */
const mostPending = 5000
const batchRows = 500

export type RecordRefusal = (refusal: RefusedRequest) => void

/**
 * Counts rejected requests in memory and, every few seconds, in the database, so that a flood costs neither a transaction
 * nor an audit row per request. Those of unknown callers are only logged.
 */
export function createRefusals(db: Db, log: Log) {
  let pending = new Map<string, RefusalCount>()
  let anonymous: Record<string, number> = {}

  function countOnly(name: string): void {
    anonymous[name] = (anonymous[name] ?? 0) + 1
  }

  function add({ count, statuses, ...refusal }: RefusalCount): void {
    const key = JSON.stringify([refusal.kind, refusal.id, refusal.call])
    const known = pending.get(key)
    if (!known && pending.size >= mostPending) return countOnly('not recorded')
    pending.set(key, {
      ...refusal,
      count: (known?.count ?? 0) + count,
      statuses: [...new Set([...(known?.statuses ?? []), ...statuses])],
    })
  }

  const record: RecordRefusal = ({ actor, call, status, ip }) =>
    actor ? add({ ...actor, call, statuses: [status], count: 1, ip }) : countOnly(`${call} ${status}`)

  /** Stores the counts; a failed write keeps them for the next one. */
  async function store(): Promise<void> {
    if (pending.size === 0) return
    const refusals = [...pending.values()]
    pending = new Map()
    await addRefusals(db, refusals).catch((error: unknown) => {
      for (const refusal of refusals) add(refusal)
      throw error
    })
  }

  /** Writes one audit row for each actor, call and minute that is over. */
  async function writeAudit(): Promise<void> {
    while ((await writeBatch(db)) === batchRows);
  }

  function logAnonymous(): void {
    if (Object.keys(anonymous).length > 0) log.info({ refusals: anonymous }, 'refusals of unknown callers')
    anonymous = {}
  }

  async function write(): Promise<void> {
    logAnonymous()
    await store()
    await writeAudit()
  }

  return { record, store, write }
}

const writeBatch = (db: Db): Promise<number> =>
  db.transaction(async (tx) => {
    const due = await takeRefusals(tx, batchRows)
    for (const { kind, id, name, ip, minute, ...after } of due)
      await audit(tx, {
        by: kind === 'client' ? { client: { id, name }, ip } : { operator: { id, name }, ip },
        action: 'request.refused',
        subjectId: id,
        after: { ...after, minute: minute.toISOString() },
      })
    return due.length
  })
