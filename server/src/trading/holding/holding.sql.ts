import type { ExpectedHolding, HoldingCounts, HoldingLine } from '@sauda/contract/trading/holding'
import { sqlIsinOn, sqlName } from '../../core/ledger/name.sql.ts'
import { filesOfFormat } from '../../core/sent-file/sent-file.sql.ts'
import { listsOf, requireRow, selectIds, selectValue, selectViews, type Sql, type Tx } from '../../platform/db.ts'
import { sqlDateText, sqlDayText, sqlToday } from '../../platform/india.ts'
import type { HoldingColumns } from './holding.read.ts'

/** The client of each of these demat accounts that only one client has. */
export const clientsOf = (sql: Sql, demats: readonly string[]) =>
  sql.rows<{ demat: string; clientId: string | null }>(
    `select demat, case when count(*) = 1 then min(id::text)::uuid end as "clientId"
       from client where demat = any($1) group by demat`,
    [demats],
  )

/** Units in text. */
export type StoredHolding = Readonly<Record<'clientId' | 'isin' | 'total' | 'pledged' | 'lockedIn', string>>
type Stored = {
  readonly fileId: string
  readonly day: string
  readonly clientIds: readonly string[]
  readonly holdings: readonly StoredHolding[]
  /** Trade days whose shares are paid out after `day`. */
  readonly unsettled: readonly string[]
}

/** The position of each client and share on the evening of $1; `bought` and `sold` on the days $2; `entitled`: shares of a bonus or rights issue credited later. */
const positions = `
  select m.client_id, ${sqlIsinOn('m.isin', '$1')} as isin, greatest(sum(m.units), 0) as books,
         coalesce(sum(m.units) filter (where m.units > 0 and m.is_traded and m.day = any($2::date[])), 0) as bought,
         coalesce(sum(-m.units) filter (where m.units < 0 and m.is_traded and m.day = any($2::date[])), 0) as sold,
         coalesce(sum(m.units) filter (where m.is_entitled), 0) as entitled
    from (select l.client_id, l.isin, l.quantity as units, l.acquired_on as day, l.source = 'trade' and b.action_id is null as is_traded,
                 coalesce(a.credited_on > $1, false) as is_entitled
            from lot l left join trade b on b.id = l.trade_id left join corporate_action a on a.id = l.opened_by
           where l.source <> 'unknown' and l.isin is not null and greatest(l.acquired_on, a.ex_date) <= $1 and b.reversal_id is null
             and a.reversed_at is null and not l.is_fraction and l.client_id = any($3::uuid[])
          union all
          -- What a corporate action replaced.
          select l.client_id, l.isin, -r.quantity, a.ex_date, false, false
            from replaced_lot r join corporate_action a on a.id = r.action_id join lot l on l.id = r.lot_id
           where a.reversed_at is null and a.ex_date <= $1 and l.isin is not null and l.client_id = any($3::uuid[])
          union all
          select s.client_id, l.isin, -s.quantity, s.traded_on, true, false
            from trade s join lot l on l.id = s.lot_id
           where s.action = 'SELL' and s.action_id is null and s.reversal_id is null and l.source <> 'unknown' and l.isin is not null and s.traded_on <= $1
             and s.client_id = any($3::uuid[])) m
   group by 1, 2`

/** Replaces the lines of these clients and this day. */
export async function saveLines(tx: Tx, { fileId, day, clientIds, holdings, unsettled }: Stored): Promise<void> {
  await tx.run('delete from holding_line where day = $1 and client_id = any($2::uuid[])', [day, clientIds])
  await tx.run(
    `with found as (select * from unnest($5::uuid[], $6::text[], $7::numeric[], $8::numeric[], $9::numeric[])
                      as f (client_id, isin, total, pledged, locked_in)),
          held as (${positions}),
          line as (select coalesce(f.client_id, h.client_id) as client_id, coalesce(f.isin, h.isin) as isin, coalesce(f.total, 0) as total,
                          coalesce(f.pledged, 0) as pledged, coalesce(f.locked_in, 0) as locked_in,
                          coalesce(h.books, 0) as books, coalesce(h.bought, 0) as bought, coalesce(h.sold, 0) as sold, coalesce(h.entitled, 0) as entitled
                     from found f full join held h on h.client_id = f.client_id and h.isin = f.isin)
     insert into holding_line (client_id, day, isin, file_id, depository, pledged, locked_in, books, bought, sold, entitled)
     select client_id, $1, isin, $4, total, pledged, locked_in, books, bought,
            -- Shares sold with early pay-in have left the account already.
            case when books in (total + bought, total + bought + entitled) then 0 else sold end,
            -- The depository may credit bonus shares before the day that was announced.
            case when books in (total + bought, total + bought - sold) then 0 else entitled end
       from line where total <> 0 or books <> 0 or bought <> 0 or sold <> 0`,
    [day, unsettled, clientIds, fileId, ...listsOf(holdings, 'clientId', 'isin', 'total', 'pledged', 'lockedIn')],
  )
}

/** In SQL: a lot l with shares that a depository has. */
const heldLots = "l.open_quantity > 0 and l.isin is not null and l.source <> 'unknown' and not l.is_fraction"

/** Clients with shares here whose demat account, of one of these depositories (NSDL: true), is not in the file. */
export const countAbsent = (sql: Sql, clientIds: readonly string[], areNsdl: readonly boolean[]) =>
  selectValue<number>(
    sql,
    `select count(*)::int from client c
      where starts_with(c.demat, 'IN') = any($2::boolean[]) and c.id <> all($1::uuid[]) and exists (
        select from lot l where l.client_id = c.id and ${heldLots})`,
    [clientIds, areNsdl],
  )

/** Today's positions of clients with a demat account, by share; shares of most clients first. */
export const expectedHoldings = (sql: Sql, limit: number) =>
  selectViews<ExpectedHolding>(
    sql,
    `select h.isin, (select min(i.symbol) from instrument i where i.isin = h.isin) as symbol, h.clients, h.units
       from (select ${sqlIsinOn('l.isin', sqlToday)} as isin, count(distinct l.client_id)::int as clients, trim_scale(sum(l.open_quantity))::text as units
               from lot l join client c on c.id = l.client_id where ${heldLots} and c.demat is not null group by 1) h
      order by h.clients desc, h.isin limit $1`,
    [limit],
  )

export const countWithoutDemat = (sql: Sql) =>
  selectValue<number>(
    sql,
    `select count(distinct l.client_id)::int from lot l join client c on c.id = l.client_id where ${heldLots} and c.demat is null`,
    [],
  )

/** Names of columns that operators entered for earlier files, the newest first. */
export const savedColumns = async (sql: Sql): Promise<HoldingColumns[]> =>
  (
    await sql.rows<{ columns: HoldingColumns }>(
      `select columns from (select distinct on (columns) columns, imported_at from holding_file
          where columns is not null order by columns, imported_at desc) f order by imported_at desc limit 5`,
    )
  ).map(({ columns }) => columns)

/** Whether holdings of one of these clients are stored for the day. */
export const hasDay = async (sql: Sql, day: string, clientIds: readonly string[]): Promise<boolean> =>
  (await sql.row('select from holding_line where day = $1 and client_id = any($2::uuid[]) limit 1', [
    day,
    clientIds,
  ])) !== undefined

/** Clients with a line that differed on the last day before and does not on this one. */
export const endedDifferences = (sql: Sql, day: string, clientIds: readonly string[]) =>
  selectIds(
    sql,
    `select distinct b.client_id as id
       from (select distinct on (client_id, isin) client_id, isin, difference from holding_line
              where client_id = any($2::uuid[]) and day < $1 order by client_id, isin, day desc) b
       left join holding_line n on n.client_id = b.client_id and n.isin = b.isin and n.day = $1
      where b.difference <> 0 and coalesce(n.difference, 0) = 0`,
    [day, clientIds],
  )

const counts = `count(distinct client_id)::int as clients, count(*) filter (where difference = 0 and books = depository)::int as equal,
  count(*) filter (where difference = 0 and books <> depository)::int as explained, count(*) filter (where difference <> 0)::int as different`

/** The counts of the newest days, newest first. */
export const countDays = (sql: Sql, limit: number) =>
  sql.rows<HoldingCounts>(
    `select ${sqlDateText('day')} as day, ${counts} from holding_line l group by l.day order by l.day desc limit $1`,
    [limit],
  )

/** Those of one import. */
export const countsOf = (sql: Sql, fileId: string) =>
  requireRow(sql.row<Omit<HoldingCounts, 'day'>>(`select ${counts} from holding_line where file_id = $1`, [fileId]))

const unitsText = (column: string): string =>
  `trim_scale(${column})::text as "${column.replace('locked_in', 'lockedIn').replace('l.', '')}"`

/** Lines that are not equal, of a day or an import; those that differ first, the longest first. */
export const linesOf = (sql: Sql, by: { readonly day: string } | { readonly fileId: string }, limit: number) =>
  selectViews<HoldingLine>(
    sql,
    `select c.id as "clientId", c.name as "clientName", ${sqlName('client', 'c.number')} as "saudaId", c.demat, l.isin,
            (select min(i.symbol) from instrument i where i.isin = l.isin) as symbol,
            ${['depository', 'pledged', 'locked_in', 'bought', 'sold', 'entitled', 'books', 'difference'].map(unitsText).join(', ')},
            case when l.difference <> 0 then 'different' when l.books = l.depository then 'equal' else 'explained' end as state,
            case when l.difference <> 0 then (
              select ${sqlDateText('min(d.day)')} from holding_line d
               where d.client_id = l.client_id and d.isin = l.isin and d.day <= l.day and d.day > coalesce(
                 (select max(e.day) from holding_line e
                   where e.client_id = l.client_id and e.day < l.day
                     and not exists (select from holding_line o where o.client_id = e.client_id and o.day = e.day and o.isin = l.isin and o.difference <> 0)),
                 '-infinity')) end as since
       from holding_line l join client c on c.id = l.client_id
      where ${'day' in by ? 'l.day' : 'l.file_id'} = $1 and (l.difference <> 0 or l.books <> l.depository)
      order by l.difference = 0, since, c.name, l.isin limit $2`,
    ['day' in by ? by.day : by.fileId, limit],
  )

/** The newest comparison of a client. */
export const newestOf = (sql: Sql, clientId: string) =>
  sql.row<{
    demat: string | null
    day: string | null
    at: Date | null
    equal: number
    explained: number
    different: number
  }>(
    `select c.demat, ${sqlDateText('n.day')} as day, n.at, coalesce(n.equal, 0) as equal, coalesce(n.explained, 0) as explained,
            coalesce(n.different, 0) as different
       from client c left join lateral (
         select l.day, max(f.imported_at) as at, ${counts} from holding_line l join holding_file f on f.id = l.file_id
          where l.client_id = c.id group by l.day order by l.day desc limit 1) n on true
      where c.id = $1`,
    [clientId],
  )

export const sentHoldingFiles = filesOfFormat({
  table: 'holding_file',
  kind: 'holding-file.count',
  about: sqlDayText('f.day'),
  key: ['day', 'name'],
})
