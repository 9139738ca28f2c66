import type { RequestStatus, RequestType } from '@sauda/contract/wallet'
import type { Sql } from '../platform/db.ts'
import { requestColumns, type RequestRow } from './wallet.sql.ts'

export type DeskRow = RequestRow & {
  client_name: string
  sauda_id: string
  client_frozen: boolean
  first_approval_by: string | null
  first_approval_by_name: string | null
  first_approval_reference: string | null
  decided_by: string | null
  decided_by_name: string | null
}

export function findDeskRequest(sql: Sql, id: string) {
  return sql.row<DeskRow>(
    `select ${requestColumns}, c.name as client_name, 'SD' || c.number as sauda_id, c.frozen_at is not null as client_frozen,
            r.first_approval_by, f.name as first_approval_by_name, r.first_approval_reference, r.decided_by,
            d.name as decided_by_name
       from wallet_request r
       join client c on c.id = r.client_id
       left join operator f on f.id = r.first_approval_by
       left join operator d on d.id = r.decided_by
      where r.id = $1`,
    [id],
  )
}

/** A request that resembles another. */
export type SimilarRow = {
  id: string
  number: bigint
  type: RequestType
  status: RequestStatus
  client_id: string
  sauda_id: string
}

const other = `select o.id, o.number, o.type, o.status, o.client_id, 'SD' || c.number as sauda_id
  from wallet_request o join client c on c.id = o.client_id`

/** Given by the client or by the bank. */
export function sameUtr(sql: Sql, request: { id: string; utr: string }, limit: number) {
  return sql.rows<SimilarRow>(
    `${other} where o.id <> $1 and (o.utr = $2 or o.bank_reference = $2) order by o.id desc limit $3`,
    [request.id, request.utr, limit],
  )
}

/** Of the same client, unless rejected. */
export function sameAmount(
  sql: Sql,
  request: Pick<RequestRow, 'id' | 'client_id' | 'type' | 'amount' | 'created_at'>,
  minutes: number,
  limit: number,
) {
  return sql.rows<SimilarRow>(
    `${other} where o.id <> $1 and o.client_id = $7 and o.type = $2 and o.amount = $3 and o.status <> 'rejected'
        and o.created_at between $4::timestamptz - make_interval(mins => $5) and $4::timestamptz + make_interval(mins => $5)
      order by o.id desc limit $6`,
    [request.id, request.type, request.amount, request.created_at, minutes, limit, request.client_id],
  )
}

/** `lookup`: keyed hash of the account number. */
type BankAccount = { clientId: string; lookup: Buffer; ifsc: string }

/** Including the bank details of earlier withdrawals. */
export function sameBank(sql: Sql, { clientId, lookup, ifsc }: BankAccount, limit: number) {
  return sql.rows<{ client_id: string; sauda_id: string }>(
    `select c.id as client_id, 'SD' || c.number as sauda_id from client c
      where c.id <> $1 and c.id in (
        select client_id from bank_details where account_lookup = $2 and ifsc = $3
        union
        select client_id from wallet_request where type = 'withdrawal' and pay_to_lookup = $2 and pay_to_ifsc = $3)
      order by c.number limit $4`,
    [clientId, lookup, ifsc, limit],
  )
}

export function bankDetailsDiffer(sql: Sql, { clientId, lookup, ifsc }: BankAccount) {
  return sql.row('select from bank_details where client_id = $1 and (account_lookup <> $2 or ifsc <> $3)', [
    clientId,
    lookup,
    ifsc,
  ])
}

const itemsOf = (
  type: RequestType,
) => `select id, client_id, amount, created_at as since, first_approval_by, null as type
  from wallet_request where status = 'pending' and type = '${type}'`

export const depositItems = itemsOf('added')
export const withdrawalItems = itemsOf('withdrawal')
