import { decimalOf, decimalText } from '@sauda/contract/platform/decimal'
import { AppError } from '@sauda/contract/platform/error'
import type { Instrument } from '@sauda/contract/trading/market'
import { decimalRupees } from '@sauda/contract/platform/money'
import { actionErrors } from '@sauda/contract/trading/corporate-action'
import { tradeErrors } from '@sauda/contract/trading/trade-error'
import type { AppContext } from '../../app/app-context.ts'
import type { Shows } from '../../core/approval/plan.ts'
import type { Journal } from '../../core/ledger/ledger.ts'
import type { Mail } from '../../core/mail/mail.ts'
import { unsettledPaidFor } from '../../core/ledger/proceeds.ts'
import type { Notice } from '../../core/notice/notice.ts'
import { requireRow, type Sql, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { dayInIndia } from '../../platform/india.ts'
import { purchaseOf } from './lot.sql.ts'
import { positionName, tradeName } from './trade.history.ts'
import type { TradeDetails } from './trade.mail.ts'
import { formatDeal, type judge, type OperatorRequest, type TradeContext } from './trade.alone.ts'
import { effectsOf, tradeFacts } from './trade.describe.ts'
import { type OpenPart, warningsOf } from './trade.plan.ts'
import {
  type ClientRow,
  decimalOfRow,
  findClient,
  findTradeOrLot,
  insertTrade,
  lockBuy,
  type NewTrade,
  type TradeRow,
} from './trade.sql.ts'
import type { Position } from './trade.state.ts'

export const requireClient = async (sql: Sql, clientId: string): Promise<ClientRow> =>
  requireRow(findClient(sql, clientId))

/** Locked until the transaction ends. */
export const lockPosition = async (tx: Tx, id: string): Promise<TradeRow> =>
  (await lockBuy(tx, id)) ?? findPosition(tx, id)

export async function findPosition(sql: Sql, id: string): Promise<TradeRow> {
  const row = await requireRow(findTradeOrLot(sql, id))
  if (row.action !== 'BUY') throw new AppError(tradeErrors.notPosition)
  return row
}

export const positionOf = async (sql: Sql, row: TradeRow): Promise<Position> => ({
  id: row.id,
  clientId: row.client_id,
  stock: row.stock,
  lot: await lotOf(sql, row),
  name: positionName(row),
  boughtAt: row.traded_at ?? row.created_at,
})

export function requireSellable({ opened }: TradeRow): void {
  if (opened?.isFraction === true) {
    const { boughtBack, lapsed, fraction } = actionErrors
    throw new AppError(opened.kind === 'buyback' ? boughtBack : opened.kind === 'allotment' ? lapsed : fraction)
  }
  if (opened?.creditedOn != null && opened.creditedOn > dayInIndia(new Date()))
    throw new AppError(actionErrors.notCredited)
}

export const openPartOf = (row: TradeRow): OpenPart => ({
  quantity: decimalOfRow(row.open_quantity),
  cost: row.open_cost,
  loanPart: row.open_loan_part,
})

/** With the sale proceeds that paid it, of a lot that an action opened their share by cost; what a contract or an import booked names none. */
async function lotOf(sql: Sql, row: TradeRow): Promise<OpenPart> {
  const lot = openPartOf(row)
  if (lot.quantity === 0n || row.contract_id !== null || row.import_id !== null) return lot
  const bought = row.opened === null ? row : await purchaseOf(sql, row.id)
  if (!bought) return lot
  const parts = (await unsettledPaidFor(sql, row.client_id, bought.id)).map(({ settlementId, paise }) => ({
    settlementId,
    paise: (paise * row.cost) / bought.cost,
  }))
  return { ...lot, proceeds: { bought: decimalOfRow(row.quantity), parts } }
}

type MadeTrade = Omit<NewTrade, 'id' | 'operatorId' | 'requestedBy' | 'reference'>

export const newTrade = (
  { operator, requestedBy }: OperatorRequest,
  made: MadeTrade,
  reference?: string,
): NewTrade => ({
  ...made,
  id: newId(),
  operatorId: operator.id,
  requestedBy: requestedBy ?? null,
  reference: reference ?? null,
})

export const bookingOf = (trade: NewTrade) => ({ id: trade.id, clientId: trade.clientId, narration: formatDeal(trade) })

/** A booked trade, for the client's mail. */
export type BookedTrade = TradeDetails & { readonly id: string; readonly clientId: string }
export type TradePlan<Shown extends object = object> = Shows<Shown, BookedTrade> & { readonly position: Position }

type Decided<Shown> = Pick<TradePlan, 'obstacle' | 'uses' | 'position'> & {
  readonly client: ClientRow
  readonly trade: NewTrade
  readonly instrument: Instrument | undefined
  readonly judged: Awaited<ReturnType<typeof judge>>['judged']
  readonly shown: Shown
  readonly journal: Journal
  /** What the client owes for executed trades, in paise. */
  readonly dues: bigint
  readonly facts: Readonly<Record<string, string>>
  readonly audited: () => object
  readonly mail: (booked: BookedTrade) => Mail
  readonly writeLot?: (tx: Tx) => Promise<unknown>
}

/** What plans of purchases and sales have in common. */
export function tradePlan<Shown extends object>(
  { last }: TradeContext,
  { client, trade, instrument, judged, journal, dues, facts, audited, mail, writeLot, ...decided }: Decided<Shown>,
): TradePlan<Shown> {
  const [isBuy, clientId] = [trade.action === 'BUY', client.id]
  const price = instrument && warningsOf(trade.price, instrument.tick, decimalOf(last(trade.stock).price ?? ''))
  const title = `${isBuy ? 'Purchase' : 'Sale'} with the current figures`
  return {
    ...decided,
    summary: `${isBuy ? 'Buy' : 'Sell'} ${formatDeal(trade)} for ${client.name}`,
    clientId,
    reasons: judged.reasons,
    warnings: [...(price ?? []), ...judged.warnings],
    review: (toCheck) => ({
      effects: effectsOf(journal, dues),
      evidence: [tradeFacts(isBuy ? 'purchase' : decided.position.id, title, facts, toCheck)],
    }),
    journals: [journal],
    insufficient: tradeErrors.insufficient,
    async write(tx) {
      const [row] = await Promise.all([requireRow(insertTrade(tx, trade)), writeLot?.(tx)])
      const tradeId = tradeName(row.number)
      if (isBuy) decided.position.name = tradeId
      return { ...trade, tradeId }
    },
    audit: ({ tradeId }) => ({
      action: isBuy ? 'trade.buy' : 'trade.sell',
      subjectId: clientId,
      after: { ...factsOf(trade, tradeId), ...audited() },
    }),
    notices: noticesOf(clientId),
    mails: (booked) => [[mail(booked), { clientId, topic: 'trade', id: trade.id }]],
  }
}

const factsOf = ({ id, stock, quantity, price, amount, reference, ...trade }: NewTrade, tradeId: string) => ({
  tradeId: id,
  trade: tradeId,
  stock,
  quantity: decimalText(quantity),
  price: decimalText(price),
  amount: decimalRupees(amount),
  ...(reference !== null && { reference }),
  // Left out of the audit row where they are undefined.
  tradedAt: trade.tradedAt,
  exchange: trade.exchange,
  orderNumber: trade.orderNumber,
  exchangeTradeNumber: trade.exchangeTradeNumber,
})

/** The screens that show a client's trades. */
const noticesOf = (clientId: string): [Notice, ...Notice[]] => [
  [{ clientId }, 'trade'],
  [{ clientId }, 'wallet'],
  ['desk', 'trade'],
  ['desk', 'client', clientId],
]

type TradeEvent = {
  readonly action: string
  readonly clientId: string
  readonly before?: object
  readonly after: object
}

export async function record(
  { audit, notifyScreens }: AppContext,
  tx: Tx,
  { operator, ip }: OperatorRequest,
  { action, clientId, ...changed }: TradeEvent,
) {
  const [[audience, topic], ...others] = noticesOf(clientId)
  await Promise.all([
    audit(tx, { by: { operator, ip }, action, subjectId: clientId, ...changed }),
    notifyScreens(tx, audience, topic, undefined, ...others),
  ])
}
