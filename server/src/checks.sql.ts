import { contractCheck } from './checks.contract.sql.ts'
import { moved, ofCauses, ofClients, ofLines, ofLoans, ofLots, ofSettlements } from './checks.since.sql.ts'
import { sqlName, sqlRequestName } from './core/ledger/name.sql.ts'
import { belongs, booksCheck, type BooksCheck } from './core/ledger/books.sql.ts'

const owed = `select client_id, sum(principal)::bigint as owed from loan where principal is not null group by client_id`

/** Every comparison of a feature's rows with the ledger, for the server and for `npm run books`. */
export const bookChecks: readonly BooksCheck[] = [
  // Clients whose withheld amount differs from their pending withdrawals.
  booksCheck(
    ofClients,
    `select 'withheld of SD' || c.number || ' against its open withdrawals' as what, l.client_id,
          l.withheld as shown, coalesce(o.amount, 0)::bigint as entries
     from client_ledger l
     join client c on c.id = l.client_id
     left join (select client_id, sum(amount) as amount from wallet_request
                 where type = 'withdrawal' and status = 'pending' group by client_id) o on o.client_id = l.client_id
    where l.withheld <> coalesce(o.amount, 0)
    order by c.number limit $1`,
  ),
  // Requests whose status and entries contradict each other.
  booksCheck(
    ofCauses,
    `select coalesce(${sqlRequestName('r')}, 'No request') || ', ' ||
            coalesce(r.event, j.event) as what,
          coalesce(r.client_id, j.client_id) as client_id,
          coalesce(r.amount, 0)::bigint as shown, coalesce(j.amount, 0)::bigint as entries
     from (select q.id, q.number, q.client_id, q.type, coalesce(q.credited, q.amount) as amount, e.event
             from wallet_request q
             join (values ('added', 'approved', 'deposit.approved'),
                          ('withdrawal', 'pending', 'withdrawal.requested'),
                          ('withdrawal', 'approved', 'withdrawal.requested'),
                          ('withdrawal', 'approved', 'withdrawal.paid'),
                          ('withdrawal', 'rejected', 'withdrawal.requested'),
                          ('withdrawal', 'rejected', 'withdrawal.refused')) e (type, status, event)
               on e.type = q.type and e.status = q.status) r
     full join (select n.client_id, n.cause_id, n.event,
                       -- Without the dues that new money paid.
                       sum(x.amount) filter (where x.credit <> 'client_dues') as amount
                  from journal n join entry x on ${belongs('x', 'n')}
                 where n.event in ('deposit.approved', 'withdrawal.requested', 'withdrawal.paid', 'withdrawal.refused')
                 group by n.id, n.client_id, n.cause_id, n.event) j
       on j.cause_id = r.id and j.event = r.event and j.client_id = r.client_id
    where r.amount is distinct from j.amount
    limit $1`,
  ),
  // Clients whose loans differ from their entries in loans_receivable.
  booksCheck(
    ofClients,
    `select 'loans_receivable of ' || coalesce(${sqlName('client', 'c.number')}, 'client ' || coalesce(l.client_id, e.client_id)) as what,
          coalesce(l.client_id, e.client_id) as client_id, coalesce(l.owed, 0) as shown, coalesce(e.lent, 0) as entries
     from (${owed}) l
     full join (select client_id, sum(case when debit = 'loans_receivable' then amount else -amount end)::bigint as lent
                  from entry where debit = 'loans_receivable' or credit = 'loans_receivable' group by client_id) e
       on e.client_id = l.client_id
     left join client c on c.id = coalesce(l.client_id, e.client_id)
    where coalesce(l.owed, 0) <> coalesce(e.lent, 0)
    order by c.number limit $1`,
  ),
  // Clients with more unused loan than they owe.
  booksCheck(
    ofClients,
    `select 'loan of SD' || c.number || ' above what is owed' as what, f.client_id, f.loan as shown,
          coalesce(l.owed, 0) as entries
     from client_ledger f join client c on c.id = f.client_id left join (${owed}) l on l.client_id = f.client_id
    where f.loan > coalesce(l.owed, 0)
    order by c.number limit $1`,
  ),
  // Accepted loans and repayments whose booking differs, and bookings without either.
  booksCheck(
    ofLoans,
    `select coalesce(r.kind || r.id, j.event || ' without its row') || ': ' || d.part as what,
          coalesce(r.client_id, j.client_id) as client_id, d.shown, d.entries
     from (select 'Loan ' as kind, 'loan.accepted' as event, id, client_id,
                  (terms ->> 'amountPaise')::bigint as lent, 0::bigint as cost, 0::bigint as gst,
                  0::bigint as returned, 0::bigint as paid
             from loan where accepted_at is not null
           union all
           select 'Repayment ', 'loan.repaid', p.id, l.client_id, 0, p.interest + p.fee - p.gst, p.gst,
                  p.returned, p.principal - p.returned
             from loan_repayment p join loan l on l.id = p.loan_id) r
     full join (select n.event, n.cause_id, n.client_id,
                       sum(x.amount) filter (where x.debit = 'loans_receivable' and x.credit = 'loan') as lent,
                       sum(x.amount) filter (where x.debit = 'cash' and x.credit = 'fees') as cost,
                       sum(x.amount) filter (where x.debit = 'cash' and x.credit = 'gst') as gst,
                       sum(x.amount) filter (where x.debit = 'loan' and x.credit = 'loans_receivable') as returned,
                       sum(x.amount) filter (where x.debit = 'cash' and x.credit = 'loans_receivable') as paid,
                       sum(x.amount) as total
                  from journal n join entry x on ${belongs('x', 'n')}
                 where n.event in ('loan.accepted', 'loan.repaid') group by n.id, n.client_id, n.cause_id, n.event) j
       on j.event = r.event and j.cause_id = r.id and j.client_id = r.client_id
     cross join lateral (
       select part, coalesce(shown, 0) as shown, coalesce(entries, 0)::bigint as entries
         from (values ('lent', r.lent, j.lent), ('interest and fee', r.cost, j.cost), ('GST', r.gst, j.gst),
                      ('from loan', r.returned, j.returned), ('from cash', r.paid, j.paid),
                      ('in all', r.lent + r.cost + r.gst + r.returned + r.paid, j.total)) v (part, shown, entries)) d
    where d.shown <> d.entries
    limit $1`,
  ),
  // Approved charges whose booking differs, and bookings without an approved charge.
  booksCheck(
    ofCauses,
    `select d.part || ' of ' || coalesce(${sqlName('charge', 'h.number')}, 'no charge') as what,
          coalesce(h.client_id, j.client_id) as client_id, d.shown, d.entries
     from (select id, number, client_id, amount, gst from charge where status = 'APPROVED') h
     full join (select n.client_id, n.cause_id,
                       sum(x.amount) filter (where x.debit = 'bank' and x.credit = 'fees')::bigint as fees,
                       sum(x.amount) filter (where x.debit <> 'bank' or x.credit <> 'fees')::bigint as rest,
                       sum(x.amount) filter (where x.debit = 'bank' and x.credit = 'gst')::bigint as gst
                  from journal n join entry x on ${belongs('x', 'n')}
                 where n.event = 'charge.approved' group by n.id, n.client_id, n.cause_id, n.event) j
       on j.cause_id = h.id and j.client_id = h.client_id
     cross join lateral (values ('amount', coalesce(h.amount, 0), coalesce(j.fees, 0)),
                                ('GST', coalesce(h.gst, 0), coalesce(j.gst, 0)),
                                ('the rest', coalesce(h.gst, 0), coalesce(j.rest, 0))) d (part, shown, entries)
    where d.shown <> d.entries
    limit $1`,
  ),
  // Opening balances of bank accounts whose booking differs, and bookings without one.
  booksCheck(
    ofCauses,
    `select coalesce(b.name, 'No bank account') || ', ' || coalesce(o.event, j.event) as what, null::uuid as client_id,
          coalesce(o.amount, 0) as shown, coalesce(j.amount, 0)::bigint as entries
     from (select id, broker_bank_id, amount, 'opening.bank' as event from bank_opening where amount > 0
           union all
           select id, broker_bank_id, -amount, 'opening.bank.reversed' from bank_opening
            where reversed_at is not null and amount > 0) o
     full join (select n.cause_id, n.bank_id, n.event,
                       sum(case when x.debit = 'bank' and x.credit = 'opening' then x.amount
                                when x.debit = 'opening' and x.credit = 'bank' then -x.amount end) as amount
                  from journal n join entry x on ${belongs('x', 'n')}
                 where n.event in ('opening.bank', 'opening.bank.reversed') group by n.id, n.cause_id, n.bank_id, n.event) j
       on j.cause_id = o.id and j.event = o.event and j.bank_id = o.broker_bank_id
     left join broker_bank b on b.id = coalesce(o.broker_bank_id, j.bank_id)
    where o.amount is distinct from j.amount
    limit $1`,
  ),
  // Clients whose invested amount differs from the cost of their open positions.
  booksCheck(
    ofClients,
    `select 'invested of SD' || c.number || ' against its open positions' as what, l.client_id,
          coalesce(p.cost, 0)::bigint as shown, l.invested as entries
     from client_ledger l
     join client c on c.id = l.client_id
     left join (select client_id, sum(open_cost) as cost from lot where open_quantity > 0 group by client_id) p
       on p.client_id = l.client_id
    where l.invested <> coalesce(p.cost, 0)
    order by c.number limit $1`,
  ),
  // Clients whose realised P&L differs from their clearing entries.
  booksCheck(
    ofCauses,
    `select 'realised P&L of ' || coalesce(${sqlName('client', 'c.number')}, 'client ' || coalesce(t.client_id, e.client_id)) as what,
          coalesce(t.client_id, e.client_id) as client_id, coalesce(t.profit, 0)::bigint as shown,
          coalesce(e.profit, 0)::bigint as entries
     from (select client_id, sum(amount - cost) as profit from trade
            where action = 'SELL' and reversal_id is null and contract_id is null group by client_id) t
     full join (select client_id, sum(case when debit = 'clearing' then amount else -amount end) as profit
                  from entry where (debit = 'clearing' or credit = 'clearing') and 'securities' not in (debit, credit) group by client_id) e
       on e.client_id = t.client_id
     left join client c on c.id = coalesce(t.client_id, e.client_id)
    where coalesce(t.profit, 0) <> coalesce(e.profit, 0)
    order by c.number limit $1`,
  ),
  // What a client has in a settlement against its entries.
  booksCheck(
    ofSettlements,
    `select 'unsettled of ' || coalesce(${sqlName('client', 'c.number')}, 'client ' || f.client_id) || ' in ' || f.settlement_id as what,
          f.client_id, f.shown, f.entries
     from (select coalesce(s.client_id, e.client_id) as client_id, coalesce(s.settlement_id, e.settlement_id) as settlement_id,
                  coalesce(s.unsettled, 0) as shown, coalesce(e.unsettled, 0) as entries
             from client_settlement s
             full join (select client_id, settlement_id,
                               sum(case 'unsettled' when credit then amount else -amount end)::bigint as unsettled
                          from entry where debit = 'unsettled' or credit = 'unsettled' group by client_id, settlement_id) e
               on e.client_id = s.client_id and e.settlement_id = s.settlement_id) f
     left join client c on c.id = f.client_id
    where f.shown <> f.entries
    order by c.number limit $1`,
  ),
  // Contract notes whose shares differ from what the client invested in them.
  booksCheck(
    ofCauses,
    `select 'securities of contract note ' || cause_id || ' of ' || coalesce(${sqlName('client', 'c.number')}, 'no client') as what,
          f.client_id, f.invested as shown, f.securities as entries
     from (select n.cause_id, n.client_id,
                  sum(case 'invested' when x.credit then x.amount when x.debit then -x.amount else 0 end)::bigint as invested,
                  -sum(case 'securities' when x.credit then x.amount when x.debit then -x.amount else 0 end)::bigint as securities
             from journal n join entry x on ${belongs('x', 'n')}
            where n.event like 'contract.%'
            group by n.cause_id, n.client_id) f
     left join client c on c.id = f.client_id
    where f.invested <> f.securities
    limit $1`,
  ),
  // Entries of a settlement that does not exist.
  booksCheck(
    ofCauses,
    `select 'Settlement ' || e.settlement_id || ' of entry ' || e.id || ' does not exist' as what, e.client_id, 0::bigint as shown, e.amount as entries
     from entry e left join clearing_settlement s on s.id = e.settlement_id
    where e.settlement_id is not null and s.id is null
    limit $1`,
  ),
  // Lots whose open part differs from what was acquired less its sells, and purchases without their lot.
  booksCheck(
    ofLots,
    `select coalesce(${sqlName('trade', 'b.number')}, 'Lot ' || l.id) || ', ' || d.part as what, coalesce(l.client_id, b.client_id) as client_id, d.shown::bigint, d.entries::bigint
     from lot l full join (select * from trade where action = 'BUY') b on b.id = l.trade_id
     left join (select lot_id, sum(quantity) as quantity, sum(cost) as cost, sum(loan_part) as loan_part
                  from trade where action = 'SELL' and reversal_id is null group by lot_id) s on s.lot_id = l.id
     -- Nothing is left of a reversed purchase, or of shares that only a reversed sale had.
     cross join lateral (select (b.reversal_id is null and (l.source <> 'unknown' or s.lot_id is not null))::int as n) c
     cross join lateral (values
       ('left of it ' || trim_scale(l.open_quantity) || ' and not ' || trim_scale(c.n * l.quantity - coalesce(s.quantity, 0)),
        0, 0, l.open_quantity <> c.n * l.quantity - coalesce(s.quantity, 0)),
       ('lot', b.cost, coalesce(l.cost, 0), (l.client_id, l.stock, l.quantity, l.cost, l.loan_part)
         is distinct from (b.client_id, b.stock, b.quantity, b.cost, b.loan_part) and b.id is not null),
       ('cost of what is left', l.open_cost, c.n * l.cost - coalesce(s.cost, 0), false),
       ('borrowed part of what is left', l.open_loan_part, c.n * l.loan_part - coalesce(s.loan_part, 0), false))
       d (part, shown, entries, differs)
    where d.differs or d.shown <> d.entries
    limit $1`,
  ),
  // Trades whose booking differs, and bookings without a trade.
  booksCheck(
    ofCauses,
    `select coalesce(${sqlName('trade', 'r.number')}, 'No trade') || ', ' || coalesce(r.event, j.event) || ': ' || d.part as what,
          coalesce(r.client_id, j.client_id) as client_id, d.shown::bigint, d.entries::bigint
     from (select t.id, t.number, t.client_id,
                  case when e.event = 'trade.bought' and t.import_id is not null then 'opening.position' else e.event end as event,
                  e.sign * t.cost as invested,
                  e.sign * (t.amount - t.cost) as clearing
             from trade t
             join (values ('BUY', false, 'trade.bought', 1), ('SELL', false, 'trade.sold', -1),
                          ('BUY', true, 'trade.reversed', -1), ('SELL', true, 'trade.reversed', 1))
               e (action, undone, event, sign)
               on e.action = t.action and (not e.undone or t.reversal_id is not null and t.contract_id is null)
            -- A contract books the others.
            where t.contract_id is null
               or exists (select from journal f where f.cause_id = t.id and f.event = 'trade.confirmed' and f.client_id = t.client_id)) r
     full join (select n.event, n.cause_id, n.client_id,
                       coalesce(sum(case 'invested' when x.credit then x.amount when x.debit then -x.amount end), 0) as invested,
                       coalesce(sum(case 'clearing' when x.credit then x.amount when x.debit then -x.amount end)
                                  filter (where 'securities' not in (x.debit, x.credit)), 0) as clearing,
                       coalesce(sum(case 'securities' when x.debit then x.amount when x.credit then -x.amount end), 0) as securities
                  from journal n left join entry x on ${belongs('x', 'n')}
                 where n.event in ('trade.bought', 'opening.position', 'trade.sold', 'trade.reversed') group by n.id, n.client_id, n.cause_id, n.event) j
       on j.event = r.event and j.cause_id = r.id and j.client_id = r.client_id
     cross join lateral (values ('invested', coalesce(r.invested, 0), coalesce(j.invested, 0)),
                                -- Journals from before lots have no entry of it.
                                ('securities', case when j.securities = 0 then 0 else coalesce(r.invested, 0) end, coalesce(j.securities, 0)),
                                ('profit and loss', coalesce(-r.clearing, 0), coalesce(-j.clearing, 0)),
                                ('a booking', case when r.id is null then 0 else 1 end,
                                 case when j.cause_id is null then 0 else 1 end)) d (part, shown, entries)
    where d.shown <> d.entries
    limit $1`,
  ),
  contractCheck,
  // Lines whose links do not add up to what is explained, or differ from the entries of what they explain.
  booksCheck(
    ofLines,
    `select d.part || ' of the bank line ' || coalesce(l.reference, l.text) as what, null::uuid as client_id, d.shown::bigint, d.entries::bigint
     from (select k.line_id, sum(k.amount) as amount, sum(coalesce(m.amount, 0) + coalesce(p.amount, 0)) as moved,
                  bool_or(k.kind = 'payment' and b.reference is not null and not exists (
                    select from payment_reference f join public.bank_link o on o.line_id = k.line_id and o.unlinked_at is null
                     where f.reference = b.reference and f.direction = b.direction and f.used_by in (o.id, o.payment_id))) as is_unreserved
             from bank_link k
             join public.bank_line b on b.id = k.line_id
             left join (${moved}) m on m.cause_id = k.id
             left join (${moved}) p on p.cause_id = k.payment_id and k.kind = 'payment'
            where k.unlinked_at is null group by k.line_id) k
     join public.bank_line l on l.id = k.line_id
     cross join lateral (values
       ('what is left', l.unexplained, l.amount - k.amount),
       ('booked amount', case l.direction when 'credit' then k.amount else -k.amount end, k.moved),
       ('reservation of the reference', 0, k.is_unreserved::int)) d (part, shown, entries)
    where d.shown <> d.entries
    limit $1`,
  ),
  // Payments that a line explains but their state does not allow, and payments returned twice or without having been paid.
  booksCheck(
    ofLines,
    `select 'bank line of ' || p.name || case k.kind when 'client' then ', returned before' else ', which is ' || p.status end as what,
          p.client_id, k.amount as shown, 0::bigint as entries
     from bank_link k join bank_payment p on p.id = k.payment_id join public.bank_line l on l.id = k.line_id
    where k.unlinked_at is null
      and (k.kind = 'payment' and p.status <> 'approved' and not (p.kind = 'withdrawal' and p.status = 'rejected')
        or k.kind = 'returned' and k.returns_id is null and p.status <> 'approved'
        or k.kind = 'client' and (l.direction = 'credit') = (p.kind = 'withdrawal'))
    limit $1`,
  ),
]
