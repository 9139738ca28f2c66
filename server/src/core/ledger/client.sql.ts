import { AppError, commonErrors } from '@sauda/contract/platform/error'
import type { KycStatus } from '@sauda/contract/client/kyc'
import type { Sql, Tx } from '../../platform/db.ts'
import { sqlName } from './name.sql.ts'

/** What blocks a client's login. That of a closed account is frozen too, but is always named closed. */
export type Blocked = 'closed' | 'frozen' | null

/** SQL of `Blocked` for a row of `client`. */
export const sqlBlocked = (client = 'client'): string =>
  `case when ${client}.closure = 'closed' then 'closed' when ${client}.frozen_at is not null then 'frozen' end`

type Client = { readonly blocked: Blocked }

/** Nothing is booked or decided for a closed account. */
export function requireNotClosed({ blocked }: Client): void {
  if (blocked === 'closed') throw new AppError(commonErrors.accountClosed)
}

/** Nothing new is opened for a client who cannot log in (decision 0102). */
export function requireUnblocked(client: Client): void {
  requireNotClosed(client)
  if (client.blocked === 'frozen') throw new AppError(commonErrors.loginFrozen)
}

/** A client about whom something is decided. */
export type ClientRow = {
  id: string
  name: string
  email: string
  sauda_id: string
  blocked: Blocked
  kyc_status: KycStatus
  gst_state: string | null
}

const clientById = `select id, name, email, ${sqlName('client', 'number')} as sauda_id, ${sqlBlocked()} as blocked, kyc_status, gst_state
  from client where id = $1`

export const findClient = (sql: Sql, id: string) => sql.row<ClientRow>(clientById, [id])

/** Serialises changes of the client; no row if there is none. */
export const lockClientToChange = (tx: Tx, id: string) => tx.row<ClientRow>(`${clientById} for no key update`, [id])

/** The client cannot be frozen, nor the verification revoked, before the transaction ends. */
export const lockClient = (tx: Tx, id: string) => tx.row<ClientRow>(`${clientById} for share`, [id])
