import { causeTables, type CauseTable } from './books.causes.ts'
import { belongs, inParts, inSlice, newRows, rowsOf, type Stand } from '../../core/ledger/books.sql.ts'

/** Expressions that a check of what is new, or of a slice of everything, reads instead of whole tables. */

/** Rows whose `column` is in `ids`, by its index: the planner does not know how many ids there are, so a join may read the whole table. */
const lookUp = (table: string, column: string, ids: string) =>
  `select * from public.${table} where ${column} = any (array(select ${ids}))`

/** The lines linked with these causes. */
const linesOf = (causes: string) => `
  select line_id from (${lookUp('bank_link', 'id', `id from ${causes}`)}) k
  union select line_id from (${lookUp('bank_link', 'payment_id', `id from ${causes}`)}) k`

/** SQL of the causes in a table for which `condition` holds. */
const causesOf = (table: string, row: CauseTable, condition: string) => {
  const { key = 'id', client = 'r.client_id', where = 'true' } = row
  return `select r.${key} as id, ${client} as client_id from public.${table} r where ${where} and ${condition}`
}
const tables: readonly (readonly [string, CauseTable])[] = Object.entries(causeTables)

/** What is new, changed, or named by a new journal: causes, and lots with trades; with the clients, who have new figures. */
const newCauses = `${newRows},
  new_cause as materialized (
    select cause_id as id, client_id from new_journal
    ${tables
      .flatMap(([table, row]) =>
        [`${row.key ?? 'id'} between $4 and $5`, ...(row.changed ?? []).map((column) => `${column} >= $3`)].map(
          (condition) => `union ${causesOf(table, row, condition)}`,
        ),
      )
      .join('\n')}
     union select t.id, t.client_id from public.trade_reversal r join public.trade t on t.id = r.trade_id
            where r.status <> 'pending' and r.decided_at >= $3
     union select contract_id, client_id from public.levy_adjustment where id between $4 and $5
     union select payment_id, null from public.bank_link where linked_at >= $3
     union select payment_id, null from public.bank_link where unlinked_at >= $3),
  new_lot as materialized (
    select coalesce(lot_id, id) as id, client_id from public.trade where id between $4 and $5
     union select coalesce(t.lot_id, t.id), t.client_id from new_cause c join public.trade t on t.id = c.id
     union select id, client_id from public.lot where id between $4 and $5)`

/** Lists of ids. */
const listsOf = (table: string) => `${newCauses},
  part as (${inParts(`select distinct id from ${table} where id is not null`, 'id')})
  select array[array_agg(id)::text] as part from part group by n`

const partOfCauses = 'new_cause as materialized (select unnest($2::uuid[]) as id)'

/** Those of a slice of the ids. */
const sliceOfCauses = `
  new_cause as materialized (
    select cause_id as id from public.journal where ${inSlice('cause_id')}
    ${tables.map(([table, row]) => `union select c.id from (${causesOf(table, row, inSlice(`r.${row.key ?? 'id'}`))}) c`).join('\n')})`

/** The amount that each cause moved in the bank. */
export const moved = `
  select n.cause_id, sum(case when x.debit = 'bank' then x.amount else -x.amount end) as amount
    from journal n join entry x on ${belongs('x', 'n')}
   where 'bank' in (x.debit, x.credit)
   group by n.cause_id`

/** The rows of the causes with all their journals; of links, all of the same lines. */
const rowsOfCauses = `journal as materialized (${lookUp('journal', 'cause_id', 'id from cause')}),
  entry as materialized (${lookUp('entry', 'journal_id', 'id from journal')}),
  ${tables
    .filter(([table]) => table !== 'bank_link')
    .map(([table, { key = 'id' }]) => `${table} as materialized (${lookUp(table, key, 'id from cause')})`)
    .join(', ')},
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
