import type { ExceptionKind } from '@sauda/contract/queue'
import type { Direction, Payment, PaymentKind } from '@sauda/contract/reconciliation'
import { lock, tryLock } from '../platform/advisory-lock.sql.ts'
import type { Sql, Tx } from '../platform/db.ts'
import { isExplained } from '../ledger/bank-link.sql.ts'
import { judgedLines, namedLines, selectIds } from './reconciliation.judge.sql.ts'

/** Serialises decisions about a line. */
export const lockLine = (tx: Tx, id: string) =>
  tx.row<{ unexplained: bigint; reference: string | null; amount: bigint }>(
    'select unexplained, reference, amount from bank_line where id = $1 for no key update',
    [id],
  )

export const referenceOf = (sql: Sql, lineId: string) =>
  sql.row<{ direction: Direction; reference: string }>('select direction, reference from bank_line where id = $1', [
    lineId,
  ])

/** Whether the operator matched the line with the payment. */
export const isMatchedBy = async (sql: Sql, m: { lineId: string; paymentId: string; operatorId: string }) =>
  (await sql.row(
    `select from bank_link where line_id = $1 and payment_id = $2 and linked_by = $3 and kind = 'payment' and unlinked_at is null`,
    [m.lineId, m.paymentId, m.operatorId],
  )) !== undefined

/** For a line without a payment. */
export const judgeLine = (tx: Tx, id: string) =>
  tx.row<{ state: string; exception: ExceptionKind | null; payment_id: string | null; how: number | null }>(
    `${judgedLines('x.id = $1')} select state, exception, payment_id, how from verdict where id = $1`,
    [id],
  )

export const findPayment = (sql: Sql, id: string) =>
  sql.row<{
    kind: PaymentKind
    status: Payment['status']
    entered: string | null
    client_id: string
    name: string
  }>('select kind, status, entered, client_id, name from bank_payment where id = $1', [id])

export const findClientName = (sql: Sql, id: string) =>
  sql.row<{ name: string; email: string }>('select name, email from client where id = $1', [id])

export const findPendingDecision = (sql: Sql, lineId: string) =>
  sql.row<{ id: string; by: string }>(
    `select p.id, o.name as by from proposal p join operator o on o.id = p.requested_by
      where p.kind like 'receipt.%' and p.status = 'pending' and p.payload->>'lineId' = $1 limit 1`,
    [lineId],
  )

/** Serialises matching across processes. */
export const lockMatching = (tx: Tx) => lock(tx, 'matching')

/** Returns false if another process is matching. */
export const tryLockMatching = (tx: Tx) => tryLock(tx, 'matching')

const explained = (condition: string) => `${judgedLines(condition)}, pick as (
    select distinct on (v.payment_id) v.id, v.payment_id, v.how, l.amount
      from verdict v join bank_line l on l.id = v.id
     where v.state = 'matched' order by v.payment_id, v.how, v.id)
  select link_bank_line(gen_random_uuid(), k.id, 'payment', k.payment_id, null, null, k.amount, k.how, null, null, null) as fault
    from pick k`

/** Matches these lines with approved payments; returns the number of matches. */
export async function matchLines(tx: Tx, lineIds: readonly string[]): Promise<number> {
  const faults = await tx.rows<{ fault: string | null }>(explained('x.id = any ($1::uuid[])'), [lineIds])
  return faults.filter(({ fault }) => fault === null).length
}

export const matchStatement = (tx: Tx, statementId: string) => tx.run(explained('x.statement_id = $1'), [statementId])

/** Unmatched lines that name a recently approved payment. */
export const linesOfApproved = (sql: Sql, hours: number) =>
  selectIds(
    sql,
    `with approved as (
       select r.id, r.reference, case r.type when 'added' then 'ADD' else 'WDR' end || r.number as name
         from wallet_request r where r.status = 'approved' and r.decided_at > now() - make_interval(hours => $1)
       union all
       select h.id, null, 'CHG' || h.number from charge h
        where h.status = 'APPROVED' and h.decided_at > now() - make_interval(hours => $1)
     ), name as (
       select a.id, a.name from approved a
       union all select a.id, a.reference from approved a where a.reference is not null
       union all select a.id, p.reference from approved a join payment_reference p on p.used_by = a.id
     )
     select distinct l.id from name n cross join lateral (${namedLines('n.name')}) l
      where not ${isExplained('n.id')}`,
    [hours],
  )

/** Returns 0 if there is no such payment or it was closed before. */
export const closeMissing = (tx: Tx, s: { id: string; operatorId: string; note: string }) =>
  tx.run(
    'update missing_line set settled_by = $2, settled_at = now(), note = $3 where id = $1 and settled_at is null',
    [s.id, s.operatorId, s.note],
  )
