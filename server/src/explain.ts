import { FirstOperatorFault } from './operator/first.ts'
import { ConfigFault } from './platform/settings.ts'
import type { Config } from './config.ts'
import { DatabaseShut, MigrationFault } from './platform/migrate.ts'
import { asStartFault, StartFault } from './platform/postgres/fault.ts'
import { SecretFault } from './platform/secret-check.ts'

const named = [ConfigFault, StartFault, MigrationFault, SecretFault, FirstOperatorFault]

/** Wrong host, user or password, or the database does not exist (class 28, 3D, 08, 57P03). */
const databaseShut =
  /^(?:ECONNREFUSED|ECONNRESET|ENOTFOUND|EAI_AGAIN|ETIMEDOUT|EHOSTUNREACH|28\w{3}|3D000|08\w{3}|57P0\d|53300|42501)$/

/** One sentence for the person who started the server; unexpected errors keep their stack. */
export function explain(error: unknown, config: Config | undefined): string {
  if (!(error instanceof Error)) return String(error)
  if (error instanceof DatabaseShut)
    return config?.databaseUrl === undefined ? explain(error.cause, config) : shut(error.cause)
  if (named.some((known) => error instanceof known) || config === undefined) return error.message
  const { code = '', syscall, hostname } = error as NodeJS.ErrnoException & { hostname?: string }
  if (syscall === 'listen' || (syscall === 'getaddrinfo' && hostname === config.host)) {
    const sentence = portFault(code, config)
    if (sentence !== undefined) return sentence
  }
  if (config.databaseUrl !== undefined && databaseShut.test(code)) return shut(error)
  const asFault = asStartFault(error, config.dataDir)
  return asFault instanceof StartFault ? asFault.message : (error.stack ?? error.message)
}

function portFault(code: string, { port, host }: Config): string | undefined {
  if (code === 'EADDRINUSE')
    return `Port ${port} is in use by another program. Stop it, or choose another port: PORT=${port + 1} npm start`
  if (code === 'EACCES') return `No permission to listen on port ${port}. Choose one above 1023, such as PORT=3000.`
  if (['EADDRNOTAVAIL', 'ENOTFOUND', 'EAI_AGAIN', 'EINVAL'].includes(code))
    return `HOST=${host} is no address of this machine. Use 127.0.0.1 for this machine alone, or 0.0.0.0 for all of its addresses.`
  return undefined
}

const shut = (error: unknown): string =>
  `The database at DATABASE_URL does not let us in (${reason(error)}). Check the address, the name and the password.`

/** When several addresses of a host name were tried, the message is in the first error. */
function reason(error: unknown): string {
  const first: unknown = error instanceof AggregateError ? error.errors[0] : error
  return first instanceof Error ? first.message || (first as NodeJS.ErrnoException).code || first.name : String(first)
}
