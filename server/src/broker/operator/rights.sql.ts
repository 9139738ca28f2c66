import type { Right } from '@sauda/contract/platform/call'
import type { Sql, Tx } from '../../platform/db.ts'

/** The roles that were made at the desk, or whose rights were changed there. */
export const selectRoleRights = (sql: Sql) =>
  sql.rows<{ role: string; rights: Right[] }>(
    'select role, rights from role_rights where retired_at is null order by lower(role)',
  )

/** How many operators have each role, disabled ones too. */
export const countByRole = (sql: Sql) =>
  sql.rows<{ role: string; operators: number }>('select role, count(*)::int as operators from operator group by role')

export const insertRole = (tx: Tx, role: string, rights: readonly Right[]) =>
  tx.run('insert into role_rights (role, rights) values ($1, $2)', [role, rights])

export const renameRole = (tx: Tx, role: string, name: string) =>
  tx.run('update role_rights set role = $2 where role = $1', [role, name])

/** Its name is free again. */
export const retireRole = (tx: Tx, role: string, retiredName: string) =>
  tx.run('update role_rights set role = $2, retired_at = now() where role = $1', [role, retiredName])

/** Changes of rights run one after the other. */
export const lockRoles = (tx: Tx) => tx.run('lock table role_rights in share row exclusive mode')

export const saveRights = (
  tx: Tx,
  r: { readonly role: string; readonly rights: readonly Right[]; readonly isExtended: boolean },
) =>
  tx.run(
    `insert into role_rights as r (role, rights, extended_at) values ($1, $2, case when $3 then now() end)
     on conflict (role) do update set rights = $2, extended_at = case when $3 then now() else r.extended_at end`,
    [r.role, r.rights, r.isExtended],
  )

export const deleteSessionsOfRole = (tx: Tx, role: string) =>
  tx.run('delete from session s using operator o where o.id = s.operator_id and o.role = $1', [role])
