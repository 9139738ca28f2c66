import type { TrailFigure, TrailSource } from '@sauda/contract/books/statement'
import { type Sql, selectIds } from '../../platform/db.ts'
import { eventColumns, type EventRow, eventsOf, inRange } from './statement.sql.ts'

/** `id`: of a journal, or of the request, charge, loan or trade that caused it; of that the newest. */
export const findTrailStart = (sql: Sql, clientId: string, id: string) =>
  sql.row<EventRow>(
    eventsOf(
      `select * from journal j where j.client_id = $1 and (j.id = $2 or j.cause_id = $2) order by j.id = $2 desc, j.id desc limit 1`,
    ),
    [clientId, id],
  )

/** Oldest first. */
export const selectTrail = (sql: Sql, clientId: string, causeIds: readonly string[], limit: number) =>
  sql.rows<EventRow>(
    `with j as (select * from journal j where j.client_id = $1 and j.cause_id = any($2::uuid[]) order by j.at, j.id limit $3)
     select ${eventColumns} from j order by j.at, j.id`,
    [clientId, causeIds, limit],
  )

const changeOf = (figure: string) => `${figure} - lead(${figure}, 1, 0::bigint) over (order by j.at desc, j.id desc)`
const hasEntry = (condition: string) =>
  `exists (select from entry e where e.journal_id = j.id and e.client_id = $1 and (${condition}))::int`

/** The same entries as in `findWorth`. */
const changes: Readonly<Record<TrailFigure, string>> = {
  cash: changeOf('j.cash'),
  invested: changeOf('j.invested'),
  loan: changeOf('j.loan'),
  cashback: changeOf('j.cashback'),
  withheld: changeOf('j.withheld'),
  unsettled: changeOf('j.unsettled'),
  dues: changeOf('j.dues'),
  balance: changeOf('(j.cash + j.loan)'),
  added: hasEntry(`'bank' in (e.debit, e.credit) and 'cash' in (e.debit, e.credit)
    or 'opening' in (e.debit, e.credit) and 'securities' not in (e.debit, e.credit)`),
  takenOut: hasEntry(`'bank' in (e.debit, e.credit) and 'withheld' in (e.debit, e.credit)`),
}
const signs = { in: '> 0', out: '< 0' } as const

type Changes = Omit<TrailSource, 'stock' | 'sales' | 'cause'> & { readonly figure: TrailFigure }

/** The newest events that changed a figure, newest first; reads no further than it needs. */
export const selectChanges = (sql: Sql, clientId: string, { figure, from, to, flow, until }: Changes, limit: number) =>
  sql.rows<EventRow>(
    eventsOf(
      `select * from (select j.*, ${changes[figure]} as change from journal j where j.client_id = $1) j
        where j.change ${flow ? signs[flow] : '<> 0'} and ${inRange}
          and ($4::uuid is null or (j.at, j.id) <= (select c.at, c.id from journal c where c.id = $4 and c.client_id = $1))
        order by j.at desc, j.id desc limit $5`,
    ),
    [clientId, from ?? null, to ?? null, until ?? null, limit],
  )

/** The purchases of what the client holds of a stock. */
export const selectHeld = (sql: Sql, clientId: string, stock: string) =>
  selectIds(
    sql,
    `select distinct l.trade_id as id from lot l
      where l.client_id = $1 and l.stock = $2 and l.open_quantity > 0 and l.trade_id is not null`,
    [clientId, stock],
  )

/** The sales of a trading day whose result counts. */
export const selectSales = (sql: Sql, clientId: string, day: string) =>
  selectIds(
    sql,
    `select id from trade where client_id = $1 and traded_on = $2 and action = 'SELL' and reversal_id is null`,
    [clientId, day],
  )

/** Whether it is the client's: also one that has moved no money yet. */
export const findCause = (sql: Sql, clientId: string, causeId: string) =>
  sql.row(
    `select id from wallet_request where client_id = $1 and id = $2
     union all select id from trade where client_id = $1 and id = $2
     union all select id from charge where client_id = $1 and id = $2
     union all select id from loan where client_id = $1 and id = $2
     union all select id from journal where client_id = $1 and cause_id = $2
     limit 1`,
    [clientId, causeId],
  )

/**
 * The causes whose journals move the same money as `causeIds`: of a payment what the bank corrected or returned of it, of a trade the
 * purchase or the sales of its lot and their contracts, of a contract its releases and the reverse, of a loan its repayments.
 */
export const selectCauses = (sql: Sql, clientId: string, causeIds: readonly string[]) =>
  selectIds(
    sql,
    `with payment as (
       select unnest($2::uuid[]) as id
       union select coalesce(k.payment_id, r.payment_id) from bank_link k left join bank_link r on r.id = k.returns_id where k.id = any($2::uuid[])),
     link as (
       select k.id from bank_link k join payment p on p.id = k.payment_id),
     own as (select t.id, t.lot_id from trade t where t.id = any($2::uuid[]) and t.client_id = $1),
     traded as (
       select id from own
       union select l.trade_id from own join lot l on l.id = own.lot_id
       union select s.id from own join trade s on s.lot_id = own.id),
     noted as (
       select c.id from contract c where c.id = any($2::uuid[])
       union select t.contract_id from traded join trade t on t.id = traded.id),
     borrowed as (
       select l.id from loan l where l.id = any($2::uuid[]) union select r.loan_id from loan_repayment r where r.id = any($2::uuid[])),
     settled as (
       select distinct e.settlement_id
         from noted n join journal j on j.cause_id = n.id join entry e on e.journal_id = j.id and e.client_id = j.client_id
        where j.client_id = $1 and e.settlement_id is not null),
     release as (select r.settlement_id from settlement_release r where r.id = any($2::uuid[]) and r.client_id = $1),
     released as (
       select j.cause_id as id from release r join entry e on e.settlement_id = r.settlement_id
         join journal j on j.id = e.journal_id and j.client_id = e.client_id
        where e.client_id = $1),
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
    [clientId, causeIds],
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
