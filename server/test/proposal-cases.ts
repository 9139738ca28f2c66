import { reason, type Example, type Things } from './call-things.ts'
import { newSettlement } from './clearing.ts'
import { pendingImport } from './client-import.ts'
import { waitingPriceFile } from './price-file.ts'
import { waitingTradeFile } from './trade-file.ts'

/** Calls that decide proposals, for each kind of case with one in its queue. */
export function proposalCases(things: Things): Record<string, () => Promise<Example>> {
  const { server, rich, proposed, batched, line, stock, second, next, opened } = things
  const proposalOf = async (kind: string, payload: object, clientId: string | null) => {
    const row = await server.db.row<{ id: string }>(
      `insert into proposal (id, kind, client_id, summary, reasons, payload, requested_by)
       values (gen_random_uuid(), $1, $2, 'A change', '{}', $3, $4) returning id`,
      [kind, clientId, JSON.stringify(payload), second.id],
    )
    return { params: { proposalId: row?.id ?? '' } }
  }
  const buy = async () => {
    const { id } = await rich()
    return proposalOf('trade.buy', { body: { clientId: id, stockName: 'TCS', quantity: 1, price: 100 } }, id)
  }
  const correct = async () => {
    const { id } = await rich()
    return proposalOf('kyc.correct', { clientId: id, correction: 'revoke', documents: ['pan'], reason }, id)
  }
  const credit = async () => {
    const { id: clientId } = await rich()
    return proposalOf('receipt.credit', { ...(await line(4321)).params, clientId, reason }, clientId)
  }
  const change = () => proposalOf('instrument.add', { ...stock(), symbol: `MADE${next()}` }, null)
  const payout = async () => ({ params: { proposalId: (await batched(false)).proposalId } })
  const loan = async () => ({ params: { proposalId: await proposed() } })
  const shortageEnd = async () => {
    const { id: clientId } = await rich()
    const settlementId = (await newSettlement(server)).id
    const about = { clientId, settlementId, amount: 100, reason }
    const row = await server.db.row<{ id: string }>(
      `insert into shortage (id, settlement_id, client_id, amount, reason, recorded_by)
       values (gen_random_uuid(), $1, $2, 10000, $3, $4) returning id`,
      [settlementId, clientId, reason, second.id],
    )
    return proposalOf('shortage.end', { ...about, shortageId: row?.id ?? '' }, clientId)
  }
  const kinds = {
    kyc: correct,
    deposit: credit,
    trade: buy,
    loan,
    withdrawal: payout,
    adjustment: async () => ({ params: await pendingImport(server, second.id) }),
    change,
    exchange: async () => proposalOf('exchange-file.book', await waitingTradeFile(server, second.id), null),
    price: async () => proposalOf('price-file.count', await waitingPriceFile(server), null),
    settlement: shortageEnd,
  }
  const calls = Object.entries(kinds).flatMap(([kind, make]): [string, () => Promise<Example>][] => [
    [`approval.proposal (${kind})`, make],
    [`approval.approve (${kind})`, async () => opened((await make()).params.proposalId)],
    [`approval.reject (${kind})`, make],
  ])
  return Object.fromEntries(calls)
}
