import { sqlName } from '../../core/ledger/name.sql.ts'
import { dataKeyOf } from '../../platform/data-key.ts'
import { selectViews, type Sql, type Tx } from '../../platform/db.ts'

/** The operator who released a batch; no row while it waits for its release. */
export const findReleaser = (sql: Sql, batchId: string) =>
  sql.row<{ released_by: string }>(
    "select released_by from payout_batch where id = $1 and status = 'released' and released_by is not null",
    [batchId],
  )

export type BatchedRow = {
  _id: string
  transactionId: string
  clientId: string
  clientName: string
  amount: bigint
  status: string
  payeeName: string
  batchId?: string
  firstApprovalBy?: string
}

const columns = `r.id as "_id", ${sqlName('withdrawal', 'r.number')} as "transactionId", r.client_id as "clientId",
  (select name from client where id = r.client_id) as "clientName", r.amount, r.status, r.pay_to_name as "payeeName",
  r.payout_batch_id as "batchId", r.first_approval_by as "firstApprovalBy"`

type CandidateRow = BatchedRow & {
  saudaId: string
  /** Encrypted. */
  payToNumber: string
  dataKey?: Buffer
  ifsc: string
  createdAt: string
  total: number
}

/** Pending withdrawals outside a batch, oldest first. */
export const selectCandidates = (sql: Sql, limit: number) =>
  selectViews<CandidateRow>(
    sql,
    `select ${columns}, ${sqlName('client', 'c.number')} as "saudaId", r.pay_to_number as "payToNumber", r.pay_to_ifsc as ifsc,
            ${dataKeyOf('r.client_id')} as "dataKey", r.created_at as "createdAt", (count(*) over ())::int as total
       from wallet_request r
       join client c on c.id = r.client_id
      where r.status = 'pending' and r.type = 'withdrawal' and r.payout_batch_id is null
      order by r.created_at, r.id limit $1`,
    [limit],
  )

const withdrawals = (where: string) => `select ${columns} from wallet_request r where ${where} order by r.id`

/** Withdrawals in the order of their ids, locked until the transaction ends. */
export const lockWithdrawals = (tx: Tx, ids: readonly string[]) =>
  selectViews<BatchedRow>(tx, `${withdrawals("r.id = any ($1::uuid[]) and r.type = 'withdrawal'")} for no key update`, [
    ids,
  ])

const openInBatch = withdrawals("r.payout_batch_id = $1 and r.status = 'pending'")

/** Withdrawals of a batch that the bank has not answered. */
export const selectBatched = (sql: Sql, batchId: string) => selectViews<BatchedRow>(sql, openInBatch, [batchId])

export const lockBatched = (tx: Tx, batchId: string) =>
  selectViews<BatchedRow>(tx, `${openInBatch} for no key update`, [batchId])

/** Puts withdrawals into a batch and stores the bank account that pays them; null takes them out. */
export const setBatch = (tx: Tx, ids: readonly string[], batchId: string | null) =>
  tx.run(
    `update wallet_request set payout_batch_id = $2, broker_bank_id = (select bank_id from payout_batch where id = $2)
      where id = any ($1::uuid[])`,
    [ids, batchId],
  )

/** Approves those without a first approval: the operator who made the batch gave it. */
export const approveBatchFirst = (tx: Tx, ids: readonly string[], operatorId: string) =>
  tx.run(
    `update wallet_request set first_approval_by = $2, first_approval_at = statement_timestamp()
      where id = any ($1::uuid[]) and first_approval_by is null`,
    [ids, operatorId],
  )
