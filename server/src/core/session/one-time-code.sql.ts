import type { Sql } from '../../platform/db.ts'

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
  sql.row<{ fits: boolean }>(
    `update one_time_code set
       wrong_tries = wrong_tries + (flow_hash is not distinct from $4 and hash <> $3)::int,
       other_tries = other_tries + (flow_hash is distinct from $4)::int
      where flow = $1 and email = $2 and used_at is null and expires_at > now()
        and case when flow_hash is not distinct from $4 then wrong_tries < $5 else other_tries < 1 end
      returning hash = $3 as fits`,
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
