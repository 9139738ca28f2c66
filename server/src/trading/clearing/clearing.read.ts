import { AppError } from '@sauda/contract/platform/error'
import { clearingErrors, type fileKinds } from '@sauda/contract/trading/clearing'
import { isIsin } from '@sauda/contract/trading/isin'
import { type Exchange, isSettlement } from '@sauda/contract/trading/market'
import { dateText, dayIn } from '../../platform/india.ts'
import {
  type Cell,
  exchangesOf,
  mostTotal,
  numberIn,
  readTable,
  rejectDerivatives,
  requireCashMarket,
  fileFault,
  lineFault,
  namedRight,
  writtenDay,
} from '../market/imported-file.ts'

/** Quantities and, in rupees, values in hundred-millionths. */
export type Volume = {
  readonly isin: string
  readonly bought: bigint
  readonly sold: bigint
  readonly boughtValue: bigint
  readonly soldValue: bigint
}
export type FileSettlement = {
  readonly type: string
  readonly number: string
  /** The day of pay-out; empty where the obligation file has none. */
  readonly settlesOn: string
  /** Only in a settlement master; empty where it has none. */
  readonly payInOn: string
  /** Paise: sales less purchases. */
  readonly net: bigint
  readonly volumes: readonly Volume[]
}
/** A row of a delivery file. Quantity and price in hundred-millionths; what the file leaves out is empty or 0. */
export type Delivery = {
  readonly line: number
  readonly code: string
  readonly isin: string
  readonly type: string
  readonly number: string
  readonly quantity: bigint
  /** The client’s side: pay-out is of a purchase, pay-in of a sale. */
  readonly side: '' | 'B' | 'S'
  /** TxInd, a code. */
  readonly indicator: string
  readonly price: bigint
}
export type ClearingContent = {
  readonly kind: keyof typeof fileKinds
  readonly exchange: Exchange
  readonly day: string
  readonly isFinal: boolean
  readonly settlements: readonly FileSettlement[]
  /** Only in a delivery file. */
  readonly deliveries: readonly Delivery[]
}

const columnsOf = {
  master: ['SttlmTp', 'SctiesSttlmTxId', 'FndsPayOutDtAndTm'],
  obligation:
    'Sgmt SttlmTp SctiesSttlmTxId ISIN ClntId RptgDt FndsPayOutDt DalyBuyTradgVol DalySellTradgVol DalyBuyTradgVal DalySellTradgVal'.split(
      ' ',
    ),
  delivery: ['ClntId', 'ISIN', 'SctiesSttlmTxId', 'QtyORShrtQty'],
}
const namePattern =
  /^(SettlementMaster|\w*Oblig[a-z]*|Delivery(?:Dpo)?)_(NCL|ICCL|BSECL)_CM_(?:\w+?_)?(\d{4})(\d{2})(\d{2})_([FP0])_/i

const kindOf = (name: string): ClearingContent['kind'] =>
  /^Settl/i.test(name) ? 'master' : /^Deliv/i.test(name) ? 'delivery' : 'obligation'

/** Reads a settlement master, an obligation file or a delivery file. Throws an AppError that names the line. To be called in a child process. */
export function readClearing({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }): ClearingContent {
  rejectDerivatives(name)
  const [, kindName = '', corporation = '', year, month, date = '', state = ''] = namePattern.exec(name) ?? []
  const kind = kindOf(kindName)
  const exchange = exchangesOf[corporation.toUpperCase()]
  // The master of a month has the day 00.
  const day = dayIn(`${year}-${month}-${kind === 'master' && date === '00' ? '01' : date}`)
  if (!exchange || day === undefined || (kind === 'obligation' && state === '0'))
    throw new AppError(clearingErrors.name)
  const table = newTable(kind, day)
  const deliveries: Delivery[] = []
  readTable(bytes, { columns: columnsOf[kind], errors: clearingErrors }, (line, cell) => {
    if (kind === 'delivery') deliveries.push(deliveryOf(line, cell))
    else table.add(line, cell)
  })
  const settlements = table.finish()
  if (settlements.length + deliveries.length === 0) throw new AppError(clearingErrors.noRows)
  return { kind, exchange, day, isFinal: state.toUpperCase() !== 'P', settlements, deliveries }
}

const sides = { '': '', I: 'S', O: 'B' } as const

/** The columns that not every file has are read where they are. */
function deliveryOf(line: number, cell: Cell): Delivery {
  const [code, number, type] = [cell('ClntId'), cell('SctiesSttlmTxId'), cell('SttlmTp')]
  const isin = cell('ISIN').toUpperCase()
  const direction = cell('TxTp').toUpperCase()
  const fault = (text: string) => lineFault(line, text)
  if (code === '') throw fault('the client code is missing.')
  if (!isIsin(isin)) throw fault(`${isin || 'empty'} is not an ISIN.`)
  if (!isSettlement(type.toUpperCase() || 'M', number)) throw fault(`${number || 'empty'} is not a settlement number.`)
  if (!Object.hasOwn(sides, direction)) throw fault(`TxTp is ${direction}; expected I or O.`)
  const [quantity, price] = [numberIn(line, cell, 'QtyORShrtQty'), numberIn(line, cell, 'SqrOffORValtnPric')]
  if (quantity < 0n) throw fault('the quantity is below zero.')
  const side = sides[direction as keyof typeof sides]
  return { line, code, isin, type: type.toUpperCase(), number, quantity, side, indicator: cell('TxInd'), price }
}

const payOutAt = 'FndsPayOutDtAndTm'
/** Paise. */
const mostNet = mostTotal / 1_000_000n

function newTable(kind: ClearingContent['kind'], day: string) {
  type Sums = { net: bigint; readonly volumes: Map<string, Volume> }
  type Row = Omit<FileSettlement, 'net' | 'volumes'> & {
    readonly ofClients: Sums
    readonly ofMember: Sums
  }
  const rows = new Map<string, Row>()
  const noSums = (): Sums => ({ net: 0n, volumes: new Map() })
  return {
    add(line: number, cell: Cell): void {
      const [type, number] = [cell('SttlmTp').toUpperCase(), cell('SctiesSttlmTxId')]
      if (!isSettlement(type, number))
        throw lineFault(line, `${type} ${number} is not a settlement; expected for example M 2026220.`)
      const dayOf = (column: string) => (cell(column) === '' ? '' : writtenDay(line, column, cell(column)))
      const settlesOn = kind === 'master' ? writtenDay(line, payOutAt, cell(payOutAt)) : dayOf('FndsPayOutDt')
      const payInOn = kind === 'master' ? dayOf('FndsPayInDtAndTm') : ''
      const key = `${type} ${number}`
      const row = rows.get(key) ?? { type, number, settlesOn, payInOn, ofClients: noSums(), ofMember: noSums() }
      if (row.settlesOn !== settlesOn) throw lineFault(line, `settlement ${key} has two days of pay-out.`)
      rows.set(key, row)
      if (kind === 'master') return
      // The rows without a client are the member's and already contain those of the clients.
      const sums = cell('ClntId') === '' ? row.ofMember : row.ofClients
      const { net, ...volume } = amountsOf(line, cell, day)
      // What a custodian settles is no obligation of the member.
      if (!['', cell('ClrMmbId')].includes(cell('CtdnPtcptId'))) return
      sums.net += net
      if (sums.net > mostNet || sums.net < -mostNet)
        throw lineFault(line, `the values of settlement ${key} come to more than ₹1,00,000 crore.`)
      sums.volumes.set(volume.isin, sumOf(volume, sums.volumes.get(volume.isin)))
    },
    finish: (): FileSettlement[] =>
      [...rows.values()].map(({ ofClients, ofMember, ...settlement }) => {
        const { net, volumes } = ofMember.volumes.size > 0 ? ofMember : ofClients
        return { ...settlement, net, volumes: [...volumes.values()] }
      }),
  }
}

const sumOf = (one: Volume, other: Volume | undefined): Volume => ({
  isin: one.isin,
  bought: one.bought + (other?.bought ?? 0n),
  sold: one.sold + (other?.sold ?? 0n),
  boughtValue: one.boughtValue + (other?.boughtValue ?? 0n),
  soldValue: one.soldValue + (other?.soldValue ?? 0n),
})

function amountsOf(line: number, cell: Cell, day: string): Volume & { net: bigint } {
  const number = (column: string) => numberIn(line, cell, column)
  requireCashMarket(line, cell('Sgmt'))
  const isin = cell('ISIN').toUpperCase()
  const reported = cell('RptgDt') === '' ? day : writtenDay(line, 'RptgDt', cell('RptgDt'))
  if (reported !== day)
    throw fileFault(
      `The file is named for ${dateText(day)} but line ${line} is of ${dateText(reported)}. ${namedRight}`,
    )
  if (!isIsin(isin)) throw lineFault(line, `${isin || 'empty'} is not an ISIN.`)
  const [boughtValue, soldValue] = [number('DalyBuyTradgVal'), number('DalySellTradgVal')]
  const net = soldValue - boughtValue
  if (net % 1_000_000n !== 0n) throw lineFault(line, 'a value has more than two decimals.')
  const [bought, sold] = [number('DalyBuyTradgVol'), number('DalySellTradgVol')]
  return { isin, bought, sold, boughtValue, soldValue, net: net / 1_000_000n }
}
