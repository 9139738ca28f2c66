import { fairValueDay } from '@sauda/contract/books/tax-year'
import type { Reply } from '@sauda/contract/platform/call'
import type { fairValueCalls } from '@sauda/contract/trading/fair-value'
import type { Exchange } from '@sauda/contract/trading/market'
import { sqlIsinOn } from '../../core/ledger/name.sql.ts'
import { countingLists, highestPrices } from '../../core/ledger/shared-condition.sql.ts'
import { filesOfFormat } from '../../core/sent-file/sent-file.sql.ts'
import { listsOf, selectViews, type Sql, type Tx } from '../../platform/db.ts'
import { countedFiles } from '../market/market.sql.ts'
import type { FairPrice } from './fair-value.read.ts'

export const savePrices = (tx: Tx, listId: string, prices: readonly FairPrice[]) =>
  tx.run(
    `insert into fair_value (list_id, isin, symbol, price)
     select $1, n.* from unnest($2::text[], $3::text[], $4::numeric[]) n`,
    [listId, ...listsOf(prices, 'isin', 'symbol', 'price')],
  )

export const countingList = (sql: Sql, exchange: Exchange) =>
  sql.row<{ id: string; name: string; rows: number }>(
    `select id, name, rows from ${countingLists} c where exchange = $1`,
    [exchange],
  )

/** In SQL: shares that clients bought until 31 January 2018, also those sold since, with the ISIN that they had on that day. */
const boughtUntil = `select l.client_id, ${sqlIsinOn('l.isin', `'${fairValueDay}'::date`)} as isin, l.quantity
  from lot l join trade t on t.id = l.trade_id
 where l.acquired_on <= '${fairValueDay}' and l.opened_by is null and l.isin is not null and t.action = 'BUY' and t.reversal_id is null`

type ChangedPrice = {
  readonly isin: string
  readonly symbol: string
  /** Null where only one list has it. */
  readonly before: string | null
  readonly after: string | null
  /** Clients who bought it until that day. */
  readonly clients: number
}

/** The prices in which two lists differ, those of most clients first. */
export const changedPrices = (sql: Sql, before: string | null, after: string) =>
  sql.rows<ChangedPrice>(
    `with bought as (select isin, count(distinct client_id)::int as clients from (${boughtUntil}) b group by isin)
     select coalesce(n.isin, o.isin) as isin, coalesce(n.symbol, o.symbol) as symbol, trim_scale(o.price)::text as before,
            trim_scale(n.price)::text as after,
            coalesce(b.clients, 0) as clients
       from (select * from fair_value where list_id = $1) o full join (select * from fair_value where list_id = $2) n on n.isin = o.isin
       left join bought b on b.isin = coalesce(n.isin, o.isin)
      where n.price is distinct from o.price order by clients desc, symbol, isin`,
    [before, after],
  )

/** What each client's purchases until that day come to at its prices, in paise. */
export const valuesOfClients = (sql: Sql) =>
  sql.rows<{ clientId: string; value: bigint }>(
    `select b.client_id as "clientId", round(sum(b.quantity * h.price) * 100)::bigint as value
       from (${boughtUntil}) b join ${highestPrices} h on h.isin = b.isin group by 1`,
  )

type ListView = Reply<typeof fairValueCalls.list>['lists'][number]

export const selectLists = (sql: Sql) =>
  selectViews<ListView>(
    sql,
    `${countedFiles(
      `(select v.*, '${fairValueDay}'::date as day, v.id in (select id from ${countingLists} c) as counts from fair_value_list v)`,
      'f.rows, f.prices, f.counts',
    )} order by f.imported_at desc, f.id limit 20`,
  )

export const sentFairValueLists = filesOfFormat({
  table: 'fair_value_list',
  kind: 'fair-value.count',
  about: `f.exchange || ', 31 Jan 2018'`,
  key: ['exchange'],
})
