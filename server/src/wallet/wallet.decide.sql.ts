import type { RequestType } from '@sauda/contract/wallet'
import type { Sql, Tx } from '../platform/db.ts'
import { requestColumns, type RequestRow } from './wallet.sql.ts'

export type DecidedRow = RequestRow & { client_name: string; client_email: string }

const decided = `returning ${requestColumns}, c.name as client_name, c.email as client_email`

export type Approval = {
  id: string
  /** Those the operator's rights allow. */
  types: readonly RequestType[]
  operatorId: string
  reference: string | undefined
  /** Paise; a larger withdrawal needs two operators. */
  secondApprovalAbove: bigint
}

/** No row unless pending and this is the last approval needed. */
export function approveRequest(tx: Tx, a: Approval & { reference: string }) {
  return tx.row<DecidedRow>(
    `update wallet_request r
        set status = 'approved', decided_by = $3, decided_at = statement_timestamp(), bank_reference = $4
       from client c
      where r.id = $1 and r.status = 'pending' and r.type = any($2) and c.id = r.client_id
        and (r.type = 'added' or r.amount <= $5 or r.first_approval_by <> $3)
     ${decided}`,
    [a.id, a.types, a.operatorId, a.reference, a.secondApprovalAbove],
  )
}

/** No row unless awaiting the first of two approvals. */
export function approveFirst(tx: Tx, a: Approval) {
  return tx.row<DecidedRow>(
    `update wallet_request r
        set first_approval_by = $3, first_approval_at = statement_timestamp(), first_approval_reference = $4
       from client c
      where r.id = $1 and r.status = 'pending' and r.type = any($2) and c.id = r.client_id
        and r.type = 'withdrawal' and r.amount > $5 and r.first_approval_by is null
     ${decided}`,
    [a.id, a.types, a.operatorId, a.reference ?? null, a.secondApprovalAbove],
  )
}

/** No row unless pending. */
export function rejectRequest(
  tx: Tx,
  r: { id: string; types: readonly RequestType[]; operatorId: string; reason: string },
) {
  return tx.row<DecidedRow>(
    `update wallet_request r
        set status = 'rejected', decided_by = $3, decided_at = statement_timestamp(), reason = $4
       from client c
      where r.id = $1 and r.status = 'pending' and r.type = any($2) and c.id = r.client_id
     ${decided}`,
    [r.id, r.types, r.operatorId, r.reason],
  )
}

/** To explain why a decision was rejected. */
export function findDecision(sql: Sql, id: string) {
  return sql.row<
    Pick<RequestRow, 'type' | 'status'> & { first_approval_by: string | null; decided_by_name: string | null }
  >(
    `select r.type, r.status, r.first_approval_by, o.name as decided_by_name
       from wallet_request r left join operator o on o.id = r.decided_by where r.id = $1`,
    [id],
  )
}
