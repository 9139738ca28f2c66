import { sqlName } from '../../core/ledger/name.sql.ts'
import { dataKeyOf } from '../../platform/data-key.ts'
import type { Sql, Tx } from '../../platform/db.ts'

/** No row while the batch waits for its release. */
export const findReleaser = (sql: Sql, batchId: string) =>
  sql.row<{ released_by: string }>(
    "select released_by from payout_batch where id = $1 and status = 'released' and released_by is not null",
    [batchId],
  )

export type BatchedRow = {
  id: string
  number: bigint
  client_id: string
  client_name: string
  amount: bigint
  status: string
  pay_to_name: string
  payout_batch_id: string | null
  first_approval_by: string | null
}

const columns = `r.id, r.number, r.client_id, (select name from client where id = r.client_id) as client_name, r.amount, r.status,
  r.pay_to_name, r.payout_batch_id, r.first_approval_by`

export type CandidateRow = BatchedRow & {
  sauda_id: string
  pay_to_number: string
  pay_to_ifsc: string
  data_key: Buffer | null
  created_at: Date
  total: number
}

/** Pending withdrawals outside a batch, oldest first. */
export const selectCandidates = (sql: Sql, limit: number) =>
  sql.rows<CandidateRow>(
    `select ${columns}, ${sqlName('client', 'c.number')} as sauda_id, r.pay_to_number, r.pay_to_ifsc,
            ${dataKeyOf('r.client_id')} as data_key, r.created_at, (count(*) over ())::int as total
       from wallet_request r
       join client c on c.id = r.client_id
      where r.status = 'pending' and r.type = 'withdrawal' and r.payout_batch_id is null
      order by r.created_at, r.id limit $1`,
    [limit],
  )

/** Withdrawals in the order of their ids, locked until the transaction ends. */
export const lockWithdrawals = (tx: Tx, ids: readonly string[]) =>
  tx.rows<BatchedRow>(
    `select ${columns} from wallet_request r where id = any ($1::uuid[]) and type = 'withdrawal' order by id for no key update`,
    [ids],
  )

const openInBatch = `select ${columns} from wallet_request r where payout_batch_id = $1 and status = 'pending' order by id`

/** Withdrawals of a batch that the bank has not answered. */
export const selectBatched = (sql: Sql, batchId: string) => sql.rows<BatchedRow>(openInBatch, [batchId])

export const lockBatched = (tx: Tx, batchId: string) =>
  tx.rows<BatchedRow>(`${openInBatch} for no key update`, [batchId])

/** With the bank account that pays it. */
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
