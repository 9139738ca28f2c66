import * as z from 'zod/mini'
import { wholeNumber } from './settings.ts'

const number = (what: string, least: number, most: number, usual: number) =>
  z._default(wholeNumber(`must be ${what} from ${least} to ${most}`, least, most), usual)

const seconds = (most: number, usual: number) => number('a number of seconds', 1, most, usual)

/** How much one process takes on, and how long anything may take. docs/operations.md says how to choose. */
export const limitVariables = {
  DATABASE_CONNECTIONS: number('a number of connections', 2, 500, 20),
  DATABASE_WAIT_SECONDS: seconds(60, 2),
  STATEMENT_SECONDS: seconds(600, 7),
  LOCK_SECONDS: seconds(600, 3),
  IDLE_TRANSACTION_SECONDS: seconds(3600, 30),
  CALLS_AT_ONCE: number('a number of calls', 10, 10_000, 100),
  CONNECTIONS: number('a number of connections', 100, 1_000_000, 20_000),
  REQUESTS_PER_ADDRESS: number('a number of requests a minute', 10, 10_000_000, 6000),
  REQUESTS_PER_SESSION: number('a number of requests a minute', 10, 10_000_000, 1000),
  STOP_WAIT_SECONDS: z.optional(wholeNumber('must be a number of seconds from 0 to 300', 0, 300)),
  DISK_WARNING_MB: number('a number of megabytes', 0, 100_000_000, 2048),
  DISK_STOP_MB: number('a number of megabytes', 0, 100_000_000, 512),
}
const schema = z.object(limitVariables)
type LimitVariables = z.infer<typeof schema>

export const diskError = (e: LimitVariables): string | undefined =>
  e.DISK_STOP_MB > e.DISK_WARNING_MB ? 'DISK_STOP_MB: must not be more than DISK_WARNING_MB' : undefined

export const limitSettings = (e: LimitVariables, mode: 'demo' | 'live') => ({
  databaseConnections: e.DATABASE_CONNECTIONS,
  /** Milliseconds. */
  database: {
    wait: e.DATABASE_WAIT_SECONDS * 1000,
    statement: e.STATEMENT_SECONDS * 1000,
    lock: e.LOCK_SECONDS * 1000,
    idle: e.IDLE_TRANSACTION_SECONDS * 1000,
  },
  callsAtOnce: e.CALLS_AT_ONCE,
  callsOfOne: Math.max(1, Math.floor(e.DATABASE_CONNECTIONS * 0.4)),
  /** With the longest wait for a lock, less than the ten seconds a browser waits. */
  turnMilliseconds: 6000,
  connections: e.CONNECTIONS,
  rate: { perAddress: e.REQUESTS_PER_ADDRESS, perSession: e.REQUESTS_PER_SESSION },
  /** From SIGTERM until no more requests are accepted, so that a proxy notices first. */
  stopWaitMilliseconds: (e.STOP_WAIT_SECONDS ?? (mode === 'live' ? 5 : 0)) * 1000,
  diskWarningBytes: e.DISK_WARNING_MB * 2 ** 20,
  diskStopBytes: e.DISK_STOP_MB * 2 ** 20,
})
