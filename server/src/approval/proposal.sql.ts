import type { Proposal } from '@sauda/contract/approval'
import { kindsIn, type Payload, type ProposalKind } from '@sauda/contract/proposal'
import type { QueueKind } from '@sauda/contract/queue'
import type { Sql, Tx } from '../platform/db.ts'

export type ProposalRow = {
  id: string
  kind: ProposalKind
  client_id: string | null
  client_name: string | null
  sauda_id: string | null
  summary: string
  reasons: string[]
  payload: Payload<ProposalKind>
  status: Proposal['status']
  requested_by: string
  requested_by_name: string
  decided_by: string | null
  decided_by_name: string | null
  created_at: Date
  decided_at: Date | null
}

const select = `select p.id, p.kind, p.client_id, c.name as client_name, 'SD' || c.number as sauda_id, p.summary, p.reasons,
    p.payload, p.status, p.requested_by, r.name as requested_by_name, p.decided_by, d.name as decided_by_name,
    p.created_at, p.decided_at
  from proposal p
  join operator r on r.id = p.requested_by
  left join client c on c.id = p.client_id
  left join operator d on d.id = p.decided_by`

export function findProposal(sql: Sql, id: string) {
  return sql.row<ProposalRow>(`${select} where p.id = $1`, [id])
}

export type NewProposal = {
  id: string
  kind: ProposalKind
  clientId: string | null
  summary: string
  reasons: readonly string[]
  payload: object
  operatorId: string
}

export function insertProposal(tx: Tx, p: NewProposal) {
  return tx.run(
    `insert into proposal (id, kind, client_id, summary, reasons, payload, requested_by) values ($1, $2, $3, $4, $5, $6, $7)`,
    [p.id, p.kind, p.clientId, p.summary, p.reasons, JSON.stringify(p.payload), p.operatorId],
  )
}

/** 0 if it is already decided, or the operator would approve their own proposal. */
export function decideProposal(tx: Tx, d: { id: string; status: 'approved' | 'rejected'; operatorId: string }) {
  return tx.run(
    `update proposal set status = $2, decided_by = $3, decided_at = statement_timestamp()
      where id = $1 and status = 'pending' and ($2 = 'rejected' or requested_by <> $3)`,
    [d.id, d.status, d.operatorId],
  )
}

export function selectPending(sql: Sql, kinds: readonly ProposalKind[]) {
  return sql.rows<ProposalRow>(`${select} where p.status = 'pending' and p.kind = any($1) order by p.id limit 100`, [
    kinds,
  ])
}

/** Pending proposals of one queue. */
export const proposalItems = (
  queue: QueueKind,
  amount = 'null::bigint',
) => `select id, client_id, ${amount} as amount, created_at as since,
    requested_by as first_approval_by, kind as type
  from proposal where status = 'pending' and kind in (${kindsIn(queue)
    .map((kind) => `'${kind}'`)
    .join(', ')})`
