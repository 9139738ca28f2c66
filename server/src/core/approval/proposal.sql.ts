import type { Proposal } from '@sauda/contract/core/approval'
import { sqlName } from '../ledger/name.sql.ts'
import type { Right } from '@sauda/contract/platform/call'
import { kindsIn, type Payload, type ProposalKind } from '@sauda/contract/core/proposal'
import type { QueueKind } from '@sauda/contract/core/queue'
import type { Sql, Tx } from '../../platform/db.ts'

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
  maker_role: string
  maker_disabled: boolean
  maker_rights: Right[] | null
  decided_by: string | null
  decided_by_name: string | null
  created_at: Date
  decided_at: Date | null
}

const select = `select p.id, p.kind, p.client_id, c.name as client_name, ${sqlName('client', 'c.number')} as sauda_id, p.summary, p.reasons,
    p.payload, p.status, p.requested_by, r.name as requested_by_name, r.role as maker_role,
    r.disabled_at is not null as maker_disabled, (select g.rights from role_rights g where g.role = r.role) as maker_rights, p.decided_by, d.name as decided_by_name,
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

/** Locked until the transaction ends. */
export const lockPendingProposals = (tx: Tx) =>
  tx.rows<ProposalRow>(`${select} where p.status = 'pending' order by p.id for no key update of p`)

type Decision = { id: string; status: Exclude<Proposal['status'], 'pending'>; operatorId: string }

/** 0 if it is already decided, or the operator would approve their own proposal. */
export function decideProposal(tx: Tx, d: Decision) {
  return tx.run(
    `update proposal set status = $2, decided_by = $3, decided_at = statement_timestamp()
      where id = $1 and status = 'pending' and ($2 <> 'approved' or requested_by <> $3)`,
    [d.id, d.status, d.operatorId],
  )
}

export function selectPending(sql: Sql, kinds: readonly ProposalKind[]) {
  return sql.rows<ProposalRow>(`${select} where p.status = 'pending' and p.kind = any($1) order by p.id limit 100`, [
    kinds,
  ])
}

/** The oldest pending proposal of these kinds whose payload has these values. */
export const findPendingAbout = <K extends ProposalKind>(
  sql: Sql,
  kinds: readonly K[],
  about: Readonly<Record<string, string>>,
) =>
  sql.row<Omit<ProposalRow, 'payload'> & { payload: Payload<K> }>(
    `${select} where p.status = 'pending' and p.kind = any($1) and p.payload @> $2::jsonb order by p.id limit 1`,
    [kinds, JSON.stringify(about)],
  )

/** In SQL: the pending proposal about a row, whose id is in the payload under this key. */
export const sqlPending = (kinds: readonly string[], key: string, id: string): string =>
  `(select jsonb_build_object('proposalId', p.id, 'kind', p.kind) from proposal p
     where p.status = 'pending' and p.kind in (${kinds.map((kind) => `'${kind}'`).join(', ')}) and p.payload ->> '${key}' = ${id}::text order by p.id limit 1)`

/** Pending proposals of one queue. */
export const proposalItems = (
  queue: QueueKind,
  amount = 'null::bigint',
) => `select id, client_id, ${amount} as amount, created_at as since,
    requested_by as first_approval_by, kind as type
  from proposal where status = 'pending' and kind in (${kindsIn(queue)
    .map((kind) => `'${kind}'`)
    .join(', ')})`
