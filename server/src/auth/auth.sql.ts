import type { KycStatus } from '@sauda/contract/kyc'
import type { Sql, Tx } from '../platform/db.ts'

export type ClientRow = {
  id: string
  name: string
  email: string
  password_hash: string
  kyc_status: KycStatus
  frozen: boolean
}
const clientColumns = 'id, name, email, password_hash, kyc_status, frozen_at is not null as frozen'

export const findClientByEmail = (sql: Sql, email: string) =>
  sql.row<ClientRow>(`select ${clientColumns} from client where email = $1`, [email])

export const findClient = (sql: Sql, id: string) =>
  sql.row<ClientRow>(`select ${clientColumns} from client where id = $1`, [id])

export const lockClient = (sql: Sql, id: string) =>
  sql.row<ClientRow>(`select ${clientColumns} from client where id = $1 for share`, [id])

/** 0 if the password was changed since the caller checked it. */
export const replacePassword = (sql: Sql, id: string, oldHash: string, newHash: string) =>
  sql.run('update client set password_hash = $3 where id = $1 and password_hash = $2', [id, oldHash, newHash])

export const setPassword = (sql: Sql, id: string, hash: string) =>
  sql.run('update client set password_hash = $2 where id = $1', [id, hash])

/** 0 while the last mail is younger than the pause, or the hourly limit is reached. */
export const storeCode = (
  sql: Sql,
  c: { email: string; hash: Buffer; minutes: number; pauseSeconds: number; perHour: number },
) =>
  sql.run(
    `insert into one_time_code as c (flow, email, hash, expires_at, mailed_at)
     values ('reset', $1, $2, now() + make_interval(mins => $3), array[now()])
     on conflict (flow, email) do update set
       hash = excluded.hash, wrong_tries = 0, used_at = null, expires_at = excluded.expires_at,
       mailed_at = array(select at from unnest(c.mailed_at) at where at > now() - interval '1 hour' order by at) || now()
     where c.mailed_at[cardinality(c.mailed_at)] <= now() - make_interval(secs => $4)
       and (select count(*) from unnest(c.mailed_at) at where at > now() - interval '1 hour') < $5`,
    [c.email, c.hash, c.minutes, c.pauseSeconds, c.perHour],
  )

/** Seconds until the next code may be mailed: because of the pause, and because of the hourly limit. */
export const secondsToWait = (sql: Sql, email: string, pauseSeconds: number, perHour: number) =>
  sql.row<{ pause: number; hour: number }>(
    `select extract(epoch from mailed_at[cardinality(mailed_at)] + make_interval(secs => $2) - now())::float8 as pause,
            coalesce(extract(epoch from mailed_at[cardinality(mailed_at) - $3 + 1] + interval '1 hour' - now()), 0)::float8
              as hour
       from one_time_code where flow = 'reset' and email = $1`,
    [email, pauseSeconds, perHour],
  )

/**
 * Compares a code and counts a wrong one in one statement, so that parallel guesses are all counted; no row if there
 * is no valid code.
 */
export const compareCode = (sql: Sql, email: string, hash: Buffer, tries: number) =>
  sql.row<{ fits: boolean }>(
    `update one_time_code set wrong_tries = wrong_tries + (hash <> $2)::int
      where flow = 'reset' and email = $1 and used_at is null and expires_at > now() and wrong_tries < $3
      returning hash = $2 as fits`,
    [email, hash, tries],
  )

/** 0 if the code is no longer valid. */
export const spendCode = (sql: Sql, email: string, hash: Buffer, tries: number) =>
  sql.run(
    `update one_time_code set used_at = now()
      where flow = 'reset' and email = $1 and hash = $2 and used_at is null and expires_at > now() and wrong_tries < $3`,
    [email, hash, tries],
  )

export const deleteOldCodes = (sql: Sql) =>
  sql.run(`delete from one_time_code where expires_at < now() - interval '1 day'`)

export const wasRevealed = async (tx: Tx, key: string) =>
  (await tx.row('select from throttle where key = $1 and resets_at > now()', [key])) !== undefined

/** Creates the row if missing, resets it after a day, and locks it until the transaction ends. */
export const lockBudget = (tx: Tx, key: string) =>
  tx.row<{ count: number }>(
    `insert into throttle as t (key, count, resets_at) values ($1, 0, now() + interval '1 day')
     on conflict (key) do update set
       count = case when t.resets_at < now() then 0 else t.count end,
       resets_at = case when t.resets_at < now() then excluded.resets_at else t.resets_at end
     returning count`,
    [key],
  )

export const spendBudget = (tx: Tx, key: string) =>
  tx.run('update throttle set count = count + 1 where key = $1', [key])

export const rememberRevealed = (sql: Sql, key: string) =>
  sql.run(
    `insert into throttle (key, count, resets_at) values ($1, 1, now() + interval '1 day')
     on conflict (key) do update set resets_at = excluded.resets_at`,
    [key],
  )
