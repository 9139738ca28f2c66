import { least } from '@sauda/contract/platform/money'
import type { Sql } from '../../platform/db.ts'
import { clientMoney } from './clearing.contra.ts'
import { entriesOf, selectReleased, selectUnsettled } from './clearing.sql.ts'

/** The entries of a note, trade or DP charge, without those that undo it. */
export const bookedEntries = async (sql: Sql, causeIds: readonly string[]) =>
  (await entriesOf(sql, causeIds))
    .filter(({ event }) => /^(contract\.booked|contract\.adjusted\..+|trade\.(bought|sold)|dp\.charged)$/.test(event))
    .map(({ settlementId, ...entry }) => ({ ...entry, ...(settlementId !== null && { settlementId }) }))

/** What these causes gave a client, below zero what they took: money less dues. */
export const bookedNet = async (sql: Sql, causeIds: readonly string[]): Promise<bigint> =>
  (await bookedEntries(sql, causeIds)).reduce((net, { from, to, paise }) => {
    const [received, paid] = [clientMoney.has(to) ? paise : 0n, clientMoney.has(from) ? paise : 0n]
    return net + received - paid
  }, 0n)

/** Paise of a settlement. */
export type SettlementPart = { readonly settlementId: string; readonly paise: bigint }

/** The sale proceeds that paid a dealer's purchase and that the client has not got yet. */
export async function unsettledPaidFor(sql: Sql, clientId: string, tradeId: string): Promise<SettlementPart[]> {
  const paid = (await bookedEntries(sql, [tradeId])).flatMap(({ from, paise, settlementId }) =>
    from === 'unsettled' && settlementId !== undefined ? [{ paise, settlementId }] : [],
  )
  const ids = paid.map(({ settlementId }) => settlementId)
  if (ids.length === 0) return []
  const released = new Set(await selectReleased(sql, clientId, ids))
  return paid.filter(({ settlementId }) => !released.has(settlementId))
}

/** What a dealer's sale returned to sale proceeds, as far as the client still has it there. */
export async function unsettledReturnedBy(sql: Sql, clientId: string, tradeId: string): Promise<SettlementPart[]> {
  const returned = (await bookedEntries(sql, [tradeId])).filter(({ to }) => to === 'unsettled')
  if (returned.length === 0) return []
  const left = new Map((await selectUnsettled(sql, [clientId])).map(({ settlementId, paise }) => [settlementId, paise]))
  return returned.map(({ settlementId = '', paise }) => ({
    settlementId,
    paise: least(paise, left.get(settlementId) ?? 0n),
  }))
}
