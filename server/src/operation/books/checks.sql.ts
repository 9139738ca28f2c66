import { causeCheck } from './checks.cause.sql.ts'
import { moved, ofCauses, ofClients, ofLines, ofLots, ofSettlements } from './checks.since.sql.ts'
import { sqlName } from '../../core/ledger/name.sql.ts'
import { booksCheck, type BooksCheck } from '../../core/ledger/books.sql.ts'

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
  causeCheck,
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
