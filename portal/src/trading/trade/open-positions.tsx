import { formatCount } from '@sauda/contract/platform/decimal'
import { marketLabels } from '@sauda/contract/trading/market'
import type { Trade } from '@sauda/contract/trading/trade'
import { Card } from '@sauda/ui/card'
import { EmptyState } from '@sauda/ui/empty-state'
import { ErrorState } from '@sauda/ui/error-state'
import { SkeletonText } from '@sauda/ui/skeleton'
import type { UseQueryResult } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import { Section } from '../../shell/screen.tsx'
import styles from './open-positions.module.css'
import { Block } from './position-rows.tsx'
import { rowsByStock, type Holding, type PositionListRow } from './positions-by-stock.ts'
import { tradeText } from './trade.text.ts'
import { useTotalValuation, type Valuations, useInvestedValuation } from './valuation.ts'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { Figure, FigureStrip } from '@sauda/ui/figure-strip'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { percentText } from '../../shell/percent.ts'
import { IncludesLoan, traceOf } from '../../shell/amounts.tsx'

/** Rows off screen are neither drawn nor updated. They are observed in blocks, because each observed element costs time. */
const blockRows = 10

interface OpenPositionsProps {
  /** Undefined while loading. */
  open: readonly Trade[] | undefined
  valuations: Valuations
  /** While prices are simulated. */
  simulation: Valuations | undefined
  priceSource: string | undefined
  /** The summary beside the heading. */
  figures: ReactNode
  control?: ReactNode
  /** Stored amounts in paise, to which the simulation adds. */
  totals: Stored | undefined
  holdings: readonly Holding[]
  onOpen: (stock: string) => void
  failed: Pick<UseQueryResult, 'isFetching' | 'refetch'> | undefined
}

/** The open positions by stock, one row per purchase. Each row subscribes to its own valuation. */
export function OpenPositions(props: OpenPositionsProps) {
  const { open, holdings, valuations, simulation, priceSource, figures, control, totals, failed, onOpen } = props
  const count = open?.length ?? 0
  return (
    <Section
      id="open-positions"
      gap={2}
      title={<>Open Positions {count > 0 && <span className="dim regular">{formatCount(count)}</span>}</>}
      aside={
        <>
          {control && <div className={styles.control}>{control}</div>}
          <div className={styles.figures}>{figures}</div>
        </>
      }
    >
      <Card flush className={styles.list}>
        {!open ? (
          <div className="entry">
            <SkeletonText label="Loading positions..." lines={6} />
          </div>
        ) : count === 0 && failed ? (
          <ErrorState title={tradeText.positionsFailed} query={failed}>
            No open positions.
          </ErrorState>
        ) : count === 0 ? (
          <EmptyState title="No open positions.">{tradeText.noPositions}</EmptyState>
        ) : (
          <table className={styles.table} aria-labelledby="open-positions" data-simulated={simulation && ''}>
            <thead>
              <tr>
                <th scope="col">Stock</th>
                <th scope="col">Quantity</th>
                <th scope="col">Avg. price</th>
                <th scope="col">Invested</th>
                <th scope="col">Last price</th>
                <th scope="col">P&L</th>
                {simulation && <th scope="col">Simulated</th>}
              </tr>
            </thead>
            {blocksOf(rowsByStock(open, holdings)).map((rows, index) => (
              <Block key={index} {...{ rows, valuations, simulation, onOpen }} />
            ))}
          </table>
        )}
        {simulation && totals && <SimulatedTotals simulation={simulation} {...totals} />}
      </Card>
      {open && count > 0 && <PriceSource valuations={valuations} name={priceSource} open={open} />}
    </Section>
  )
}

interface PriceSourceProps {
  valuations: Valuations
  name: string | undefined
  open: readonly Trade[]
}

/** The source and the age of the prices of all rows. */
function PriceSource({ valuations, name, open }: PriceSourceProps) {
  const total = useTotalValuation(valuations)
  const stocks = new Set(open.map(({ stockName }) => stockName)).size
  const texts = [
    stocks < open.length && tradeText.positionsOf(open.length, stocks),
    total ? name && tradeText.priceSource(name) : marketLabels.noPrice,
    total && tradeText.unpriced(total.quality, total.unpriced),
  ]
  return <p className="note">{texts.filter(Boolean).join(' · ')}</p>
}

function blocksOf(rows: readonly PositionListRow[]): PositionListRow[][] {
  return Array.from({ length: Math.ceil(rows.length / blockRows) }, (_, index) =>
    rows.slice(index * blockRows, (index + 1) * blockRows),
  )
}

/** Amounts in paise; undefined while loading, null where they could not be loaded. */
interface PositionCardsProps {
  available: bigint | null | undefined
  loan: bigint
  /** The stored profit and loss of all sales. */
  realised: bigint | null | undefined
  /** Missing where not all of its sales are loaded. */
  onTraceRealised: ((amount: bigint) => void) | undefined
  invested: bigint | null | undefined
  onTraceInvested: (amount: bigint) => void
  valuations: Valuations
}

/** Available, Total P&L and Invested in one strip, at the last prices as on the other screens. */
export function PositionCards(props: PositionCardsProps) {
  const { available, loan, realised, onTraceRealised, invested, onTraceInvested, valuations } = props
  const total = useTotalValuation(valuations)
  return (
    <FigureStrip label="Summary of your positions" inline>
      <Figure
        title="Available"
        amount={available}
        onTrace={traceOf('Available', { figure: 'balance' })}
        note={
          loan > 0n && (
            <span>
              <IncludesLoan amount={loan} onTrace={traceOf('Loan money', { figure: 'loan' })} />
            </span>
          )
        }
      />
      <Figure
        title="Total P&L"
        amount={isKnown(realised) ? realised + (total?.profit ?? 0n) : realised}
        change
        note={
          isKnown(realised) && (
            <>
              <span>{tradeText.beforeCharges}</span>
              <span>
                {sentence(tradeText.realised, { amount: <Money amount={realised} change onTrace={onTraceRealised} /> })}
              </span>
              {total && (
                <span>
                  {sentence(tradeText.openPositions, {
                    amount: <Money amount={total.profit} change={!total.isStale} />,
                  })}
                </span>
              )}
            </>
          )
        }
      />
      <Figure
        title="Invested"
        amount={invested}
        onTrace={onTraceInvested}
        note={
          total &&
          isKnown(invested) &&
          invested > 0n && (
            <span>
              {sentence(tradeText.worth, {
                amount: <Money amount={invested + total.profit} />,
                percent: percentText(total.basisPoints),
              })}
            </span>
          )
        }
      />
    </FigureStrip>
  )
}

const isKnown = (amount: bigint | null | undefined): amount is bigint => amount !== undefined && amount !== null

type Stored = Readonly<Record<'realised' | 'invested', bigint>>

/** Total P&L is the stored one plus that of the simulated open positions (section 9). */
function SimulatedTotals({ simulation, realised, invested }: Stored & { simulation: Valuations }) {
  const total = useTotalValuation(simulation)
  const worth = useInvestedValuation(simulation)
  return (
    <div className={`sm tabular ${styles.simulation}`}>
      <DisclosureBadge kind="simulated" />
      {total && (
        <span>{sentence(tradeText.totalSimulated, { amount: <Money amount={realised + total.profit} change /> })}</span>
      )}
      {worth && (
        <span>
          {sentence(tradeText.worthSimulated, {
            amount: <Money amount={invested + worth.profit} />,
            percent: percentText(worth.basisPoints),
          })}
        </span>
      )}
    </div>
  )
}
