import type { Reply } from '@sauda/contract/platform/call'
import type { authCalls } from '@sauda/contract/client/auth'
import { selectViews, type Sql, type Tx } from '../../platform/db.ts'

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
  sql.rows<{ credential_id: string }>('select credential_id from passkey where owner_id = $1 order by id', [ownerId])

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
