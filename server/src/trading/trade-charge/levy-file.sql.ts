import { sqlDayText } from '../../platform/india.ts'
import { filesOfFormat } from '../../core/sent-file/sent-file.sql.ts'
import type { LevyFile, LevyName } from '@sauda/contract/trading/levy-file'
import { sqlName } from '../../core/ledger/name.sql.ts'
import { countedFiles, decimalJson } from '../market/market.sql.ts'
import type { LevyContent, LevyLine } from './levy-file.read.ts'
import { requireRow, selectValue, selectView, selectViews, type Sql, type Tx } from '../../platform/db.ts'

export const insertLines = (tx: Tx, fileId: string, lines: readonly LevyLine[]) =>
  tx.run(
    `insert into levy_line (file_id, client_code, isin, bought, sold, intraday, amount)
     select $1, n.code, n.isin, n.bought, n.sold, n.intraday, n.amount
       from jsonb_to_recordset($2::jsonb) as n (code text, isin text, bought numeric, sold numeric, intraday numeric, amount numeric)`,
    [fileId, decimalJson(lines)],
  )

/** What was computed for the file's levy, by client and security, and in total (empty ISIN). */
const computed = `
  own as (
    select s.client_code, s.client_id, s.isin, s.bought, s.sold, s.intraday,
           case f.levy when 'stt' then s.stt else s.stamp end as amount
      from security_charge s join f on s.day = f.day and s.exchange in (f.exchange, 'all')),
  computed as (
    select client_code, client_id, isin, bought, sold, intraday, round(amount, 2) as amount from own
     union all
    select client_code, client_id, '', sum(bought), sum(sold), sum(intraday), round(sum(amount), case (select levy from f) when 'stt' then 0 else 2 end)
      from own group by client_code, client_id)`

const files = countedFiles(
  'levy_file',
  `f.levy, round(f.total, 2)::text as total,
          coalesce((select sum(t.amount) from (
            select round(sum(case f.levy when 'stt' then s.stt else s.stamp end), case f.levy when 'stt' then 0 else 2 end) as amount
              from security_charge s where s.day = f.day and s.exchange in (f.exchange, 'all') group by s.client_id) t), 0)::numeric(20, 2)::text as computed`,
)

export const newestFiles = (sql: Sql, limit: number) =>
  selectViews<LevyFile>(sql, `${files} order by f.day desc, f.imported_at desc limit $1`, [limit])

export const findFile = (sql: Sql, id: string) => selectView<LevyFile>(sql, `${files} where f.id = $1`, [id])

export const countClients = (sql: Sql, id: string) =>
  requireRow(
    sql.row<{ clients: number }>(
      'select count(distinct client_code)::int as clients from levy_line where file_id = $1',
      [id],
    ),
  )

type Compared = 'bought' | 'sold' | 'intraday'
/** `sides`: on how many the client traded. `is_recorded`: the trade files have a trade of the client, or of the client in the security. */
export type DifferenceRow = Record<'code' | 'isin', string> &
  Record<
    'client_id' | 'client' | 'sauda_id' | 'in_file' | 'computed' | Compared | `file_${Compared}`,
    string | null
  > & {
    sides: number
    is_recorded: boolean
  }

/** Securities whose amount in the file is not the computed one, and before them the total (empty ISIN) of their client. */
export const selectDifferences = (sql: Sql, id: string) =>
  sql.rows<DifferenceRow>(
    `with f as (select *, exchanges_at(exchange, day) as exchanges from levy_file where id = $1), ${computed},
     line as (select * from levy_line where file_id = $1
        union all
       -- A client without a total of its own.
       select l.file_id, l.client_code, '', sum(l.bought), sum(l.sold), sum(l.intraday), sum(l.amount) from levy_line l
        where l.file_id = $1 and not exists (select from levy_line t where t.file_id = $1 and t.client_code = l.client_code and t.isin = '')
        group by l.file_id, l.client_code)
     select * from (select client_code as code, isin, k.id as client_id, k.name as client, ${sqlName('client', 'k.number')} as sauda_id, trim_scale(l.amount)::text as in_file, trim_scale(c.amount)::text as computed,
            trim_scale(l.bought)::text as file_bought, trim_scale(l.sold)::text as file_sold, trim_scale(l.intraday)::text as file_intraday,
            trim_scale(c.bought)::text as bought, trim_scale(c.sold)::text as sold, trim_scale(c.intraday)::text as intraday,
            (coalesce(c.bought, 0) > 0)::int + (coalesce(c.sold, 0) > 0)::int as sides,
            c.client_code is not null or exists (select from exchange_trade t join f on t.exchange = any (f.exchanges) and t.day = f.day
              where upper(t.client_code) = client_code and (l.isin = '' or t.isin = l.isin)) as is_recorded,
            round(l.amount, 2) is distinct from c.amount as differs,
            bool_or(round(l.amount, 2) is distinct from c.amount) over (partition by client_code) as is_listed
       from line l full join computed c using (client_code, isin)
       left join client k on k.id = coalesce(c.client_id, (select id from client where upper(ucc) = client_code))
      ) d where is_listed and (differs or isin = '') order by code, isin`,
    [id],
  )

/** Whether trades of the exchange and day are booked. */
export const isComputed = async (sql: Sql, { exchange, day }: Pick<LevyContent, 'exchange' | 'day'>) =>
  (await sql.row("select from security_charge where day = $1 and exchange in ($2, 'all') limit 1", [day, exchange])) !==
  undefined

/** The highest rate of the levy on a day, in percent; null before the first one. */
export const highestRate = (sql: Sql, levy: LevyName, day: string) =>
  selectValue<string | null>(
    sql,
    'select trim_scale(max(percent))::text from charge_rate where charge = $1 and from_day <= $2',
    [levy, day],
  )

/** What the contracts of a day are charged, in paise. */
export const chargedLevies = (sql: Sql, day: string) =>
  sql.rows<{ clientId: string; clientName: string; saudaId: string; stt: bigint; stamp: bigint; isNoted: boolean }>(
    `select c.client_id as "clientId", k.name as "clientName", ${sqlName('client', 'k.number')} as "saudaId", c.stt, c.stamp_duty as stamp,
            exists (select from contract_note n where n.client_id = c.client_id and n.day = c.day and n.cancelled_at is null) as "isNoted"
       from contract c join client k on k.id = c.client_id
      where c.day = $1 and c.reversed_at is null and c.shortage_id is null order by c.client_id`,
    [day],
  )

/**
 * In paise. Of each exchange's files the newest counts. STT that no file states is rounded to the rupee once for the day, stamp duty to
 * `stampDigits`. A day that is netted over both exchanges has the sum of their files.
 */
export const selectFinal = (sql: Sql, day: string, clientIds: readonly string[], stampDigits: number) =>
  sql.rows<{ id: string; stt: bigint; stamp: bigint }>(
    `with file as (select distinct on (levy, exchange) id, levy, exchange from levy_file where day = $1
        order by levy, exchange, imported_at desc, id desc),
     stated as (select levy, exchange from file union select levy, 'all' from file),
     own as (select client_id, client_code, exchange, sum(stt) as stt, sum(stamp) as stamp
               from (select client_id, client_code, stt, stamp,
                            case when bool_or(exchange = 'all') over (partition by client_id) then 'all' else exchange end as exchange
                       from security_charge where day = $1 and client_id = any ($2::uuid[])) c group by 1, 2, 3),
     total as (select f.levy, f.exchange, l.client_code,
                      coalesce(sum(l.amount) filter (where l.isin = ''), sum(l.amount)) as amount
                 from file f join levy_line l on l.file_id = f.id
                where l.client_code = any (array(select client_code from own)) group by 1, 2, 3),
     totals as (select * from total union all select levy, 'all', client_code, sum(amount) from total group by 1, 3)
     select o.client_id as id,
            ((coalesce(sum(s.amount), 0) + coalesce(round(sum(o.stt) filter (where sf.levy is null)), 0)) * 100)::bigint as stt,
            ((round(coalesce(sum(d.amount), 0), 2) + coalesce(round(sum(o.stamp) filter (where df.levy is null), $3), 0)) * 100)::bigint as stamp
       from own o
       left join stated sf on sf.levy = 'stt' and sf.exchange = o.exchange
       left join stated df on df.levy = 'stamp' and df.exchange = o.exchange
       left join totals s on s.levy = 'stt' and s.exchange = o.exchange and s.client_code = o.client_code
       left join totals d on d.levy = 'stamp' and d.exchange = o.exchange and d.client_code = o.client_code
      group by o.client_id`,
    [day, clientIds, stampDigits],
  )

type SecurityRow = Readonly<
  Record<'clientId' | 'exchange' | 'isin' | 'code' | 'stt' | 'stamp', string> & Record<Compared, bigint>
>

/** Replaces what was computed for these clients and the day. */
export async function saveSecurities(tx: Tx, day: string, clientIds: readonly string[], rows: readonly SecurityRow[]) {
  await tx.run('delete from security_charge where day = $1 and client_id = any ($2::uuid[])', [day, clientIds])
  await tx.run(
    `insert into security_charge (client_id, day, exchange, isin, client_code, bought, sold, intraday, stt, stamp)
     select n."clientId", $1, n.exchange, n.isin, n.code, sum(n.bought), sum(n.sold), sum(n.intraday), sum(n.stt), sum(n.stamp)
       from jsonb_to_recordset($2::jsonb) as n ("clientId" uuid, exchange text, isin text, code text, bought numeric, sold numeric,
            intraday numeric, stt numeric, stamp numeric)
      group by 1, 3, 4, 5`,
    [day, decimalJson(rows)],
  )
}

export const sentLevyFiles = filesOfFormat({
  table: 'levy_file',
  kind: 'levy-file.count',
  about: `case f.levy when 'stt' then 'STT' else 'Stamp duty' end || ', ' || f.exchange || ', ' || ${sqlDayText('f.day')}`,
  key: ['levy', 'exchange', 'day'],
})
