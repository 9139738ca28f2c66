import { marketWords } from '@sauda/contract/market'
import { paiseOf } from '@sauda/contract/money'
import type { Trade } from '@sauda/contract/trade'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { memo, type RefObject } from 'react'
import { formatDate } from '@sauda/web/date-time'
import { useMark, type Marks } from './marks.ts'
import styles from './open-positions.module.css'
import { percentText, rangeText } from './percent.ts'
import { Sparkline } from './sparkline.tsx'
import { priceText, quantityText } from './text.ts'

interface PositionRowProps {
  position: Trade
  marks: Marks | undefined
  /** The block of rows it stands in. */
  block: RefObject<Element | null>
}

/** One purchase, of which something is left. */
export const PositionRow = memo(function PositionRow({ position, marks, block }: PositionRowProps) {
  const { stockName, tradeId, createdAt, quantity, avgPrice, cost, loanPart, _id } = position
  return (
    <tr className={styles.row}>
      <th scope="row">
        {stockName}
        <small>
          <span>{tradeId}</span> <span>{formatDate(createdAt)}</span>
        </small>
      </th>
      <td data-label="Qty">{quantityText(quantity)}</td>
      <td data-label="Avg.">{priceText(avgPrice)}</td>
      <td data-label="Invested">
        <Money amount={paiseOf(cost)} />
        {loanPart > 0 && <small>{sentence('loan {amount}', { amount: <Money amount={paiseOf(loanPart)} /> })}</small>}
      </td>
      <Moving marks={marks} tradeId={_id} block={block} />
    </tr>
  )
})

/** What ticks; nothing else of the row is drawn again. */
function Moving({ marks, tradeId, block }: Omit<PositionRowProps, 'position'> & { tradeId: string }) {
  const mark = useMark(marks, tradeId, block)
  if (!mark)
    return (
      <>
        <td className={styles.none}>
          <span className="visually-hidden">None</span>
        </td>
        <td className={styles.none}>
          <span aria-hidden="true">–</span>
          <span className="visually-hidden">{marketWords.noPrice}</span>
        </td>
      </>
    )
  const tone = mark.profit > 0n ? 'gain' : mark.profit < 0n ? 'loss' : 'even'
  return (
    <>
      <td>
        <Sparkline trail={mark.trail} tone={tone} />
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
