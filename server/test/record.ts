import { AsyncLocalStorage } from 'node:async_hooks'
import pg from 'pg'

export interface Statement {
  text: string
  values: readonly unknown[]
}

/** Statements sent in one round trip. */
export type Recording = Statement[][]

type Callback = (error: Error | null, result: pg.QueryResult) => void
type Sent = pg.QueryConfig & { callback?: Callback }
type Query = (this: pg.Client, config: string | Sent, values?: unknown, callback?: Callback) => unknown

const current = new AsyncLocalStorage<{ trips: Recording; underWay: number }>()

/** The statements that `work` sends, recorded at the driver, including those that begin and end a transaction. */
export async function record(work: () => Promise<unknown>): Promise<Recording> {
  const client = pg.Client.prototype as unknown as { query: Query }
  const { query } = client
  client.query = function (config, values, callback) {
    const now = current.getStore()
    if (!now) return query.call(this, config, values, callback)
    // Statements sent while an answer is awaited belong to the same round trip.
    if (now.underWay === 0) now.trips.push([])
    now.trips.at(-1)?.push(typeof config === 'string' ? { text: config, values: [] } : statementOf(config))
    now.underWay += 1
    const answered = () => (now.underWay -= 1)
    if (callback)
      return query.call(this, config, values, (error, result) => {
        answered()
        callback(error, result)
      })
    if (typeof config === 'object' && config.callback) {
      const told = config.callback
      config.callback = (error, result) => {
        answered()
        told(error, result)
      }
      return query.call(this, config)
    }
    return (query.call(this, config, values) as Promise<unknown>).finally(answered)
  }
  const trips: Recording = []
  try {
    await current.run({ trips, underWay: 0 }, work)
  } finally {
    client.query = query
  }
  return trips
}

const statementOf = ({ text, values = [] }: pg.QueryConfig): Statement => ({ text, values })
