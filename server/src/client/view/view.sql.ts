import type { Reply } from '@sauda/contract/platform/call'
import type { viewCalls } from '@sauda/contract/client/view'
import { dataKeyOf } from '../../platform/data-key.ts'
import { selectView, type Sql, type Tx, selectValue } from '../../platform/db.ts'

export const findClient = (sql: Sql, clientId: string) =>
  sql.row<{ data_key: Buffer | null }>(`select ${dataKeyOf('c.id')} as data_key from client c where c.id = $1`, [
    clientId,
  ])

/** Locks the session, so that two requests cannot exceed the limit of views; no row once the session has ended. */
export const lockSession = (tx: Tx, sessionId: string) =>
  tx.row('select from session where id = $1 for no key update', [sessionId])

/** Keeps the newest. */
export const endSurplus = (tx: Tx, sessionId: string, most: number) =>
  tx.run(
    `delete from session where id in
       (select id from session where viewed_from = $1 order by created_at desc, id desc offset $2)`,
    [sessionId, most],
  )

type NewView = {
  readonly id: string
  readonly clientId: string
  readonly sessionId: string
  readonly codeHash: Buffer
  readonly seconds: number
}

/** With the hash of the code in place of a token's, until the view is opened. */
export const insertView = (tx: Tx, v: NewView) =>
  tx.run(
    `insert into session (id, token_hash, operator_id, viewed_client_id, viewed_from, ip, device, expires_at)
     select $1, $2, operator_id, $3, id, ip, device, now() + make_interval(secs => $5) from session where id = $4`,
    [v.id, v.codeHash, v.clientId, v.sessionId, v.seconds],
  )

/** No row if the code was used, has expired, or the operator's session has ended. */
export const exchangeCode = (sql: Sql, codeHash: Buffer, tokenHash: Buffer, minutes: number) =>
  selectView<Omit<Reply<typeof viewCalls.open>, 'token'>>(
    sql,
    `update session s set token_hash = $2, last_seen_at = now(), expires_at = now() + make_interval(mins => $3)
       from client c, session p
      where s.token_hash = $1 and s.expires_at > now() and c.id = s.viewed_client_id
        and p.id = s.viewed_from and p.expires_at > now()
      returning c.id as "userId", c.name, c.kyc_status as "isDocsVerified", s.expires_at as until`,
    [codeHash, tokenHash, minutes],
  )

export const deleteView = (sql: Sql, tokenHash: Buffer) =>
  selectValue<string | undefined>(
    sql,
    'delete from session where token_hash = $1 and viewed_from is not null returning viewed_client_id',
    [tokenHash],
  )
