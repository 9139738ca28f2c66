import { type Sql, type Tx } from '../../platform/db.ts'
import { sqlDateText } from '../../platform/india.ts'
import { tradesHash } from './contract-note.sql.ts'

/** What the booking of trade days must know of issued notes: until one is cancelled, its client pays what it states. */

type IssuedNote = {
  clientId: string
  day: string
  brokerage: bigint
  exchangeCharges: bigint
  sebiFee: bigint
  stt: bigint
  stampDuty: bigint
  gst: bigint
}

/** The charges that issued notes of clients on a day state. */
export const issuedOn = (sql: Sql, day: string, clientIds: readonly string[]) =>
  sql.rows<IssuedNote>(
    `select n.client_id as "clientId", ${sqlDateText('n.day')} as day, c.brokerage, c.exchange_charges as "exchangeCharges",
            c.sebi_fee as "sebiFee", c.stt, c.stamp_duty as "stampDuty", c.gst
       from contract_note n join contract c on c.id = n.contract_id
      where n.day = $1 and n.client_id = any ($2::uuid[]) and n.cancelled_at is null`,
    [day, clientIds],
  )

/** The first of these contracts with an issued note whose trades the newest files state otherwise. */
export const contradictedNote = (sql: Sql, contractIds: readonly string[]) =>
  sql.row<{ day: string; year: number; number: number }>(
    `select ${sqlDateText('n.day')} as day, n.year, n.number
       from contract c join contract_note n on n.client_id = c.client_id and n.day = c.day and n.cancelled_at is null
      where c.id = any ($1::uuid[]) and n.trades_hash <> ${tradesHash('n.client_id', 'n.day')} order by n.day, n.id limit 1`,
    [contractIds],
  )

/** The notes belong to the contracts that book their trades again with the same amounts. */
export const relinkNotes = (
  tx: Tx,
  contracts: readonly { readonly id: string; readonly clientId: string; readonly day: string }[],
) =>
  tx.run(
    `update contract_note n set contract_id = c.id from unnest($1::uuid[], $2::uuid[], $3::date[]) as c (id, client_id, day)
      where n.client_id = c.client_id and n.day = c.day and n.cancelled_at is null`,
    [contracts.map(({ id }) => id), contracts.map(({ clientId }) => clientId), contracts.map(({ day }) => day)],
  )

/** What the newest levy files state beyond the issued note. Returns whether there is such a note. */
export const setLevyDifference = async (
  tx: Tx,
  d: { readonly clientId: string; readonly day: string; readonly stt: bigint; readonly stamp: bigint },
): Promise<boolean> =>
  (await tx.run(
    `update contract_note set stt_difference = $3, stamp_difference = $4 where client_id = $1 and day = $2 and cancelled_at is null`,
    [d.clientId, d.day, d.stt, d.stamp],
  )) > 0
