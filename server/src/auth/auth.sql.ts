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

export function holdClient(sql: Sql, id: string) {
  return sql.row<ClientRow>(`select ${clientColumns} from client where id = $1 for share`, [id])
}

/** 0 if the password was changed since the caller checked it. */
export function replacePassword(sql: Sql, id: string, oldHash: string, newHash: string) {
  return sql.run('update client set password_hash = $3 where id = $1 and password_hash = $2', [id, oldHash, newHash])
}

export function setPassword(sql: Sql, id: string, hash: string) {
  return sql.run('update client set password_hash = $2 where id = $1', [id, hash])
}
