import { reconciliationRules } from '@sauda/contract/money/reconciliation'
import { sqlName, sqlRequestName } from '../../core/ledger/name.sql.ts'
import { utrForms } from '@sauda/contract/money/reference'
import { isReference } from '../../core/ledger/reference.ts'
import { sqlDayOf } from '../../platform/india.ts'

const { requestedBefore, requestedAfter, sameAmount } = reconciliationRules

const near = (direction: string) =>
  `b.booked_on between ${sqlDayOf('p.asked_at')} - case ${direction} when 'credit' then ${requestedAfter.credit} else ${requestedAfter.debit} end
                             and ${sqlDayOf('p.asked_at')} + case ${direction} when 'credit' then ${requestedBefore.credit} else ${requestedBefore.debit} end`

/** The line `b` is of a day on which the request `p` may have been paid. */
export const isNear = near('b.direction')

const sameAmountLines = (which: string) => `(select b.id from bank_line b
       where ${which} and b.amount = p.amount and b.direction = p.direction and b.unexplained > 0 and not b.is_closed
         and ${near('p.direction')}
         and not exists (select from deposit_intent i
                          where i.reference = any (b.names) and i.used_at is null and i.client_id <> p.client_id)
       order by b.booked_on, b.id limit ${sameAmount})`

/** `offset 0` makes the planner use the index instead of reading all lines. */
export const namedLines = (name: string) =>
  `select b.id from bank_line b where b.unexplained > 0 and b.names @> array[${name}] offset 0`

/**
 * Pending payments, each with the references a bank line may contain. Without a reference, the same lines may pay all payments of one amount,
 * direction and day, except that a client's unused QR is only for that client: these payments have one number, `alike`.
 */
const pending = (which: string) => `
pending as materialized (
  select w.*, dense_rank() over (order by w.amount, w.direction, ${sqlDayOf('w.asked_at')}, w.has_reference, w.qr_client_id) as alike from (
    select x.*, exists (select from payment_reference f where f.used_by = x.id) as has_reference, i.client_id as qr_client_id from (
      select r.id, r.client_id, coalesce(r.credited, r.amount) as amount, case r.type when 'added' then 'credit' else 'debit' end as direction, r.created_at as asked_at,
             array_remove(array[r.reference, ${sqlRequestName('r')}], null) as names
        from wallet_request r where r.status = 'pending'
      union all
      select h.id, h.client_id, h.amount + h.gst, 'credit', h.paid_at, array[${sqlName('charge', 'h.number')}] from charge h where h.status = 'PAID'
    ) x left join (select distinct client_id from deposit_intent where used_at is null) i using (client_id)
     where ${which}
  ) w
),
-- Open lines of the same amount within the allowed days, for all payments that are alike, unless their clients gave another reference or another
-- client's QR was paid. The earliest lines are enough: equal lines cannot be told apart, and later ones follow once these are matched.
pair as materialized (
  select l.id as line_id, p.alike
    from (select distinct on (alike) * from pending order by alike) p cross join lateral (
      ${sameAmountLines('not p.has_reference')}
      union all
      ${sameAmountLines('p.has_reference and b.reference is null')}) l
),
touched as materialized (
  select line_id from pair
  union
  select l.id from pending p cross join unnest(p.names) n (name) cross join lateral (${namedLines('n.name')}) l
  union
  select l.id from pending p join payment_reference r on r.used_by = p.id cross join lateral (${namedLines('r.reference')}) l
)`

/**
 * From lines to the payments they name. Rows carry the columns needed later and each step looks up one row by key
 * (`limit 1`), because joins would read whole tables for one page of lines.
 */
const namedBy = (lines: string, name: string, named: string) => `
${name} as materialized (
  select l.id as line_id, l.amount, l.direction, l.reference is not null as has_reference, n.name,
         l.reference is not distinct from n.name as is_reference
    from ${lines} l cross join unnest(l.names) n (name)
),
${named} as materialized (
  select x.line_id, x.amount, x.direction, x.has_reference, x.payment_id, min(x.how) as how, bool_or(x.how <> 2) as is_named,
         bool_or(starts_with(x.name, 'SD')) as has_qr
    from (
      select n.*, f.used_by as payment_id, case when n.is_reference then 1 else 3 end as how
        from ${name} n cross join lateral (select r.used_by from payment_reference r where ${isReference('r', 'n.name')} order by r.direction <> n.direction, r.is_collision limit 1) f
      union all
      select n.*, f.id, 2
        from ${name} n cross join lateral (select r.id from wallet_request r where r.reference = n.name limit 1) f
       where starts_with(n.name, 'SD')
      union all
      select n.*, f.id, 2
        from ${name} n cross join lateral (
          select r.id from wallet_request r
           where r.number = case when n.name ~ '^(ADD|WDR)[0-9]{6,12}$' then substr(n.name, 4)::bigint end
             and (r.type = 'added') = starts_with(n.name, 'ADD') limit 1) f
       where n.name ~ '^(ADD|WDR)'
      union all
      select n.*, f.id, 2
        from ${name} n cross join lateral (
          select h.id from charge h
           where h.number = case when n.name ~ '^CHG[0-9]{6,12}$' then substr(n.name, 4)::bigint end limit 1) f
       where n.name ~ '^CHG'
    ) x group by x.line_id, x.amount, x.direction, x.has_reference, x.payment_id
)`

const named = `${namedBy('line', 'name', 'named')},
hit as materialized (
  select n.line_id, n.payment_id, n.how, n.has_qr, p.status, p.client_id, p.asked_at, p.amount = n.amount as fits,
         (n.direction = 'credit') = (p.kind <> 'withdrawal') as fits_way,
         p.status = 'approved' and t.taken is not null as is_taken,
         -- The client gave another reference than the one in this line.
         n.has_reference and not n.is_named and o.other is not null as is_other
    from named n
   cross join lateral (select * from bank_payment q where q.id = n.payment_id limit 1) p
    left join lateral (select m.id as taken from bank_link m
                        where m.payment_id = n.payment_id and m.kind = 'payment' and m.unlinked_at is null limit 1) t on true
    left join lateral (select r.reference as other from payment_reference r where r.used_by = n.payment_id limit 1) o on true
   -- A number in the narration counts only if everything else matches.
   where n.how <> 3 or (p.amount = n.amount and p.status in ('pending', 'approved')
                        and (n.direction = 'credit') = (p.kind <> 'withdrawal'))
)`

/** The best match of each line and its doubts. */
const verdict = `
-- Of the payments that are alike: how many no line names with this amount and direction, and the earliest of these.
unnamed as materialized (
  select distinct on (p.alike) p.alike, p.id as payment_id, p.client_id, p.asked_at, (count(*) over (partition by p.alike))::int as payments
    from pending p
   where p.alike in (select alike from pair)
     and not exists (select from hit h where h.payment_id = p.id and h.how < 3 and h.fits and h.fits_way)
   order by p.alike, p.asked_at, p.id
),
-- The same for each line that names no payment.
same as materialized (
  select distinct on (r.line_id) r.line_id, u.payment_id, u.client_id, u.asked_at, (sum(u.payments) over (partition by r.line_id))::int as payments
    from pair r join unnamed u using (alike)
   where not exists (select from hit h where h.line_id = r.line_id)
   order by r.line_id, u.asked_at, u.payment_id
),
-- Each line once without a match, and with the unused QR it names.
candidate as materialized (
  select line_id, payment_id, how, has_qr, status, client_id, asked_at, fits, fits_way, is_taken, is_other,
         null::int as same_here, null::uuid as intent_client_id, null::bigint as intent_amount
    from hit
  union all
  select line_id, payment_id, 4, false, 'pending', client_id, asked_at, true, true, false, false, payments, null, null from same
  union all
  select id, null, 9, false, null, null, null, null, null, null, null, null, null, null from line
  union all
  (select distinct on (n.line_id) n.line_id, null, 9, false, null, null, null, null, null, null, null, null, i.client_id, i.amount
     from name n cross join lateral (
       select d.client_id, d.amount from deposit_intent d where d.reference = n.name and d.used_at is null limit 1) i
    where starts_with(n.name, 'SD')
    order by n.line_id, n.name)
),
weighed as materialized (
  select c.*, (count(*) filter (where c.how in (1, 2)) over line)::int as named_here,
         (array_agg(c.intent_client_id) filter (where c.intent_client_id is not null) over line)[1] as shown_to,
         (array_agg(c.intent_amount) filter (where c.intent_client_id is not null) over line)[1] as shown_amount
    from candidate c
  window line as (partition by c.line_id)
),
best as materialized (
  select distinct on (w.line_id) w.*
    from weighed w
   -- The QR that was paid says more than a reference that a client entered.
   order by w.line_id, w.how = 9, w.fits_way desc, w.status in ('pending', 'approved') desc, (w.has_qr and w.fits) desc, w.how, w.fits desc, w.is_taken,
            w.asked_at, w.payment_id
),
ranked as materialized (
  select b.line_id as id, b.payment_id, nullif(b.how, 9) as how, b.status, b.is_other, b.shown_to, b.shown_amount,
         b.fits, b.fits_way, b.is_taken,
         case b.how when 4 then b.same_here - 1 when 3 then b.named_here when 9 then 0 else b.named_here - 1 end as others,
         case when b.status = 'pending' then (count(*) over (partition by b.payment_id))::int - 1 else 0 end as rivals,
         b.shown_to is not null and b.payment_id is not null and b.shown_to <> b.client_id as is_conflicting
    from best b
),
verdict as materialized (
  select s.id, l.statement_id, l.is_settled, s.payment_id, s.how, s.others, s.rivals, coalesce(s.is_other, false) as is_other, s.is_conflicting,
         s.shown_to as intent_client_id, s.shown_amount as intent_amount, e.exception, t.state,
         case when t.state = 'approve' then
           case when s.others > 0 or s.rivals > 0 or s.is_other or s.is_conflicting then 'unsure'
                -- Nothing in a credit without narration says who paid.
                when s.how < 3 and l.reference is not null and (l.direction = 'debit' or btrim(l.text) <> '') then 'exact' else 'likely' end
         end as confidence
    from ranked s
   cross join lateral (
     select b.id, b.statement_id, b.direction, b.reference, b.text, b.is_closed as is_settled
       from bank_line b where b.id = s.id limit 1) l
   cross join lateral (
     select case
       when l.reference ~ '${utrForms}'
        and exists (select from bank_line o where o.reference = l.reference and o.direction = l.direction and o.id < l.id)
         then 'duplicate'
       when s.payment_id is null then case l.direction when 'credit' then 'unasked' else 'unexplained' end
       when not s.fits_way then 'reversed'
       when s.is_taken then 'duplicate'
       when s.status in ('rejected', 'unpaid') then case l.direction when 'credit' then 'unasked' else 'unexplained' end
       when not s.fits then 'amount'
     end as exception) e
   cross join lateral (
     select case when e.exception is not null then case when l.is_settled then 'settled' else 'exception' end
                 when s.status = 'approved' then 'matched' else 'approve' end as state) t
)`

const touchedLines = `select l.* from touched t cross join lateral (
    select b.id, b.direction, b.amount, b.reference, b.names
      from bank_line b where b.id = t.line_id and b.unexplained > 0 limit 1) l`

/**
 * Common table expressions up to `verdict`: the best match of all lines that may match a pending payment. Computed on every read, because
 * requests change while lines are unmatched. The steps are materialized, because the planner misjudges them as one query. how: 1 by the
 * bank's reference, 2 by ours, 3 by another number in the narration, 4 by amount and date.
 */
export const allJudged = `with ${pending('true')}, line as materialized (${touchedLines}),${named},${verdict}`

/**
 * The same of the requested lines, and of those that their matches depend on: of the payments that they name or that have their amount and
 * direction, and of all other payments and lines with the amount and direction of these. `alsoOf`: a payment whose lines are requested as well.
 */
export const judgedLines = (condition: string, alsoOf?: string) => `with wanted as materialized (
  select x.id, x.direction, x.amount, x.reference, x.names from bank_line x where x.unexplained > 0 and ${condition}
),${namedBy('wanted', 'wanted_name', 'wanted_named')},
kind as materialized (
  select amount, direction from wanted
  union
  select p.amount, case p.kind when 'withdrawal' then 'debit' else 'credit' end
    from (select payment_id from wanted_named${alsoOf === undefined ? '' : ` union select ${alsoOf}`}) n
   cross join lateral (select * from bank_payment q where q.id = n.payment_id limit 1) p
   where p.status = 'pending'
),
${pending('(x.amount, x.direction) in (select amount, direction from kind)')},
line as materialized (select * from wanted union ${touchedLines}),${named},${verdict}`

/** SQL that follows `judgedLines`: one line for each approved payment, with which `linked` matches it. */
export const matchedLines = (isWanted = 'true') => `,
pick as (
  select distinct on (v.payment_id) v.id, v.payment_id, v.how, l.amount
    from verdict v join bank_line l on l.id = v.id
   where v.state = 'matched' and ${isWanted} order by v.payment_id, v.how, v.id
),
linked as materialized (
  select link_bank_line(gen_random_uuid(), k.id, 'payment', k.payment_id, null, null, k.amount, k.how, null, null, null) as fault
    from pick k
)`
