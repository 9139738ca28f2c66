import type { LoanStatus, LoanTerms } from '@sauda/contract/money/loan'
import type { Sql, Tx } from '../../platform/db.ts'
import { shownTerms, storedTerms, type StoredTerms } from './loan.terms.ts'

/** Dates in India, as `2026-11-20`. */
export type LoanRow = {
  id: string
  client_id: string
  status: LoanStatus
  terms: LoanTerms | null
  principal: bigint | null
  accepted_on: string | null
  today: string
  reason: string | null
  decided_by: string | null
  decided_by_name: string | null
  created_at: Date
}

const day = (moment: string) => `to_char(${moment} at time zone 'Asia/Kolkata', 'YYYY-MM-DD')`

const columns = `l.id, l.client_id, l.status, l.terms, l.principal, ${day('l.accepted_at')} as accepted_on,
  ${day('now()')} as today, l.reason, l.decided_by, (select name from operator where id = l.decided_by) as decided_by_name, l.created_at`

async function readLoans(sql: Sql, which: string, id: string): Promise<LoanRow[]> {
  const rows = await sql.rows<Omit<LoanRow, 'terms'> & { terms: StoredTerms | null }>(
    `select ${columns} from loan l where ${which}`,
    [id],
  )
  return rows.map((row) => ({ ...row, terms: row.terms && shownTerms(row.terms) }))
}

export const clientLoans = (sql: Sql, clientId: string) =>
  readLoans(sql, 'l.client_id = $1 order by l.id desc', clientId)

export const findLoan = async (sql: Sql, id: string) => (await readLoans(sql, 'l.id = $1', id))[0]

/** Unpaid principal, in paise. */
export const sumPrincipal = (sql: Sql, clientId: string) =>
  sql.row<{ owed: bigint }>('select coalesce(sum(principal), 0)::bigint as owed from loan where client_id = $1', [
    clientId,
  ])

/** Serialises changes of one loan. */
export const lockLoan = async (tx: Tx, id: string) => (await readLoans(tx, 'l.id = $1 for no key update', id))[0]

/** Returns 0 if the client has an open loan. */
export const insertLoan = (tx: Tx, id: string, clientId: string) =>
  tx.run(
    `insert into loan (id, client_id) values ($1, $2)
     on conflict (client_id) where status in ('pending', 'admin_approved', 'approved') do nothing`,
    [id, clientId],
  )

export const offerLoan = (tx: Tx, id: string, { terms, operatorId }: { terms: LoanTerms; operatorId: string }) =>
  tx.run(
    `update loan set status = 'admin_approved', terms = $2, decided_by = $3, decided_at = now()
      where id = $1 and status = 'pending'`,
    [id, JSON.stringify(storedTerms(terms)), operatorId],
  )

/** `operatorId`: null if the client declines. */
export const rejectLoan = (tx: Tx, id: string, d: { reason: string; operatorId: string | null }) =>
  tx.run(
    `update loan set status = 'rejected', reason = $2, decided_by = $3, decided_at = now()
      where id = $1 and status in ('pending', 'admin_approved')`,
    [id, d.reason, d.operatorId],
  )

export const acceptLoan = (tx: Tx, id: string, { terms, principal }: { terms: LoanTerms; principal: bigint }) =>
  tx.run(
    `update loan set status = 'approved', terms = $2, principal = $3, accepted_at = now()
      where id = $1 and status = 'admin_approved'`,
    [id, JSON.stringify(storedTerms(terms)), principal],
  )

export const reduceLoan = (tx: Tx, id: string, { principal, closes }: { principal: bigint; closes: boolean }) =>
  tx.run(
    `update loan set principal = principal - $2,
       status = case when $3 then 'closed' else status end, closed_at = case when $3 then now() end
      where id = $1 and status = 'approved'`,
    [id, principal, closes],
  )

/** `gst` is part of the fee, `returned` part of the principal. */
export type RepaymentRow = { interest: bigint; fee: bigint; gst: bigint; principal: bigint; returned: bigint }

export const insertRepayment = (tx: Tx, id: string, loanId: string, on: string, row: RepaymentRow) =>
  tx.run(
    `insert into loan_repayment (id, loan_id, paid_on, interest, fee, gst, principal, returned)
     values ($1, $2, $3, $4, $5, $6, $7, $8)`,
    [id, loanId, on, row.interest, row.fee, row.gst, row.principal, row.returned],
  )

export type PaidRow = { loan_id: string; on: string; interest: bigint; fee: bigint; principal: bigint }

/** Per day, oldest first. */
export const paidDays = (sql: Sql, loanIds: readonly string[]) =>
  sql.rows<PaidRow>(
    `select loan_id, to_char(paid_on, 'YYYY-MM-DD') as on, sum(interest)::bigint as interest,
       sum(fee)::bigint as fee, sum(principal)::bigint as principal
       from loan_repayment where loan_id = any($1::uuid[]) group by loan_id, paid_on order by paid_on`,
    [loanIds],
  )

export const today = (sql: Sql) => sql.row<{ today: string }>(`select ${day('now()')} as today`)

export const loanItems = `select id, client_id, null::bigint as amount, created_at as since,
    null::uuid as first_approval_by, null as type
  from loan where status = 'pending' and not exists (
    select from proposal p where p.kind = 'loan.offer' and p.status = 'pending' and p.payload->>'loanId' = loan.id::text)`

/** An offer to decide, or the newest request if it was rejected. */
export const loanAttention = (rejectedDays: number) => `
  select case status when 'rejected' then 'rejected.loan' else 'loan.offer' end as kind, id, null as detail,
         (terms ->> 'amountPaise')::bigint as amount, 1 as count, null::date as due_on, reason, decided_at as since
    from (select * from loan where client_id = $1 order by id desc limit 1) l
   where status = 'admin_approved'
      or (status = 'rejected' and decided_by is not null and decided_at > now() - make_interval(days => ${rejectedDays}))`
