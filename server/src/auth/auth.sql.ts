import type { KycStatus } from '@sauda/contract/kyc'
import type { Sql } from '../platform/db.ts'

export type ClientRow = {
  id: string
  name: string
  email: string
  password_hash: string
  kyc_status: KycStatus
  frozen: boolean
}
const clientColumns = 'id, name, email, password_hash, kyc_status, frozen_at is not null as frozen'

export function findClientByEmail(sql: Sql, email: string) {
  return sql.row<ClientRow>(`select ${clientColumns} from client where email = $1`, [email])
}

export function findClient(sql: Sql, id: string) {
  return sql.row<ClientRow>(`select ${clientColumns} from client where id = $1`, [id])
}

/** The client as it is now, unchanged until the transaction ends. */
export function holdClient(sql: Sql, id: string) {
  return sql.row<ClientRow>(`select ${clientColumns} from client where id = $1 for share`, [id])
}

export function findTaken(sql: Sql, email: string, mobile: string) {
  return sql.row<{ email: boolean; mobile: boolean }>(
    `select exists (select from client where email = $1) as email,
            exists (select from client where mobile = $2) as mobile`,
    [email, mobile],
  )
}

export type Pending = {
  id: string
  email: string
  name: string
  mobile: string
  password_hash: string
  executive_name: string
  referral_id: string
}

export function insertPending(sql: Sql, p: Pending, flowHash: Buffer) {
  return sql.run(
    `insert into pending_registration
       (id, email, name, mobile, password_hash, executive_name, referral_id, flow_hash)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [p.id, p.email, p.name, p.mobile, p.password_hash, p.executive_name, p.referral_id, flowHash],
  )
}

/** The registration of this browser's flow, else the newest of the address. */
export function findPending(sql: Sql, email: string | null, flowHash: Buffer | null) {
  return sql.row<Pending>(
    `select id, email, name, mobile, password_hash, executive_name, referral_id from pending_registration
      where email = coalesce($1, (select email from pending_registration where flow_hash = $2))
      order by (flow_hash = $2) is true desc, created_at desc, id desc limit 1`,
    [email, flowHash],
  )
}

export function deletePending(sql: Sql, email: string) {
  return sql.run('delete from pending_registration where email = $1', [email])
}

export function deleteOldPending(sql: Sql, hours: number) {
  return sql.run('delete from pending_registration where created_at < now() - make_interval(hours => $1)', [hours])
}

/** Breaks client_email_key or client_mobile_key when somebody was faster. */
export function insertClient(sql: Sql, p: Pending) {
  return sql.run(
    `insert into client (id, email, name, mobile, password_hash, executive_name, referral_id)
     values ($1, $2, $3, $4, $5, $6, $7)`,
    [p.id, p.email, p.name, p.mobile, p.password_hash, p.executive_name, p.referral_id],
  )
}

/** Replaces the password the caller has checked; 0 when it was replaced meanwhile. */
export function replacePassword(sql: Sql, id: string, oldHash: string, newHash: string) {
  return sql.run('update client set password_hash = $3 where id = $1 and password_hash = $2', [id, oldHash, newHash])
}

export function setPassword(sql: Sql, id: string, hash: string) {
  return sql.run('update client set password_hash = $2 where id = $1', [id, hash])
}
