import { ofContracts } from './checks.since.sql.ts'
import { sqlName } from './core/ledger/name.sql.ts'
import { belongs, booksCheck, type BooksCheck } from './core/ledger/books.sql.ts'

/** The accounts of a contract besides the client's. */
const contractAccounts = [
  'clearing_corporation',
  'brokerage',
  'exchange_charges',
  'sebi_fee',
  'stt',
  'stamp_duty',
  'gst',
]

/** Contracts whose figures differ from their entries. */
export const contractCheck: BooksCheck = booksCheck(
  ofContracts,
  `select d.part || ' of ' || coalesce(${sqlName('client', 'k.number')}, 'client ' || c.client_id) || ' on the trade day ' || c.day as what,
          c.client_id, d.shown::bigint, d.entries::bigint
     from contract c
     left join client k on k.id = c.client_id
     left join (select coalesce(a.contract_id, n.cause_id) as cause_id, n.client_id, ${contractAccounts.map((account) => `sum(case '${account}' when x.credit then x.amount when x.debit then -x.amount end) as ${account}`).join(', ')}
              from journal n join entry x on ${belongs('x', 'n')} left join public.levy_adjustment a on a.id = n.cause_id group by 1, n.client_id) e
       on e.cause_id = c.id and e.client_id = c.client_id
     cross join lateral (values ('trades', c.bought - c.sold, e.clearing_corporation), ('brokerage', c.brokerage, e.brokerage),
              ('exchange charges', c.exchange_charges, e.exchange_charges), ('SEBI fee', c.sebi_fee, e.sebi_fee), ('STT', c.stt, e.stt),
              ('stamp duty', c.stamp_duty, e.stamp_duty), ('GST', c.gst, e.gst)) f (part, figure, entries)
     cross join lateral (select f.part, case when c.reversed_at is null then f.figure else 0 end as shown, coalesce(f.entries, 0) as entries) d
    where d.shown <> d.entries
    limit $1`,
)
