import { sqlName, sqlRequestName } from '../../core/ledger/name.sql.ts'
import type { Direction } from '@sauda/contract/banking/reconciliation'
import { lock, tryLock } from '../../platform/advisory-lock.sql.ts'
import type { Sql, Tx } from '../../platform/db.ts'
import { isExplained } from '../../core/ledger/bank-link.sql.ts'
import { judgedLines, namedLines, selectIds } from './reconciliation.match.sql.ts'

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

export const isMatchedBy = async (sql: Sql, m: { lineId: string; paymentId: string; operatorId: string }) =>
  (await sql.row(
    `select from bank_link where line_id = $1 and payment_id = $2 and linked_by = $3 and kind = 'payment' and unlinked_at is null`,
    [m.lineId, m.paymentId, m.operatorId],
  )) !== undefined

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
       select r.id, r.reference, ${sqlRequestName('r')} as name
         from wallet_request r where r.status = 'approved' and r.decided_at > now() - make_interval(hours => $1)
       union all
       select h.id, null, ${sqlName('charge', 'h.number')} from charge h
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

type PaidRow = { client_id: string; text: string; names: string[] }

/** Bank entries that deposits of these clients were credited for in the last days, with the names a client is known by. */
export const selectPaid = (sql: Sql, clientIds: readonly string[], days: number) =>
  sql.rows<PaidRow>(
    `select r.client_id, b.text, array_remove(array[c.name, i.pan_name, d.holder_name], null) as names
       from wallet_request r
       join bank_link k on k.payment_id = r.id and k.kind = 'payment' and k.unlinked_at is null
       join bank_line b on b.id = k.line_id and b.direction = 'credit'
       join client c on c.id = r.client_id
       left join kyc_identity i on i.client_id = c.id
       left join bank_details d on d.client_id = c.id
      where r.client_id = any ($1::uuid[]) and r.type = 'added' and r.status = 'approved'
        and r.decided_at > now() - make_interval(days => $2)
      order by r.id desc`,
    [clientIds, days],
  )
