import type { LedgerAccount } from '@sauda/contract/ledger'
import type { Sql } from '../platform/db.ts'

/** A figure and the sum of its entries, in paise. */
export type DifferenceRow = { what: string; client_id: string | null; shown: bigint; entries: bigint }

/** Compares a feature's rows with their ledger entries; returns at most `limit` differences. */
export type BooksCheck = (sql: Sql, limit: number) => Promise<DifferenceRow[]>

const fromEntries = `select client_id, ${['cash', 'invested', 'loan', 'cashback', 'withheld']
  .map(
    (account) =>
      `sum(case '${account}' when credit then amount when debit then -amount else 0 end)::bigint as ${account}`,
  )
  .join(', ')}
  from entry group by client_id`

/** Stored client figures and summed broker accounts: their total is zero if nothing was lost. */
export const trialBalance = (sql: Sql) =>
  sql.rows<{ account: LedgerAccount; balance: bigint }>(
    `select a.account, a.balance::bigint
       from (select coalesce(sum(cash), 0) as cash, coalesce(sum(invested), 0) as invested, coalesce(sum(loan), 0) as loan,
                    coalesce(sum(cashback), 0) as cashback, coalesce(sum(withheld), 0) as withheld from client_ledger) l,
            lateral (values ('cash', cash), ('invested', invested), ('loan', loan), ('cashback', cashback),
                            ('withheld', withheld)) a (account, balance)
     union all
     select m.account, sum(m.amount)::bigint
       from (select credit::text as account, sum(amount) as amount from entry group by credit
             union all
             select debit::text, -sum(amount) from entry group by debit) m
      where m.account not in ('cash', 'invested', 'loan', 'cashback', 'withheld')
      group by m.account`,
  )

export const countEntries = (sql: Sql) => sql.row<{ count: bigint }>('select count(*) as count from entry')

const texts = [
  // Every client figure that differs from the sum of its entries, or is negative.
  `select f.account || ' of ' || coalesce('SD' || c.number, 'client ' || coalesce(l.client_id, e.client_id)) as what,
          coalesce(l.client_id, e.client_id) as client_id, f.shown, f.entries
     from client_ledger l
     full join (${fromEntries}) e on e.client_id = l.client_id
     left join client c on c.id = coalesce(l.client_id, e.client_id)
     cross join lateral (values
       ('cash', coalesce(l.cash, 0), coalesce(e.cash, 0)), ('invested', coalesce(l.invested, 0), coalesce(e.invested, 0)),
       ('loan', coalesce(l.loan, 0), coalesce(e.loan, 0)), ('cashback', coalesce(l.cashback, 0), coalesce(e.cashback, 0)),
       ('withheld', coalesce(l.withheld, 0), coalesce(e.withheld, 0))) f (account, shown, entries)
    where f.shown <> f.entries or f.shown < 0
    order by c.number, f.account limit $1`,
  // Journals without entries, and entries without a journal of their client.
  `select coalesce('Journal ' || j.id || ' (' || j.event || ') has no entries',
                   'Entry ' || e.id || ' belongs to no journal of its client') as what,
          coalesce(j.client_id, e.client_id) as client_id, 0::bigint as shown, coalesce(e.amount, 0) as entries
     from journal j full join entry e on e.journal_id = j.id and e.client_id = j.client_id
    where j.id is null or e.id is null
    limit $1`,
]

export const ledgerChecks = texts.map(
  (text): BooksCheck =>
    (sql, limit) =>
      sql.rows(text, [limit]),
)
