import type { Sql, Tx } from '../../platform/db.ts'

export type ChallengeAction = 'withdrawal' | 'bank' | 'two-step' | 'closure'

type ChallengeKey = { readonly clientId: string; readonly action: ChallengeAction }

type NewChallenge = ChallengeKey & {
  readonly details: Buffer
  /** Hash of the mailed code; null if the authenticator app gives it. */
  readonly codeHash: Buffer | null
  readonly minutes: number
  readonly pauseSeconds: number
  readonly mostTries: number
}

/** 0 if a code for the same details was mailed less than `pauseSeconds` ago and is still valid. */
export const storeChallenge = (tx: Tx, c: NewChallenge) =>
  tx.run(
    `insert into challenge as c (client_id, action, details, factor, code_hash, created_at, expires_at)
     values ($1, $2, $3, case when $4::bytea is null then 'totp' else 'email' end, $4, statement_timestamp(),
             statement_timestamp() + make_interval(mins => $5))
     on conflict (client_id, action) do update set
       details = excluded.details, factor = excluded.factor, code_hash = excluded.code_hash,
       created_at = excluded.created_at, expires_at = excluded.expires_at, tries = 0
     where not (c.details = excluded.details and c.factor = 'email' and excluded.factor = 'email' and c.tries < $7
                and c.created_at > statement_timestamp() - make_interval(secs => $6))`,
    [c.clientId, c.action, c.details, c.codeHash, c.minutes, c.pauseSeconds, c.mostTries],
  )

/** Counts a try before the code is compared; 0 if there is nothing to try. */
export const countTry = (sql: Sql, { clientId, action }: ChallengeKey, mostTries: number) =>
  sql.run(
    `update challenge set tries = tries + 1
      where client_id = $1 and action = $2 and expires_at > statement_timestamp() and tries < $3`,
    [clientId, action, mostTries],
  )

/** Deleted, so that it confirms once; no row if there is none with these details. */
export const spendChallenge = (tx: Tx, { clientId, action }: ChallengeKey, details: Buffer) =>
  tx.row<{ code_hash: Buffer | null }>(
    `delete from challenge
      where client_id = $1 and action = $2 and details = $3 and expires_at > statement_timestamp()
      returning code_hash`,
    [clientId, action, details],
  )
