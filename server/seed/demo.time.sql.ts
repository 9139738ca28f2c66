import type { Tx } from '../src/platform/db.ts'

/** These prevent a change of recorded times even by the owner of the tables. */
const triggers = { journal: 'journal_append_only', audit: 'audit_append_only', trade: 'trade_kept' }

const moments = {
  client: ['frozen_at'],
  bank_details: ['set_at'],
  kyc_document: ['uploaded_at', 'decided_at'],
  setting_request: ['created_at', 'decided_at'],
  wallet_request: ['created_at', 'first_approval_at', 'decided_at'],
  charge: ['created_at', 'paid_at', 'decided_at'],
  adjustment: ['created_at', 'decided_at'],
  trade: ['created_at'],
  trade_reversal: ['created_at', 'decided_at'],
  journal: ['at'],
  audit: ['at'],
  mail: ['created_at'],
  notification: ['at'],
} satisfies Record<string, readonly string[]>

/**
 * Until `closePast`, times can be changed in this transaction, as the owner of the tables. Returns the role to
 * restore.
 */
export async function openPast(tx: Tx): Promise<string> {
  const { role = 'none' } = (await tx.row<{ role: string }>("select current_setting('role') as role")) ?? {}
  await tx.run(asOwner(role, switched('disable')))
  return role
}

/** Moves everything written since the transaction began, or since the last call, to the time `at`. */
export function moveBack(tx: Tx, role: string, at: Date) {
  const by = `(now() - timestamptz '${at.toISOString()}')`
  return tx.run(
    asOwner(
      role,
      Object.entries(moments).map(([table, columns]) => {
        const moved = columns.map(
          (column) => `${column} = case when ${column} >= now() then ${column} - ${by} else ${column} end`,
        )
        const dayOf = (column: string) => `((${column} - ${by}) at time zone 'Asia/Kolkata')::date`
        if (table === 'journal')
          moved.push(`value_date = case when value_date is null then null else ${dayOf('at')} end`)
        if (table === 'trade') moved.push(`day = ${dayOf('created_at')}`)
        return `update ${table} set ${moved.join(', ')} where greatest(${columns.join(', ')}) >= now()`
      }),
    ),
  )
}

export const closePast = (tx: Tx, role: string) => tx.run(asOwner(role, switched('enable')))

const switched = (how: 'disable' | 'enable') =>
  Object.entries(triggers).map(([table, trigger]) => `alter table ${table} ${how} trigger ${trigger}`)

const asOwner = (role: string, statements: readonly string[]): string =>
  ['set local role none', ...statements, `set local role ${role}`].join(';\n')
