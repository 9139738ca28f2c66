import type { Sql } from '../platform/db.ts'

export type TotpRow = { secret: Buffer; confirmed: boolean; last_step: bigint }

export function findTotp(sql: Sql, ownerId: string) {
  return sql.row<TotpRow>(
    'select secret, confirmed_at is not null as confirmed, last_step from totp where owner_id = $1',
    [ownerId],
  )
}

/** 0 if two-step login is already on. */
export function storeSecret(sql: Sql, ownerId: string, secret: Buffer) {
  return sql.run(
    `insert into totp as t (owner_id, secret) values ($1, $2)
     on conflict (owner_id) do update set secret = $2, last_step = 0 where t.confirmed_at is null`,
    [ownerId, secret],
  )
}

/** 0 if this step, or a later one, was used already. */
export function useStep(sql: Sql, ownerId: string, step: bigint) {
  return sql.run('update totp set last_step = $2 where owner_id = $1 and last_step < $2', [ownerId, step])
}

export function confirmTotp(sql: Sql, ownerId: string) {
  return sql.run('update totp set confirmed_at = now() where owner_id = $1 and confirmed_at is null', [ownerId])
}

export function removeTotp(sql: Sql, ownerId: string) {
  return sql.run('delete from totp where owner_id = $1', [ownerId])
}

export function insertRecoveryCodes(sql: Sql, ownerId: string, hashes: readonly Buffer[]) {
  return sql.run('insert into recovery_code (owner_id, hash) select $1, unnest($2::bytea[])', [ownerId, hashes])
}

/** 0 if there is no such code. */
export function useRecoveryCode(sql: Sql, ownerId: string, hash: Buffer) {
  return sql.run('delete from recovery_code where owner_id = $1 and hash = $2', [ownerId, hash])
}

export function countRecoveryCodes(sql: Sql, ownerId: string) {
  return sql.row<{ count: number }>('select count(*)::int as count from recovery_code where owner_id = $1', [ownerId])
}
