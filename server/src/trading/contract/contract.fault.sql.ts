import { selectIds, type Tx } from '../../platform/db.ts'

/** In SQL: whether something of the client on a trade day or later was closed out, so that the day cannot be booked again. */
export const isClosedOutSince = (clientId: string, day: string) =>
  `exists (select from contract k join shortage h on h.id = k.shortage_id join clearing_settlement s on s.id = h.settlement_id
    where k.client_id = ${clientId} and k.reversed_at is null and (s.traded_on >= ${day} or k.day >= ${day}))`

/** What an operator does about trades that a newer file changes after they were closed out. */
export const closedOutText =
  'Trades of this day or later were closed out, so what is booked does not change. Book the difference as an adjustment, then book the day again.'

export const clearFaults = (tx: Tx, day: string, clientIds?: readonly string[]) =>
  tx.run('delete from contract_fault where day = $1 and ($2::uuid[] is null or client_id = any ($2))', [
    day,
    clientIds ?? null,
  ])

export const saveFault = (tx: Tx, day: string, clientId: string, message: string) =>
  tx.run(
    `insert into contract_fault (day, client_id, message) values ($1, $2, $3)
     on conflict (client_id, day) do update set message = excluded.message`,
    [day, clientId, message],
  )

/** $1 day. */
export const sqlRemovedClients = `select client_id from contract_fault f
  where day = $1 and not exists (select from exchange_trade t where t.day = $1 and t.client_id = f.client_id)`

/** Clients of whom the newest file has no trade of the day, until that is booked. */
export const removedClients = (tx: Tx, day: string, clientIds: readonly string[]) =>
  selectIds(tx, `select client_id as id from (${sqlRemovedClients}) f where client_id = any ($2::uuid[]) order by 1`, [
    day,
    clientIds,
  ])

/** The contract of a client counts as the booking of the day's trades, although a newer file has others: nothing is held for them. */
export const keepBooked = (tx: Tx, day: string, clientId: string) =>
  tx.run(
    `update exchange_trade set booked_at = now()
      where day = $1 and client_id = $2 and booked_at is null
        and exists (select from contract where day = $1 and client_id = $2 and reversed_at is null and shortage_id is null)`,
    [day, clientId],
  )

const isWithoutTrades = `c.reversed_at is null and c.shortage_id is null
    and not exists (select from exchange_trade t where t.day = c.day and t.client_id = c.client_id)`
/** In SQL: a newer file has none of the trades of contract `c`, so that it is to be undone. */
export const isRemoved = `${isWithoutTrades} and not ${isClosedOutSince('c.client_id', 'c.day')}`

/** Clients with a contract of a day of which the newest file has no trade: the day is to be booked again. */
export const saveRemoved = (tx: Tx, day: string) =>
  tx.run(
    `insert into contract_fault (day, client_id, message)
     select c.day, c.client_id, 'The newest trade file has none of the client’s trades of this day. '
              || case when ${isClosedOutSince('c.client_id', 'c.day')} then $2 else 'Book the day again.' end
       from contract c where c.day = $1 and ${isWithoutTrades}
     on conflict (client_id, day) do update set message = excluded.message`,
    [day, closedOutText],
  )
