import { splitBy } from '@sauda/contract/platform/decimal'
import type { Reply } from '@sauda/contract/platform/call'
import type { contractCalls, TradeDay } from '@sauda/contract/trading/contract'
import type { Exchange } from '@sauda/contract/trading/market'
import { type DayAmounts, dayAmounts } from '@sauda/contract/trading/trade-day'
import { sqlName } from '../../core/ledger/name.sql.ts'
import { isUncharged } from '../../core/ledger/shared-condition.sql.ts'
import { selectIds, selectValue, selectViews, type Sql, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { sqlDateText } from '../../platform/india.ts'
import { dayCounts, unbooked } from './contract.sql.ts'

export type DayRow = Omit<TradeDay, 'state' | 'exchanges'> & {
  files: { exchange: Exchange; part: string; status: string }[]
  isRequested: boolean
}

/** The newest days with a trade file. */
export const selectDays = (sql: Sql, limit: number, day: string | null = null) =>
  selectViews<DayRow>(
    sql,
    `select ${sqlDateText('f.day')} as day, f.files, ${dayCounts}, u.left, x.faults, d.requested_at is not null as "isRequested",
            d.booked_at as "bookedAt", o.name as "bookedBy"
       from (select day, jsonb_agg(jsonb_build_object('exchange', exchange, 'part', part, 'status', status) order by exchange desc, imported_at) as files
               from exchange_file where status not in ('replaced', 'rejected') and ($2::date is null or day = $2)
              group by day order by day desc limit $1) f
       cross join lateral (select count(*)::int as left from exchange_trade t where t.day = f.day and ${unbooked}) u
       cross join lateral (select count(*)::int as faults from contract_fault x where x.day = f.day) x
       left join trade_day d on d.day = f.day left join operator o on o.id = d.booked_by
      order by f.day desc`,
    [limit, day],
  )

/**
 * An earlier day to be booked first. A client whose booking failed since the newest file of the day does not hold up later days:
 * they are booked again after that day.
 */
export const earlierUnbooked = (sql: Sql, day: string) =>
  sql.row<{ day: string }>(
    `select ${sqlDateText('min(day)')} as day from (
       select day from exchange_trade t where ${unbooked} and not exists (select from contract_fault f where f.day = t.day and f.client_id = t.client_id)
        union all
       select day from contract_fault f left join trade_day d using (day)
        where d.booked_at is null or d.booked_at < (select max(decided_at) from exchange_file x where x.day = f.day and x.status = 'booked')) e
      where day < $1 having count(*) > 0`,
    [day],
  )

export const selectFaults = (sql: Sql, day: string, limit: number) =>
  sql.rows<Reply<typeof contractCalls.day>['faults'][number]>(
    `select f.client_id as "clientId", c.name, f.message from contract_fault f join client c on c.id = f.client_id where f.day = $1 order by c.name, c.id limit $2`,
    [day, limit],
  )

const columnOf = (key: string) => key.replace(/[A-Z]/g, (letter) => `_${letter.toLowerCase()}`)
const amountKeys = Object.keys(dayAmounts)
const amounts = amountKeys.map((key) => `c.${columnOf(key)} as "${key}"`).join(', ')
const sums = amountKeys.map((key) => `coalesce(sum(${columnOf(key)}), 0)::bigint as "${key}"`).join(', ')

export const totalsOf = (sql: Sql, day: string) =>
  sql.row<DayAmounts<bigint>>(
    `select ${sums} from contract where day = $1 and reversed_at is null and shortage_id is null`,
    [day],
  )

export const selectContracts = (sql: Sql, day: string, limit: number) =>
  sql.rows<{ _id: string; clientId: string; name: string; saudaId: string } & DayAmounts<bigint>>(
    `select c.id as "_id", c.client_id as "clientId", k.name, ${sqlName('client', 'k.number')} as "saudaId", ${amounts}
       from contract c join client k on k.id = c.client_id
      where c.day = $1 and c.reversed_at is null and c.shortage_id is null order by c.net, c.id limit $2`,
    [day, limit],
  )

type DayPage = { readonly before: string | null; readonly day: string | null; readonly limit: number }

/** Days of a client, newest first. */
export const selectTradeDays = (sql: Sql, clientId: string, { before, day, limit }: DayPage) =>
  sql.rows<{ day: string } & DayAmounts<bigint>>(
    `select ${sqlDateText('c.day')} as day, ${amounts} from contract c
      where client_id = $1 and reversed_at is null and shortage_id is null and c.day < coalesce($2::date, 'infinity') and c.day = coalesce($3::date, c.day)
      order by c.day desc limit $4`,
    [clientId, before, day, limit],
  )

/** Booked trades of a client whose charges are not known. */
export const countUncharged = (sql: Sql, clientId: string) =>
  selectValue<number>(
    sql,
    `select count(*)::int from trade t where t.client_id = $1 and t.reversal_id is null and ${isUncharged}`,
    [clientId],
  )

/** Days with a newer STT or stamp file than the last comparison; the time as text, because it is exact. */
export const daysToLevy = (sql: Sql) =>
  sql.rows<{ day: string; newest: string }>(
    `select ${sqlDateText('d.day')} as day, max(f.imported_at)::text as newest from trade_day d join levy_file f on f.day = d.day
      where d.booked_at is not null group by d.day having max(f.imported_at) > coalesce(d.levied_at, '-infinity') order by d.day`,
  )
export const markLevied = (sql: Sql, day: string, newest: string) =>
  sql.run('update trade_day set levied_at = $2 where day = $1', [day, newest])

export const contractsAfter = (sql: Sql, day: string, after: string, most: number) =>
  sql.rows<{ id: string; clientId: string }>(
    `select id, client_id as "clientId" from contract
      where day = $1 and reversed_at is null and shortage_id is null and client_id > $2 order by client_id limit $3`,
    [day, after, most],
  )
type ContractLevies = { stt: bigint; stampDuty: bigint; sttDifference: bigint; stampDifference: bigint }
export const liveContract = (tx: Tx, id: string) =>
  tx.row<ContractLevies>(
    `select stt, stamp_duty as "stampDuty", stt_difference as "sttDifference", stamp_difference as "stampDifference"
       from contract where id = $1 and reversed_at is null`,
    [id],
  )
export const setLevies = (tx: Tx, id: string, l: ContractLevies) =>
  tx.run('update contract set stt = $2, stamp_duty = $3, stt_difference = $4, stamp_difference = $5 where id = $1', [
    id,
    l.stt,
    l.stampDuty,
    l.sttDifference,
    l.stampDifference,
  ])

type NewAdjustment = {
  readonly id: string
  readonly contractId: string
  readonly clientId: string
  readonly levy: 'stt' | 'stamp'
  readonly paise: bigint
}
export const insertAdjustment = (tx: Tx, a: NewAdjustment) =>
  tx.run('insert into levy_adjustment (id, contract_id, client_id, levy, amount) values ($1, $2, $3, $4, $5)', [
    a.id,
    a.contractId,
    a.clientId,
    a.levy,
    a.paise,
  ])

/** The adjustments of a contract, the oldest first. */
export const adjustmentsOf = (sql: Sql, contractId: string) =>
  selectIds(sql, 'select id from levy_adjustment where contract_id = $1 order by id', [contractId])

/** Returns the id, which is the cause of the journal. */
export const insertDifference = (tx: Tx, d: { contractId: string; levy: 'stt' | 'stamp'; paise: bigint }) =>
  selectValue<string>(
    tx,
    'insert into levy_difference (id, contract_id, levy, amount) values ($1, $2, $3, $4) returning id',
    [newId(), d.contractId, d.levy, d.paise],
  )

/** After their levies were set: what the trades of these contracts show as charges adds up to those of the contract again. */
export async function shareCharges(tx: Tx, contractIds: readonly string[]): Promise<void> {
  const trades = await tx.rows<{ id: string; contract: string; charges: bigint; total: bigint }>(
    `select t.id, c.id as contract, t.charges, c.charges as total from trade t join contract c on c.id = t.contract_id
      where c.id = any ($1) and t.reversal_id is null order by t.id`,
    [contractIds],
  )
  const shared = [...Map.groupBy(trades, ({ contract }) => contract).values()].flatMap((own) => {
    const shares = own.map(({ charges }) => charges)
    const parts = splitBy(own[0]?.total ?? 0n, shares)
    return own.map(({ id }, at) => ({ id, charges: String(parts[at]) }))
  })
  await tx.run(
    `update trade set charges = n.charges from jsonb_to_recordset($1::jsonb) as n (id uuid, charges bigint)
      where trade.id = n.id and trade.charges <> n.charges`,
    [JSON.stringify(shared)],
  )
}
