import { authRules } from '@sauda/contract/auth'
import type { Sql } from '../platform/db.ts'
import { deleteOldCodes } from './code.sql.ts'
import { deleteOldRegistrations } from './register.sql.ts'

/** Forgets registrations nobody verified, and codes of yesterday. */
export async function sweepRegistrations(sql: Sql): Promise<void> {
  await deleteOldRegistrations(sql, authRules.pendingHours)
  await deleteOldCodes(sql)
}
