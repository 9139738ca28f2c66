import { type ApartKind, pendingNames, type Shortage } from '@sauda/contract/trading/clearing'
import { sqlPending } from '../../core/approval/proposal.ts'
import type { Exchange } from '@sauda/contract/trading/market'
import { clearingSum } from '../../core/ledger/clearing.sql.ts'
import { sqlName } from '../../core/ledger/name.sql.ts'
import { selectIds, selectViews, type Sql, type Tx } from '../../platform/db.ts'
import { sqlDateText } from '../../platform/india.ts'
import { decimalJson } from '../market/market.sql.ts'
import type { FileSettlement } from './clearing.read.ts'

export const dayInMaster = (sql: Sql, id: string) =>
  sql.row<{ day: string }>(`select ${sqlDateText('settles_on')} as day from settlement_day where settlement_id = $1`, [
    id,
  ])

/** Trade days before this one that are paid out on it or later. */
export const daysNotPaidOut = (sql: Sql, day: string) =>
  selectIds(
    sql,
    `select distinct ${sqlDateText('traded_on')} as id from clearing_settlement where traded_on < $1 and settles_on >= $1`,
    [day],
  )

/** Stores the days of a master; those of settlements of which something was released stay. */
export async function saveDays(tx: Tx, fileId: string, days: readonly { readonly id: string; readonly day: string }[]) {
  await tx.run(
    `insert into settlement_day (settlement_id, settles_on, file_id)
     select n.id, n.day, $1 from jsonb_to_recordset($2::jsonb) as n (id text, day date)
     on conflict (settlement_id) do update set settles_on = excluded.settles_on, file_id = excluded.file_id`,
    [fileId, JSON.stringify(days)],
  )
  await tx.run(
    `update clearing_settlement s set settles_on = d.settles_on from settlement_day d
      where d.file_id = $1 and d.settlement_id = s.id and d.settles_on <> s.settles_on and d.settles_on >= s.traded_on
        and not exists (select from settlement_release r where r.settlement_id = s.id)`,
    [fileId],
  )
}

/** `net`: of its final obligation. */
export type SettlementDays = { tradedOn: string; settlesOn: string; isReleased: boolean; net: bigint | null }

export const isSettlement = async (sql: Sql, id: string): Promise<boolean> =>
  (await sql.row('select from clearing_settlement where id = $1', [id])) !== undefined

export const lockSettlement = (tx: Tx, id: string) =>
  tx.row<SettlementDays>(
    `select ${sqlDateText('s.traded_on')} as "tradedOn", ${sqlDateText('s.settles_on')} as "settlesOn",
            exists (select from settlement_release r where r.settlement_id = s.id) as "isReleased",
            (select net from clearing_obligation o where o.settlement_id = s.id) as net
       from clearing_settlement s where s.id = $1 for no key update`,
    [id],
  )

/** Settlements whose pay-out a change of the calendar on this day may move: nothing of them is released or charged. */
export const settlementsAround = (tx: Tx, day: string) =>
  tx.rows<{ exchange: Exchange; type: string; number: string; tradedOn: string; settlesOn: string }>(
    `select exchange, type, number, ${sqlDateText('traded_on')} as "tradedOn", ${sqlDateText('settles_on')} as "settlesOn"
       from clearing_settlement s
      where traded_on < $1 and settles_on >= $1 and dp_charged_at is null
        and not exists (select from settlement_release r where r.settlement_id = s.id) order by id for no key update`,
    [day],
  )

type Obligation = Pick<FileSettlement, 'net' | 'volumes'>

export async function insertObligation(tx: Tx, fileId: string, settlementId: string, { net, volumes }: Obligation) {
  await tx.run('insert into obligation (file_id, settlement_id, net) values ($1, $2, $3)', [fileId, settlementId, net])
  await tx.run(
    `insert into obligation_line (file_id, settlement_id, isin, bought, sold)
     select $1, $2, n.isin, n.bought, n.sold from jsonb_to_recordset($3::jsonb) as n (isin text, bought numeric, sold numeric)`,
    [fileId, settlementId, decimalJson(volumes)],
  )
}

export type FigureRow = {
  id: string
  tradedOn: string
  settlesOn: string
  computed: bigint
  /** That of the final file. */
  net: bigint | null
  provisional: bigint | null
  importedBy: string | null
  accepted: bigint | null
  /** Paise, sales less purchases, of the trades that are in no client's ledger. */
  apart: Partial<Record<ApartKind, number>>
  linked: bigint
  clients: number
  left: number
  held: number
}

/** What was sold and not delivered holds the release; what was not received does not. */
const isHeld = (u: string) =>
  `exists (select from shortage h where h.client_id = ${u}.client_id and h.settlement_id = ${u}.settlement_id and h.ended_at is null and h.side is distinct from 'B')`

const figures = `
  select s.id, ${sqlDateText('s.traded_on')} as "tradedOn", ${sqlDateText('s.settles_on')} as "settlesOn", ${clearingSum('s.id', 'client')} as computed,
         f.net, f.imported_by as "importedBy", s.accepted_difference as accepted, ${clearingSum('s.id', 'house')} as linked,
         (select o.net from obligation o join clearing_file c on c.id = o.file_id
           where o.settlement_id = s.id order by c.imported_at desc limit 1) as provisional,
         (select coalesce(jsonb_object_agg(kind, paise), '{}') from (
            select case when t.client_id is not null then 'unbooked' else replace(trade_kind(t.client_type, t.client_code, t.custodian), 'client', 'unassigned') end as kind,
                   round(sum(case t.side when 'S' then t.quantity * t.price else -t.quantity * t.price end) * 100) as paise
              from exchange_trade t
             where t.day = s.traded_on and t.exchange = s.exchange and t.settlement_type = s.type and t.settlement_number = s.number and t.booked_at is null
             group by 1) k where paise <> 0) as apart,
         (select count(*)::int from (select client_id from settlement_release where settlement_id = s.id
             union select client_id from client_settlement where settlement_id = s.id) c) as clients,
         (select count(*)::int from client_settlement u where u.settlement_id = s.id) as left,
         (select count(*)::int from client_settlement u where u.settlement_id = s.id and ${isHeld('u')}) as held
    from clearing_settlement s left join clearing_obligation f on f.settlement_id = s.id`

export const newestSettlements = (sql: Sql, limit: number) =>
  sql.rows<FigureRow>(
    `${figures} where s.id in (select id from clearing_settlement order by settles_on desc, id limit $1)
      order by s.settles_on desc, s.id`,
    [limit],
  )

export const figuresOf = (sql: Sql, id: string) => sql.row<FigureRow>(`${figures} where s.id = $1`, [id])

/** Settlements whose day has come, with a final obligation that their bank lines equal, and with money to be released. */
export const payableSettlements = (sql: Sql, today: string) =>
  selectIds(
    sql,
    `select s.id from clearing_settlement s join clearing_obligation o on o.settlement_id = s.id
      where s.id in (select distinct settlement_id from client_settlement) and s.settles_on <= $1 and o.net = ${clearingSum('s.id', 'house')}
      order by s.settles_on, s.id`,
    [today],
  )

/** Clients with money in the settlement and without a shortage, in the order of their ids. */
export const clientsToRelease = (sql: Sql, id: string, after: string, limit: number) =>
  selectIds(
    sql,
    `select u.client_id as id from client_settlement u
      where u.settlement_id = $1 and u.client_id > $2
        and not ${isHeld('u')}
      order by u.client_id limit $3`,
    [id, after, limit],
  )

export const insertRelease = (
  tx: Tx,
  r: { readonly id: string; readonly settlementId: string; readonly clientId: string; readonly paise: bigint },
) =>
  tx.run('insert into settlement_release (id, settlement_id, client_id, amount) values ($1, $2, $3, $4)', [
    r.id,
    r.settlementId,
    r.clientId,
    r.paise,
  ])

/** Volumes of the newest file, if there is one, that are not those of the trade files, of all accounts that no custodian settles. */
export const differentVolumes = (sql: Sql, id: string, limit: number) =>
  sql.rows<{ isin: string; fileBought: string; fileSold: string; bought: string; sold: string }>(
    `with s as (select * from clearing_settlement where id = $1),
     file as (select l.isin, l.bought, l.sold from obligation_line l
       where l.settlement_id = $1 and l.file_id = (select o.file_id from obligation o join clearing_file c on c.id = o.file_id
         where o.settlement_id = $1 order by c.is_final desc, c.imported_at desc limit 1)),
     own as (select t.isin, sum(t.quantity) filter (where t.side = 'B') as bought, sum(t.quantity) filter (where t.side = 'S') as sold
       from exchange_trade t join s on t.day = s.traded_on and t.exchange = s.exchange and t.settlement_type = s.type and t.settlement_number = s.number
        and trade_kind(t.client_type, t.client_code, t.custodian) <> 'institutional'
      group by t.isin)
     select isin, coalesce(f.bought, 0)::text as "fileBought", coalesce(f.sold, 0)::text as "fileSold",
            coalesce(o.bought, 0)::text as bought, coalesce(o.sold, 0)::text as sold
       from file f full join own o using (isin)
      where (coalesce(f.bought, 0), coalesce(f.sold, 0)) <> (coalesce(o.bought, 0), coalesce(o.sold, 0))
        and exists (select from obligation where settlement_id = $1) order by isin limit $2`,
    [id, limit],
  )

export const acceptDifference = (tx: Tx, id: string, paise: bigint, operatorId: string) =>
  tx.run('update clearing_settlement set accepted_difference = $2, accepted_by = $3 where id = $1', [
    id,
    paise,
    operatorId,
  ])

export const findByNumber = (sql: Sql, saudaId: string) =>
  sql.row<{ id: string }>('select id from client where number = $1::bigint', [saudaId.slice(2)])

/** Whether the client has money in the settlement, and no shortage; to be called under the lock of the client's ledger. */
export const standingOf = (tx: Tx, settlementId: string, clientId: string) =>
  tx.row<{ hasMoney: boolean; isHeld: boolean }>(
    `select exists (select from client_settlement where settlement_id = $1 and client_id = $2) as "hasMoney",
            (select ${isHeld('u')} from (select $1::text as settlement_id, $2::uuid as client_id) u) as "isHeld"`,
    [settlementId, clientId],
  )

type NewShortage = {
  readonly id: string
  readonly settlementId: string
  readonly clientId: string
  readonly paise: bigint
  readonly reason: string
  readonly operatorId: string
}

export const insertShortage = (tx: Tx, s: NewShortage) =>
  tx.run(
    `insert into shortage (id, settlement_id, client_id, amount, reason, recorded_by) values ($1, $2, $3, $4, $5, $6)
     on conflict do nothing`,
    [s.id, s.settlementId, s.clientId, s.paise, s.reason, s.operatorId],
  )

type ShortageRow = Omit<Shortage, 'amount' | 'auction'> & { amount: bigint; tradedOn: string; isin?: string }

export const shortagesOf = (sql: Sql, settlementId: string) =>
  selectViews<ShortageRow>(
    sql,
    `select h.id as "_id", h.client_id as "clientId", c.name as "clientName", ${sqlName('client', 'c.number')} as "saudaId", h.amount, h.reason, ${sqlDateText('s.traded_on')} as "tradedOn", h.isin,
            r.name as "recordedBy", h.recorded_at as "recordedAt",
            case when e.id is not null then jsonb_build_object('by', e.name, 'reason', coalesce(h.end_reason, '')) end as ended, h.isin is not null and h.ended_at is null as "mayClose",
            exists (select from contract k where k.shortage_id = h.id and k.reversed_at is null) as "mayReopen",
            ${sqlPending(Object.keys(pendingNames), 'shortageId', 'h.id')} as pending
       from shortage h join clearing_settlement s on s.id = h.settlement_id join client c on c.id = h.client_id join operator r on r.id = h.recorded_by
       left join operator e on e.id = h.ended_by
      where h.settlement_id = $1 order by h.recorded_at desc, h.id limit 200`,
    [settlementId],
  )

export const findShortage = (sql: Sql, id: string) =>
  sql.row<{ settlementId: string; clientId: string; amount: bigint; isOpen: boolean }>(
    'select settlement_id as "settlementId", client_id as "clientId", amount, ended_at is null as "isOpen" from shortage where id = $1',
    [id],
  )

type Ended = {
  readonly settlementId: string
  readonly clientId: string
  readonly operatorId: string
  readonly reason: string
  /** Absent: every one of the client in the settlement. */
  readonly shortageId?: string | undefined
}

export const endShortage = (tx: Tx, s: Ended) =>
  tx.run(
    `update shortage set ended_by = $3, ended_at = now(), end_reason = $4
      where settlement_id = $1 and client_id = $2 and ended_at is null and ($5::uuid is null or id = $5)`,
    [s.settlementId, s.clientId, s.operatorId, s.reason, s.shortageId ?? null],
  )
