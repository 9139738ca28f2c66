import { decimalOf, formatPrice, formatQuantity } from '@sauda/contract/platform/decimal'
import { formatRupees, sum } from '@sauda/contract/platform/money'
import { nameOf } from '@sauda/contract/core/name'
import { accountNames } from '@sauda/contract/core/ledger-name'
import { dateText, dayInIndia, inIndia, momentText } from '../../platform/india.ts'
import type { SendPart } from '../../platform/called.ts'
import type { PdfTitle } from '../../core/pdf/pdf.draw.ts'
import { drawDocument, type Part, plainRupees } from '../../core/pdf/pdf.parts.ts'
import type { EntryRow, EventRow, TradeOfDay } from './statement.sql.ts'
import { entryLabel } from './statement.text.ts'

export type ConfirmationPdf = Pick<PdfTitle, 'broker' | 'holder' | 'preparedAt' | 'mark'> & {
  readonly day: string
  readonly trades: readonly TradeOfDay[]
  /** Paise; undefined on a day without a contract. */
  readonly charges: bigint | undefined
  /** Events of these trades and of their reversals, oldest first. */
  readonly events: readonly EventRow[]
  readonly entries: readonly EntryRow[]
}

/** The bookings of one trading day only. Returns the value of its trades. */
export async function drawConfirmation(given: ConfirmationPdf, send: SendPart): Promise<bigint> {
  const paise = sum(countedOf(given).map((trade) => trade.amount))
  const amount = { name: 'Value of trades', paise }
  const title = { ...given, title: 'Trade confirmation', period: `Trading day ${dateText(given.day)}`, amount }
  await drawDocument(title, partsOf(given), send)
  return paise
}

const countedOf = ({ trades }: Pick<ConfirmationPdf, 'trades'>): TradeOfDay[] =>
  trades.filter(({ reversed_at: reversedAt }) => reversedAt === null)

export function partsOf({ day, trades, charges, events, entries, broker }: ConfirmationPdf): Part[] {
  const counted = countedOf({ trades })
  const sums = (['BUY', 'SELL'] as const).map((action) => {
    const own = counted.filter((trade) => trade.action === action)
    const name = action === 'BUY' ? 'Bought' : 'Sold'
    return { name, count: own.length, paise: sum(own.map((trade) => trade.amount)) }
  })
  const [bought = 0n, sold = 0n] = sums.map(({ paise }) => paise)
  const net = sold - bought - (charges ?? 0n)
  return [
    {
      kind: 'figures',
      figures: [
        ...sums.map(({ name, paise }) => [name, formatRupees(paise)] as const),
        ...(charges === undefined ? [] : [['Charges', formatRupees(charges)] as const]),
        [net < 0n ? 'Net to pay' : 'Net to receive', formatRupees(net < 0n ? -net : net)],
      ],
    },
    { kind: 'heading', text: 'Trades booked' },
    {
      kind: 'table',
      columns: tradeColumns,
      rows: [
        ...trades.map((trade) => ({ cells: tradeCells(trade, day) })),
        ...sums.map(({ name, count, paise }) => ({
          cells: [`${name} (${count})`, '', '', '', '', '', plainRupees(paise)],
          isTotal: true,
        })),
      ],
    },
    ...intradayOf(counted, events, entries),
    {
      kind: 'text',
      text: [
        'This confirmation shows what is booked in your account for this trading day. Reversed trades are marked and are in no total.',
        events.every(({ event }) => !event.startsWith('contract.')) &&
          'Brokerage, taxes and other charges are not part of it: no exchange file has confirmed these trades.',
        broker.supportEmail && `If something is not right, write to ${broker.supportEmail}.`,
      ]
        .filter(Boolean)
        .join(' '),
    },
    { kind: 'heading', text: 'Ledger entries booked for these trades' },
    {
      kind: 'table',
      columns: entryColumns,
      rows: events.flatMap((event) => [
        {
          cells: [event.reference ?? 'Trade day', `Booked on ${momentText(event.at)} IST`, ''],
          isTotal: true,
        },
        ...entries
          .filter((entry) => entry.journal_id === event.id)
          .map((entry) => ({
            cells: [
              entryLabel(event.event, entry),
              `${accountNames[entry.debit]} to ${inSentence(accountNames[entry.credit])}`,
              plainRupees(entry.amount),
            ],
          })),
      ]),
    },
  ]
}

/** What was bought and sold on the day: the exchange nets it, so that its purchase is no entry. */
function intradayOf(trades: readonly TradeOfDay[], events: readonly EventRow[], entries: readonly EntryRow[]): Part[] {
  const ofContract = trades.filter(({ contract_id: id }) => id !== null)
  const sales = ofContract.filter(({ contract_id: id, bought_with: boughtWith }) => boughtWith === id)
  const ids = new Set(events.filter(({ event }) => event === 'contract.booked').map(({ id }) => id))
  const purchases = entries.filter(({ credit, journal_id: id }) => credit === 'invested' && ids.has(id))
  const bought = sum(ofContract.map(({ action, amount }) => (action === 'BUY' ? amount : 0n)))
  const cost = sum(sales.map((sale) => sale.cost))
  // Not where some of it is delivered, or where the contract was booked again.
  if (cost === 0n || bought - sum(purchases.map(({ amount }) => amount)) !== cost) return []
  const names = sales.map(({ quantity, stock }) => `${formatQuantity(decimalOf(quantity) ?? 0n)} ${stock}`)
  return [
    {
      kind: 'text',
      text: `Intraday: ${names.join(', ')}, bought for ${formatRupees(cost)}. Only its profit or loss is booked.`,
    },
  ]
}

/** `Balance` → `balance`, but `STT` as it is. */
const inSentence = (name: string): string => name.replace(/^[A-Z](?![A-Z])/, (first) => first.toLowerCase())

const tradeColumns = [
  { title: 'Trade', width: 54 },
  { title: 'Traded (IST)', width: 82 },
  { title: 'Security', width: 104 },
  { title: 'Exchange', width: 116 },
  { title: 'Quantity', width: 48, isAmount: true },
  { title: 'Price (₹)', width: 52, isAmount: true },
  { title: 'Amount (₹)', width: 67, isAmount: true },
]
const entryColumns = [
  { title: 'Entry', width: 128 },
  { title: 'From and to', width: 328 },
  { title: 'Amount (₹)', width: 67, isAmount: true },
]

function tradeCells(trade: TradeOfDay, day: string): string[] {
  const { number, action, stock, isin, quantity, price, amount, exchange, reversed_at: reversedAt } = trade
  const security = [
    `${action === 'BUY' ? 'Bought' : 'Sold'} ${stock}`,
    isin && `ISIN ${isin}`,
    reversedAt && `Reversed on ${momentText(reversedAt)}: ${trade.reversed_reason ?? ''}`,
  ]
  const numbers = [
    [exchange, trade.exchange_trade_number && `trade ${trade.exchange_trade_number}`].filter(Boolean).join(' '),
    trade.order_number && `Order ${trade.order_number}`,
  ]
  return [
    nameOf('trade', number),
    timeOf(trade, day),
    security.filter(Boolean).join('\n'),
    numbers.filter(Boolean).join('\n'),
    formatQuantity(decimalOf(quantity) ?? 0n),
    formatPrice(decimalOf(price) ?? 0n).replace('₹', ''),
    plainRupees(amount),
  ]
}

/** The time of trading, or of booking if the dealer gave none. */
function timeOf({ traded_at: tradedAt, created_at: createdAt }: TradeOfDay, day: string): string {
  const clock = (at: Date): string => inIndia(at).slice(11)
  if (tradedAt) return clock(tradedAt)
  return `Booked ${dayInIndia(createdAt) === day ? clock(createdAt) : momentText(createdAt)}`
}
