import type { RequestStatus, RequestType } from '@sauda/contract/wallet'
import type { Sql, Tx } from '../platform/db.ts'

export type RequestRow = {
  id: string
  number: bigint
  client_id: string
  type: RequestType
  /** Paise. */
  amount: bigint
  status: RequestStatus
  reference: string | null
  utr: string | null
  pay_to_name: string | null
  /** Encrypted; see `numberOf`. */
  pay_to_number: string | null
  pay_to_ifsc: string | null
  bank_reference: string | null
  first_approval_at: Date | null
  decided_at: Date | null
  reason: string | null
  created_at: Date
}

export const requestColumns = `r.id, r.number, r.client_id, r.type, r.amount, r.status, r.reference, r.utr, r.pay_to_name,
  r.pay_to_number, r.pay_to_ifsc, r.bank_reference, r.first_approval_at, r.decided_at, r.reason, r.created_at`

export function insertIntent(sql: Sql, intent: { reference: string; clientId: string; paise: bigint }) {
  return sql.run('insert into deposit_intent (reference, client_id, amount) values ($1, $2, $3)', [
    intent.reference,
    intent.clientId,
    intent.paise,
  ])
}

/** Returns 0 if the intent is another client's, has another amount, or was used or deleted. */
export function useIntent(tx: Tx, intent: { reference: string; clientId: string; paise: bigint }) {
  return tx.run(
    `update deposit_intent set used_at = now()
      where reference = $1 and client_id = $2 and amount = $3 and used_at is null`,
    [intent.reference, intent.clientId, intent.paise],
  )
}

export function wasIntentUsed(sql: Sql, reference: string, clientId: string) {
  return sql.row('select from deposit_intent where reference = $1 and client_id = $2 and used_at is not null', [
    reference,
    clientId,
  ])
}

export function deleteOldIntents(sql: Sql, days: number) {
  return sql.run('delete from deposit_intent where created_at < now() - make_interval(days => $1)', [days])
}

export type NewDeposit = { id: string; clientId: string; paise: bigint; reference: string; utr: string | null }

export async function insertDeposit(tx: Tx, d: NewDeposit): Promise<RequestRow> {
  const row = await tx.row<RequestRow>(
    `insert into wallet_request as r (id, client_id, type, amount, reference, utr) values ($1, $2, 'added', $3, $4, $5)
     returning ${requestColumns}`,
    [d.id, d.clientId, d.paise, d.reference, d.utr],
  )
  if (!row) throw new Error('An insert answered no row')
  return row
}

/** No row if the client has no bank details or changed them less than `coolOffHours` ago. */
export function insertWithdrawal(tx: Tx, w: { id: string; clientId: string; paise: bigint; coolOffHours: number }) {
  return tx.row<RequestRow>(
    `insert into wallet_request as r (id, client_id, type, amount, pay_to_name, pay_to_number, pay_to_lookup, pay_to_ifsc)
     select $1, client_id, 'withdrawal', $3, holder_name, account_number, account_lookup, ifsc from bank_details
      where client_id = $2
        and (changed_at is null or changed_at <= statement_timestamp() - make_interval(hours => $4))
     returning ${requestColumns}`,
    [w.id, w.clientId, w.paise, w.coolOffHours],
  )
}

export function bankDetailsPause(sql: Sql, clientId: string, coolOffHours: number) {
  return sql.row<{ until: Date }>(
    `select changed_at + make_interval(hours => $2) as until from bank_details
      where client_id = $1 and changed_at > statement_timestamp() - make_interval(hours => $2)`,
    [clientId, coolOffHours],
  )
}

/** Newest first. */
export function selectRequests(sql: Sql, clientId: string, before: string | null, limit: number) {
  return sql.rows<RequestRow>(
    `select ${requestColumns} from wallet_request r
      where r.client_id = $1 and r.id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
      order by r.id desc limit $3`,
    [clientId, before, limit],
  )
}

export function countRequests(sql: Sql, clientId: string) {
  return sql.row<{ requests: bigint }>('select requests from wallet_count where client_id = $1', [clientId])
}

export function findOwnRequest(sql: Sql, id: string, clientId: string) {
  return sql.row<RequestRow>(`select ${requestColumns} from wallet_request r where r.id = $1 and r.client_id = $2`, [
    id,
    clientId,
  ])
}
