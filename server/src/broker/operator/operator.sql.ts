import type { Reply, Right } from '@sauda/contract/platform/call'
import type { operatorCalls } from '@sauda/contract/broker/operator'
import { lock } from '../../platform/advisory-lock.sql.ts'
import { selectViews, type Sql, type Tx } from '../../platform/db.ts'
import type { SecondFactor } from '../../core/session/totp.ts'

export type OperatorRow = {
  id: string
  email: string
  name: string
  role: string
  password_hash: string
  disabled: boolean
  second_factor: SecondFactor
  handed_out: boolean
  /** The password that somebody else set is older than a day. */
  first_password_over: boolean
  /** By another operator, not by the server. */
  was_added: boolean
  /** The rights of the role, if they were changed at the desk. */
  role_rights: Right[] | null
}
const columns = `o.id, o.email, o.name, o.role, o.password_hash, o.disabled_at is not null as disabled,
  second_factor(o.id) as second_factor, o.handed_out,
  o.handed_out and o.created_at < now() - interval '24 hours' as first_password_over, o.created_by is not null as was_added,
  (select r.rights from role_rights r where r.role = o.role) as role_rights`

export const findOperatorByEmail = (sql: Sql, email: string) =>
  sql.row<OperatorRow>(`select ${columns} from operator o where o.email = $1`, [email])

export const findOperator = (sql: Sql, id: string) =>
  sql.row<OperatorRow>(`select ${columns} from operator o where o.id = $1`, [id])

/** Locks the row, so that a login and disabling the operator run one after the other. */
export const lockOperator = (tx: Tx, id: string) =>
  tx.row<OperatorRow>(`select ${columns} from operator o where o.id = $1 for no key update of o`, [id])

export const recordLogin = (sql: Sql, id: string) =>
  sql.run('update operator set last_login_at = now() where id = $1', [id])

export const insertOperator = (
  sql: Sql,
  o: {
    id: string
    email: string
    name: string
    role: string
    passwordHash: string
    /** The password was generated and handed out. */
    handedOut: boolean
    /** Null if the server added the operator. */
    createdBy: string | null
  },
) =>
  sql.run(
    `insert into operator (id, email, name, role, password_hash, handed_out, created_by)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [o.id, o.email, o.name, o.role, o.passwordHash, o.handedOut, o.createdBy],
  )

export const setRole = (tx: Tx, id: string, role: string) =>
  tx.run('update operator set role = $2, role_since = now() where id = $1', [id, role])

/** 0 if the password was changed since the caller checked it. */
export const replacePassword = (tx: Tx, id: string, oldHash: string, newHash: string) =>
  tx.run('update operator set password_hash = $3, handed_out = false where id = $1 and password_hash = $2', [
    id,
    oldHash,
    newHash,
  ])

export const selectStaff = (sql: Sql) =>
  selectViews<Reply<typeof operatorCalls.operators>['operators'][number]>(
    sql,
    `select o.id as "_id", o.email, o.name, o.role, o.disabled_at is not null as disabled,
            second_factor(o.id) is not null as "twoStep",
            greatest(o.last_login_at, (select max(s.last_seen_at) from session s where s.operator_id = o.id)) as "lastSeenAt"
       from operator o
      order by o.disabled_at is not null, o.name, o.id limit 500`,
  )

/** Locks the rows in one order, so that of two operators who disable each other the second is rejected. */
export const lockOperators = (tx: Tx, ids: readonly string[]) =>
  tx.rows<{ id: string; name: string; email: string; role: string; disabled: boolean }>(
    `select id, name, email, role, disabled_at is not null as disabled from operator
      where id = any($1::uuid[]) order by id for no key update`,
    [ids],
  )

/** Enables it too. The waiting periods of a new operator start again. */
export const reset = (tx: Tx, o: { id: string; passwordHash: string; by: string | null }) =>
  tx.run(
    `update operator set password_hash = $2, handed_out = false, disabled_at = null, role_since = now(),
            reset_by = $3, reset_at = now()
      where id = $1`,
    [o.id, o.passwordHash, o.by],
  )

/** Cases assigned to the operator are free again. */
export const disable = (tx: Tx, id: string) =>
  tx.run(
    `with unassigned as (delete from queue_claim where operator_id = $1)
     update operator set disabled_at = now() where id = $1 and disabled_at is null`,
    [id],
  )

/** The only operator, if their invitation or configured password expired before they chose a password of their own. */
export const findLockedOutFirst = (tx: Tx) =>
  tx.row<{ id: string; name: string; email: string }>(
    `select id, name, email from operator
      where created_by is null and (handed_out or last_login_at is null)
        and coalesce(reset_at, created_at) < now() - interval '24 hours' and (select count(*) from operator) = 1`,
  )

/** True for one caller at a time, and only while there is no operator. */
export async function mayAddFirst(tx: Tx): Promise<boolean> {
  await lock(tx, 'firstOperator')
  return (await tx.row('select from operator limit 1')) === undefined
}

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
