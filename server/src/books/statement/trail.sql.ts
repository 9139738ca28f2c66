import type { Sql } from '../../platform/db.ts'

/**
 * The causes whose journals move the same money as `causeId`: of a payment what the bank corrected or returned of it, of a trade the
 * purchase or the sales of its lot and their contracts, of a contract its releases and the reverse, of a loan its repayments.
 */
export const selectCauses = (sql: Sql, clientId: string, causeId: string) =>
  sql.rows<{ id: string }>(
    `with payment as (
       select $2::uuid as id
       union select coalesce(k.payment_id, r.payment_id) from bank_link k left join bank_link r on r.id = k.returns_id where k.id = $2),
     link as (
       select k.id from bank_link k join payment p on p.id = k.payment_id),
     own as (select t.id, t.lot_id from trade t where t.id = $2 and t.client_id = $1),
     traded as (
       select id from own
       union select l.trade_id from own join lot l on l.id = own.lot_id
       union select s.id from own join trade s on s.lot_id = own.id),
     noted as (
       select c.id from contract c where c.id = $2
       union select t.contract_id from traded join trade t on t.id = traded.id),
     borrowed as (
       select l.id from loan l where l.id = $2 union select r.loan_id from loan_repayment r where r.id = $2),
     settled as (
       select distinct e.settlement_id from noted n join journal j on j.cause_id = n.id join entry e on e.journal_id = j.id
        where j.client_id = $1 and e.settlement_id is not null),
     released as (
       select j.cause_id as id from settlement_release r join entry e on e.settlement_id = r.settlement_id and e.client_id = r.client_id
         join journal j on j.id = e.journal_id
        where r.id = $2 and r.client_id = $1),
     cause as (
       select id from payment
       union select id from link
       union select k.id from link join bank_link k on k.returns_id = link.id
       union select id from traded
       union select id from noted
       union select id from borrowed
       union select id from released
       union select r.id from loan_repayment r join borrowed b on b.id = r.loan_id
       union select r.id from settlement_release r join settled s on s.settlement_id = r.settlement_id where r.client_id = $1)
     select id from cause where id is not null`,
    [clientId, causeId],
  )

export type TrailLine = {
  id: string
  causeIds: string[]
  day: string
  direction: 'credit' | 'debit'
  amount: bigint
  reference: string | null
  bankName: string
  accountNumber: string | null
}

/** The bank lines of these causes, with the part of each that belongs to them. */
export const selectLines = (sql: Sql, causeIds: readonly string[]) =>
  sql.rows<TrailLine>(
    `select l.id, array_agg(case when k.kind = 'payment' then k.payment_id else k.id end) as "causeIds",
            to_char(l.booked_on, 'YYYY-MM-DD') as day, l.direction, sum(k.amount)::bigint as amount, l.reference,
            b.name as "bankName", b.account_number as "accountNumber"
       from bank_link k join bank_line l on l.id = k.line_id join broker_bank b on b.id = l.broker_bank_id
      where (k.id = any($1::uuid[]) or k.payment_id = any($1::uuid[])) and k.unlinked_at is null and k.amount <> 0
      group by l.id, b.id order by l.booked_on, l.id`,
    [causeIds],
  )
