import type { LedgerAccount, LedgerEvent } from '@sauda/contract/core/ledger'
import { sqlName } from '../../core/ledger/name.sql.ts'
import { type Sql, selectValue } from '../../platform/db.ts'

/** Days in India, both included. */
export type Days = { readonly from: string; readonly to: string }

/** The vouchers of each day in their order, as one text of ids: 100,000 of them need 4 MB. */
export const selectVoucherIds = (sql: Sql, { from, to }: Days, limit: number) =>
  sql.rows<{ day: string; count: number; ids: string }>(
    `select day::text, count(*)::int as count, string_agg(id::text, '' order by at, id) as ids
       from (select id, at, booked_on as day from journal where booked_on between $1 and $2 limit $3) j
      group by day order by day`,
    [from, to, limit],
  )

/** Every ledger that the vouchers of the days need. The table expressions are for a cluster, which joins its tables with others in no other way. */
export const selectLedgers = (sql: Sql, { from, to }: Days) =>
  sql.rows<{ account: LedgerAccount; client: bigint | null; client_name: string | null; bank: string | null }>(
    `with of_days as (select j.id, j.client_id, j.bank_id from journal j where j.booked_on between $1 and $2),
          moved as (
            select distinct m.account, case when m.account = 'bank' then j.bank_id end as bank,
                   case when m.account in ('cash', 'invested', 'loan', 'cashback', 'withheld', 'unsettled') then j.client_id end as client_id
              from of_days j
              join entry e on e.journal_id = j.id
             cross join lateral (values (e.debit::text), (e.credit::text)) m (account))
     select m.account, c.number as client, c.name as client_name, m.bank
       from moved m left join client c on c.id = m.client_id
      order by c.number nulls first, m.account, m.bank`,
    [from, to],
  )

export const selectTotals = (sql: Sql, { from, to }: Days) =>
  sql.rows<{ account: LedgerAccount; debit: bigint; credit: bigint }>(
    `select m.account, sum(m.debit)::bigint as debit, sum(m.credit)::bigint as credit
       from ledger_days($1, $2) d
      cross join lateral (values (d.debit, d.amount, 0), (d.credit, 0, d.amount)) m (account, debit, credit)
      group by m.account`,
    [from, to],
  )

export const countVouchers = (sql: Sql, { from, to }: Days) =>
  selectValue<number>(sql, `select count(*)::int from journal where booked_on between $1 and $2`, [from, to])

/** Two accounts of one name are distinguished by number. */
export const selectBanks = (sql: Sql) =>
  sql.rows<{ id: string; name: string; ending: string | null }>(
    'select id, name, right(account_number, 4) as ending from broker_bank order by id',
  )

export type JournalRow = {
  id: string
  day: string
  at: Date
  event: LedgerEvent
  client: bigint | null
  client_name: string | null
  bank: string | null
  reason: string | null
  reference: string | null
  utr: string | null
}

const inBank = 'j.bank_id is not null'

/** In the order of the ids. The table expression is for a cluster, as above. */
export const selectJournals = (sql: Sql, ids: readonly string[]) =>
  sql.rows<JournalRow>(
    `with j as (
       select picked.place, journal.* from unnest($1::uuid[]) with ordinality as picked (id, place)
         join journal on journal.id = picked.id)
     select j.id, j.booked_on::text as day, j.at, j.event, c.number as client, c.name as client_name, j.bank_id as bank, j.reason,
            case when j.event like 'trade.%' then (select ${sqlName('trade', 't.number')} from trade t where t.id = j.cause_id)
                 when j.event = 'deposit.approved' then ${sqlName('deposit', 'r.number')}
                 when j.event like 'withdrawal.%' then ${sqlName('withdrawal', 'r.number')}
                 when j.event = 'charge.approved' then ${sqlName('charge', 'h.number')} end as reference,
            case when ${inBank} then coalesce(r.bank_reference, h.transaction_id,
              (select l.reference from bank_link k join bank_line l on l.id = k.line_id where k.id = j.cause_id)) end as utr
       from j
       left join client c on c.id = j.client_id
       left join wallet_request r on r.id = j.cause_id and j.event in
         ('deposit.approved', 'withdrawal.requested', 'withdrawal.paid', 'withdrawal.refused')
       left join charge h on h.id = j.cause_id and j.event = 'charge.approved'
      order by j.place`,
    [ids],
  )

export type EntryRow = { id: bigint; journal_id: string; debit: LedgerAccount; credit: LedgerAccount; amount: bigint }

export const selectEntriesOf = (sql: Sql, ids: readonly string[]) =>
  sql.rows<EntryRow>(
    'select id, journal_id, debit, credit, amount from entry where journal_id = any($1::uuid[]) order by id',
    [ids],
  )
