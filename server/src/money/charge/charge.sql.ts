import type { Body } from '@sauda/contract/platform/call'
import { type chargeCalls, type ChargeStatus, type ChargeType, dueChargeStatuses } from '@sauda/contract/money/charge'
import { reversalColumn, type ReversalRow } from '../../core/ledger/bank-account.ts'
import { type Sql, sqlList, type Tx } from '../../platform/db.ts'

const isDue = `status in ${sqlList(dueChargeStatuses)}`

export type ChargeRow = {
  id: string
  number: bigint
  client_id: string
  type: ChargeType
  description: string
  amount: bigint
  gst: bigint
  due_on: string | null
  status: ChargeStatus
  transaction_id: string | null
  remarks: string | null
  paid_at: Date | null
  reason: string | null
  raised_by: string | null
  decided_by: string | null
  decided_by_name: string | null
  created_at: Date
  reversed: ReversalRow | null
}

const columns = `h.id, h.number, h.client_id, h.type, h.description, h.amount, h.gst,
  to_char(h.due_on, 'YYYY-MM-DD') as due_on, h.status, h.transaction_id, h.remarks, h.paid_at, h.reason,
  h.raised_by, h.decided_by, (select name from operator where id = h.decided_by) as decided_by_name, h.created_at,
  ${reversalColumn('h')} as reversed`

export const clientCharges = (sql: Sql, clientId: string) =>
  sql.rows<ChargeRow>(`select ${columns} from charge h where h.client_id = $1 order by h.id desc`, [clientId])

export const findCharge = (sql: Sql, id: string) =>
  sql.row<ChargeRow>(`select ${columns} from charge h where h.id = $1`, [id])

/** Serialises payment and decision. */
export const lockCharge = (tx: Tx, id: string) =>
  tx.row<ChargeRow>(`select ${columns} from charge h where h.id = $1 for no key update`, [id])

export const insertCharge = (tx: Tx, id: string, raisedBy: string, c: Body<typeof chargeCalls.raise>) =>
  tx.run(
    `insert into charge (id, client_id, type, description, amount, gst, due_on, raised_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, c.clientId, c.chargeType, c.description, c.amount, c.gst ?? 0n, c.dueDate ?? null, raisedBy],
  )

export const markPaid = (tx: Tx, id: string, { transactionId, remarks }: { transactionId: string; remarks: string }) =>
  tx.run(
    `update charge set status = 'PAID', transaction_id = $2, remarks = $3, paid_at = now(),
       decided_by = null, decided_at = null, reason = null
      where id = $1 and ${isDue}`,
    [id, transactionId, remarks],
  )

export const decideCharge = (
  tx: Tx,
  { id, status }: Pick<ChargeRow, 'id' | 'status'>,
  d: {
    readonly status: Exclude<ChargeStatus, 'PENDING' | 'PAID'>
    readonly operatorId: string
    readonly reason: string | null
  },
) =>
  tx.run(
    `update charge set status = $2, decided_by = $3, decided_at = now(), reason = $4
      where id = $1 and status = $5`,
    [id, d.status, d.operatorId, d.reason, status],
  )

export const chargeItems = `select id, client_id, amount + gst as amount, paid_at as since,
    null::uuid as first_approval_by, null as type
  from charge where status = 'PAID'`

/** Paise of the unpaid charges. */
export const selectDue = (sql: Sql, clientId: string) =>
  sql.row<{ due: bigint }>(
    `select coalesce(sum(amount + gst), 0)::bigint as due from charge
      where client_id = $1 and ${isDue}`,
    [clientId],
  )

/** The unpaid charges as one item, which names the one due first. */
export const chargeAttention = `
  select 'charge' as kind, (array_agg(id order by due_on nulls last, id))[1] as id, null as detail,
         sum(amount + gst)::bigint as amount, count(*)::int as count, min(due_on) as due_on, null as reason,
         min(created_at) as since
    from charge where client_id = $1 and ${isDue} having count(*) > 0`
