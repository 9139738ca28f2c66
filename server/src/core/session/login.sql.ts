import { selectViews, type Sql, type Tx, selectColumn, selectValue } from '../../platform/db.ts'
import type { Reply } from '@sauda/contract/platform/call'
import type { authCalls } from '@sauda/contract/client/auth'
import type { sessionRules } from '@sauda/contract/core/session'

export type CodeFlow = 'reset' | 'login-auth' | 'login-operator' | 'contact-present' | 'contact-new'
type Address = { readonly flow: CodeFlow; readonly email: string }

/** 0 while the last mail is younger than the pause, or the hourly limit is reached. */
export const storeCode = (
  sql: Sql,
  { flow, email }: Address,
  c: { hash: Buffer; flowHash: Buffer | null; minutes: number; pauseSeconds: number; perHour: number },
) =>
  sql.run(
    `insert into one_time_code as c (flow, email, hash, flow_hash, expires_at, mailed_at)
     values ($1, $2, $3, $4, now() + make_interval(mins => $5), array[now()])
     on conflict (flow, email) do update set
       hash = excluded.hash, flow_hash = excluded.flow_hash, wrong_tries = 0, other_tries = 0, used_at = null,
       expires_at = excluded.expires_at,
       mailed_at = array(select at from unnest(c.mailed_at) at where at > now() - interval '1 hour' order by at) || now()
     where c.mailed_at[cardinality(c.mailed_at)] <= now() - make_interval(secs => $6)
       and (select count(*) from unnest(c.mailed_at) at where at > now() - interval '1 hour') < $7`,
    [flow, email, c.hash, c.flowHash, c.minutes, c.pauseSeconds, c.perHour],
  )

/** Seconds until the next code may be mailed: because of the pause, and because of the hourly limit. */
export const secondsToWait = (sql: Sql, { flow, email }: Address, pauseSeconds: number, perHour: number) =>
  sql.row<{ pause: number; hour: number }>(
    `select extract(epoch from mailed_at[cardinality(mailed_at)] + make_interval(secs => $3) - now())::float8 as pause,
            coalesce(extract(epoch from mailed_at[cardinality(mailed_at) - $4 + 1] + interval '1 hour' - now()), 0)::float8
              as hour
       from one_time_code where flow = $1 and email = $2`,
    [flow, email, pauseSeconds, perHour],
  )

/**
 * Compares a code and counts the try in one statement, so that parallel guesses are all counted; no row if there is no
 * valid code. The requesting browser has `tries` wrong ones, all others together one try.
 */
export const compareCode = (sql: Sql, { flow, email }: Address, hash: Buffer, flowHash: Buffer | null, tries: number) =>
  selectValue<boolean | undefined>(
    sql,
    `update one_time_code set
       wrong_tries = wrong_tries + (flow_hash is not distinct from $4 and hash <> $3)::int,
       other_tries = other_tries + (flow_hash is distinct from $4)::int
      where flow = $1 and email = $2 and used_at is null and expires_at > now()
        and case when flow_hash is not distinct from $4 then wrong_tries < $5 else other_tries < 1 end
      returning hash = $3`,
    [flow, email, hash, flowHash, tries],
  )

/** 0 if the code is no longer valid. */
export const spendCode = (sql: Sql, { flow, email }: Address, hash: Buffer) =>
  sql.run(
    `update one_time_code set used_at = now()
      where flow = $1 and email = $2 and hash = $3 and used_at is null and expires_at > now()`,
    [flow, email, hash],
  )

export const deleteOldCodes = (sql: Sql) =>
  sql.run(`delete from one_time_code where expires_at < now() - interval '1 day'`)

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
  selectValue<number>(sql, 'select count(*)::int from recovery_code where owner_id = $1', [ownerId])

export type PasskeyRow = {
  id: string
  owner_id: string
  credential_id: string
  public_key: Buffer
  counter: bigint
}

export const findPasskey = (sql: Sql, credentialId: string) =>
  sql.row<PasskeyRow>('select id, owner_id, credential_id, public_key, counter from passkey where credential_id = $1', [
    credentialId,
  ])

export const selectPasskeys = (sql: Sql, ownerId: string) =>
  selectViews<Reply<typeof authCalls.passkeys>[number]>(
    sql,
    `select id as "_id", name, created_at as "createdAt", last_used_at as "lastUsedAt"
       from passkey where owner_id = $1 order by id`,
    [ownerId],
  )

export const credentialsOf = (sql: Sql, ownerId: string) =>
  selectColumn<string>(sql, 'select credential_id from passkey where owner_id = $1 order by id', [ownerId])

/** 0 if the credential is registered already. */
export const insertPasskey = (tx: Tx, p: PasskeyRow & { name: string }) =>
  tx.run(
    `insert into passkey (id, owner_id, credential_id, public_key, counter, name)
     values ($1, $2, $3, $4, $5, $6) on conflict (credential_id) do nothing`,
    [p.id, p.owner_id, p.credential_id, p.public_key, p.counter, p.name],
  )

/** 0 if a later use was seen, as after the key was copied. */
export const countPasskeyUse = (tx: Tx, id: string, counter: bigint) =>
  tx.run(
    'update passkey set counter = $2, last_used_at = now() where id = $1 and (counter < $2 or (counter = 0 and $2 = 0))',
    [id, counter],
  )

/** 0 if it is not the owner's. */
export const deletePasskey = (tx: Tx, ownerId: string, id: string) =>
  tx.run('delete from passkey where owner_id = $1 and id = $2', [ownerId, id])

export const deletePasskeys = (tx: Tx, ownerId: string) => tx.run('delete from passkey where owner_id = $1', [ownerId])

/** 0 if the challenge was used before. */
export const useChallenge = (tx: Tx, hash: Buffer, minutes: number) =>
  tx.run(
    `insert into used_challenge (hash, expires_at) values ($1, now() + make_interval(mins => $2)) on conflict do nothing`,
    [hash, minutes],
  )

export const forgetUsedChallenges = (sql: Sql) => sql.run('delete from used_challenge where expires_at < now()')

/**
 * Counts one attempt; no row while blocked. After the free attempts each further one doubles the wait, up to the longest. A
 * free attempt does not change `blocked_until`, since the last of several parallel ones to lock the row may have
 * begun before the others.
 */
export const countAttempt = (
  sql: Sql,
  key: string,
  { free, longestWaitSeconds, windowMinutes }: typeof sessionRules.attempts,
) =>
  selectValue<number | undefined>(
    sql,
    `insert into throttle as t (key, count, resets_at) values ($1, 1, now() + make_interval(mins => $3))
     on conflict (key) do update set
       count = case when t.resets_at < now() then 1 else t.count + 1 end,
       blocked_until = case when t.resets_at < now() or t.count < $2 then t.blocked_until
                            else now() + make_interval(secs => least($4::int, power(2, least(t.count - $2, 20)))) end,
       resets_at = now() + make_interval(mins => $3)
     where t.blocked_until <= now()
     returning count`,
    [key, free, windowMinutes, longestWaitSeconds],
  )

export const secondsBlocked = (sql: Sql, key: string) =>
  selectValue<number | undefined>(
    sql,
    'select extract(epoch from blocked_until - now())::float8 from throttle where key = $1',
    [key],
  )

/** Counts one use in a fixed window; returns the number so far. */
export const countUse = (sql: Sql, key: string, windowSeconds: number) =>
  sql.row<{ count: number; seconds: number }>(
    `insert into throttle as t (key, count, resets_at) values ($1, 1, now() + make_interval(secs => $2))
     on conflict (key) do update set
       count = case when t.resets_at < now() then 1 else t.count + 1 end,
       resets_at = case when t.resets_at < now() then now() + make_interval(secs => $2) else t.resets_at end
     returning count, extract(epoch from resets_at - now())::float8 as seconds`,
    [key, windowSeconds],
  )

/** Takes back an attempt that does not count, such as one with a correct password. */
export const refund = (sql: Sql, key: string) =>
  sql.run('update throttle set count = greatest(count - 1, 0) where key = $1', [key])

export const forgetAttempts = (sql: Sql, key: string) => sql.run('delete from throttle where key = $1', [key])

export const forgetOverdue = (sql: Sql) =>
  sql.run('delete from throttle where resets_at < now() and blocked_until < now()')
