import { paiseOf } from '@sauda/contract/money'
import type { Trade } from '@sauda/contract/trade'
import { Money } from '@sauda/ui/money'
import { memo } from 'react'
import { dayOfMoment } from '../shell/moment.ts'
import { useMark, type Marks } from './marks.ts'
import styles from './open-positions.module.css'
import { percentText, rangeText } from './percent.ts'
import { Sparkline } from './sparkline.tsx'
import { priceText, quantityText } from './text.ts'
import { useSeen } from './use-seen.ts'

interface PositionRowProps {
  position: Trade
  marks: Marks | undefined
}

/** One purchase, of which something is left. */
export const PositionRow = memo(function PositionRow({ position, marks }: PositionRowProps) {
  const { stockName, tradeId, createdAt, quantity, avgPrice, cost, loanPart, _id } = position
  const [ref, isSeen] = useSeen<HTMLTableRowElement>()
  return (
    <tr ref={ref} className={styles.row}>
      <th scope="row">
        {stockName}
        <small>
          <span>{tradeId}</span> <span>{dayOfMoment(createdAt)}</span>
        </small>
      </th>
      <td data-label="Qty">{quantityText(quantity)}</td>
      <td data-label="Avg.">{priceText(avgPrice)}</td>
      <td data-label="Invested">
        <Money amount={paiseOf(cost)} />
        {loanPart > 0 && (
          <small>
            loan <Money amount={paiseOf(loanPart)} />
          </small>
        )}
      </td>
      <Moving marks={marks} tradeId={_id} isSeen={isSeen} />
    </tr>
  )
})

/** What ticks; nothing else of the row is drawn again. */
function Moving({ marks, tradeId, isSeen }: { marks: Marks | undefined; tradeId: string; isSeen: boolean }) {
  const mark = useMark(marks, tradeId, isSeen)
  if (!mark)
    return (
      <>
        <td className={styles.none}>
          <span className="visually-hidden">None</span>
        </td>
        <td className={styles.none}>
          <span aria-hidden="true">–</span>
          <span className="visually-hidden">No price</span>
        </td>
      </>
    )
  const tone = mark.profit > 0n ? 'gain' : mark.profit < 0n ? 'loss' : 'even'
  return (
    <>
      <td>
        <Sparkline trail={mark.trail} slots={40} tone={tone} />
        <span className="visually-hidden">{rangeText(mark.trail)}</span>
      </td>
      <td className={mark.isStale ? styles.stale : undefined}>
        <Money amount={mark.profit} change />
        <small>
          <span className={styles[tone]}>{percentText(mark.basisPoints)}</span>
          {mark.price && <span>{priceText(mark.price)}</span>}
          <span>{mark.origin}</span>
        </small>
      </td>
    </>
  )
}
