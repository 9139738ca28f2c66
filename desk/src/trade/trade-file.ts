import { formatRupees, paiseOf } from '@sauda/contract/money'
import { tradeFileCalls, tradeFileColumns, type ImportLine, type TradeImport } from '@sauda/contract/trade-file'

/** What a dealer fills in: one buy of a share, one of a pair, one sale from a position. */
export const sampleFile = [
  tradeFileColumns.join(','),
  'NOTE-2041,SD100001,BUY,RELIANCE,10,2945.30,',
  'NOTE-2042,SD100002,BUY,USD/INR,1000,84.0525,',
  'NOTE-2043,SD100001,SELL,INFY,5,1502.50,TRD100007',
  '',
].join('\r\n')

/** Why a file is not even sent. */
export function fileFault(csv: string): string | undefined {
  return tradeFileCalls.preview.body.safeParse({ csv }).error?.issues[0]?.message
}

const counted = new Intl.NumberFormat('en-IN')
const trades = (count: number): string => (count === 1 ? '1 trade' : `${counted.format(count)} trades`)

/** "Book 12 trades". */
export const bookWords = (count: number): string => `Book ${trades(count)}`

/** What booking the file will do, before it is done. */
export function fileSentence({ lines, fresh, booked }: TradeImport): string {
  const fresher = lines.filter(({ status }) => status === 'new')
  const clients = new Set(fresher.map(({ clientId }) => clientId)).size
  const sums = [
    ['buys of', sumOf(fresher, 'BUY')],
    ['sales of', sumOf(fresher, 'SELL')],
  ] as const
  const parts = sums.filter(([, paise]) => paise > 0n).map(([what, paise]) => `${what} ${formatRupees(paise)}`)
  const before =
    booked === 0 ? '' : ` ${trades(booked)} booked before ${booked === 1 ? 'stays as it is' : 'stay as they are'}.`
  return `${bookWords(fresh)} for ${clients === 1 ? '1 client' : `${counted.format(clients)} clients`}: ${parts.join(', ')}. All of them, or none.${before}`
}

/** What was booked. */
export function bookedFileSentence({ fresh, booked }: Pick<TradeImport, 'fresh' | 'booked'>): string {
  const now = `${trades(fresh)} ${fresh === 1 ? 'is' : 'are'} booked.`
  return booked === 0
    ? now
    : `${now} ${trades(booked)} ${booked === 1 ? 'was' : 'were'} booked before: nothing changed.`
}

function sumOf(lines: readonly ImportLine[], action: string): bigint {
  return lines.filter((line) => line.action === action).reduce((sum, { amount }) => sum + paiseOf(amount ?? 0), 0n)
}
