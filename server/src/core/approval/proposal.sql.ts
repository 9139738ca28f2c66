import type { Proposal } from '@sauda/contract/core/approval'
import { sqlName } from '../ledger/name.sql.ts'
import { kindsIn, type Payload, type ProposalKind, type Use } from '@sauda/contract/core/proposal'
import type { QueueKind } from '@sauda/contract/core/queue'
import { type Sql, sqlList, type Tx, selectColumn, selectIds, selectValue } from '../../platform/db.ts'
import { confirmedAccounts } from '../ledger/bank-link.sql.ts'
import type { Right } from '@sauda/contract/platform/call'

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

const select = `select p.id, p.kind, p.client_id, c.name as client_name, ${sqlName('client', 'c.number')} as sauda_id, p.summary, p.reasons,
    p.payload, p.status, p.requested_by, r.name as requested_by_name, p.decided_by, d.name as decided_by_name, p.created_at, p.decided_at
  from proposal p
  join operator r on r.id = p.requested_by
  left join client c on c.id = p.client_id
  left join operator d on d.id = p.decided_by`

export const findProposal = (sql: Sql, id: string) => sql.row<ProposalRow>(`${select} where p.id = $1`, [id])

export type NewProposal = {
  id: string
  kind: ProposalKind
  clientId: string | null
  summary: string
  reasons: readonly string[]
  payload: object
  uses: readonly Use[]
  operatorId: string
}

export const insertProposal = (tx: Tx, p: NewProposal) =>
  tx.run(
    `insert into proposal (id, kind, client_id, summary, reasons, payload, uses, requested_by) values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [p.id, p.kind, p.clientId, p.summary, p.reasons, JSON.stringify(p.payload), p.uses, p.operatorId],
  )

/** Serialises requests for the same things until the transaction ends; in one order, so that none waits for another in a circle. */
export const lockUses = (tx: Tx, uses: readonly Use[]) =>
  tx.run('select pg_advisory_xact_lock(hashtextextended(u, 0)) from (select unnest($1::text[]) u order by 1) s', [uses])

/** The oldest pending proposal that would use one of these, or a bank line with this reference. */
export const findUsing = (sql: Sql, uses: readonly Use[], named?: { direction: string; reference: string }) =>
  sql.row<ProposalRow>(
    `${select} where p.status = 'pending' and p.uses && ($1::text[] || array(
         select 'line:' || l.id from bank_line l where l.reference = $2 and l.direction = $3))
      order by p.id limit 1`,
    [uses, named?.reference ?? null, named?.direction ?? null],
  )

/** Locked until the transaction ends. */
export const lockPendingProposals = (tx: Tx) =>
  tx.rows<ProposalRow>(`${select} where p.status = 'pending' order by p.id for no key update of p`)

export const selectPending = (sql: Sql, kinds: readonly ProposalKind[]) =>
  sql.rows<ProposalRow>(`${select} where p.status = 'pending' and p.kind = any($1) order by p.id limit 100`, [kinds])

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
     where p.status = 'pending' and p.kind in ${sqlList(kinds)} and p.payload ->> '${key}' = ${id}::text order by p.id limit 1)`

/** Pending proposals of one queue. */
export const proposalItems = (
  queue: QueueKind,
  amount = 'null::bigint',
) => `select id, client_id, ${amount} as amount, created_at as since,
    requested_by as first_approval_by, kind as type
  from proposal where status = 'pending' and kind in ${sqlList(kindsIn(queue))}`

export const findStop = (sql: Sql) =>
  sql.row<{ at: Date; reason: string; by: string | null }>(
    `select s.stopped_at as at, s.reason, o.name as by from payout_stop s left join operator o on o.id = s.stopped_by
      where s.stopped_at is not null`,
  )

/** A stop waits until the transaction ends, which then pays nothing after it. */
export const lockStop = (tx: Tx) => selectValue<boolean>(tx, 'select stopped_at is not null from payout_stop for share')

/** 0 if payouts are stopped already. */
export const setStop = (tx: Tx, reason: string, operatorId: string | null) =>
  tx.run(
    `update payout_stop set stopped_at = date_trunc('milliseconds', clock_timestamp()), reason = $1, stopped_by = $2
      where stopped_at is null`,
    [reason, operatorId],
  )

/** 0 unless it is this stop. */
export const clearStop = (tx: Tx, at: string) =>
  tx.run('update payout_stop set stopped_at = null, reason = null, stopped_by = null where stopped_at = $1', [at])

export type Deposit = {
  readonly requestId: string
  readonly clientId: string
  readonly amount: bigint
  readonly reference: string | undefined
  /** The bank line from which it is approved; without one every line with the amount and the reference counts. */
  readonly lineId?: string | undefined
}

/** What the statement of a bank entry proves. */
export type EntryProof = {
  fileName: string
  importerId: string
  importer: string
  isAccepted: boolean
  /** A later statement lacks it, or has it with another balance. */
  isContradicted: boolean
}

export type ProofLine = EntryProof & {
  id: string
  text: string
  isRepeated: boolean
  /** The request was made before the import. */
  isOlder: boolean
  clientName: string
  holderName: string | null
  /** Confirmed payer accounts of the client. */
  accounts: string[]
}

const entryProof = `s.file_name as "fileName", s.imported_by as "importerId", o.name as importer, s.accepted_at is not null as "isAccepted",
  exists (select from statement_contradiction c where c.line_id = l.id and c.resolution is null) as "isContradicted"`

export const findEntryProof = (sql: Sql, lineId: string) =>
  sql.row<EntryProof>(
    `select ${entryProof} from bank_line l join bank_statement s on s.id = l.statement_id join operator o on o.id = s.imported_by
      where l.id = $1`,
    [lineId],
  )

/** Bank lines of exactly the amount of a deposit, and the reference it is approved under, that explain no other payment. */
export const proofLines = (sql: Sql, { requestId, amount, reference, lineId }: Deposit) =>
  sql.rows<ProofLine>(
    `select l.id, l.text, ${entryProof}, l.repeated_by is not null as "isRepeated",
            r.created_at < s.imported_at as "isOlder", c.name as "clientName", b.holder_name as "holderName",
            ${confirmedAccounts('c.id')} as accounts
       from bank_line l
       join bank_statement s on s.id = l.statement_id
       join operator o on o.id = s.imported_by
       join wallet_request r on r.id = $1
       join client c on c.id = r.client_id
       left join bank_details b on b.client_id = c.id
      where l.direction = 'credit' and l.amount = $2 and l.unexplained = l.amount
        -- The QR that was paid is that of another request.
        and not exists (select from wallet_request q where q.reference = any (l.names) and q.id <> r.id)
        and ${lineId === undefined ? 'l.reference = $3' : 'l.id = $3'}
      order by l.id limit 5`,
    [requestId, amount, lineId ?? reference ?? null],
  )

/** Narrations of the lines of the client's approved deposits, the newest first. */
export const textsOfDeposits = (sql: Sql, clientId: string) =>
  selectColumn<string>(
    sql,
    `select l.text from wallet_request r
       join bank_link k on k.payment_id = r.id and k.kind = 'payment' and k.unlinked_at is null
       join bank_line l on l.id = k.line_id
      where r.client_id = $1 and r.type = 'added' and r.status = 'approved' order by r.id desc limit 200`,
    [clientId],
  )

export const insertPayer = (tx: Tx, p: { clientId: string; account: string; operatorId: string }) =>
  tx.run('insert into payer_account (client_id, account, confirmed_by) values ($1, $2, $3) on conflict do nothing', [
    p.clientId,
    p.account,
    p.operatorId,
  ])

/** What decides whether the operators may still request something. */
export const selectMakers = (sql: Sql, ids: readonly string[]) =>
  sql.rows<{ id: string; role: string; rights: Right[] | null; disabled: boolean }>(
    `select o.id, o.role, x.rights, o.disabled_at is not null as disabled
       from operator o left join role_rights x on x.role = o.role where o.id = any ($1::uuid[])`,
    [ids],
  )

const requests = {
  deposit: { from: "wallet_request where type = 'added' and status = 'pending'", maker: 'first_approval_by' },
  // A release of the payout batch is both approvals.
  withdrawal: {
    from: `wallet_request where type = 'withdrawal' and status = 'pending'
      and not exists (select from payout_batch b where b.id = payout_batch_id and b.status = 'released')`,
    maker: 'first_approval_by',
  },
  adjustment: { from: "adjustment where status = 'pending'", maker: 'requested_by' },
  reversal: { from: "trade_reversal where status = 'pending'", maker: 'requested_by' },
} as const
export type TwoStepQueue = keyof typeof requests

/** Operators with a pending request, or the first approval of one. */
export const selectWaitingMakers = (sql: Sql, queue: TwoStepQueue) =>
  selectIds(
    sql,
    `select distinct ${requests[queue].maker} as id from ${requests[queue].from} and ${requests[queue].maker} is not null`,
  )

/** The pending requests of a queue that these operators made, locked until the transaction ends. */
export const lockWaitingOf = (tx: Tx, queue: TwoStepQueue, operatorIds: readonly string[]) =>
  selectIds(
    tx,
    `select id from ${requests[queue].from} and ${requests[queue].maker} = any ($1::uuid[]) order by id for no key update`,
    [operatorIds],
  )
