import { type BooksForm, inParts, newRows, type Stand } from './core/ledger/books.sql.ts'

/** Expressions that a check of what is new, or of a slice of everything, reads instead of whole tables. */

/** One look-up by index for each row of `outer`; otherwise a guess of their number may lead to reading the whole table. */
const lookUp = ({ barrier }: BooksForm, outer: string, table: string, condition: string) =>
  `select t.* from ${outer} o cross join lateral (select * from public.${table} where ${condition} ${barrier}) t`

/** The lines linked with these causes. */
const linesOf = (form: BooksForm, causes: string) => `
  select line_id from (${lookUp(form, causes, 'bank_link', 'id = o.id')}) k
  union select line_id from (${lookUp(form, causes, 'bank_link', 'payment_id = o.id')}) k`

/** What is new, changed, or named by a new journal: requests, loans, contracts and charges, and lots with trades; with the clients, who have new figures. */
const newCauses = `${newRows},
  new_cause as materialized (
    select cause_id as id, client_id from new_journal
     union select id, client_id from public.wallet_request where id between $4 and $5
     union select id, client_id from public.wallet_request where status = 'approved' and decided_at >= $3
     union select id, client_id from public.wallet_request where status = 'rejected' and decided_at >= $3
     union select id, client_id from public.charge where id between $4 and $5
     union select id, client_id from public.charge where status = 'APPROVED' and decided_at >= $3
     union select id, client_id from public.loan where accepted_at >= $3
     union select p.id, l.client_id from public.loan_repayment p join public.loan l on l.id = p.loan_id where p.id between $4 and $5
     union select id, client_id from public.trade where id between $4 and $5 and contract_id is null
     union select id, client_id from public.contract where id between $4 and $5
     union select id, null from public.bank_opening where id between $4 and $5
     union select id, null from public.bank_opening where reversed_at >= $3
     union select t.id, t.client_id from public.trade_reversal r join public.trade t on t.id = r.trade_id
            where r.status <> 'pending' and r.decided_at >= $3
     union select unnest(array[id, payment_id]), null from public.bank_link where linked_at >= $3
     union select unnest(array[id, payment_id]), null from public.bank_link where unlinked_at >= $3),
  new_lot as materialized (
    select coalesce(lot_id, id) as id, client_id from public.trade where id between $4 and $5
     union select coalesce(t.lot_id, t.id), t.client_id from new_cause c join public.trade t on t.id = c.id
     union select id, client_id from public.lot where id between $4 and $5)`

/** Lists of ids. */
const listsOf = (table: string) => `${newCauses},
  part as (${inParts(`select distinct id from ${table} where id is not null`, 'id')})
  select array[array_agg(id)::text] as part from part group by n`

const partOfCauses = 'new_cause as materialized (select unnest($2::uuid[]) as id)'

/** Those of a slice of the ids. A trade of a contract has no journal. */
const sliceOfCauses: Stand['slice'] = (within) => `
  new_cause as materialized (
    select cause_id as id from public.journal where ${within('cause_id')}
     union select id from public.trade where ${within('id')} and contract_id is null
    ${['wallet_request', 'charge', 'loan', 'loan_repayment', 'contract', 'bank_opening', 'bank_link']
      .map((table) => `union select id from public.${table} where ${within('id')}`)
      .join('\n')})`

/** The amount that each cause moved in the bank. */
export const moved = (form: BooksForm) => `
  select n.cause_id, sum(case when x.debit = 'bank' then x.amount else -x.amount end) as amount
    from journal n join entry x on ${form.belongs('x', 'n')}
   where n.event in ('deposit.approved', 'withdrawal.paid', 'charge.approved', 'bank.charge', 'bank.interest',
                     'clearing.paid', 'clearing.received', 'levy.paid', 'bank.transfer', 'bank.moved', 'receipt.held', 'receipt.returned', 'line.credited', 'line.debited', 'charge.returned')
     and 'bank' in (x.debit, x.credit)
   group by n.cause_id`

/** The rows of the causes with all their journals. */
function rowsOfCauses(form: BooksForm): string {
  const byCause = (table: string) => `${table} as materialized (${lookUp(form, 'cause', table, 'id = o.id')})`
  return `journal as materialized (${lookUp(form, 'cause', 'journal', 'cause_id = o.id')}),
  entry as materialized (${lookUp(form, 'journal', 'entry', 'journal_id = o.id')}),
  ${['wallet_request', 'loan', 'loan_repayment', 'charge', 'trade', 'contract', 'bank_opening'].map(byCause).join(', ')},
  bank_link as materialized (${lookUp(form, `(${linesOf(form, 'cause')})`, 'bank_link', 'line_id = o.line_id')})`
}

/** The rows of these causes with all their journals. `more` selects the causes that are compared together with a `new_cause`. */
const causesWith = (more: (form: BooksForm) => string): Stand => {
  const rows = (form: BooksForm) =>
    `cause as materialized (select id from new_cause ${more(form)}), ${rowsOfCauses(form)}`
  return {
    by: 'cause',
    news: listsOf('new_cause'),
    since: (form) => `${partOfCauses}, ${rows(form)}`,
    slice: (within, form) => `${sliceOfCauses(within, form)}, ${rows(form)}`,
  }
}

export const ofCauses = causesWith(() => '')

/** Repayments with their loans. */
export const ofLoans = causesWith(
  (form) => `union select loan_id from (${lookUp(form, 'new_cause', 'loan_repayment', 'id = o.id')}) p`,
)

/** With everything that is linked with the same lines. */
export const ofLines = causesWith(
  (form) =>
    `union select unnest(array[id, payment_id]) from (${lookUp(form, `(${linesOf(form, 'new_cause')})`, 'bank_link', 'line_id = o.line_id')}) k`,
)

/** Lists of clients, and after which entry theirs are new. */
const clientsNew = `${newCauses},
  part as (${inParts('select client_id from new_cause where client_id is not null union select client_id from new_lot', 'client_id')})
  select array[array_agg(client_id)::text, $2::text] as part from part group by n`

const tablesOfClients = ['client_ledger', 'client_settlement', 'wallet_request', 'loan', 'trade', 'lot', 'entry']
const rowsOfClients = (condition: string) =>
  tablesOfClients
    .map((table) => `${table} as not materialized (select * from public.${table} where ${condition})`)
    .join(', ')

/** Everything of the clients of these causes. */
export const ofClients: Stand = {
  by: 'client',
  news: clientsNew,
  since: `typed as (select $3::bigint), ${rowsOfClients('client_id = any ($2::uuid[])')}`,
  slice: (within) => rowsOfClients(within('client_id')),
}

/** What these clients have in settlements, with the entries of those and of the settlements of new entries. */
export const ofSettlements: Stand = {
  ...ofClients,
  since: ({ barrier }) => `
  client_settlement as materialized (select * from public.client_settlement where client_id = any ($2::uuid[])),
  open_or_new as materialized (
    select client_id, settlement_id from client_settlement
     union select client_id, settlement_id from public.entry
            where client_id = any ($2::uuid[]) and id > $3 and settlement_id is not null),
  entry as materialized (
    select t.* from open_or_new o cross join lateral (
      select client_id, settlement_id, debit, credit, amount from public.entry
       where client_id = o.client_id and settlement_id = o.settlement_id and (debit = 'unsettled' or credit = 'unsettled') ${barrier}) t)`,
}

const rowsOfLots = (form: BooksForm) => `trade as materialized (
    ${lookUp(form, 'new_cause', 'trade', 'id = o.id')} union ${lookUp(form, 'new_cause', 'trade', 'lot_id = o.id')}),
  lot as materialized (${lookUp(form, 'new_cause', 'lot', 'id = o.id')})`

/** Lots with their purchases, which have the same ids, and all their sells. */
export const ofLots: Stand = {
  by: 'cause',
  news: listsOf('new_lot'),
  since: (form) => `${partOfCauses}, ${rowsOfLots(form)}`,
  slice: (within, form) => `
  new_cause as materialized (
    select id from public.trade where ${within('id')} and action = 'BUY' union select id from public.lot where ${within('id')}),
  ${rowsOfLots(form)}`,
}
