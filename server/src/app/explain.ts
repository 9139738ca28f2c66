import { join } from 'node:path'
import type { Config } from '../config.ts'
import { isDatabaseAway } from '../platform/database-fault.ts'
import { StoreAway } from '../platform/files.ts'
import { ConnectionError } from '../platform/migrate.ts'
import { toStartError, StartError } from '../platform/postgres/start-error.ts'

/** Wrong host, user or password, or the database does not exist (class 28, 3D, 08, 57P03). */
const connectionCodes =
  /^(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|28\w{3}|3D000|08\w{3}|57P0\d|53300|42501)$/

/** A pooler gave a connection without the prepared statement, or one that has another of its name. */
const preparedCodes = /^(?:26000|42P05)$/
const preparedError =
  'The pooler at DATABASE_URL cannot carry prepared statements. Set PREPARED_STATEMENTS=off, or use pgbouncer 1.21 or later with max_prepared_statements.'

/** One sentence for the person who started the server; unexpected errors keep their stack. */
export function explain(error: unknown, config: Config | undefined): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof ConnectionError)
    return config?.databaseUrl === undefined ? explain(error.cause, config) : connectionError(error.cause)
  if (error instanceof StoreAway) return explain(error.reason, config)
  if (error instanceof StartError || config === undefined) return error.message
  const { code = '', syscall, hostname } = error as NodeJS.ErrnoException & { hostname?: string }
  if (syscall === 'listen' || (syscall === 'getaddrinfo' && hostname === config.host)) {
    const sentence = listenError(code, config)
    if (sentence !== undefined) return sentence
  }
  if (config.databaseUrl !== undefined && connectionCodes.test(code)) return connectionError(error)
  if (config.databaseUrl !== undefined && preparedCodes.test(code)) return preparedError
  if (syscall === undefined && isDatabaseAway(error)) return awayError(error, config)
  const startError = toStartError(error, config.dataDir)
  return startError instanceof StartError ? startError.message : (error.stack ?? error.message)
}

function listenError(code: string, { port, host }: Config): string | undefined {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Stop it, or choose another port: PORT=${port + 1} npm start`
  if (code === 'EACCES') return `No permission to listen on port ${port}. Choose one above 1023, such as PORT=3000.`
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code))
    return `HOST=${host} is no address of this machine. Use 127.0.0.1 for this machine alone, or 0.0.0.0 for all of its addresses.`
  return undefined
}

function awayError({ message }: Error, { databaseUrl, dataDir }: Config): string {
  if (databaseUrl !== undefined) return `The database at DATABASE_URL cannot do its work (${message}).`
  const folder = join(dataDir, 'postgres')
  return `The database in ${folder} cannot do its work (${message}). Its last lines are in ${join(folder, 'postgres.log')}.`
}

function connectionError(error: unknown): string {
  // When several addresses of a host name were tried, the message is in the first error.
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  const reason =
    first instanceof Error ? first.message || (first as NodeJS.ErrnoException).code || first.name : String(first)
  return `The database at DATABASE_URL does not let us in (${reason}). Check the address, the name and the password.`
}
