import type { RequestType } from '@sauda/contract/wallet'
import type { Sql } from '../platform/db.ts'
import { requestColumns } from './wallet.sql.ts'
import type { RequestRow } from './wallet.sql.ts'

export type DeskRow = RequestRow & {
  client_name: string
  sauda_id: string
  client_frozen: boolean
  first_approval_by: string | null
  first_approval_by_name: string | null
  first_approval_reference: string | null
  decided_by_name: string | null
  taken_by_name: string | null
}

/** A claim older than `claimMinutes` has been left. */
export function findDeskRequest(sql: Sql, id: string, claimMinutes: number) {
  return sql.row<DeskRow>(
    `select ${requestColumns}, c.name as client_name, 'SD' || c.number as sauda_id, c.frozen_at is not null as client_frozen,
            r.first_approval_by, f.name as first_approval_by_name, r.first_approval_reference, d.name as decided_by_name, t.name as taken_by_name
       from wallet_request r
       join client c on c.id = r.client_id
       left join operator f on f.id = r.first_approval_by
       left join operator d on d.id = r.decided_by
       left join queue_claim q on q.kind = case r.type when 'added' then 'deposit' else 'withdrawal' end
        and q.item_id = r.id and q.taken_at >= now() - make_interval(mins => $2)
       left join operator t on t.id = q.operator_id
      where r.id = $1`,
    [id, claimMinutes],
  )
}

/** Another request that resembles one, and whose it is. */
export type TwinRow = {
  id: string
  number: bigint
  type: RequestType
  status: string
  client_id: string
  sauda_id: string
}

const twin = `select o.id, o.number, o.type, o.status, o.client_id, 'SD' || c.number as sauda_id
  from wallet_request o join client c on c.id = o.client_id`

/** Requests that carry the same UTR, theirs or the bank's. Two that wait never do; a refused one may. */
export function sameUtr(sql: Sql, request: { id: string; utr: string }, limit: number) {
  return sql.rows<TwinRow>(
    `${twin} where o.id <> $1 and (o.utr = $2 or o.bank_reference = $2) order by o.id desc limit $3`,
    [request.id, request.utr, limit],
  )
}

/** Requests of the same kind and amount, asked for within so many minutes of this one and not refused. */
export function sameAmount(
  sql: Sql,
  request: Pick<RequestRow, 'id' | 'type' | 'amount' | 'created_at'>,
  minutes: number,
  limit: number,
) {
  return sql.rows<TwinRow>(
    `${twin} where o.id <> $1 and o.type = $2 and o.amount = $3 and o.status <> 'rejected'
        and o.created_at between $4::timestamptz - make_interval(mins => $5) and $4::timestamptz + make_interval(mins => $5)
      order by o.id desc limit $6`,
    [request.id, request.type, request.amount, request.created_at, minutes, limit],
  )
}

/** `lookup`: the keyed hash of the account number. */
type BankOf = { clientId: string; lookup: Buffer; ifsc: string }

/** Other clients whose bank details, now or in a withdrawal, are these. */
export function sameBank(sql: Sql, { clientId, lookup, ifsc }: BankOf, limit: number) {
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

/** A row where the client's bank details are no longer these. */
export function bankDetailsDiffer(sql: Sql, { clientId, lookup, ifsc }: BankOf) {
  return sql.row('select from bank_details where client_id = $1 and (account_lookup <> $2 or ifsc <> $3)', [
    clientId,
    lookup,
    ifsc,
  ])
}

export type WaitingRow = {
  id: string
  client_id: string
  client_name: string
  amount: bigint
  created_at: Date
  first_approval_by_name: string | null
}

/** What waits, longest first. */
export function waitingRequests(sql: Sql, type: RequestType, limit: number) {
  return sql.rows<WaitingRow>(
    `select r.id, r.client_id, c.name as client_name, r.amount, r.created_at, f.name as first_approval_by_name
       from wallet_request r join client c on c.id = r.client_id left join operator f on f.id = r.first_approval_by
      where r.status = 'pending' and r.type = $1
      order by r.created_at, r.id limit $2`,
    [type, limit],
  )
}
