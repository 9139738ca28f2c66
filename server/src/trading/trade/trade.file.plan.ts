import type { CaseWarning } from '@sauda/contract/core/queue'
import { AppError, invalid } from '@sauda/contract/platform/error'
import { tradeErrors } from '@sauda/contract/trading/trade-error'
import type { ImportLine } from '@sauda/contract/trading/trade-file'
import { withoutFullStop } from '@sauda/contract/platform/sentence'
import { obstacle, toCheck } from '../../core/approval/plan.ts'
import type { TradeContext } from './trade.alone.ts'
import { decideBuy, decideSale } from './trade.book.ts'
import { type CsvLine, type Execution, parseOrder, type TradeOrder } from './trade.file.line.ts'
import { type ClientRow, decimalOfRow, type NamedRow } from './trade.sql.ts'
import type { Position, TradeState } from './trade.state.ts'

/** Updated line by line. */
export type FileState = {
  readonly trades: TradeState
  /** By client ID. */
  readonly clients: ReadonlyMap<string, ClientRow>
  /** By reference, in capitals. */
  readonly booked: ReadonlyMap<string, NamedRow>
  /** By reference and TRD number; undefined for a sell. */
  readonly positions: Map<string, Position | undefined>
  /** The lines of the references. */
  readonly seen: Map<string, number>
  /** The day on which the file was sent. */
  readonly today: string
}

/** The effect of a line; without a plan nothing is to be booked. */
export type LinePlan = {
  readonly line: ImportLine
  readonly plan?: Awaited<ReturnType<typeof decideBuy | typeof decideSale>>
}

/** Computes the effect of a line after those before it; books nothing. */
export async function planLine(context: TradeContext, file: FileState, csv: CsvLine): Promise<LinePlan> {
  const { reference, client, action, stock, quantity, price } = csv.cells
  const known = file.clients.get(client.toUpperCase())
  const typed = {
    line: csv.line,
    reference,
    saudaId: known?.sauda_id ?? client,
    ...(known && { clientId: known.id, clientName: known.name }),
    action,
    stockName: stock,
    quantity,
    price,
    warnings: [],
  }
  const order = parseOrder(csv, file.today)
  if (typeof order === 'string') return { line: { ...typed, status: 'wrong', problem: withoutFullStop(order) } }
  const { plan, fault } = await obstacle(() => planOrder(context, file, csv.line, order, known))
  if (fault) return { line: { ...typed, status: 'wrong', problem: partOfSentence(fault) } }
  const line = { ...typed, ...order.execution }
  const before = file.booked.get(referenceKey(reference))
  if (!plan) return { line: { ...line, status: 'booked', stockName: before?.stock ?? stock } }
  const { shown } = plan
  const amounts =
    'proceeds' in shown
      ? { amount: shown.proceeds, profitLoss: shown.profitLoss }
      : { amount: shown.cost, fromCash: shown.fromCash, fromLoan: shown.fromLoan }
  const { stockName, cashAfter, loanAfter } = shown
  const warnings = priceWarnings(toCheck(context, plan))
  return { plan, line: { ...line, status: 'new', stockName, ...amounts, cashAfter, loanAfter, warnings } }
}

/** Undefined if the trade was booked before. */
async function planOrder(
  context: TradeContext,
  { trades, booked, positions, seen }: FileState,
  line: number,
  { execution, ...order }: TradeOrder,
  client: ClientRow | undefined,
): Promise<LinePlan['plan'] | undefined> {
  const name = referenceKey(order.reference)
  const { quantity, price, reference } = order
  const earlier = seen.get(name)
  if (earlier !== undefined) throw wrong(`The reference is already used on line ${earlier}`)
  seen.set(name, line)
  if (!client) throw wrong('There is no client with this ID')
  const clientId = client.id
  const instrument = await trades.instrument(order.stockName)
  const stock = instrument?.symbol ?? order.stockName
  const before = booked.get(name)
  if (before) {
    if (!isSame(before, { ...order, execution, clientId, stock }))
      throw wrong('This reference was booked before with other figures')
    return undefined
  }
  const deal = { quantity, price, ...execution }
  if (order.action === 'BUY') {
    const plan = await decideBuy(context, trades, { ...deal, clientId, stockName: order.stockName }, reference)
    if (!plan.obstacle) positions.set(name, plan.position)
    return plan
  }
  const position = positions.get(referenceKey(order.position))
  if (!position && positions.has(referenceKey(order.position))) throw new AppError(tradeErrors.notPosition)
  if (position?.clientId !== clientId) throw wrong('This client has no such position')
  if (stock !== position.stock) throw wrong(`The position is of ${position.stock}`)
  return decideSale(context, trades, position, deal, reference)
}

const wrong = (sentence: string) => new AppError(invalid(sentence))

/** Without its full stop, to be part of another sentence. */
export const partOfSentence = ({ message }: Pick<Error, 'message'>): string => withoutFullStop(message)

type NamedOrder = TradeOrder & { readonly clientId: string; readonly stock: string }

const isSame = (row: NamedRow, { clientId, stock, execution, ...order }: NamedOrder): boolean =>
  row.action === order.action &&
  row.client_id === clientId &&
  row.stock === stock &&
  decimalOfRow(row.quantity) === order.quantity &&
  decimalOfRow(row.price) === order.price &&
  isSameExecution(row, execution)

/** Columns missing in the file are ignored. */
const isSameExecution = (row: NamedRow, { tradedAt, ...numbers }: Execution): boolean =>
  (tradedAt === undefined || new Date(tradedAt).getTime() === row.traded_at?.getTime()) &&
  (numbers.exchange ?? row.exchange) === row.exchange &&
  (numbers.orderNumber ?? row.order_number) === row.order_number &&
  (numbers.exchangeTradeNumber ?? row.exchange_trade_number) === row.exchange_trade_number

const priceWarnings = (sentences: readonly string[]): CaseWarning[] =>
  sentences.map((sentence) => ({ code: 'price', severity: 'medium', blocks: false, sentence }))

/** References are compared in capitals. */
export const referenceKey = (typed: string): string => typed.toUpperCase()
