import type { Sql } from '../../platform/db.ts'

/** `secret` is null if two-step login was never set up. */
export const findFactors = (sql: Sql, ownerId: string) =>
  sql.row<{ secret: Buffer | null; confirmed: boolean; passkey: boolean }>(
    `select t.secret, t.confirmed_at is not null as confirmed,
            exists (select from passkey p where p.owner_id = o.id) as passkey
       from (select $1::uuid as id) o left join totp t on t.owner_id = o.id`,
    [ownerId],
  )

/** 0 if two-step login is already on. */
export const storeSecret = (sql: Sql, ownerId: string, secret: Buffer) =>
  sql.run(
    `insert into totp as t (owner_id, secret) values ($1, $2)
     on conflict (owner_id) do update set secret = $2, last_step = 0 where t.confirmed_at is null`,
    [ownerId, secret],
  )

/** 0 if this step, or a later one, was used already. */
export const useStep = (sql: Sql, ownerId: string, step: bigint) =>
  sql.run('update totp set last_step = $2 where owner_id = $1 and last_step < $2', [ownerId, step])

export const confirmTotp = (sql: Sql, ownerId: string) =>
  sql.run('update totp set confirmed_at = now() where owner_id = $1 and confirmed_at is null', [ownerId])

export const removeTotp = (sql: Sql, ownerId: string) => sql.run('delete from totp where owner_id = $1', [ownerId])

export const deleteRecoveryCodes = (sql: Sql, ownerId: string) =>
  sql.run('delete from recovery_code where owner_id = $1', [ownerId])

export const insertRecoveryCodes = (sql: Sql, ownerId: string, hashes: readonly Buffer[]) =>
  sql.run('insert into recovery_code (owner_id, hash) select $1, unnest($2::bytea[])', [ownerId, hashes])

/** 0 if there is no such code. */
export const useRecoveryCode = (sql: Sql, ownerId: string, hash: Buffer) =>
  sql.run('delete from recovery_code where owner_id = $1 and hash = $2', [ownerId, hash])

export const countRecoveryCodes = (sql: Sql, ownerId: string) =>
  sql.row<{ count: number }>('select count(*)::int as count from recovery_code where owner_id = $1', [ownerId])
