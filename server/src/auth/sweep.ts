import { authRules } from '@sauda/contract/auth'
import type { Sql } from '../platform/db.ts'
import { deleteOldPending } from './auth.sql.ts'
import { deleteOldCodes } from './code.sql.ts'

/** Forgets registrations nobody verified, and codes of yesterday. */
export async function sweepRegistrations(sql: Sql): Promise<void> {
  await deleteOldPending(sql, authRules.pendingHours)
  await deleteOldCodes(sql)
}
