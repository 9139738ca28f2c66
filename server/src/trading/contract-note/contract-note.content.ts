import { averagePrice, formatPrice, moneyOf, splitBy } from '@sauda/contract/platform/decimal'
import { formatRupees, sum } from '@sauda/contract/platform/money'
import type { Exchange } from '@sauda/contract/trading/market'
import type { GstForm } from '@sauda/contract/money/gst'

/** What a contract note states. Pure: from the booked amounts and trades of a client and day. */

export type NoteFill = {
  readonly id: string
  readonly order: string
  readonly orderedAt: Date
  readonly number: string
  readonly tradedAt: Date
  readonly stock: string
  readonly isin: string
  readonly side: 'B' | 'S'
  readonly exchange: Exchange
  /** Hundred-millionths, as every quantity and price. */
  readonly quantity: bigint
  readonly price: bigint
  readonly settlementId: string
}

/** Paise, as the contract has them. */
export type NoteAmounts = Readonly<
  Record<'bought' | 'sold' | 'brokerage' | 'exchangeCharges' | 'sebiFee' | 'stt' | 'stampDuty' | 'gst' | 'net', bigint>
>

export type NoteSettlement = { readonly id: string; readonly corporation: string; readonly settlesOn: string }

export type NoteContent = {
  readonly clientId: string
  readonly contractId: string
  readonly day: string
  readonly name: string
  readonly saudaNumber: bigint
  readonly ucc: string
  readonly pan: string
  /** The client's state as GST counts it, and which GST is charged. */
  readonly state: string | null
  readonly gstForm: GstForm
  /** Empty where none is recorded. */
  readonly address: string
  readonly amounts: NoteAmounts
  readonly fills: readonly NoteFill[]
  readonly settlements: readonly NoteSettlement[]
  /** The number of the cancelled note. */
  readonly replaces?: string | undefined
}

export type FillLine = NoteFill & {
  /** Paise; of a sale and a purchase alike above zero. */
  readonly value: bigint
  readonly brokerage: bigint
  /** What the client receives, below zero what the client pays, before levies. */
  readonly net: bigint
}

/** The trades with their parts of the brokerage, which are by value as in the books. */
export function fillLines({ fills, amounts }: Pick<NoteContent, 'fills' | 'amounts'>): FillLine[] {
  const values = fills.map(({ price, quantity }) => moneyOf(price, quantity))
  const parts = splitBy(amounts.brokerage, values)
  return fills.map((fill, at) => {
    const [value, brokerage] = [values[at] ?? 0n, parts[at] ?? 0n]
    return { ...fill, value, brokerage, net: (fill.side === 'S' ? value : -value) - brokerage }
  })
}

/** One side of a security over both exchanges. */
export type SideLine = {
  readonly quantity: bigint
  readonly value: bigint
  readonly brokerage: bigint
  readonly total: bigint
}
export type SecurityLine = {
  readonly isin: string
  readonly stock: string
  readonly bought: SideLine
  readonly sold: SideLine
  readonly netQuantity: bigint
  readonly net: bigint
}

export function securityLines(lines: readonly FillLine[]): SecurityLine[] {
  return [...Map.groupBy(lines, ({ isin }) => isin)].map(([isin, own]) => {
    const side = (which: 'B' | 'S'): SideLine => {
      const some = own.filter((line) => line.side === which)
      const total = sum(some.map(({ net }) => net))
      return {
        quantity: sum(some.map(({ quantity }) => quantity)),
        value: sum(some.map(({ value }) => value)),
        brokerage: sum(some.map(({ brokerage }) => brokerage)),
        total: which === 'B' ? -total : total,
      }
    }
    const [bought, sold] = [side('B'), side('S')]
    return {
      isin,
      stock: own[0]?.stock ?? isin,
      bought,
      sold,
      netQuantity: bought.quantity - sold.quantity,
      net: sold.total - bought.total,
    }
  })
}

/** An amount of one unit, in hundred-millionths of a rupee. */
export const perUnit = (paise: bigint, quantity: bigint): bigint =>
  quantity === 0n ? 0n : averagePrice(paise, quantity)

/** `1,500.1000`. */
export function fourDecimals(price: bigint): string {
  const [whole = '', fraction = ''] = formatPrice(price + 5000n - ((price + 5000n) % 10_000n))
    .replace('₹', '')
    .split('.')
  return `${whole}.${fraction.padEnd(4, '0')}`
}

/** The levies of the day, each once; together with the net of the securities they come to the net of the note. */
export function levyLines({
  amounts,
  gstForm,
}: Pick<NoteContent, 'amounts' | 'gstForm'>): (readonly [string, bigint])[] {
  const { gst } = amounts
  const half = gstForm === 'split' ? gst / 2n : 0n
  return [
    ['Taxable value of supply (brokerage)', amounts.brokerage],
    ['Exchange transaction charges and IPFT', amounts.exchangeCharges],
    ['Clearing charges', 0n],
    ['CGST (9 %)', half],
    ['SGST (9 %)', gstForm === 'split' ? gst - half : 0n],
    ['IGST (18 %)', gstForm === 'split' ? 0n : gst],
    ['Securities transaction tax', amounts.stt],
    ['SEBI turnover fees', amounts.sebiFee],
    ['Stamp duty', amounts.stampDuty],
    ['Auction and other charges', 0n],
  ]
}

/** Why a note must not be issued: its lines, its total and the journals behind it are the same figure, or nothing is. */
export function faultOf(
  content: Pick<NoteContent, 'fills' | 'amounts' | 'gstForm'>,
  booked: bigint,
): string | undefined {
  const { amounts } = content
  const lines = fillLines(content)
  const valueOf = (side: 'B' | 'S') => sum(lines.filter((line) => line.side === side).map(({ value }) => value))
  const securities = sum(securityLines(lines).map(({ net }) => net))
  const levies = sum(levyLines(content).map(([, paise]) => paise)) - amounts.brokerage
  const differing = (
    [
      ['The purchases', valueOf('B'), amounts.bought],
      ['The sales', valueOf('S'), amounts.sold],
      ['The lines less the levies', securities - levies, amounts.net],
      ['The journals', booked, amounts.net],
    ] as const
  ).find(([, found, stated]) => found !== stated)
  if (!differing) return undefined
  const [what, found, stated] = differing
  return `${what} come to ${formatRupees(found)}, and the booked trade day to ${formatRupees(stated)}. The note is not issued until both agree.`
}
