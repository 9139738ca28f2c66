import { marketLabels } from '@sauda/contract/market'
import { paiseOf } from '@sauda/contract/money'
import type { Trade } from '@sauda/contract/trade'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { ErrorState } from '@sauda/ui/error-state'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Skeleton } from '@sauda/ui/skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import { memo, useRef, type CSSProperties, type ReactNode } from 'react'
import { formatDate } from '@sauda/web/date-time'
import { Section } from '../shell/section.tsx'
import { priceText, quantityText } from './trade.ts'
import styles from './open-positions.module.css'
import { percentText, rangeText } from '../shell/percent.ts'
import { Sparkline } from './sparkline.tsx'
import { tradeText } from './trade.text.ts'
import { useIsNearViewport, useTotalValuation, useValuation, type Valuations } from './valuation.ts'

/** Rows off screen are neither drawn nor updated. They are observed in blocks, because each observed element costs time. */
const blockRows = 10

interface OpenPositionsProps {
  /** Undefined while loading. */
  open: readonly Trade[] | undefined
  valuations: Valuations | undefined
  priceSource: string | undefined
  control?: ReactNode
  failed: Pick<UseQueryResult, 'isFetching' | 'refetch'> | undefined
}

/** The open positions, one row per purchase. Each row subscribes to its own valuation. */
export function OpenPositions({ open, valuations, priceSource, control, failed }: OpenPositionsProps) {
  const count = open?.length ?? 0
  return (
    <Section
      id="open-positions"
      title={
        <span className={styles.title}>
          Open Positions {count > 0 && <span className={styles.count}>{count.toLocaleString('en-IN')}</span>}
        </span>
      }
      aside={
        <>
          {count > 0 && valuations?.source === 'simulated' && <DisclosureBadge kind="simulated" />}
          {count > 0 && valuations && <PriceSource valuations={valuations} name={priceSource} />}
          {control && <div className={styles.control}>{control}</div>}
        </>
      }
    >
      <Card flush>
        {!open ? (
          <output className={styles.waiting}>
            <span className="visually-hidden">Loading positions...</span>
            {[0, 1, 2].map((row) => (
              <span key={row}>
                <Skeleton />
                <Skeleton />
              </span>
            ))}
          </output>
        ) : count === 0 ? (
          <EmptyState
            title="No open positions."
            action={failed && <ErrorState look="line" title={tradeText.positionsFailed} query={failed} />}
          >
            {!failed && tradeText.noPositions}
          </EmptyState>
        ) : (
          <table className={styles.table} aria-labelledby="open-positions">
            <thead>
              <tr>
                <th scope="col">Stock</th>
                <th scope="col">Quantity</th>
                <th scope="col">Avg. price</th>
                <th scope="col">Invested</th>
                <th scope="col">Trend</th>
                <th scope="col">P&L</th>
              </tr>
            </thead>
            {blocksOf(open).map((positions, index) => (
              <Block key={index} positions={positions} valuations={valuations} />
            ))}
          </table>
        )}
      </Card>
    </Section>
  )
}

/** The source of the prices of all rows. Simulated prices have a mark of their own. */
function PriceSource({ valuations, name }: { valuations: Valuations; name: string | undefined }) {
  const isPriced = useTotalValuation(valuations) !== undefined
  const text = isPriced ? valuations.source === 'live' && name && tradeText.priceSource(name) : marketLabels.noPrice
  return text && <span className={styles.count}>{text}</span>
}

function Block({ positions, valuations }: { positions: readonly Trade[]; valuations: Valuations | undefined }) {
  const block = useRef<HTMLTableSectionElement>(null)
  const isNear = useIsNearViewport(block)
  return (
    <tbody ref={block} style={{ '--rows': positions.length } as CSSProperties}>
      {positions.map((position) => (
        <PositionRow key={position._id} position={position} valuations={valuations} isNear={isNear} />
      ))}
    </tbody>
  )
}

function blocksOf(open: readonly Trade[]): Trade[][] {
  return Array.from({ length: Math.ceil(open.length / blockRows) }, (_, index) =>
    open.slice(index * blockRows, (index + 1) * blockRows),
  )
}

interface PositionRowProps {
  position: Trade
  valuations: Valuations | undefined
  isNear: boolean
}

const PositionRow = memo(function PositionRow({ position, valuations, isNear }: PositionRowProps) {
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
        {loanPart > 0 && (
          <small>{sentence(tradeText.includesLoan, { amount: <Money amount={paiseOf(loanPart)} /> })}</small>
        )}
      </td>
      <LiveCells valuations={valuations} tradeId={_id} isNear={isNear} />
    </tr>
  )
})

/** The cells that change with the price; the rest of the row is not drawn again. */
function LiveCells({ valuations, tradeId, isNear }: Omit<PositionRowProps, 'position'> & { tradeId: string }) {
  const valuation = useValuation(valuations, tradeId, isNear)
  if (!valuation)
    return (
      <>
        <td className={styles.none}>
          <span className="visually-hidden">No trend</span>
        </td>
        <td className={styles.none}>
          <span aria-hidden="true">–</span>
          <span className="visually-hidden">{marketLabels.noPrice}</span>
        </td>
      </>
    )
  const tone = valuation.profit > 0n ? 'gain' : valuation.profit < 0n ? 'loss' : 'even'
  return (
    <>
      <td>
        <Sparkline history={valuation.history} tone={tone} />
        <span className="visually-hidden">{rangeText(valuation.history)}</span>
      </td>
      <td className={valuation.isStale ? styles.stale : undefined}>
        <Money amount={valuation.profit} change />
        <small>
          <span className={tone}>{percentText(valuation.basisPoints)}</span>
          {valuation.price && <span>{priceText(valuation.price)}</span>}
          <span>{valuation.quality}</span>
        </small>
      </td>
    </>
  )
}
