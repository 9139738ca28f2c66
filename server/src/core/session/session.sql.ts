import type { Reply, Right } from '@sauda/contract/platform/call'
import type { sessionCalls } from '@sauda/contract/core/session'
import { selectViews, type Sql, type Tx, selectIds } from '../../platform/db.ts'
import type { SecondFactor } from './totp.ts'

export type SessionRow = {
  id: string
  client_id: string | null
  operator_id: string | null
  /** Set in an operator’s view of a client's account. */
  viewed_client_id: string | null
  stale: boolean
  client_name: string | null
  kyc_status: string | null
  frozen: boolean
  closing: boolean
  operator_name: string | null
  role: string | null
  disabled: boolean
  second_factor: SecondFactor
  handed_out: boolean
  /** The rights of the role, if they were changed at the desk. */
  role_rights: Right[] | null
}

/** Whether the session `s` is active; `$2` and `$3` are the idle minutes of clients and operators. */
const isActive = (s: string) =>
  `${s}.expires_at > now()
   and ${s}.last_seen_at > now() - make_interval(mins => case when ${s}.client_id is null then $3::int else $2::int end)`

/** A view ends at the latest with the session it was opened from. */
const isActiveWithOrigin = `${isActive('s')}
  and (s.viewed_from is null or exists (select from session p where p.id = s.viewed_from and ${isActive('p')}))`

/** The active session of a token with its owner, in one round trip; limits use the database's clock. */
export const findSession = (
  sql: Sql,
  tokenHash: Buffer,
  companionHash: Buffer | null,
  idle: { client: number; operator: number },
) =>
  sql.row<SessionRow>(
    `select s.id, s.client_id, s.operator_id, s.viewed_client_id, s.last_seen_at < now() - interval '1 minute' as stale,
            c.name as client_name, c.kyc_status, c.frozen_at is not null as frozen, c.closure is not null as closing,
            o.name as operator_name, o.role, o.disabled_at is not null as disabled,
            case when s.operator_id is not null then second_factor(s.operator_id) end as second_factor,
            coalesce(o.handed_out, false) as handed_out,
            (select r.rights from role_rights r where r.role = o.role) as role_rights
       from session s
       left join client c on c.id = coalesce(s.client_id, s.viewed_client_id)
       left join operator o on o.id = s.operator_id
      where s.token_hash = $1 and (s.companion_hash is null or s.companion_hash = $4) and ${isActiveWithOrigin}`,
    [tokenHash, idle.client, idle.operator, companionHash],
  )

/** Fails unless the session is active and its owner may act as when it was found; then it lasts until the commit. */
export const requireSession = (sql: Sql, id: string, role: string | null) =>
  sql.run('select require_session($1, $2)', [id, role])

export const touchSession = (sql: Sql, id: string) =>
  sql.run('update session set last_seen_at = now() where id = $1', [id])

export const insertSession = (
  sql: Sql,
  s: {
    id: string
    tokenHash: Buffer
    companionHash: Buffer | null
    clientId: string | null
    operatorId: string | null
    ip: string
    device: string
    hours: number
  },
) =>
  sql.run(
    `insert into session (id, token_hash, companion_hash, client_id, operator_id, ip, device, expires_at)
     values ($1, $2, $3, $4, $5, $6, $7, now() + make_interval(hours => $8))`,
    [s.id, s.tokenHash, s.companionHash, s.clientId, s.operatorId, s.ip, s.device, s.hours],
  )

/** `current` is the session of the request. */
export const sessionsOf = (sql: Sql, ownerId: string, current: string, idle: { client: number; operator: number }) =>
  selectViews<Reply<typeof sessionCalls.list>[number]>(
    sql,
    `select id as "_id", created_at as "createdAt", last_seen_at as "lastSeenAt", ip, device, id = $2 as current
       from session
      where (client_id = $1 or operator_id = $1) and viewed_from is null and expires_at > now()
        and last_seen_at > now() - make_interval(mins => case when client_id is null then $4::int else $3::int end)
      order by last_seen_at desc, id desc limit 100`,
    [ownerId, current, idle.client, idle.operator],
  )

/** 0 if the session belongs to someone else. */
export const deleteSession = (sql: Sql, ownerId: string, id: string) =>
  sql.run('delete from session where id = $2 and (client_id = $1 or operator_id = $1)', [ownerId, id])

/** Returns the operator whose session it was. */
export const deleteOperatorSession = (sql: Sql, tokenHash: Buffer) =>
  sql.row<{ id: string; name: string }>(
    `delete from session s using operator o where s.token_hash = $1 and o.id = s.operator_id returning o.id, o.name`,
    [tokenHash],
  )

export const deleteSessions = (sql: Sql, ownerId: string, except: string | null) =>
  sql.run('delete from session where (client_id = $1 or operator_id = $1) and ($2::uuid is null or id <> $2)', [
    ownerId,
    except,
  ])

/** Keeps the `most` logins used last; views have a limit of their own. */
export const deleteSurplusSessions = (sql: Sql, ownerId: string, most: number) =>
  sql.run(
    `delete from session where id in
       (select id from session where (client_id = $1 or operator_id = $1) and viewed_from is null
         order by last_seen_at desc, id desc offset $2)`,
    [ownerId, most],
  )

export const deleteOverdueSessions = (sql: Sql, idle: { client: number; operator: number }) =>
  sql.run(
    `delete from session where expires_at < now()
        or last_seen_at < now() - make_interval(mins => case when client_id is null then $2::int else $1::int end)`,
    [idle.client, idle.operator],
  )

export const activeSessions = (sql: Sql, ids: readonly string[], idle: { client: number; operator: number }) =>
  selectIds(sql, `select s.id from session s where s.id = any($1::uuid[]) and ${isActiveWithOrigin}`, [
    ids,
    idle.client,
    idle.operator,
  ])

export const knownAmong = (sql: Sql, ownerId: string, hashes: readonly Buffer[]) =>
  sql.rows<{ hash: Buffer }>('select hash from known_browser where owner_id = $1 and hash = any($2)', [ownerId, hashes])

export const isOwnerKnown = async (sql: Sql, ownerId: string): Promise<boolean> =>
  (await sql.row('select from known_browser where owner_id = $1 limit 1', [ownerId])) !== undefined

export const insertKnown = (sql: Sql, ownerId: string, hashes: readonly Buffer[]) =>
  sql.run(
    `insert into known_browser (owner_id, hash) select $1, unnest($2::bytea[])
     on conflict (owner_id, hash) do update set seen_at = now()`,
    [ownerId, hashes],
  )

/** Keeps the newest. */
export const deleteSurplus = (sql: Sql, ownerId: string, most: number) =>
  sql.run(
    `delete from known_browser where owner_id = $1 and hash in
       (select hash from known_browser where owner_id = $1 order by seen_at desc, hash offset $2)`,
    [ownerId, most],
  )

export const deleteKnownBefore = (sql: Sql, days: number) =>
  sql.run('delete from known_browser where seen_at < now() - make_interval(days => $1)', [days])

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
