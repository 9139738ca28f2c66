import type { Use } from '@sauda/contract/core/proposal'
import type { Instrument } from '@sauda/contract/trading/market'
import { rupeesOf } from '@sauda/contract/platform/money'
import type { CaseWarning } from '@sauda/contract/core/queue'
import { AppError } from '@sauda/contract/platform/error'
import { type SegmentValue, settingDefaults } from '@sauda/contract/client/setting'
import { tradeErrors } from '@sauda/contract/trading/trade-error'
import type { ImportLine } from '@sauda/contract/trading/trade-file'
import { withoutFullStop } from '@sauda/contract/platform/sentence'
import { type CsvLine, type Execution, parseOrder, type TradeOrder } from './trade.file.line.ts'
import { type ClientRow, decimalOfRow, type NamedRow } from './trade.sql.ts'
import { addUnsettled, type OwnMoney, spendable } from '../../core/ledger/clearing.ts'
import type { SettlementPart } from '../../core/ledger/proceeds.ts'
import { amountOf, changeBy, type Funds, type OpenPart, planBuy, planSale, warningsOf } from './trade.plan.ts'
import { checkInstrument, checkOpening } from './trade.ts'

/** The position after the previous lines; `id` once booked. */
export type Position = {
  id: string | undefined
  readonly clientId: string
  readonly stock: string
  lot: OpenPart
  /** Undefined if it is bought when the file is booked. */
  readonly boughtAt: Date | undefined
}

/** Updated line by line. */
export type FileState = {
  readonly clients: ReadonlyMap<string, ClientRow>
  readonly instruments: ReadonlyMap<string, Instrument | undefined>
  /** By reference, in capitals. */
  readonly booked: ReadonlyMap<string, NamedRow>
  /** By reference and TRD number; undefined for a sell. */
  readonly positions: Map<string, Position | undefined>
  readonly funds: Map<string, OwnMoney>
  /** Unpaid loan principal by client. */
  readonly owed: ReadonlyMap<string, bigint>
  readonly segments: ReadonlyMap<string, SegmentValue>
  readonly buysPairs: boolean
  /** The day on which the file was sent. */
  readonly today: string
  readonly last: (stock: string) => bigint | undefined
}

export type LinePlan = { readonly line: ImportLine; readonly order?: TradeOrder; readonly position?: Position }

class LineError extends Error {}

/** What the file sells of earlier purchases: nothing else may sell it while the file waits. */
export const lotsSold = (plans: readonly LinePlan[]): Use[] => [
  ...new Set(
    plans.flatMap(({ line, order, position }): Use[] =>
      line.status === 'new' && order?.action === 'SELL' && position?.id !== undefined ? [`lot:${position.id}`] : [],
    ),
  ),
]

/** Computes the effect of each line after those before it; books nothing. */
export function planLines(state: FileState, lines: readonly CsvLine[]): LinePlan[] {
  const seen = new Map<string, number>()
  return lines.map((csv) => {
    const { reference, client, action, stock, quantity, price } = csv.cells
    const typed = { line: csv.line, reference, saudaId: client, action, stockName: stock, quantity, price }
    const known = state.clients.get(client.toUpperCase())
    const whose = known && { saudaId: known.sauda_id, clientId: known.id, clientName: known.name }
    try {
      const order = parseOrder(csv, state.today)
      if (typeof order === 'string') throw new LineError(order)
      const name = referenceKey(order.reference)
      const earlier = seen.get(name)
      if (earlier !== undefined) throw new LineError(`The reference is already used on line ${earlier}`)
      seen.set(name, csv.line)
      if (!known) throw new LineError('There is no client with this ID')
      const { position, ...result } = planLine(state, order, known)
      return {
        line: { ...typed, ...whose, ...order.execution, warnings: [], ...result },
        order,
        ...(position && { position }),
      }
    } catch (error) {
      if (!(error instanceof LineError) && !(error instanceof AppError)) throw error
      return { line: { ...typed, ...whose, status: 'wrong' as const, problem: partOfSentence(error), warnings: [] } }
    }
  })
}

/** Without its full stop, to be part of another sentence. */
export const partOfSentence = ({ message }: Pick<Error, 'message'>): string => withoutFullStop(message)

type LineResult = Pick<ImportLine, 'status'> & Partial<ImportLine> & { readonly position?: Position }

function planLine(state: FileState, order: TradeOrder, client: ClientRow): LineResult {
  const instrument = state.instruments.get(order.stockName)
  const before = state.booked.get(referenceKey(order.reference))
  if (before) {
    if (!isSame(before, order, { clientId: client.id, stock: instrument?.symbol ?? order.stockName }))
      throw new LineError('This reference was booked before with other figures')
    return { status: 'booked', stockName: before.stock }
  }
  return order.action === 'BUY'
    ? planLineBuy(state, order, client, instrument)
    : planLineSell(state, order, client, instrument)
}

const isSame = (row: NamedRow, order: TradeOrder, { clientId, stock }: { clientId: string; stock: string }): boolean =>
  row.action === order.action &&
  row.client_id === clientId &&
  row.stock === stock &&
  decimalOfRow(row.quantity) === order.quantity &&
  decimalOfRow(row.price) === order.price &&
  isSameExecution(row, order.execution)

/** Columns missing in the file are ignored. */
const isSameExecution = (row: NamedRow, { tradedAt, ...numbers }: Execution): boolean =>
  (tradedAt === undefined || new Date(tradedAt).getTime() === row.traded_at?.getTime()) &&
  (numbers.exchange ?? row.exchange) === row.exchange &&
  (numbers.orderNumber ?? row.order_number) === row.order_number &&
  (numbers.exchangeTradeNumber ?? row.exchange_trade_number) === row.exchange_trade_number

function planLineBuy(
  state: FileState,
  order: TradeOrder,
  client: ClientRow,
  found: Instrument | undefined,
): LineResult {
  checkOpening(client)
  const instrument = checkInstrument(found, state.segments.get(client.id) ?? settingDefaults.segment, state)
  const amount = amountOf(order, instrument)
  const funds = fundsOf(state, client)
  const { left, proceeds, fromCash, fromLoan, missing } = planBuy(spendable(funds), amount)
  if (missing > 0n) throw new AppError(tradeErrors.insufficient)
  const paidBy = { bought: order.quantity, parts: proceeds }
  const lot = { quantity: order.quantity, cost: amount, loanPart: fromLoan, proceeds: paidBy }
  const unsettled = funds.dues === 0n ? left.unsettled : funds.unsettled
  const after = { ...funds, unsettled, cash: funds.cash - fromCash, loan: left.loan }
  const { tradedAt } = order.execution
  const boughtAt = tradedAt === undefined ? undefined : new Date(tradedAt)
  const position: Position = { id: undefined, clientId: client.id, stock: instrument.symbol, lot, boughtAt }
  state.funds.set(client.id, after)
  state.positions.set(referenceKey(order.reference), position)
  return {
    status: 'new',
    stockName: instrument.symbol,
    amount: rupeesOf(amount),
    fromCash: rupeesOf(fromCash),
    fromLoan: rupeesOf(fromLoan),
    ...afterOf(after),
    warnings: priceWarnings(warningsOf(order.price, instrument.tick, state.last(instrument.symbol))),
    position,
  }
}

function planLineSell(
  state: FileState,
  order: TradeOrder,
  client: ClientRow,
  instrument: Instrument | undefined,
): LineResult {
  const position = state.positions.get(referenceKey(order.position))
  if (!position && state.positions.has(referenceKey(order.position))) throw new AppError(tradeErrors.notPosition)
  if (position?.clientId !== client.id) throw new LineError('This client has no such position')
  const stock = instrument?.symbol ?? order.stockName
  if (stock !== position.stock) throw new LineError(`The position is of ${position.stock}`)
  const funds = fundsOf(state, client)
  const owed = state.owed.get(client.id) ?? 0n
  const sale = planSale({ lot: position.lot, deal: order, instrument, funds, owed })
  const { cash, loan, paid } = changeBy(sale, funds.dues)
  const unsettled = withProceeds(funds.unsettled, sale.backToUnsettled)
  const after = { ...funds, unsettled, cash: funds.cash + cash, loan: funds.loan + loan, dues: funds.dues - paid }
  position.lot = sale.left
  state.funds.set(client.id, after)
  return {
    status: 'new',
    stockName: position.stock,
    amount: rupeesOf(sale.proceeds),
    profitLoss: rupeesOf(sale.proceeds - sale.cost),
    ...afterOf(after),
    warnings: instrument ? priceWarnings(warningsOf(order.price, instrument.tick, state.last(position.stock))) : [],
    position,
  }
}

function withProceeds(before: OwnMoney['unsettled'], parts: readonly SettlementPart[]): OwnMoney['unsettled'] {
  const unsettled = before.map((each) => ({ ...each }))
  for (const { settlementId, paise } of parts) addUnsettled(unsettled, settlementId, paise)
  return unsettled
}

export const priceWarnings = (sentences: readonly string[]): CaseWarning[] =>
  sentences.map((sentence) => ({ code: 'price', severity: 'medium', blocks: false, sentence }))

/** References are compared in capitals. */
export const referenceKey = (typed: string): string => typed.toUpperCase()

const fundsOf = ({ funds }: FileState, { id }: ClientRow): OwnMoney =>
  funds.get(id) ?? { unsettled: [], cash: 0n, loan: 0n, dues: 0n, held: 0n }

const afterOf = ({ cash, loan }: Funds) => ({ cashAfter: rupeesOf(cash), loanAfter: rupeesOf(loan) })
