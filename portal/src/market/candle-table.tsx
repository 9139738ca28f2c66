import type { Candle, CandleSpan } from '@sauda/contract/market'
import { candleMoment, priceText } from './candles.ts'

/** Read aloud, more would be a burden. */
const rows = 30

/** The newest candles of a picture, for who cannot see it. */
export function CandleTable({ candles, span, label }: { candles: readonly Candle[]; span: CandleSpan; label: string }) {
  const newest = candles.slice(-rows).toReversed()
  return (
    <div className="visually-hidden">
      <table>
        <caption>{`${label}: the newest ${newest.length} of ${candles.length}`}</caption>
        <thead>
          <tr>
            {['When', 'Open', 'High', 'Low', 'Close'].map((header) => (
              <th key={header} scope="col">
                {header}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {newest.map(({ start, open, high, low, close }) => (
            <tr key={start}>
              <th scope="row">{candleMoment(start, span)}</th>
              <td>{priceText(open)}</td>
              <td>{priceText(high)}</td>
              <td>{priceText(low)}</td>
              <td>{priceText(close)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </div>
  )
}
