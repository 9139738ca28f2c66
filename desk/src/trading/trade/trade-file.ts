import { formatCount } from '@sauda/contract/platform/decimal'
import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import {
  executionColumns,
  tradeFileCalls,
  tradeFileColumns,
  type ImportLine,
  type TradeImport,
} from '@sauda/contract/trading/trade-file'
import { formatDateTimeSeconds } from '@sauda/web/date-time'
import { countText } from '../../shell/format.ts'

export const sampleFile = [
  [...tradeFileColumns, ...executionColumns].join(','),
  'NOTE-2041,SD100001,BUY,RELIANCE,10,2945.30,,,,,,',
  'NOTE-2042,SD100002,BUY,TCS,5,3120.00,,2026-11-20,10:15:30,NSE,1100000012345678,75012345',
  'NOTE-2043,SD100001,SELL,INFY,5,1502.50,TRD100007,,,,,',
  '',
].join('\r\n')

export const fileError = (csv: string): string | undefined =>
  tradeFileCalls.preview.body.safeParse({ csv }).error?.issues[0]?.message

/** The exchange's confirmation, as far as the file has it. */
export const executionText = ({ tradedAt, exchange, orderNumber, exchangeTradeNumber }: ImportLine): string =>
  [
    tradedAt && formatDateTimeSeconds(tradedAt),
    exchange,
    orderNumber && `order ${orderNumber}`,
    exchangeTradeNumber && `trade ${exchangeTradeNumber}`,
  ]
    .filter(Boolean)
    .join(', ')

export const bookText = (count: number): string => `Book ${countText(count, 'trade')}`

export const wrongSentence = (wrong: number): string =>
  wrong === 1
    ? '1 line has an error. Correct the file before booking.'
    : `${formatCount(wrong)} lines have errors. Correct the file before booking.`

export function fileSentence({ lines, fresh, booked }: TradeImport): string {
  const fresher = lines.filter(({ status }) => status === 'new')
  const bought = sumOf(fresher, 'BUY')
  const sold = sumOf(fresher, 'SELL')
  return [
    `${bookText(fresh)} for ${countText(new Set(fresher.map(({ clientId }) => clientId)).size, 'client')}.`,
    ...(bought > 0n ? [`Buys come to ${formatRupees(bought)}.`] : []),
    ...(sold > 0n ? [`Sales come to ${formatRupees(sold)}.`] : []),
    'Either all are booked or none.',
    ...(booked === 1 ? ['1 trade already booked is unchanged.'] : []),
    ...(booked > 1 ? [`${formatCount(booked)} trades already booked are unchanged.`] : []),
  ].join(' ')
}

export function bookedFileSentence({ fresh, booked }: Pick<TradeImport, 'fresh' | 'booked'>): string {
  const now = `${countText(fresh, 'trade')} ${fresh === 1 ? 'is' : 'are'} booked.`
  if (booked === 0) return now
  return `${now} ${countText(booked, 'trade')} ${booked === 1 ? 'was already booked and is' : 'were already booked and are'} unchanged.`
}

const sumOf = (lines: readonly ImportLine[], action: string): bigint =>
  lines.filter((line) => line.action === action).reduce((sum, { amount }) => sum + paiseOf(amount ?? 0), 0n)
