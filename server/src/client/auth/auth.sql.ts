import type { KycStatus } from '@sauda/contract/client/kyc'
import type { Sql, Tx } from '../../platform/db.ts'
import { type Blocked, sqlBlocked } from '../../core/ledger/blocked.sql.ts'

export type ClientRow = {
  id: string
  name: string
  email: string
  password_hash: string
  kyc_status: KycStatus
  blocked: Blocked
}
const clientColumns = `id, name, email, password_hash, kyc_status, ${sqlBlocked()} as blocked`

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

export type ImportedRow = {
  id: string
  email: string
  name: string
  mobile: string
  executive: string
  isVerified: boolean
  ucc: string
  demat: string
}

/** Violates client_email_key or client_mobile_key. */
export const insertImportedClients = (tx: Tx, passwordHash: string, clients: readonly ImportedRow[]) =>
  tx.run(
    `insert into client (id, email, name, mobile, password_hash, executive_name, referral_id, kyc_status, ucc, demat)
     select u.id, u.email, u.name, u.mobile, $1, u.executive, '', case when u.verified then 'VERIFIED' else 'UNVERIFIED' end,
            nullif(u.ucc, ''), nullif(u.demat, '')
       from unnest($2::uuid[], $3::text[], $4::text[], $5::text[], $6::text[], $7::boolean[], $8::text[], $9::text[])
         with ordinality as u (id, email, name, mobile, executive, verified, ucc, demat, place)
      order by u.place`,
    [
      passwordHash,
      clients.map(({ id }) => id),
      clients.map(({ email }) => email),
      clients.map(({ name }) => name),
      clients.map(({ mobile }) => mobile),
      clients.map(({ executive }) => executive),
      clients.map(({ isVerified }) => isVerified),
      clients.map(({ ucc }) => ucc),
      clients.map(({ demat }) => demat),
    ],
  )
