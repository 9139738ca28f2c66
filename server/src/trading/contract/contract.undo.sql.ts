import { sqlName } from '../../core/ledger/name.sql.ts'
import { selectColumn, selectIds, type Sql, type Tx } from '../../platform/db.ts'
import { sqlDateText } from '../../platform/india.ts'
import { isClosedOutSince } from './contract.fault.sql.ts'

export type LiveContract = { id: string; client_id: string }
/** Those whose trades a newer file changed or removed. */
export const outdatedContracts = (tx: Tx, day: string, clientIds: readonly string[]) =>
  tx.rows<LiveContract>(
    `select c.id, c.client_id from contract c where c.day = $1 and c.client_id = any ($2::uuid[]) and c.reversed_at is null and c.shortage_id is null
        and not exists (select from exchange_trade t where t.day = $1 and t.client_id = c.client_id having count(*) > 0 and bool_and(t.booked_at is not null))
      order by c.client_id`,
    [day, clientIds],
  )

export type DatedContract = LiveContract & { day: string }
/** Contracts of later days, the newest first. */
export const contractsAfter = (tx: Tx, day: string, clientIds: readonly string[]) =>
  tx.rows<DatedContract>(
    `select id, client_id, ${sqlDateText('day')} as day from contract
      where client_id = any ($2::uuid[]) and day > $1 and reversed_at is null and shortage_id is null order by contract.day desc, client_id`,
    [day, clientIds],
  )

/** Marks the trades of these contracts to be booked again. */
export async function reopenDays(tx: Tx, contracts: readonly DatedContract[]): Promise<void> {
  const of = [contracts.map(({ client_id: id }) => id), contracts.map(({ day }) => day)]
  await tx.run(
    `update exchange_trade t set booked_at = null
       from unnest($1::uuid[], $2::date[]) as c (client_id, day) where t.client_id = c.client_id and t.day = c.day`,
    of,
  )
  await tx.run('update trade_day set booked_at = null where day = any ($1::date[])', [of[1]])
}

/** Trades of a contract; `isTyped`: a dealer's, which existed before it. */
export const tradesOfContract = (tx: Tx, contractId: string) =>
  tx.rows<{ id: string; isTyped: boolean; isConfirmed: boolean }>(
    `select t.id, t.created_at <> c.booked_at as "isTyped", exists (select from exchange_trade x where x.trade_id = t.id) as "isConfirmed"
       from trade t join contract c on c.id = t.contract_id where c.id = $1 and t.reversal_id is null`,
    [contractId],
  )

/** Dealers' sales of these purchases that a file confirms and a contract is to book (again), the newest first. */
export const confirmedSales = (tx: Tx, buyIds: readonly string[]) =>
  selectIds(
    tx,
    `select t.id from trade t join exchange_trade x on x.trade_id = t.id and x.booked_at is null
      where t.lot_id = any ($1::uuid[]) and t.action = 'SELL' and t.reversal_id is null order by t.id desc`,
    [buyIds],
  )

/** What these sales took from lots of the books is returned to them, or taken again. */
const changeLots = (tx: Tx, saleIds: readonly string[], sign: '+' | '-') =>
  tx.run(
    `update lot l set open_quantity = open_quantity ${sign} s.quantity, open_cost = open_cost ${sign} s.cost, open_loan_part = open_loan_part ${sign} s.loan_part
       from (select lot_id, sum(quantity) as quantity, sum(cost)::bigint as cost, sum(loan_part)::bigint as loan_part
               from trade where id = any ($1::uuid[]) and action = 'SELL' group by lot_id) s
      where l.id = s.lot_id and l.source <> 'unknown'`,
    [saleIds],
  )

export const takeFromLots = (tx: Tx, saleIds: readonly string[]) => changeLots(tx, saleIds, '-')

export const stocksOf = (tx: Tx, tradeIds: readonly string[]) =>
  selectColumn<string>(tx, 'select distinct stock from trade where id = any ($1::uuid[])', [tradeIds])

/** Returns what these sales took to their lots, then closes the lots of these purchases, which have their ids. Returns the purchases that were sold since. */
export async function undoTrades(tx: Tx, ids: readonly string[]): Promise<string[]> {
  await changeLots(tx, ids, '+')
  const sold = await tx.rows<{ stock: string }>(
    `select distinct stock from lot where id = any ($1::uuid[]) and open_quantity <> quantity order by 1`,
    [ids],
  )
  await tx.run('update lot set open_quantity = 0, open_cost = 0, open_loan_part = 0 where id = any ($1::uuid[])', [ids])
  return sold.map(({ stock }) => stock)
}

type Operators = { readonly requestedBy: string; readonly decidedBy: string }
/** Who imported and who approved the newest trade file of a day. */
export const operatorsOfFile = (tx: Tx, day: string) =>
  tx.row<Operators>(
    `select imported_by as "requestedBy", decided_by as "decidedBy" from exchange_file where day = $1 and status = 'booked'
      order by decided_at desc limit 1`,
    [day],
  )

type Reversal = Operators & { readonly tradeIds: readonly string[]; readonly reason: string }
/** Marks trades as reversed; pending requests to reverse them end. */
export async function markReversed(tx: Tx, r: Reversal): Promise<void> {
  await tx.run(
    `update trade_reversal set status = 'rejected', decided_by = requested_by, decided_at = now() where trade_id = any ($1::uuid[]) and status = 'pending'`,
    [r.tradeIds],
  )
  await tx.run(
    `with made as (insert into trade_reversal (id, trade_id, reason, status, requested_by, decided_by, decided_at, waived)
       select gen_random_uuid(), t.id, $2, 'approved', $3::uuid, $4::uuid, now(), $3::uuid = $4::uuid from unnest($1::uuid[]) as t (id) returning id, trade_id)
     update trade t set reversal_id = made.id from made where t.id = made.trade_id`,
    [r.tradeIds, r.reason, r.requestedBy, r.decidedBy],
  )
}

export const markContractReversed = (tx: Tx, id: string) =>
  tx.run('update contract set reversed_at = now() where id = $1', [id])

/** The first of these clients of whom something was closed out since. */
export const closedOut = (sql: Sql, clientIds: readonly string[], day: string) =>
  sql.row<{ saudaId: string }>(
    `select ${sqlName('client', 'c.number')} as "saudaId" from client c
      where c.id = any ($1::uuid[]) and ${isClosedOutSince('c.id', '$2::date')} order by c.number limit 1`,
    [clientIds, day],
  )

/** What a corporate action changes for sales that contracts book. */
export type ChangedByAction = {
  readonly clientIds: readonly string[]
  readonly stocks: readonly string[]
  readonly exDate: string
  /** The action that is reversed; otherwise it is to be booked. */
  readonly actionId?: string
  /** It replaces the lots from before the ex-date. */
  readonly replaces: boolean
}

/** In SQL: whether a sale from lot l would be another one. $1 clients, $2 stocks, $3 ex-date, $4 action, $5 replaces. */
const isOtherLot = '(l.opened_by = $4::uuid or $5::boolean and l.acquired_on < $3)'
const changedSales = `from trade t join lot l on l.id = t.lot_id
  where t.client_id = any ($1::uuid[]) and t.stock = any ($2::text[]) and t.action = 'SELL' and t.traded_on >= $3
    and t.reversal_id is null`
const changedBy = (of: ChangedByAction) => [of.clientIds, of.stocks, of.exDate, of.actionId ?? null, of.replaces]

/** The contracts from each client's first changed sale on, the newest first: later sales may have taken other lots too. */
export const contractsChanged = (sql: Sql, of: ChangedByAction) =>
  sql.rows<DatedContract>(
    `select c.id, c.client_id, ${sqlDateText('c.day')} as day
       from contract c join (select t.client_id, min(t.traded_on) as since ${changedSales} and t.contract_id is not null
                                and (l.source = 'unknown' or ${isOtherLot}) group by 1) f using (client_id)
      where c.day >= f.since and c.reversed_at is null and c.shortage_id is null order by c.day desc, c.client_id`,
    changedBy(of),
  )

/** Dealers' sales among them that a file confirms, once their days are to be booked again; the newest first. */
export const confirmedChanged = (tx: Tx, of: ChangedByAction) =>
  tx.rows<{ id: string; clientId: string; day: string }>(
    `select t.id, t.client_id as "clientId", ${sqlDateText('t.traded_on')} as day ${changedSales} and ${isOtherLot}
        and exists (select from exchange_trade x where x.trade_id = t.id and x.booked_at is null) order by t.id desc`,
    changedBy(of),
  )

/** A booked action that changed shares of which one of these contracts traded before its ex-date. */
export const actionSince = (sql: Sql, contractIds: readonly string[]) =>
  sql.row<{ stock: string; day: string }>(
    `select t.stock, ${sqlDateText('t.traded_on')} as day from trade t join corporate_action a on t.stock in (a.stock, a.other_stock)
      where t.contract_id = any ($1::uuid[]) and t.reversal_id is null and a.reversed_at is null and a.kind <> 'dividend' and a.ex_date > t.traded_on
      order by t.traded_on limit 1`,
    [contractIds],
  )

/** The first day whose trades are being booked. */
export const dayInProgress = (tx: Tx) =>
  tx.row<{ day: string }>(
    `select ${sqlDateText('day')} as day from trade_day where booked_at is null order by trade_day.day limit 1`,
  )
