import { settlementIdOf } from '@sauda/contract/trading/market'
import { type Sql, type Tx, listsOf, selectIds, selectValue } from '../../platform/db.ts'
import type { LedgerAccount, LedgerEvent } from '@sauda/contract/core/ledger'

export type NewSettlement = {
  readonly exchange: 'NSE' | 'BSE'
  /** SttlmTp of the trade file. */
  readonly type: string
  /** SctiesSttlmTxId. */
  readonly number: string
  /** `2026-11-20` */
  readonly tradedOn: string
  readonly settlesOn: string
}

/** The settlement's id, which names it in every posting (`NSE-M-2026220`); later days replace the earlier ones. */
export const settlement = (tx: Tx, { exchange, type, number, tradedOn, settlesOn }: NewSettlement) =>
  selectValue<string>(
    tx,
    `insert into clearing_settlement (id, exchange, type, number, traded_on, settles_on, exchanges)
     values ($6, $1, $2, $3, $4, $5, exchanges_at($1, $4))
     on conflict (id) do update set settles_on = excluded.settles_on, traded_on = excluded.traded_on, exchanges = excluded.exchanges
     returning id`,
    [exchange, type, number, tradedOn, settlesOn, settlementIdOf({ exchange, type, number })],
  )

type Unsettled = {
  clientId: string
  settlementId: string
  paise: bigint
  unusable: bigint
  short: bigint
  settlesOn: string
}

/** Paise of the client's sales in the settlement that are recorded as not delivered. */
const short = `(select coalesce(sum(h.amount), 0) from shortage h
  where h.client_id = u.client_id and h.settlement_id = u.settlement_id and h.ended_at is null and h.side is distinct from 'B')::bigint`

/** The oldest settlement first. */
export const selectUnsettled = (sql: Sql, clientIds: readonly string[]) =>
  sql.rows<Unsettled>(
    `select u.client_id as "clientId", u.settlement_id as "settlementId", u.unsettled as paise, u.unusable, ${short} as short,
            to_char(s.settles_on, 'YYYY-MM-DD') as "settlesOn"
       from client_settlement u join clearing_settlement s on s.id = u.settlement_id
      where u.client_id = any ($1::uuid[]) order by s.settles_on, s.traded_on, s.id`,
    [clientIds],
  )

type Row = {
  event: LedgerEvent
  from: LedgerAccount
  to: LedgerAccount
  paise: bigint
  settlementId: string | null
}

/** The entries of a contract note, trade or DP charge. */
export const entriesOf = (sql: Sql, causeIds: readonly string[]) =>
  sql.rows<Row>(
    `select event, debit as from, credit as to, amount as paise, settlement_id as "settlementId"
       from entries_of($1::uuid[]) order by id`,
    [causeIds],
  )

/** Which of these settlements the client has got the proceeds of. */
export const selectReleased = (sql: Sql, clientId: string, settlementIds: readonly string[]) =>
  selectIds(sql, 'select released_settlements($1, $2)', [clientId, settlementIds])

/** Paise that the clients' trades of a settlement will receive (`client`), or its bank lines received (`house`), less what they pay. */
export const clearingSum = (id: string, of: 'client' | 'house'): string => `clearing_sum(${id}, ${of === 'house'})`

/** What the broker owes the clearing corporation in a settlement; below zero what it receives. 0 after the pay-out. */
export const balanceWithClearing = (sql: Sql, settlementId: string) =>
  selectValue<bigint>(
    sql,
    `select coalesce(sum(case 'clearing_corporation' when credit then amount when debit then -amount end), 0)::bigint
       from entry where settlement_id = $1`,
    [settlementId],
  )

type UnusablePart = { readonly clientId: string; readonly settlementId: string; readonly unusable: bigint }
/** After the entries of the notes, under the locks of the clients' ledgers. */
export const setUnusable = (tx: Tx, parts: readonly UnusablePart[]) =>
  tx.run(
    `select set_unusable(client_id, array_agg(settlement), array_agg(amount))
       from unnest($1::uuid[], $2::text[], $3::bigint[]) as n (client_id, settlement, amount) group by client_id`,
    listsOf(parts, 'clientId', 'settlementId', 'unusable'),
  )

/** Paise that the booked contract of a client and day `d` has taken for purchases, by clearing corporation. What dealers' trades took is left out. */
const takenBefore = `(select coalesce(sum(greatest(0, b.net)), 0) from (
  select sum(case t.action when 'BUY' then t.amount else -t.amount end) as net
    from contract k join trade t on t.contract_id = k.id and t.reversal_id is null
    left join home h on h.day = d.day and h.exchange = t.exchange
   where k.client_id = d.client_id and k.day = d.day and k.reversed_at is null and k.shortage_id is null
     and not exists (select from exchange_trade x where x.trade_id = t.id)
   group by h.clears_at) b)`

/** Whether `selectHeld` can find anything; many times faster. */
export const hasUnbookedTrades = (sql: Sql, clientId: string) =>
  selectValue<boolean>(
    sql,
    'select exists (select from exchange_trade where client_id = $1 and booked_at is null and trade_id is null)',
    [clientId],
  )

/**
 * In paise: what days with recorded trades of the exchanges that are not booked yet will take from the balance, beyond what a contract of
 * the day has taken. A sale pays for purchases of its own settlement only, because it is not known yet whether its shares are credited.
 * Dealers' trades have taken their money.
 */
export const selectHeld = (sql: Sql, clientIds: readonly string[]) =>
  sql.rows<{ clientId: string; paise: bigint }>(
    `with open as materialized (select distinct client_id, day from exchange_trade
        where client_id = any ($1::uuid[]) and booked_at is null and trade_id is null),
     home as materialized (select day, e as exchange, clears_at(e, day) as clears_at
        from (select distinct day from open) o cross join unnest('{NSE,BSE}'::text[]) e)
     select d.client_id as "clientId", greatest(0, sum(greatest(0, ceil(d.paise) - ${takenBefore}))
              - (select coalesce(sum(unsettled - least(unsettled, greatest(unusable, ${short}))), 0)
                   from client_settlement u where u.client_id = d.client_id))::bigint as paise
       from (select client_id, day, sum(greatest(0, net)) * 100 as paise
               from (select client_id, day, sum(case side when 'B' then quantity * price else -quantity * price end) as net
                       from open join exchange_trade x using (client_id, day) join home h using (day, exchange)
                      where x.trade_id is null
                      group by client_id, day, h.clears_at, settlement_type) s
              group by client_id, day) d
      group by d.client_id`,
    [clientIds],
  )
