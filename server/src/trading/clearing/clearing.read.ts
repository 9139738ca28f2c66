import { AppError } from '@sauda/contract/platform/error'
import { sum } from '@sauda/contract/platform/money'
import { clearingErrors, type fileKinds } from '@sauda/contract/trading/clearing'
import { type Exchange, isSettlement } from '@sauda/contract/trading/market'
import * as z from 'zod/mini'
import { capitals, cell, column, type Format, lineFault, readTable, type RowOf, text } from '../../platform/format.ts'
import * as market from '../market/imported-file.ts'

const settlement = { type: column('SttlmTp', capitals), number: column('SctiesSttlmTxId', text) }
type Named = { readonly type: string; readonly number: string }
const keyOf = ({ type, number }: Named): string => `${type} ${number}`
const judgeSettlement = (row: Named) =>
  isSettlement(row.type, row.number)
    ? undefined
    : { fault: `${keyOf(row)} is not a settlement; expected for example M 2026220.` }
const common = { cells: market.wholeRows, errors: clearingErrors }

const masterRow = z.object({
  ...settlement,
  settlesOn: column('FndsPayOutDtAndTm', market.day),
  payInOn: column('FndsPayInDtAndTm', market.dayOrNone),
})
const master: Format<typeof masterRow> = { ...common, row: masterRow, optional: ['payInOn'], judge: judgeSettlement }

const obligationRow = z.object({
  Sgmt: market.cashMarket,
  ...settlement,
  settlesOn: column('FndsPayOutDt', market.dayOrNone),
  RptgDt: market.dayOrNone,
  isin: column('ISIN', market.isin),
  /** Empty in the rows of the member. */
  ClntId: text,
  bought: column('DalyBuyTradgVol', market.number),
  sold: column('DalySellTradgVol', market.number),
  boughtValue: column('DalyBuyTradgVal', market.number),
  soldValue: column('DalySellTradgVal', market.number),
  ClrMmbId: text,
  CtdnPtcptId: text,
})
const obligation = (day: string): Format<typeof obligationRow> => ({
  ...common,
  row: obligationRow,
  optional: ['ClrMmbId', 'CtdnPtcptId'],
  judge(row) {
    market.requireDay(row.line, row.RptgDt || day, day)
    return (
      judgeSettlement(row) ?? (netOf(row) % paisa === 0n ? undefined : { fault: 'a value has more than two decimals.' })
    )
  },
})

const sides: Readonly<Record<string, '' | 'B' | 'S'>> = { '': '', I: 'S', O: 'B' }
const deliveryRow = z.object({
  code: column(
    'ClntId',
    cell(
      (written) => written || undefined,
      () => 'the client code is missing.',
    ),
  ),
  isin: column('ISIN', market.isin),
  ...settlement,
  quantity: column('QtyORShrtQty', market.number),
  /** The client’s side: pay-out is of a purchase, pay-in of a sale. */
  side: column(
    'TxTp',
    cell(
      (written) => sides[written.toUpperCase()],
      (written) => `{column} is ${written.toUpperCase()}; expected I or O.`,
    ),
  ),
  /** A code. */
  indicator: column('TxInd', text),
  price: column('SqrOffORValtnPric', market.number),
})
const delivery: Format<typeof deliveryRow> = {
  ...common,
  row: deliveryRow,
  optional: ['type', 'side', 'indicator', 'price'],
  judge: ({ type, number }) =>
    isSettlement(type || 'M', number) ? undefined : { fault: `${number || 'empty'} is not a settlement number.` },
}

/** Quantity and price in hundred-millionths; what the file leaves out is empty or 0. */
export type Delivery = RowOf<typeof deliveryRow>
type Obligation = RowOf<typeof obligationRow>
/** Quantities and, in rupees, values in hundred-millionths. */
export type Volume = Pick<Obligation, 'isin' | 'bought' | 'sold' | 'boughtValue' | 'soldValue'>
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
export type ClearingContent = {
  readonly kind: keyof typeof fileKinds
  readonly exchange: Exchange
  readonly day: string
  readonly isFinal: boolean
  readonly settlements: readonly FileSettlement[]
  /** Only in a delivery file. */
  readonly deliveries: readonly Delivery[]
}

const namePattern =
  /^(?<kind>SettlementMaster|\w*Oblig[a-z]*|Delivery(?:Dpo)?)_(?<source>NCL|ICCL|BSECL)_CM_(?:\w+?_)?(?<year>\d{4})(?<month>\d{2})(?<date>\d{2})_(?<state>[FP0])_/i

/** Reads a settlement master, an obligation file or a delivery file. Throws an AppError that names the line. To be called in a child process. */
export function readClearing({ name, bytes }: { readonly name: string; readonly bytes: Uint8Array }): ClearingContent {
  const { exchange, day, groups } = market.namedBy(name, namePattern, clearingErrors.name)
  const { kind: named = '', date, state } = groups
  const kind = /^Settl/i.test(named) ? 'master' : /^Deliv/i.test(named) ? 'delivery' : 'obligation'
  if ((kind === 'obligation' && state === '0') || (kind !== 'master' && date === '00'))
    throw new AppError(clearingErrors.name)
  const written = market.exchangeText(bytes)
  const file = { kind, exchange, day, isFinal: state?.toUpperCase() !== 'P', settlements: [], deliveries: [] } as const
  if (kind === 'delivery') return { ...file, deliveries: readTable(written, delivery).rows }
  if (kind === 'obligation') return { ...file, settlements: obligations(readTable(written, obligation(day)).rows) }
  const masters = bySettlement(readTable(written, master).rows)
  return { ...file, settlements: masters.map(([first]) => ({ ...first, net: 0n, volumes: [] })) }
}

/** The rows of each settlement, at least one. Throws where they name several days of pay-out. */
function bySettlement<Row extends Named & { readonly line: number; readonly settlesOn: string }>(rows: readonly Row[]) {
  const groups = [...Map.groupBy(rows, keyOf).values()] as [Row, ...Row[]][]
  for (const [first, ...more] of groups)
    for (const row of more)
      if (row.settlesOn !== first.settlesOn)
        throw lineFault(row.line, `settlement ${keyOf(row)} has two days of pay-out.`)
  return groups
}

/** In hundred-millionths. */
const paisa = 1_000_000n
const netOf = ({ soldValue, boughtValue }: Pick<Volume, 'soldValue' | 'boughtValue'>): bigint => soldValue - boughtValue

function obligations(rows: readonly Obligation[]): FileSettlement[] {
  return bySettlement(rows).map((all) => {
    const [{ type, number, settlesOn }] = all
    // What a custodian settles is no obligation of the member.
    const own = all.filter(({ ClrMmbId, CtdnPtcptId }) => ['', ClrMmbId].includes(CtdnPtcptId))
    // The rows of the member already contain those of the clients.
    const ofMember = own.filter(({ ClntId }) => ClntId === '')
    const counted = ofMember.length > 0 ? ofMember : own
    const net = sum(counted.map(netOf))
    if (net > market.mostTotal || net < -market.mostTotal)
      throw lineFault(
        counted.at(-1)?.line ?? 0,
        `the values of settlement ${type} ${number} come to more than ₹1,00,000 crore.`,
      )
    const volumes = [...Map.groupBy(counted, ({ isin }) => isin)].map(([isin, of]) => ({
      isin,
      ...market.totalsOf(of, ['bought', 'sold', 'boughtValue', 'soldValue']),
    }))
    return { type, number, settlesOn, payInOn: '', net: net / paisa, volumes }
  })
}
