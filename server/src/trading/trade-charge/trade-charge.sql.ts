import type { RateKey } from '@sauda/contract/trading/charge-rate'
import type { AssignedPlan, PlanView, RateView } from '@sauda/contract/trading/trade-charge'
import { sqlName } from '../../core/ledger/name.sql.ts'
import { selectViews, type Sql, type Tx } from '../../platform/db.ts'
import { sqlDateText } from '../../platform/india.ts'

/** The day before the next row of the same key. */
const until = (key: string) => sqlDateText(`lead(from_day) over (partition by ${key} order by from_day) - 1`)

/** Grouped by rate, newest first. */
export const selectRates = (sql: Sql) =>
  selectViews<RateView>(
    sql,
    `select concat_ws(' ', charge, exchange, series, product, side) as rate, ${sqlDateText('from_day')} as from,
            ${until('charge, exchange, series, product, side')} as until, trim_scale(percent)::text as percent, o.name as "setBy"
       from charge_rate r left join operator o on o.id = r.set_by
      order by charge, exchange, series, product, side, from_day desc`,
  )

/** Returns 0 if that rate is set already. */
export const saveRate = (tx: Tx, k: RateKey, r: { percent: string; from: string; operatorId: string }) =>
  tx.run(
    `insert into charge_rate (charge, exchange, series, product, side, from_day, percent, set_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (charge, exchange, series, product, side, from_day)
     do update set percent = excluded.percent, set_by = excluded.set_by, set_at = now()
      where charge_rate.percent <> excluded.percent`,
    [k.charge, k.exchange, k.series, k.product, k.side, r.from, r.percent, r.operatorId],
  )

type InPaise = { minimum: bigint; dealerFee: bigint }
export type PlanRow = Omit<PlanView, keyof InPaise> & InPaise

export const selectPlans = (sql: Sql) =>
  selectViews<PlanRow>(
    sql,
    `select p.name, ${sqlDateText('from_day')} as from, ${until('p.name')} as until, delivery, intraday, etf, minimum,
            dealer_fee as "dealerFee", o.name as "setBy"
       from brokerage_plan p join operator o on o.id = p.set_by order by p.name, from_day desc`,
  )

type PlanValues = Omit<PlanRow, 'until' | 'setBy'> & { operatorId: string }

/** Returns 0 if that plan is set already. */
export const savePlan = (tx: Tx, p: PlanValues) =>
  tx.run(
    `insert into brokerage_plan (name, from_day, delivery, intraday, etf, minimum, dealer_fee, set_by)
     values ($1, $2, $3, $4, $5, $6, $7, $8)
     on conflict (name, from_day) do update set delivery = excluded.delivery, intraday = excluded.intraday, etf = excluded.etf,
       minimum = excluded.minimum, dealer_fee = excluded.dealer_fee, set_by = excluded.set_by, set_at = now()
      where (brokerage_plan.delivery, brokerage_plan.intraday, brokerage_plan.etf, brokerage_plan.minimum, brokerage_plan.dealer_fee)
         <> (excluded.delivery, excluded.intraday, excluded.etf, excluded.minimum, excluded.dealer_fee)`,
    [p.name, p.from, p.delivery, p.intraday, p.etf, p.minimum, p.dealerFee, p.operatorId],
  )

export const selectAssigned = (sql: Sql, limit: number) =>
  selectViews<AssignedPlan>(
    sql,
    `select case when c.id is not null then jsonb_build_object('_id', c.id, 'name', c.name, 'saudaId', ${sqlName('client', 'c.number')}) end as client,
            a.plan, ${sqlDateText('a.from_day')} as from, o.name as "setBy"
       from client_plan a left join client c on c.id = a.client_id join operator o on o.id = a.set_by
      order by a.client_id is not null, a.set_at desc, a.id limit $1`,
    [limit],
  )

/** The plan and the place of supply of each client on a day. */
export const termsOfClients = (sql: Sql, clientIds: readonly string[], day: string) =>
  sql.rows<{ id: string; name: string; state: string | null; plan: string | null }>(
    `select c.id, c.name || ' ' || ${sqlName('client', 'c.number')} as name, c.gst_state as state, p.plan
       from client c
       left join lateral (select a.plan from client_plan a
              where (a.client_id = c.id or a.client_id is null) and a.from_day <= $2
              order by a.client_id is null, a.from_day desc limit 1) p on true
      where c.id = any ($1::uuid[])`,
    [clientIds, day],
  )

/** Trade days in a period whose charges are booked, of one client or of all. */
export const bookedDays = (sql: Sql, d: { from: string; before: string | null; clientId: string | null }) =>
  sql.row<{ days: number; first: string; last: string }>(
    `select count(distinct day)::int as days, ${sqlDateText('min(day)')} as first, ${sqlDateText('max(day)')} as last from contract
      where reversed_at is null and shortage_id is null and day >= $1 and ($2::date is null or day < $2) and ($3::uuid is null or client_id = $3)
     having count(*) > 0`,
    [d.from, d.before, d.clientId],
  )

/** The clients with these Client IDs or UCCs in capitals, once for each of their codes. */
export const clientsByCode = (sql: Sql, codes: readonly string[]) =>
  sql.rows<{ clientId: string; clientName: string; saudaId: string; code: string }>(
    `select c.id as "clientId", c.name as "clientName", ${sqlName('client', 'c.number')} as "saudaId", n.code
       from unnest($1::text[]) as n (code) join client c on ${sqlName('client', 'c.number')} = n.code or upper(c.ucc) = n.code
      order by c.id, n.code`,
    [codes],
  )

export const clientName = (sql: Sql, clientId: string) =>
  sql.row<{ name: string }>(`select name || ' ' || ${sqlName('client', 'number')} as name from client where id = $1`, [
    clientId,
  ])

/** Clients as a review names them. */
export const namedClients = (sql: Sql, ids: readonly string[]) =>
  sql.rows<{ clientId: string; clientName: string; saudaId: string }>(
    `select id as "clientId", name as "clientName", ${sqlName('client', 'number')} as "saudaId" from client
      where id = any ($1::uuid[]) order by client.id`,
    [ids],
  )

/** Returns 0 if that plan is assigned already. */
export const saveAssignment = (
  tx: Tx,
  a: { id: string; clientId: string | null; plan: string; from: string; operatorId: string },
) =>
  tx.run(
    `insert into client_plan (id, client_id, plan, from_day, set_by) values ($1, $2, $3, $4, $5)
     on conflict (client_id, from_day) do update set plan = excluded.plan, set_by = excluded.set_by, set_at = now()
      where client_plan.plan <> excluded.plan`,
    [a.id, a.clientId, a.plan, a.from, a.operatorId],
  )
