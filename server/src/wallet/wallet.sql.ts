import type { RequestStatus, RequestType } from '@sauda/contract/wallet'
import { requireRow, type Sql, type Tx } from '../platform/db.ts'

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

const requestColumns = `r.id, r.number, r.client_id, r.type, r.amount, r.status, r.reference, r.utr, r.pay_to_name,
  r.pay_to_number, r.pay_to_ifsc, r.bank_reference, r.first_approval_at, r.decided_at, r.reason, r.created_at`

type Intent = { reference: string; clientId: string; paise: bigint }

export function insertIntent(sql: Sql, { reference, clientId, paise }: Intent) {
  const values = [reference, clientId, paise]
  return sql.run('insert into deposit_intent (reference, client_id, amount) values ($1, $2, $3)', values)
}

/** Returns 0 if the intent is another client's, has another amount, or was used or deleted. */
export const useIntent = (tx: Tx, { reference, clientId, paise }: Intent) =>
  tx.run(
    `update deposit_intent set used_at = now()
      where reference = $1 and client_id = $2 and amount = $3 and used_at is null`,
    [reference, clientId, paise],
  )

export const wasIntentUsed = (sql: Sql, reference: string, clientId: string) =>
  sql.row('select from deposit_intent where reference = $1 and client_id = $2 and used_at is not null', [
    reference,
    clientId,
  ])

export const deleteOldIntents = (sql: Sql, days: number) =>
  sql.run('delete from deposit_intent where created_at < now() - make_interval(days => $1)', [days])

type NewDeposit = { id: string; clientId: string; paise: bigint; reference: string; utr: string | null }

export const insertDeposit = (tx: Tx, d: NewDeposit) =>
  requireRow(
    tx.row<RequestRow>(
      `insert into wallet_request as r (id, client_id, type, amount, reference, utr) values ($1, $2, 'added', $3, $4, $5)
       returning ${requestColumns}`,
      [d.id, d.clientId, d.paise, d.reference, d.utr],
    ),
  )

/** No row if the client has no bank details or changed them less than `coolOffHours` ago. */
export const insertWithdrawal = (tx: Tx, w: { id: string; clientId: string; paise: bigint; coolOffHours: number }) =>
  tx.row<RequestRow>(
    `insert into wallet_request as r (id, client_id, type, amount, pay_to_name, pay_to_number, pay_to_lookup, pay_to_ifsc)
     select $1, client_id, 'withdrawal', $3, holder_name, account_number, account_lookup, ifsc from bank_details
      where client_id = $2
        and (changed_at is null or changed_at <= statement_timestamp() - make_interval(hours => $4))
     returning ${requestColumns}`,
    [w.id, w.clientId, w.paise, w.coolOffHours],
  )

export const bankDetailsPause = (sql: Sql, clientId: string, coolOffHours: number) =>
  sql.row<{ until: Date }>(
    `select changed_at + make_interval(hours => $2) as until from bank_details
      where client_id = $1 and changed_at > statement_timestamp() - make_interval(hours => $2)`,
    [clientId, coolOffHours],
  )

/** Newest first. */
export const selectRequests = (sql: Sql, clientId: string, before: string | null, limit: number) =>
  sql.rows<RequestRow>(
    `select ${requestColumns} from wallet_request r
      where r.client_id = $1 and r.id < coalesce($2::uuid, 'ffffffff-ffff-ffff-ffff-ffffffffffff')
      order by r.id desc limit $3`,
    [clientId, before, limit],
  )

export const countRequests = (sql: Sql, clientId: string) =>
  sql.row<{ requests: bigint }>('select requests from wallet_count where client_id = $1', [clientId])

export const findOwnRequest = (sql: Sql, id: string, clientId: string) =>
  sql.row<RequestRow>(`select ${requestColumns} from wallet_request r where r.id = $1 and r.client_id = $2`, [
    id,
    clientId,
  ])

export type DecidedRow = RequestRow & { client_name: string; client_email: string }

/** Locks the request until the transaction ends. */
export function lockRequest(tx: Tx, id: string) {
  return tx.row<
    Pick<RequestRow, 'number' | 'client_id' | 'type' | 'amount' | 'status'> & {
      first_approval_by: string | null
      decided_by_name: string | null
    }
  >(
    // Not a join: after waiting for the lock, the name must be of the operator who decided meanwhile.
    `select r.number, r.client_id, r.type, r.amount, r.status, r.first_approval_by,
            (select name from operator where id = r.decided_by) as decided_by_name
       from wallet_request r where r.id = $1 for no key update`,
    [id],
  )
}

const decide = (change: string) => `update wallet_request r set ${change} from client c
   where r.id = $1 and c.id = r.client_id
  returning ${requestColumns}, c.name as client_name, c.email as client_email`

// The following are for a locked, pending request.

type Decision = { id: string; operatorId: string }

export const approveRequest = (tx: Tx, a: Decision & { reference: string }) =>
  tx.row<DecidedRow>(
    decide("status = 'approved', decided_by = $2, decided_at = statement_timestamp(), bank_reference = $3"),
    [a.id, a.operatorId, a.reference],
  )

export const approveFirst = (tx: Tx, a: Decision & { reference: string | undefined }) =>
  tx.row<DecidedRow>(
    decide('first_approval_by = $2, first_approval_at = statement_timestamp(), first_approval_reference = $3'),
    [a.id, a.operatorId, a.reference ?? null],
  )

export const rejectRequest = (tx: Tx, r: Decision & { reason: string }) =>
  tx.row<DecidedRow>(decide("status = 'rejected', decided_by = $2, decided_at = statement_timestamp(), reason = $3"), [
    r.id,
    r.operatorId,
    r.reason,
  ])

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

export const findDeskRequest = (sql: Sql, id: string) =>
  sql.row<DeskRow>(
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

/** A request that resembles another. */
export type SimilarRow = Pick<RequestRow, 'id' | 'number' | 'type' | 'status' | 'client_id'> & { sauda_id: string }

const other = `select o.id, o.number, o.type, o.status, o.client_id, 'SD' || c.number as sauda_id
  from wallet_request o join client c on c.id = o.client_id`

/** Given by the client or by the bank. */
export const sameUtr = (sql: Sql, request: { id: string; utr: string }, limit: number) =>
  sql.rows<SimilarRow>(
    `${other} where o.id <> $1 and (o.utr = $2 or o.bank_reference = $2) order by o.id desc limit $3`,
    [request.id, request.utr, limit],
  )

/** Of the same client, unless rejected. */
export const sameAmount = (sql: Sql, request: RequestRow, minutes: number, limit: number) =>
  sql.rows<SimilarRow>(
    `${other} where o.id <> $1 and o.client_id = $7 and o.type = $2 and o.amount = $3 and o.status <> 'rejected'
        and o.created_at between $4::timestamptz - make_interval(mins => $5) and $4::timestamptz + make_interval(mins => $5)
      order by o.id desc limit $6`,
    [request.id, request.type, request.amount, request.created_at, minutes, limit, request.client_id],
  )

/** `lookup`: keyed hash of the account number. */
export const bankDetailsDiffer = (
  sql: Sql,
  { clientId, lookup, ifsc }: { clientId: string; lookup: Buffer; ifsc: string },
) =>
  sql.row('select from bank_details where client_id = $1 and (account_lookup <> $2 or ifsc <> $3)', [
    clientId,
    lookup,
    ifsc,
  ])

const itemsOf = (
  type: RequestType,
) => `select id, client_id, amount, created_at as since, first_approval_by, null as type
  from wallet_request where status = 'pending' and type = '${type}'`

export const depositItems = itemsOf('added')
export const withdrawalItems = itemsOf('withdrawal')
