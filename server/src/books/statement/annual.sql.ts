import type { LedgerEvent } from '@sauda/contract/core/ledger'
import { chargeReturns } from '../../core/ledger/bank-link.sql.ts'
import { requireRow, type Sql } from '../../platform/db.ts'
import { sqlStartOf } from '../../platform/india.ts'
import { type DayRange, type Figures, inRange, selectClosing } from './statement.sql.ts'
import { openingOf } from './statement.ts'

export type KindRow = Figures & { event: LedgerEvent; count: bigint }

/** The changes by each kind of event in the figures, in paise. */
const selectKinds = (sql: Sql, clientId: string, { from, to }: DayRange, opening: Figures) =>
  sql.rows<KindRow>(
    `select c.event, count(*) as count, sum(c.cash)::bigint as cash, sum(c.invested)::bigint as invested,
            sum(c.loan)::bigint as loan, sum(c.cashback)::bigint as cashback, sum(c.withheld)::bigint as withheld,
            sum(c.unsettled)::bigint as unsettled, sum(c.dues)::bigint as dues
       from (select j.event, j.cash - lag(j.cash, 1, $4::bigint) over w as cash,
                    j.invested - lag(j.invested, 1, $5::bigint) over w as invested,
                    j.loan - lag(j.loan, 1, $6::bigint) over w as loan,
                    j.cashback - lag(j.cashback, 1, $7::bigint) over w as cashback,
                    j.withheld - lag(j.withheld, 1, $8::bigint) over w as withheld,
                    j.unsettled - lag(j.unsettled, 1, $9::bigint) over w as unsettled,
                    j.dues - lag(j.dues, 1, $10::bigint) over w as dues
               from journal j where ${inRange} window w as (order by j.at, j.id)) c
      group by c.event`,
    [
      clientId,
      from,
      to,
      opening.cash,
      opening.invested,
      opening.loan,
      opening.cashback,
      opening.withheld,
      opening.unsettled,
      opening.dues,
    ],
  )

export type ChargeRow = { type: string; count: bigint; amount: bigint; gst: bigint }

/** By the day the payment was confirmed, less what the bank returned, by the day that was booked. */
const selectCharges = (sql: Sql, clientId: string, { from, to }: DayRange) =>
  sql.rows<ChargeRow>(
    `select c.type, sum(c.sign)::bigint as count, sum(c.sign * c.amount)::bigint as amount, sum(c.sign * c.gst)::bigint as gst
       from (select c.type, c.amount, c.gst, 1 as sign
               from journal j join charge c on c.id = j.cause_id where ${inRange} and j.event = 'charge.approved'
              union all
             select c.type, c.amount, c.gst, v.sign
               from journal j join bank_link k on k.id = j.cause_id and k.kind = 'returned'
               join charge c on c.id = k.payment_id
               join ${chargeReturns} v (event, sign) on v.event = j.event
              where ${inRange}) c
      group by c.type having sum(c.sign) <> 0 or sum(c.sign * c.amount) <> 0 order by c.type`,
    [clientId, from, to],
  )

export type LoanRow = { accepted: bigint; principal: bigint; interest: bigint; fee: bigint; gst: bigint }

/** Loans accepted, and what was repaid of them. */
const selectLoans = (sql: Sql, clientId: string, { from, to }: DayRange) =>
  sql.row<LoanRow>(
    `select coalesce(sum(e.amount), 0)::bigint as accepted, coalesce(sum(r.principal), 0)::bigint as principal,
            coalesce(sum(r.interest), 0)::bigint as interest, coalesce(sum(r.fee), 0)::bigint as fee,
            coalesce(sum(r.gst), 0)::bigint as gst
       from journal j
       left join entry e on e.journal_id = j.id and e.client_id = j.client_id and j.event = 'loan.accepted'
       left join loan_repayment r on r.id = j.cause_id and j.event = 'loan.repaid'
      where ${inRange} and j.event in ('loan.accepted', 'loan.repaid')`,
    [clientId, from, to],
  )

/** Principal outstanding before and after the range. */
const selectOwed = (sql: Sql, clientId: string, { from, to }: DayRange) =>
  sql.row<{ opening: bigint; closing: bigint }>(
    `select coalesce(sum(o.change) filter (where o.at < ${sqlStartOf('$2::date')}), 0)::bigint as opening,
            coalesce(sum(o.change), 0)::bigint as closing
       from (select j.at, case 'loans_receivable' when e.debit then e.amount when e.credit then -e.amount else 0 end as change
               from journal j join entry e on e.journal_id = j.id and e.client_id = j.client_id
              where j.client_id = $1 and j.event in ('loan.accepted', 'loan.repaid')
                and j.at < ${sqlStartOf('($3::date + 1)')}) o`,
    [clientId, from, to],
  )

/** Figures of the range, and those before and after it. */
export async function loadAnnual(sql: Sql, clientId: string, range: DayRange) {
  const opening = await openingOf(sql, clientId, range)
  return {
    opening,
    closing: (await selectClosing(sql, clientId, range)) ?? opening,
    kinds: await selectKinds(sql, clientId, range, opening),
    charges: await selectCharges(sql, clientId, range),
    loans: await requireRow(selectLoans(sql, clientId, range)),
    owed: await requireRow(selectOwed(sql, clientId, range)),
  }
}
