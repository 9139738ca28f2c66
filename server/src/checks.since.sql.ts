import { belongs, inParts, inSlice, newRows, rowsOf, type Stand } from './core/ledger/books.sql.ts'

/** Expressions that a check of what is new, or of a slice of everything, reads instead of whole tables. */

/** Rows whose `column` is in `ids`, by its index: the planner does not know how many ids there are, so a join may read the whole table. */
const lookUp = (table: string, column: string, ids: string) =>
  `select * from public.${table} where ${column} = any (array(select ${ids}))`

/** The lines linked with these causes. */
const linesOf = (causes: string) => `
  select line_id from (${lookUp('bank_link', 'id', `id from ${causes}`)}) k
  union select line_id from (${lookUp('bank_link', 'payment_id', `id from ${causes}`)}) k`

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
const sliceOfCauses = `
  new_cause as materialized (
    select cause_id as id from public.journal where ${inSlice('cause_id')}
     union select id from public.trade where ${inSlice('id')} and contract_id is null
    ${['wallet_request', 'charge', 'loan', 'loan_repayment', 'contract', 'bank_opening', 'bank_link']
      .map((table) => `union select id from public.${table} where ${inSlice('id')}`)
      .join('\n')})`

/** The amount that each cause moved in the bank. */
export const moved = `
  select n.cause_id, sum(case when x.debit = 'bank' then x.amount else -x.amount end) as amount
    from journal n join entry x on ${belongs('x', 'n')}
   where n.event in ('deposit.approved', 'withdrawal.paid', 'charge.approved', 'bank.charge', 'bank.interest',
                     'clearing.paid', 'clearing.received', 'levy.paid', 'bank.transfer', 'bank.moved', 'receipt.held', 'receipt.returned', 'line.credited', 'line.debited', 'charge.returned')
     and 'bank' in (x.debit, x.credit)
   group by n.cause_id`

/** The rows of the causes with all their journals. */
const byCause = (table: string) => `${table} as materialized (${lookUp(table, 'id', 'id from cause')})`
const rowsOfCauses = `journal as materialized (${lookUp('journal', 'cause_id', 'id from cause')}),
  entry as materialized (${lookUp('entry', 'journal_id', 'id from journal')}),
  ${['wallet_request', 'loan', 'loan_repayment', 'charge', 'trade', 'contract', 'bank_opening'].map(byCause).join(', ')},
  bank_link as materialized (${lookUp('bank_link', 'line_id', `line_id from (${linesOf('cause')}) l`)})`

/** The rows of these causes with all their journals. `more` selects the causes that are compared together with a `new_cause`. */
const causesWith = (more: string): Stand => {
  const rows = `cause as materialized (select id from new_cause ${more}), ${rowsOfCauses}`
  return {
    by: 'cause',
    news: listsOf('new_cause'),
    since: `${partOfCauses}, ${rows}`,
    slice: `${sliceOfCauses}, ${rows}`,
  }
}

export const ofCauses = causesWith('')

/** Repayments with their loans. */
export const ofLoans = causesWith(
  `union select loan_id from (${lookUp('loan_repayment', 'id', 'id from new_cause')}) p`,
)

/** Contracts with the adjustments of their levies, which are causes of their own. */
export const ofContracts = causesWith(
  `union select contract_id from (${lookUp('levy_adjustment', 'id', 'id from new_cause')}) a
   union select id from (${lookUp('levy_adjustment', 'contract_id', `id from new_cause union select contract_id from public.levy_adjustment where id = any (array(select id from new_cause))`)}) b`,
)

/** With everything that is linked with the same lines. */
export const ofLines = causesWith(
  `union select unnest(array[id, payment_id]) from (${lookUp('bank_link', 'line_id', `line_id from (${linesOf('new_cause')}) l`)}) k`,
)

/** Lists of clients, and after which entry theirs are new. */
const clientsNew = `${newCauses},
  part as (${inParts('select client_id from new_cause where client_id is not null union select client_id from new_lot', 'client_id')})
  select array[array_agg(client_id)::text, $2::text] as part from part group by n`

const tablesOfClients = ['client_ledger', 'client_settlement', 'wallet_request', 'loan', 'trade', 'lot', 'entry']
const rowsOfClients = (condition: string) => tablesOfClients.map((table) => rowsOf(table, condition)).join(', ')

/** Everything of the clients of these causes. */
export const ofClients: Stand = {
  by: 'client',
  news: clientsNew,
  since: `typed as (select $3::bigint), ${rowsOfClients('client_id = any ($2::uuid[])')}`,
  slice: rowsOfClients(inSlice('client_id')),
}

/** What these clients have in settlements, with the entries of those and of the settlements of new entries. */
export const ofSettlements: Stand = {
  ...ofClients,
  since: `
  client_settlement as materialized (select * from public.client_settlement where client_id = any ($2::uuid[])),
  open_or_new as materialized (
    select client_id, settlement_id from client_settlement
     union select client_id, settlement_id from public.entry
            where client_id = any ($2::uuid[]) and id > $3 and settlement_id is not null),
  entry as materialized (
    select e.client_id, e.settlement_id, e.debit, e.credit, e.amount
      from open_or_new o join public.entry e on e.client_id = o.client_id and e.settlement_id = o.settlement_id
     where e.debit = 'unsettled' or e.credit = 'unsettled')`,
}

const rowsOfLots = `trade as materialized (
    ${lookUp('trade', 'id', 'id from new_cause')} union ${lookUp('trade', 'lot_id', 'id from new_cause')}),
  lot as materialized (${lookUp('lot', 'id', 'id from new_cause')})`

/** Lots with their purchases, which have the same ids, and all their sells. */
export const ofLots: Stand = {
  by: 'cause',
  news: listsOf('new_lot'),
  since: `${partOfCauses}, ${rowsOfLots}`,
  slice: `
  new_cause as materialized (
    select id from public.trade where ${inSlice('id')} and action = 'BUY' union select id from public.lot where ${inSlice('id')}),
  ${rowsOfLots}`,
}
