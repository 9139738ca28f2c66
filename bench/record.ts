import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db, Sql } from '../server/src/platform/db.ts'

export interface Statement {
  text: string
  values: readonly unknown[]
}

/** Statements sent in one round trip. */
export type Recording = Statement[][]

const current = new AsyncLocalStorage<{ trips: Recording; underWay: number }>()

/** The statements `work` sends to a database made by `recorded`. */
export async function record(work: () => Promise<unknown>): Promise<Recording> {
  const trips: Recording = []
  await current.run({ trips, underWay: 0 }, work)
  return trips
}

/** The same database, with the statements sent within `record` recorded. */
export function recorded(db: Db): Db {
  return {
    ...listening(db),
    transaction: (work, options) =>
      db.transaction(async (tx) => {
        const now = current.getStore()
        // As in platform/db.ts: begin is sent with the first statement, commit after the last response.
        now?.trips.push([{ text: 'begin', values: [] }])
        let isFirst = true
        const joined = () => {
          const joins = isFirst
          isFirst = false
          return joins
        }
        const result = await work({ ...listening(tx, joined), tx: true })
        now?.trips.push([{ text: 'commit', values: [] }])
        return result
      }, options),
    snapshot: (read) => db.snapshot(read),
    close: () => db.close(),
  }
}

function listening(sql: Sql, joins: () => boolean = () => false): Sql {
  const heard = async <T>(text: string, values: readonly unknown[] = [], answer: Promise<T>): Promise<T> => {
    const now = current.getStore()
    if (!now) return answer
    if (!joins() && now.underWay === 0) now.trips.push([])
    now.trips.at(-1)?.push({ text, values })
    now.underWay += 1
    return answer.finally(() => (now.underWay -= 1))
  }
  return {
    rows: (text, values) => heard(text, values, sql.rows(text, values)),
    row: (text, values) => heard(text, values, sql.row(text, values)),
    run: (text, values) => heard(text, values, sql.run(text, values)),
  }
}
