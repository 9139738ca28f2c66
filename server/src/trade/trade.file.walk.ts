import type { Instrument } from '@sauda/contract/market'
import { rupeesOf } from '@sauda/contract/money'
import { AppError } from '@sauda/contract/error'
import { settingDefaults } from '@sauda/contract/setting'
import type { SegmentValue } from '@sauda/contract/setting'
import { tradeErrors } from '@sauda/contract/trade'
import type { ImportLine } from '@sauda/contract/trade-file'
import type { CsvLine } from './trade.csv.ts'
import { orderOf } from './trade.file.line.ts'
import type { Order } from './trade.file.line.ts'
import type { NamedRow } from './trade.file.sql.ts'
import { amountOf, changeBy, planBuy, planSale, warningsOf } from './trade.plan.ts'
import type { Funds, Lot } from './trade.plan.ts'
import { decimalOfRow } from './trade.sql.ts'
import type { ClientRow } from './trade.sql.ts'
import { checkInstrument, checkOpening } from './trade.ts'

/** As the lines so far leave it; `id` once booked. */
export type Position = { id: string | undefined; readonly clientId: string; readonly stock: string; lot: Lot }

/** Updated line by line. */
export type World = {
  readonly clients: ReadonlyMap<string, ClientRow>
  readonly instruments: ReadonlyMap<string, Instrument | undefined>
  /** By reference, in capitals. */
  readonly booked: ReadonlyMap<string, NamedRow>
  /** By reference and TRD number; undefined for a sell. */
  readonly positions: Map<string, Position | undefined>
  readonly funds: Map<string, Funds>
  /** Unpaid loan principal by client. */
  readonly owed: ReadonlyMap<string, bigint>
  readonly segments: ReadonlyMap<string, SegmentValue>
  readonly last: (stock: string) => bigint | undefined
}

export type Walked = { readonly line: ImportLine; readonly order?: Order; readonly position?: Position }

class Fault extends Error {}

/** Computes the effect of each line after those before it; books nothing. */
export function walk(world: World, lines: readonly CsvLine[]): Walked[] {
  const seen = new Map<string, number>()
  return lines.map((csv) => {
    const { reference, client, action, stock, quantity, price } = csv.cells
    const said = { line: csv.line, reference, saudaId: client, action, stockName: stock, quantity, price }
    const known = world.clients.get(client.toUpperCase())
    const whose = known && { saudaId: known.sauda_id, clientId: known.id, clientName: known.name }
    try {
      const order = orderOf(csv)
      if (typeof order === 'string') throw new Fault(order)
      const name = nameOf(order.reference)
      const earlier = seen.get(name)
      if (earlier !== undefined) throw new Fault(`The reference stands on line ${earlier} already`)
      seen.set(name, csv.line)
      if (!known) throw new Fault('We do not know this client')
      const { position, ...told } = tell(world, order, known)
      return { line: { ...said, ...whose, warnings: [], ...told }, order, ...(position && { position }) }
    } catch (error) {
      if (!(error instanceof Fault) && !(error instanceof AppError)) throw error
      return { line: { ...said, ...whose, status: 'wrong' as const, problem: sentenceOf(error), warnings: [] } }
    }
  })
}

/** Without its full stop, to be part of another sentence. */
export const sentenceOf = ({ message }: Error): string => message.replace(/\.$/, '')

type Told = Pick<ImportLine, 'status'> & Partial<ImportLine> & { readonly position?: Position }

function tell(world: World, order: Order, client: ClientRow): Told {
  const instrument = world.instruments.get(order.stockName)
  const before = world.booked.get(nameOf(order.reference))
  if (before) {
    if (!isSame(before, order, { clientId: client.id, stock: instrument?.symbol ?? order.stockName }))
      throw new Fault('This reference was booked before with other figures')
    return { status: 'booked', stockName: before.stock }
  }
  return order.action === 'BUY' ? tellBuy(world, order, client, instrument) : tellSell(world, order, client, instrument)
}

function isSame(row: NamedRow, order: Order, { clientId, stock }: { clientId: string; stock: string }): boolean {
  return (
    row.action === order.action &&
    row.client_id === clientId &&
    row.stock === stock &&
    decimalOfRow(row.quantity) === order.quantity &&
    decimalOfRow(row.price) === order.price
  )
}

function tellBuy(world: World, order: Order, client: ClientRow, found: Instrument | undefined): Told {
  checkOpening(client)
  const instrument = checkInstrument(found, world.segments.get(client.id) ?? settingDefaults.segment)
  const amount = amountOf(order, instrument)
  const funds = fundsOf(world, client)
  const { fromCash, fromLoan, missing } = planBuy(funds, amount)
  if (missing > 0n) throw new AppError(tradeErrors.insufficient)
  const after = { cash: funds.cash - fromCash, loan: funds.loan - fromLoan }
  const lot = { quantity: order.quantity, cost: amount, loanPart: fromLoan }
  const position: Position = { id: undefined, clientId: client.id, stock: instrument.symbol, lot }
  world.funds.set(client.id, after)
  world.positions.set(nameOf(order.reference), position)
  return {
    status: 'new',
    stockName: instrument.symbol,
    amount: rupeesOf(amount),
    fromCash: rupeesOf(fromCash),
    fromLoan: rupeesOf(fromLoan),
    ...afterOf(after),
    warnings: warningsOf(order.price, instrument.tick, world.last(instrument.symbol)),
    position,
  }
}

function tellSell(world: World, order: Order, client: ClientRow, instrument: Instrument | undefined): Told {
  const position = world.positions.get(nameOf(order.position))
  if (!position && world.positions.has(nameOf(order.position))) throw new AppError(tradeErrors.notPosition)
  if (position?.clientId !== client.id) throw new Fault('This client has no such position')
  const stock = instrument?.symbol ?? order.stockName
  if (stock !== position.stock) throw new Fault(`The position is of ${position.stock}`)
  const funds = fundsOf(world, client)
  const owed = world.owed.get(client.id) ?? 0n
  const sale = planSale({ lot: position.lot, deal: order, instrument, funds, owed })
  const change = changeBy(sale)
  const after = { cash: funds.cash + change.cash, loan: funds.loan + change.loan }
  position.lot = sale.left
  world.funds.set(client.id, after)
  return {
    status: 'new',
    stockName: position.stock,
    amount: rupeesOf(sale.proceeds),
    profitLoss: rupeesOf(sale.proceeds - sale.cost),
    ...afterOf(after),
    warnings: instrument ? warningsOf(order.price, instrument.tick, world.last(position.stock)) : [],
    position,
  }
}

/** References are compared in capitals. */
export const nameOf = (typed: string): string => typed.toUpperCase()

const fundsOf = ({ funds }: World, { id }: ClientRow): Funds => funds.get(id) ?? { cash: 0n, loan: 0n }

const afterOf = ({ cash, loan }: Funds) => ({ cashAfter: rupeesOf(cash), loanAfter: rupeesOf(loan) })
