import type { Reply } from '@sauda/contract/call'
import type { operatorCalls, Role } from '@sauda/contract/operator'
import { selectViews, type Sql, type Tx } from '../platform/db.ts'

export type OperatorRow = {
  id: string
  email: string
  name: string
  role: Role
  password_hash: string
  disabled: boolean
  two_step: boolean
  handed_out: boolean
}
const columns = `o.id, o.email, o.name, o.role, o.password_hash, o.disabled_at is not null as disabled,
  t.confirmed_at is not null as two_step, o.handed_out`

export const findOperatorByEmail = (sql: Sql, email: string) =>
  sql.row<OperatorRow>(`select ${columns} from operator o left join totp t on t.owner_id = o.id where o.email = $1`, [
    email,
  ])

export const findOperator = (sql: Sql, id: string) =>
  sql.row<OperatorRow>(`select ${columns} from operator o left join totp t on t.owner_id = o.id where o.id = $1`, [id])

/** Locks the row, so that a login and disabling the operator run one after the other. */
export const lockOperator = (tx: Tx, id: string) =>
  tx.row<OperatorRow>(
    `select ${columns} from operator o left join totp t on t.owner_id = o.id where o.id = $1 for no key update of o`,
    [id],
  )

export const recordLogin = (sql: Sql, id: string) =>
  sql.run('update operator set last_login_at = now() where id = $1', [id])

export function insertOperator(
  sql: Sql,
  o: {
    id: string
    email: string
    name: string
    role: Role
    passwordHash: string
    /** The password was generated and handed out. */
    handedOut: boolean
    /** Null if the server added the operator. */
    createdBy: string | null
  },
) {
  return sql.run(
    `insert into operator (id, email, name, role, password_hash, handed_out, created_by)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [o.id, o.email, o.name, o.role, o.passwordHash, o.handedOut, o.createdBy],
  )
}

export const setRole = (tx: Tx, id: string, role: Role) =>
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
            t.confirmed_at is not null as "twoStep",
            greatest(o.last_login_at, (select max(s.last_seen_at) from session s where s.operator_id = o.id)) as "lastSeenAt"
       from operator o left join totp t on t.owner_id = o.id
      order by o.disabled_at is not null, o.name, o.id limit 500`,
  )

/** Locks the rows in one order, so that of two operators who disable each other the second is rejected. */
export const lockOperators = (tx: Tx, ids: readonly string[]) =>
  tx.rows<{ id: string; name: string; role: Role; disabled: boolean }>(
    `select id, name, role, disabled_at is not null as disabled from operator
      where id = any($1::uuid[]) order by id for no key update`,
    [ids],
  )

export const disable = (tx: Tx, id: string) =>
  tx.run('update operator set disabled_at = now() where id = $1 and disabled_at is null', [id])

const firstOperatorLock = 7_234_003

/** True for one caller at a time, and only while there is no operator. */
export async function mayAddFirst(tx: Tx): Promise<boolean> {
  await tx.run('select pg_advisory_xact_lock($1)', [firstOperatorLock])
  return (await tx.row('select from operator limit 1')) === undefined
}
