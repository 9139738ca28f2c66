import type { setUpSteps } from '@sauda/contract/broker/set-up'
import { type Sql, selectIds } from '../../platform/db.ts'

type Stored = Exclude<(typeof setUpSteps)[number], 'cashier' | 'administrator'>

const done: Readonly<Record<Stored, string>> = {
  backup: 'select from backup',
  bankAccount: 'select from broker_bank where account_number is not null',
  clients: 'select from client',
  opening: 'select from bank_opening where reversed_at is null',
  statement: 'select from bank_statement',
  deposit: "select from wallet_request where type = 'added' and status = 'approved'",
  withdrawal: "select from wallet_request where type = 'withdrawal' and status = 'approved'",
}

/** Whether each step that leaves a row is done. */
export const selectSetUp = async (sql: Sql): Promise<Readonly<Record<Stored, boolean>>> => {
  const columns = Object.entries(done).map(([step, rows]) => `exists (${rows}) as "${step}"`)
  const row = await sql.row<Record<Stored, boolean>>(`select ${columns.join(', ')}`)
  if (!row) throw new Error('The database returned no row')
  return row
}

/** Active operators who have not logged in yet. */
export const selectInvited = (sql: Sql) =>
  selectIds(sql, 'select id from operator where last_login_at is null and disabled_at is null')
