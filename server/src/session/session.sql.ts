import type { Reply } from '@sauda/contract/call'
import type { sessionCalls } from '@sauda/contract/session'
import { selectViews, type Sql } from '../platform/db.ts'

export type SessionRow = {
  id: string
  client_id: string | null
  operator_id: string | null
  stale: boolean
  client_name: string | null
  kyc_status: string | null
  frozen: boolean
  operator_name: string | null
  role: string | null
  disabled: boolean
  two_step: boolean
}

/** The active session of a token with its owner, in one round trip; limits use the database's clock. */
export const findSession = (
  sql: Sql,
  tokenHash: Buffer,
  companionHash: Buffer | null,
  idle: { client: number; operator: number },
) =>
  sql.row<SessionRow>(
    `select s.id, s.client_id, s.operator_id, s.last_seen_at < now() - interval '1 minute' as stale,
            c.name as client_name, c.kyc_status, c.frozen_at is not null as frozen,
            o.name as operator_name, o.role, o.disabled_at is not null as disabled,
            t.confirmed_at is not null as two_step
       from session s
       left join client c on c.id = s.client_id
       left join operator o on o.id = s.operator_id
       left join totp t on t.owner_id = s.operator_id
      where s.token_hash = $1 and s.expires_at > now() and (s.companion_hash is null or s.companion_hash = $4)
        and s.last_seen_at > now() - make_interval(mins => case when s.client_id is null then $3::int else $2::int end)`,
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
export const clientSessions = (sql: Sql, clientId: string, current: string, idleMinutes: number) =>
  selectViews<Reply<typeof sessionCalls.list>[number]>(
    sql,
    `select id as "_id", created_at as "createdAt", last_seen_at as "lastSeenAt", ip, device, id = $2 as current
       from session
      where client_id = $1 and expires_at > now() and last_seen_at > now() - make_interval(mins => $3)
      order by last_seen_at desc, id desc limit 100`,
    [clientId, current, idleMinutes],
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

/** Keeps the `most` sessions used last. */
export const deleteSurplusSessions = (sql: Sql, ownerId: string, most: number) =>
  sql.run(
    `delete from session where id in
       (select id from session where client_id = $1 or operator_id = $1 order by last_seen_at desc, id desc offset $2)`,
    [ownerId, most],
  )

export const deleteOverdueSessions = (sql: Sql, idle: { client: number; operator: number }) =>
  sql.run(
    `delete from session where expires_at < now()
        or last_seen_at < now() - make_interval(mins => case when client_id is null then $2::int else $1::int end)`,
    [idle.client, idle.operator],
  )

export const activeSessions = (sql: Sql, ids: readonly string[], idle: { client: number; operator: number }) =>
  sql.rows<{ id: string }>(
    `select id from session where id = any($1::uuid[]) and expires_at > now()
        and last_seen_at > now() - make_interval(mins => case when client_id is null then $3::int else $2::int end)`,
    [ids, idle.client, idle.operator],
  )
