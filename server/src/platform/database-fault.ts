import { AppError, commonErrors } from '@sauda/contract/platform/error'
import pg from 'pg'

/** Classes of SQLSTATE about the statement or its values; all others say that the database cannot do its work now. */
const aboutStatement = /^(?:0[ALP]|2[0-4]|25001|2B|2D|2F|34|38|39|3B|3F|42|44|54|P0|HV)/
/** Within those classes: a pooler lost or mixed up prepared statements, or a migration changed a table meanwhile. */
const lostStatement = new Set(['26000', '42P05'])
const changedTable = 'cached plan must not change result type'

/** EAGAIN: a frozen PostgreSQL accepts no connections, until so many wait at its socket that the system takes no more. */
const systemErrors =
  /^(?:ECONN(?:REFUSED|RESET|ABORTED)|ENOENT|EPIPE|ETIMEDOUT|EHOSTUNREACH|EHOSTDOWN|ENETUNREACH|ENETDOWN|ENOTFOUND|EAI_AGAIN|EMFILE|ENFILE|EADDRNOTAVAIL|EAGAIN|ENOTCONN)$/
const driverErrors =
  /timeout exceeded when trying to connect|Query read timeout|timeout expired|Connection terminated|not queryable|after calling end on the pool|^Received unexpected \w+ message from backend|does not support SSL|establishing an SSL connection/

export const isLostStatement = (error: unknown): boolean => lostStatement.has((error as Fault).code ?? '')

/** A statement took longer than its limit. */
export const isTooSlow = (error: unknown): boolean => (error as Fault).code === '57014'

type Fault = { readonly code?: string; readonly message: string; readonly severity?: string }

/**
 * Whether a failed statement says that the database cannot work now: unreachable, starting or stopping, read-only, out of
 * disk, memory, connections or time. The same request may succeed later.
 */
export function isDatabaseAway(error: unknown): boolean {
  if (!(error instanceof Error)) return false
  const { code = '', message, severity } = error as Fault
  if (code.length === 5 && (severity !== undefined || error instanceof pg.DatabaseError || /^\d/.test(code)))
    return (
      severity === 'FATAL' ||
      severity === 'PANIC' ||
      lostStatement.has(code) ||
      message === changedTable ||
      !aboutStatement.test(code)
    )
  return systemErrors.test(code) || driverErrors.test(message)
}

/** The connection cannot be used any more, so that not even a rollback is worth sending. */
export const isConnectionLost = (error: unknown): boolean =>
  error instanceof Error && !(error instanceof pg.DatabaseError) && isDatabaseAway(error)

/** The connection was lost while the commit was under way. */
export class UnknownOutcome extends AppError {
  constructor(cause: unknown) {
    super(commonErrors.unconfirmed)
    this.cause = cause
  }
}
