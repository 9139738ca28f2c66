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
