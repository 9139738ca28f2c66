import { type ApartKind, pendingNames, type Shortage, type VolumeDifference } from '@sauda/contract/trading/clearing'
import { sqlPending } from '../../core/approval/proposal.ts'
import type { Exchange } from '@sauda/contract/trading/market'
import { clearingSum } from '../../core/ledger/clearing.sql.ts'
import { sqlName } from '../../core/ledger/name.sql.ts'
import { selectIds, selectViews, type Sql, type Tx } from '../../platform/db.ts'
import { sqlDateText } from '../../platform/india.ts'
import { auctionType, tradesOf } from './corporation.sql.ts'
import { deliveredQuantity } from './delivery.sql.ts'

/** Only where it was compared with the calendar, or a second operator accepted it. */
export const dayInMaster = (sql: Sql, id: string) =>
  sql.row<{ day: string }>(
    `select ${sqlDateText('settles_on')} as day from settlement_day where settlement_id = $1 and is_compared`,
    [id],
  )

/** Trade days before this one that are paid out on it or later. */
export const daysNotPaidOut = (sql: Sql, day: string) =>
  selectIds(
    sql,
    `select distinct ${sqlDateText('traded_on')} as id from clearing_settlement where traded_on < $1 and settles_on >= $1`,
    [day],
  )

export const isSettlement = async (sql: Sql, id: string): Promise<boolean> =>
  (await sql.row('select from clearing_settlement where id = $1', [id])) !== undefined

/** Settlements whose pay-out a change of the calendar on this day may move: nothing of them is released or charged. */
export const settlementsAround = (tx: Tx, day: string) =>
  tx.rows<{ exchange: Exchange; type: string; number: string; tradedOn: string; settlesOn: string }>(
    `select exchange, type, number, ${sqlDateText('traded_on')} as "tradedOn", ${sqlDateText('settles_on')} as "settlesOn"
       from clearing_settlement s
      where traded_on < $1 and settles_on >= $1 and dp_charged_at is null
        and not exists (select from settlement_release r where r.settlement_id = s.id) order by id for no key update`,
    [day],
  )

export type FigureRow = {
  id: string
  tradedOn: string
  settlesOn: string
  /** The day of a settlement master that came before the trades, if it is another one. */
  masterDay: string | null
  computed: bigint
  /** That of the final file. */
  net: bigint | null
  provisional: bigint | null
  importedBy: string | null
  accepted: bigint | null
  acceptedGaps: string | null
  /** Paise, sales less purchases, of the trades that are in no client’s ledger. */
  apart: Partial<Record<ApartKind, number>>
  linked: bigint
  /** Whether the bank lines equal the final obligation. */
  isPaid: boolean
  clients: number
  left: number
  held: number
  /** Securities whose volumes or values in the final file are not those of the trades. */
  differing: VolumeDifference[]
  /** A client sold something to be delivered, and no final delivery file names the settlement. */
  lacksDelivery: boolean
  /** A file of the settlement that waits for a second operator. */
  waiting: { proposalId: string; name: string } | null
}

/** What was sold and not delivered holds the release; what was not received does not. */
export const isHeld = (u: string) =>
  `exists (select from shortage h where h.client_id = ${u}.client_id and h.settlement_id = ${u}.settlement_id and h.ended_at is null and h.side is distinct from 'B')`

/** In SQL: the bank lines of the settlement `s` equal its final obligation `f`. */
export const isPaidOf = (s: string, f: string) => `coalesce(${f}.net = ${clearingSum(`${s}.id`, 'house')}, false)`

/**
 * In SQL: securities whose volumes or values in the file are not those of the trades of all accounts that no custodian settles, or of the
 * close-outs in an auction.
 */
const differingIn = (s: string, fileId: string) => `
  select isin, trim_scale(coalesce(f.bought, 0))::text as "fileBought", trim_scale(coalesce(f.sold, 0))::text as "fileSold",
         f.bought_value::text as "fileBoughtValue", f.sold_value::text as "fileSoldValue",
         trim_scale(coalesce(o.bought, 0))::text as bought, trim_scale(coalesce(o.sold, 0))::text as sold,
         coalesce(o.bought_value, 0)::numeric(24, 2)::text as "boughtValue", coalesce(o.sold_value, 0)::numeric(24, 2)::text as "soldValue"
    from (select l.isin, l.bought, l.sold, round(l.bought_value, 2) as bought_value, round(l.sold_value, 2) as sold_value
            from obligation_line l where l.settlement_id = ${s}.id and l.file_id = ${fileId}) f
    full join (
      select isin, sum(quantity) filter (where side = 'B') as bought, sum(quantity) filter (where side = 'S') as sold,
             round(sum(value) filter (where side = 'B'), 2) as bought_value, round(sum(value) filter (where side = 'S'), 2) as sold_value
        from (select t.isin, t.side, t.quantity::numeric, t.quantity * t.price as value from exchange_trade t
               where ${tradesOf(s)} and trade_kind(t.client_type, t.client_code, t.custodian) <> 'institutional'
              union all
              select h.isin, case h.side when 'S' then 'B' else 'S' end, h.quantity, (k.bought + k.sold) / 100.0
                from contract k join shortage h on h.id = k.shortage_id
               where ${s}.type = '${auctionType}' and k.reversed_at is null
                 and exists (select from trade t where t.contract_id = k.id and t.order_number = ${s}.id)) x
       group by isin) o using (isin)
   where (coalesce(f.bought, 0), coalesce(f.sold, 0)) <> (coalesce(o.bought, 0), coalesce(o.sold, 0))
      or coalesce(f.bought_value, o.bought_value, 0) <> coalesce(o.bought_value, 0)
      or coalesce(f.sold_value, o.sold_value, 0) <> coalesce(o.sold_value, 0)`

const figures = `
  select s.id, ${sqlDateText('s.traded_on')} as "tradedOn", ${sqlDateText('s.settles_on')} as "settlesOn", ${clearingSum('s.id', 'client')} as computed,
         f.net, f.imported_by as "importedBy", s.accepted_difference as accepted, s.accepted_gaps as "acceptedGaps", ${clearingSum('s.id', 'house')} as linked,
         ${isPaidOf('s', 'f')} as "isPaid",
         (select ${sqlDateText('d.settles_on')} from settlement_day d where d.settlement_id = s.id and not d.is_compared and d.settles_on <> s.settles_on) as "masterDay",
         (select o.net from obligation o join clearing_file c on c.id = o.file_id
           where o.settlement_id = s.id order by c.imported_at desc limit 1) as provisional,
         (select coalesce(jsonb_object_agg(kind, paise), '{}') from (
            select case when t.client_id is not null then 'unbooked' else replace(trade_kind(t.client_type, t.client_code, t.custodian), 'client', 'unassigned') end as kind,
                   round(sum(case t.side when 'S' then t.quantity * t.price else -t.quantity * t.price end) * 100) as paise
              from exchange_trade t where ${tradesOf('s')} and t.booked_at is null
             group by 1) k where paise <> 0) as apart,
         (select count(*)::int from (select client_id from settlement_release where settlement_id = s.id
             union select client_id from client_settlement where settlement_id = s.id) c) as clients,
         (select count(*)::int from client_settlement u where u.settlement_id = s.id) as left,
         (select count(*)::int from client_settlement u where u.settlement_id = s.id and ${isHeld('u')}) as held,
         case when f.net is null then '[]' else (select coalesce(jsonb_agg(jsonb_strip_nulls(to_jsonb(v)) order by v.isin), '[]') from (${differingIn('s', 'f.file_id')}) v) end as differing,
         not exists (select from delivered_settlement d join clearing_file c on c.id = d.file_id where d.settlement_id = s.id and c.is_final)
           and exists (select from exchange_trade t where ${tradesOf('s')} and t.client_id is not null
                        group by t.client_id, coalesce(t.security_isin, t.isin) having ${deliveredQuantity('S')} > 0) as "lacksDelivery",
         (select jsonb_build_object('proposalId', p.id, 'name', p.payload ->> 'name') from proposal p
           where p.status = 'pending' and p.kind = 'clearing-file.count'
             and s.exchange || ' ' || s.number = any (string_to_array(p.payload ->> 'settlements', ', ')) order by p.id limit 1) as waiting
    from clearing_settlement s left join clearing_obligation f on f.settlement_id = s.id`

/** Those of the newest file, the final one before a provisional one; none without a file. */
export const differentVolumes = (sql: Sql, id: string, limit: number | null = null) =>
  selectViews<VolumeDifference>(
    sql,
    `select v.* from clearing_settlement s
      cross join lateral (select o.file_id from obligation o join clearing_file c on c.id = o.file_id
         where o.settlement_id = s.id order by c.is_final desc, c.imported_at desc limit 1) f
      cross join lateral (${differingIn('s', 'f.file_id')}) v
      where s.id = $1 order by v.isin limit $2`,
    [id, limit],
  )

export const newestSettlements = (sql: Sql, limit: number) =>
  sql.rows<FigureRow>(
    `${figures} where s.id in (select id from clearing_settlement order by settles_on desc, id limit $1)
      order by s.settles_on desc, s.id`,
    [limit],
  )

export const figuresOf = (sql: Sql, id: string) => sql.row<FigureRow>(`${figures} where s.id = $1`, [id])

/** Settlements with money, whose day has come and whose bank lines equal the obligation; the stand of each decides. */
export const payableSettlements = (sql: Sql, today: string) =>
  selectIds(
    sql,
    `select s.id from clearing_settlement s join clearing_obligation f on f.settlement_id = s.id
      where s.id in (select distinct settlement_id from client_settlement) and s.settles_on <= $1 and ${isPaidOf('s', 'f')}
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

/** Whether the client was released the same before a contract of the settlement was undone, which was booked again since. */
export const wasReleased = async (tx: Tx, settlementId: string, clientId: string, paise: bigint): Promise<boolean> =>
  (await tx.row(
    `select from settlement_release r join clearing_settlement s on s.id = r.settlement_id
      where r.settlement_id = $1 and r.client_id = $2 and r.amount = $3
        and exists (select from contract c where c.client_id = $2 and c.day = s.traded_on and c.reversed_at >= r.released_at)`,
    [settlementId, clientId, paise],
  )) !== undefined

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

/** What the operator saw and accepts; null: there is no difference, or there are no gaps. */
type Accepted = { readonly difference: bigint | null; readonly gaps: string | null; readonly operatorId: string }

export const acceptDifference = (tx: Tx, id: string, { difference, gaps, operatorId }: Accepted) =>
  tx.run(
    'update clearing_settlement set accepted_difference = $2, accepted_gaps = $3, accepted_by = $4 where id = $1',
    [id, difference, gaps, operatorId],
  )

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
