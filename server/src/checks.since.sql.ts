import { type BooksForm, newRows, type Stand } from './core/ledger/books.sql.ts'

/** Expressions that a check of new entries, or of a slice of all, reads instead of whole tables. */

/** The lines linked with these causes. */
const linesOf = (causes: string) => `
  select k.line_id from ${causes} c join public.bank_link k on k.id = c.id
  union select k.line_id from ${causes} c join public.bank_link k on k.payment_id = c.id`

/** `cause`: with what is compared together with one of these. */
const cause = `cause as materialized (
    select id from new_cause
     union select loan_id from public.loan_repayment where id in (select id from new_cause)
     union select lot_id from public.trade where lot_id is not null and id in (select id from new_cause)
     union select unnest(array[k.id, k.payment_id]) from (${linesOf('new_cause')}) l join public.bank_link k on k.line_id = l.line_id)`

/** The requests, loans, trades and charges that are new, changed, or named by a new journal. */
const causesSince = `${newRows},
  new_cause as materialized (
    select cause_id as id from new_journal
     union select id from public.wallet_request where id between $4 and $5
     union select id from public.wallet_request where status = 'approved' and decided_at >= $3
     union select id from public.wallet_request where status = 'rejected' and decided_at >= $3
     union select id from public.charge where id between $4 and $5
     union select id from public.charge where status = 'APPROVED' and decided_at >= $3
     union select id from public.loan where accepted_at >= $3
     union select id from public.loan_repayment where id between $4 and $5
     union select id from public.trade where id between $4 and $5
     union select id from public.lot where id between $4 and $5
     union select id from public.contract where id between $4 and $5
     union select id from public.bank_opening where id between $4 and $5
     union select id from public.bank_opening where reversed_at >= $3
     union select trade_id from public.trade_reversal where status <> 'pending' and decided_at >= $3
     union select unnest(array[id, payment_id]) from public.bank_link where linked_at >= $3
     union select unnest(array[id, payment_id]) from public.bank_link where unlinked_at >= $3),
  ${cause}`

/** Those of a slice of the ids. */
const causesSlice: Stand['slice'] = (within) => `
  new_journal as (select * from public.journal where false),
  new_entry as (select * from public.entry where false),
  new_cause as materialized (
    select cause_id as id from public.journal where ${within('cause_id')}
    ${['wallet_request', 'charge', 'loan', 'loan_repayment', 'trade', 'lot', 'contract', 'bank_opening', 'bank_link']
      .map((table) => `union select id from public.${table} where ${within('id')}`)
      .join('\n')}),
  ${cause}`

/** The amount that each cause moved in the bank. */
export const moved = (form: BooksForm) => `
  select n.cause_id, sum(case when x.debit = 'bank' then x.amount else -x.amount end) as amount
    from journal n join entry x on ${form.belongs('x', 'n')}
   where n.event in ('deposit.approved', 'withdrawal.paid', 'charge.approved', 'bank.charge', 'bank.interest',
                     'clearing.paid', 'clearing.received', 'levy.paid', 'bank.transfer', 'bank.moved', 'receipt.held', 'receipt.returned', 'line.credited', 'line.debited', 'charge.returned')
     and 'bank' in (x.debit, x.credit)
   group by n.cause_id`

/** The rows of the causes with all their journals. */
function rowsOfCauses({ barrier }: BooksForm): string {
  /** One look-up by index for each row of `outer`; otherwise a guess of their number may lead to reading the whole table. */
  const lookUp = (outer: string, table: string, condition: string) =>
    `select t.* from ${outer} o cross join lateral (select * from public.${table} where ${condition} ${barrier}) t`
  const byCause = (table: string) => `${table} as materialized (${lookUp('cause', table, 'id = o.id')})`
  return `journal as materialized (${lookUp('cause', 'journal', 'cause_id = o.id')} union select * from new_journal),
  entry as materialized (${lookUp('journal', 'entry', 'journal_id = o.id')} union select * from new_entry),
  ${['wallet_request', 'loan', 'loan_repayment', 'charge', 'trade', 'contract', 'bank_opening'].map(byCause).join(', ')},
  bank_link as materialized (${lookUp(`(${linesOf('cause')})`, 'bank_link', 'line_id = o.line_id')})`
}

/** The rows of these causes with all their journals. */
export const ofCauses: Stand = {
  by: 'cause',
  since: (form) => `${causesSince}, ${rowsOfCauses(form)}`,
  slice: (within, form) => `${causesSlice(within, form)}, ${rowsOfCauses(form)}`,
}

const tablesOfClients = ['client_ledger', 'client_settlement', 'wallet_request', 'loan', 'trade', 'lot', 'entry']
const rowsOfClients = (condition: string) =>
  tablesOfClients
    .map((table) => `${table} as not materialized (select * from public.${table} where ${condition})`)
    .join(', ')

/** Everything of the clients of these causes, and of clients with a new journal. */
export const ofClients: Stand = {
  by: 'client',
  since: `${causesSince},
  clients as materialized (
    select client_id from new_journal
    ${['wallet_request', 'loan', 'charge', 'trade']
      .map((table) => `union select client_id from public.${table} where id in (select id from cause)`)
      .join('\n')}),
  ${rowsOfClients('client_id in (select client_id from clients)')}`,
  slice: (within) => rowsOfClients(within('client_id')),
}

const tradesOfCauses = `trade as materialized (
    select * from public.trade where id in (select id from cause)
     union select * from public.trade where lot_id in (select id from cause)),
  lot as materialized (select * from public.lot where id in (select id from cause))`

/** These lots with their purchases and all their sells. */
export const ofPositions: Stand = {
  by: 'cause',
  since: `${causesSince}, ${tradesOfCauses}`,
  slice: (within, form) => `${causesSlice(within, form)}, ${tradesOfCauses}`,
}
