import { AppError } from '@sauda/contract/platform/error'
import { rupeesText } from '@sauda/contract/platform/money'
import type { Payload } from '@sauda/contract/core/proposal'
import { addressOf } from '@sauda/contract/core/proposal-field'
import type { Effect } from '@sauda/contract/core/proposal-review'
import { tradeCalls } from '@sauda/contract/trading/trade'
import { tradeErrors } from '@sauda/contract/trading/trade-error'
import type { ImportLine } from '@sauda/contract/trading/trade-file'
import { type Described, factsOf } from '../../core/approval/review.ts'
import type { Sql } from '../../platform/db.ts'
import { requireRow } from '../../platform/db.ts'
import { momentText } from '../../platform/india.ts'
import { waitingFile, previewLines } from './trade.file.ts'
import { previewBuy, previewSell } from './trade.preview.ts'
import { findPosition } from './trade.sql.ts'
import type { TradeContext } from './trade.alone.ts'

// The second operator's review of a trade: the dealer's preview as of now.

const effectsOf = (clientId: string, amounts: Readonly<Record<string, number>>): Effect[] =>
  Object.entries(amounts).flatMap(([text, amount]) =>
    amount === 0 ? [] : [{ account: { text, to: addressOf('client', clientId) }, amount }],
  )

export async function describeBuy(
  context: TradeContext,
  sql: Sql,
  { body }: Payload<'trade.buy'>,
): Promise<Described<'trade.buy'>> {
  const input = tradeCalls.buy.body.parse(body)
  const buy = await previewBuy(context, sql, { ...input, operator: undefined })
  if (buy.missing > 0) throw new AppError(tradeErrors.insufficient)
  const facts = factsOf({
    Instrument: buy.name,
    'Total price': rupeesText(buy.cost),
    'Balance afterwards': rupeesText(buy.cashAfter),
    ...(buy.warnings.length > 0 && { 'To check': buy.warnings.join('. ') }),
  })
  return {
    effects: effectsOf(input.clientId, {
      Unsettled: -(buy.fromUnsettled ?? 0),
      Balance: -buy.fromCash,
      'Unused loan': -buy.fromLoan,
      Invested: buy.cost,
    }),
    evidence: [{ type: 'facts', id: 'purchase', title: 'Purchase with the current figures', facts }],
  }
}

export async function describeSell(
  context: TradeContext,
  sql: Sql,
  { tradeId, body }: Payload<'trade.sell'>,
): Promise<Described<'trade.sell'>> {
  const position = await requireRow(findPosition(sql, tradeId))
  const input = { ...tradeCalls.sell.body.parse(body), tradeId }
  const sale = await previewSell(context, sql, { ...input, operator: undefined })
  const facts = factsOf({
    'Sale value': rupeesText(sale.proceeds),
    'Purchase cost': rupeesText(sale.cost),
    'Profit or loss': rupeesText(sale.profitLoss),
    'Quantity left': String(sale.quantityLeft),
    ...(sale.warnings.length > 0 && { 'To check': sale.warnings.join('. ') }),
  })
  const amounts = {
    Dues: -(sale.toDues ?? 0),
    Balance: sale.toCash,
    'Unused loan': sale.toLoan,
    Unsettled: sale.toUnsettled ?? 0,
    Invested: -sale.cost,
  }
  return {
    effects: effectsOf(position.client_id, amounts),
    evidence: [{ type: 'facts', id: position.id, title: 'Sale with the current figures', facts }],
  }
}

export async function describeFile(
  context: TradeContext,
  sql: Sql,
  { at, sha256, operator }: Payload<'trade.file'> & Pick<Parameters<typeof previewLines>[2], 'operator'>,
): Promise<Described<'trade.file'>> {
  const { lines, fresh, booked } = await previewLines(context, sql, {
    operator,
    csv: await waitingFile(sql, sha256),
    requestedAt: at,
  })
  const rows = lines.map((line) => [
    { text: String(line.line) },
    clientOf(line),
    {
      text: [`${line.action} ${line.quantity} ${line.stockName} at ${line.price}`, ...executionFacts(line)].join(', '),
    },
    { text: line.amount === undefined ? '–' : rupeesText(line.amount) },
    {
      text:
        line.problem ??
        (line.status === 'booked' ? 'Booked before' : line.warnings.map(({ sentence }) => sentence).join('. ')),
    },
  ])
  const ofClients = Map.groupBy(
    lines.filter(({ status }) => status === 'new'),
    ({ saudaId }) => saudaId,
  )
  const sums = [...ofClients.values()].map((own) => [
    clientOf(own[0] as ImportLine),
    { text: String(own.length) },
    { text: rupeesText(sumOf(own, 'BUY')) },
    { text: rupeesText(sumOf(own, 'SELL')) },
  ])
  return {
    evidence: [
      {
        type: 'table',
        id: 'clients',
        title: `${fresh} new trades of ${sums.length} clients; ${booked} booked before`,
        columns: ['Client', 'Trades', 'Purchases', 'Sales'],
        rows: sums,
        skipped: 0,
        last: [],
      },
      {
        type: 'table',
        id: 'lines',
        title: 'Lines of the file',
        columns: ['Line', 'Client', 'Trade', 'Amount', 'Note'],
        rows,
        skipped: 0,
        last: [],
      },
    ],
  }
}

const executionFacts = ({ tradedAt, exchange, orderNumber, exchangeTradeNumber }: ImportLine): string[] => [
  ...(tradedAt === undefined ? [] : [`traded on ${momentText(new Date(tradedAt))}`]),
  ...(exchange === undefined ? [] : [exchange]),
  ...(orderNumber === undefined ? [] : [`order ${orderNumber}`]),
  ...(exchangeTradeNumber === undefined ? [] : [`trade ${exchangeTradeNumber}`]),
]

const clientOf = ({ clientId, clientName, saudaId }: ImportLine) =>
  clientId === undefined
    ? { text: saudaId }
    : { text: `${clientName ?? ''}, ${saudaId}`, to: addressOf('client', clientId) }

const sumOf = (lines: readonly ImportLine[], action: 'BUY' | 'SELL'): number =>
  lines.reduce((sum, line) => sum + (line.action.toUpperCase() === action ? (line.amount ?? 0) : 0), 0)
