import { authRules } from '@sauda/contract/auth'
import type { Sql } from '../platform/db.ts'
import { deleteOldCodes } from './code.sql.ts'
import { deleteOldRegistrations } from './register.sql.ts'

export async function sweepRegistrations(sql: Sql): Promise<void> {
  await deleteOldRegistrations(sql, authRules.pendingHours)
  await deleteOldCodes(sql)
}
