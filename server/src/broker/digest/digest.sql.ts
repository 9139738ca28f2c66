import type { Right } from '@sauda/contract/platform/call'
import { type Sql, type Tx, selectValue } from '../../platform/db.ts'
import type { SecondFactor } from '../../core/session/totp.ts'

export const findDigest = (sql: Sql, operatorId: string) =>
  selectValue<boolean>(sql, 'select digest_through is not null from operator where id = $1', [operatorId])

/** 0 if it was on, or off, already. */
export const saveDigest = (tx: Tx, operatorId: string, through: string | null) =>
  tx.run('update operator set digest_through = $2 where id = $1 and (digest_through is null) <> ($2::date is null)', [
    operatorId,
    through,
  ])

export type DueOperator = {
  id: string
  name: string
  email: string
  role: string
  role_rights: Right[] | null
  second_factor: SecondFactor
  handed_out: boolean
}

/** Operators who switched the digest on and have not received that of the day. */
export const dueOperators = (sql: Sql, day: string) =>
  sql.rows<DueOperator>(
    `select o.id, o.name, o.email, o.role, o.handed_out, second_factor(o.id) as second_factor,
            (select r.rights from role_rights r where r.role = o.role) as role_rights
       from operator o where o.digest_through < $1 and o.disabled_at is null order by o.id`,
    [day],
  )

/** 0 if it was sent in the meantime, or switched off. */
export const markSent = (tx: Tx, operatorId: string, day: string) =>
  tx.run('update operator set digest_through = $2 where id = $1 and digest_through < $2 and disabled_at is null', [
    operatorId,
    day,
  ])
