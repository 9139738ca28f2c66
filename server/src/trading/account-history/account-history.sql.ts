import type { AccountHistory } from '@sauda/contract/trading/account-history'
import { selectViews, type Sql } from '../../platform/db.ts'
import { sqlDateText, sqlDayOf } from '../../platform/india.ts'

/** What happened before the first day is counted on the first day. */
const dayOf = (moment: string) => `greatest(${sqlDayOf(moment)}, $2::date)`

type Figures = 'cash' | 'invested' | 'loan' | 'withheld' | 'unsettled' | 'dues' | 'borrowed'

/** After the last journal of each day. `borrowed`: unpaid principal of loans. */
export const selectFigures = (sql: Sql, clientId: string, from: string) =>
  sql.rows<{ day: string } & Record<Figures, bigint>>(
    `with last as (
       select distinct on (${dayOf('at')}) ${dayOf('at')} as day, cash, invested, loan, withheld, unsettled, dues
         from journal where client_id = $1 order by ${dayOf('at')}, at desc, id desc),
     lent as (
       select ${dayOf('j.at')} as day, sum(case when e.debit = 'loans_receivable' then e.amount else -e.amount end)::bigint as change
         from entry e join journal j on j.id = e.journal_id and j.client_id = e.client_id
        where e.client_id = $1 and (e.debit = 'loans_receivable' or e.credit = 'loans_receivable') group by 1)
     select ${sqlDateText('day')} as day, cash, invested, loan, withheld, unsettled, dues,
            sum(coalesce(change, 0)) over (order by day)::bigint as borrowed
       from last left join lent using (day) order by last.day`,
    [clientId, from],
  )

/** In SQL: into how many units of today one unit of a day has become. */
const unitsSince = (stock: string, day: string) =>
  `coalesce((select exp(sum(ln(case a.kind when 'bonus' then (a.held + a.given) / a.held else a.given / a.held end))) from action a
      where a.stock = ${stock} and a.ex_date > ${day} and a.other_stock is null), 1)`

/** In SQL: the day from which action a counts: an allotment, which is paid outside, moves cost into the books when it is booked. */
const dayOfAction = `case a.kind when 'allotment' then ${dayOf('a.booked_at')} else greatest(a.ex_date, $2::date) end`

export type PositionRow = { symbol: string; day: string; quantity: string; cost: bigint }

/**
 * Open quantity and cost of each stock from each day on which it changed, in the units of today, as the closes are. Units that were never
 * bought here are not held. A merger or demerger moves them to another stock on its ex-date.
 */
export const selectPositions = (sql: Sql, clientId: string, from: string) =>
  sql.rows<PositionRow>(
    `with action as materialized (
       select a.* from corporate_action a where a.reversed_at is null and exists (select from lot l where l.opened_by = a.id and l.client_id = $1)),
     booked as (
       select t.stock, t.created_at as at, r.decided_at as reversed_at,
              (case t.action when 'BUY' then t.quantity else -t.quantity end) * ${unitsSince('t.stock', 't.traded_on')} as quantity,
              case t.action when 'BUY' then t.cost else -t.cost end as cost
         from trade t left join lot l on l.id = t.lot_id left join trade_reversal r on r.id = t.reversal_id
        where t.client_id = $1 and l.source is distinct from 'unknown'),
     changes as (
       select stock, ${dayOf('at')} as day, quantity, cost from booked
       union all select stock, ${dayOf('reversed_at')}, -quantity, -cost from booked where reversed_at is not null
       union all
       select l.stock, ${dayOfAction}, -r.quantity * ${unitsSince('l.stock', 'a.ex_date')}, -r.cost
         from action a join replaced_lot r on r.action_id = a.id join lot l on l.id = r.lot_id and l.client_id = $1 where a.other_stock is not null
       union all
       select l.stock, ${dayOfAction}, l.quantity * ${unitsSince('l.stock', 'a.ex_date')}, l.cost
         from action a join lot l on l.opened_by = a.id and l.client_id = $1 where a.other_stock is not null)
     select stock as symbol, ${sqlDateText('day')} as day,
            trim_scale(round(sum(sum(quantity)) over w, 6))::text as quantity, (sum(sum(cost)) over w)::bigint as cost
       from changes group by stock, day window w as (partition by stock order by day) order by stock, changes.day`,
    [clientId, from],
  )

type OpenRequest = Omit<AccountHistory['requests'][number], 'amount'> & { amount: bigint }

/** The newest of those that were open at the end of a day, oldest first. */
export const selectRequestsSince = (sql: Sql, clientId: string, from: string, limit: number) =>
  selectViews<OpenRequest>(
    sql,
    `select id as "_id", name, type, amount, "from", until from (
     select id, name, case kind when 'deposit' then 'added' else 'withdrawal' end as type, amount,
            ${sqlDateText(dayOf('asked_at'))} as from, ${sqlDateText(sqlDayOf('decided_at'))} as until, asked_at
       from bank_payment
      where client_id = $1 and kind in ('deposit', 'withdrawal')
        and (decided_at is null or ${sqlDayOf('decided_at')} > ${dayOf('asked_at')})
      order by asked_at desc limit $3) r order by asked_at`,
    [clientId, from, limit],
  )

const levies = `('brokerage', 'exchange_charges', 'sebi_fee', 'stt', 'stamp_duty', 'gst', 'fees')`

/** The sum of each kind and day. The same entries as in `findWorth`; a charge paid from the bank leaves the total as it is. */
export const selectFlows = (sql: Sql, clientId: string, from: string) =>
  selectViews<Omit<AccountHistory['flows'][number], 'amount'> & { amount: bigint }>(
    sql,
    `select ${sqlDateText(sqlDayOf('j.at'))} as day, f.kind, sum(f.amount)::bigint as amount
       from journal j join entry e on e.journal_id = j.id and e.client_id = j.client_id
      cross join lateral (select
        case when 'bank' in (e.debit, e.credit) and 'cash' in (e.debit, e.credit)
               or 'opening' in (e.debit, e.credit) and 'securities' not in (e.debit, e.credit) then 'added'
             when 'bank' in (e.debit, e.credit) and 'withheld' in (e.debit, e.credit) then 'takenOut'
             when 'bank' not in (e.debit, e.credit) and (e.debit in ${levies} or e.credit in ${levies}) then 'charges' end as kind,
        case when e.debit in ('bank', 'opening') and e.credit <> 'withheld' or e.debit = 'withheld' and e.credit = 'bank' or e.credit in ${levies}
             then e.amount else -e.amount end as amount) f
      where j.client_id = $1 and f.kind is not null and ${sqlDayOf('j.at')} >= $2::date
      group by 1, 2 having sum(f.amount) <> 0 order by 1, 2`,
    [clientId, from],
  )
