import { AsyncLocalStorage } from 'node:async_hooks'
import type { Db, Sql } from '../server/src/platform/db.ts'

export interface Statement {
  text: string
  values: readonly unknown[]
}

/** Statements that leave together: one round trip to the database. */
export type Recording = Statement[][]

const current = new AsyncLocalStorage<{ trips: Recording; underWay: number }>()

/** Everything `work` asks of a database made by `recorded`, as it was asked. */
export async function record(work: () => Promise<unknown>): Promise<Recording> {
  const trips: Recording = []
  await current.run({ trips, underWay: 0 }, work)
  return trips
}

/** The same database; what is asked of it within `record` is written down. */
export function recorded(db: Db): Db {
  return {
    ...listening(db),
    transaction: (work) =>
      db.transaction(async (tx) => {
        const now = current.getStore()
        // As platform/db.ts does it: begin leaves with the first statement, commit once everything is answered.
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
      }),
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
