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
  valuations: Valuations | undefined
  priceSource: string | undefined
  /** The summary beside the heading. */
  figures: ReactNode
  control?: ReactNode
  holdings: readonly Holding[]
  onOpen: (stock: string) => void
  failed: Pick<UseQueryResult, 'isFetching' | 'refetch'> | undefined
}

/** The open positions by stock, one row per purchase. Each row subscribes to its own valuation. */
export function OpenPositions(props: OpenPositionsProps) {
  const { open, holdings, valuations, priceSource, figures, control, failed, onOpen } = props
  const count = open?.length ?? 0
  const isSimulated = valuations?.source === 'simulated'
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
          <table className={styles.table} aria-labelledby="open-positions">
            <thead>
              <tr>
                <th scope="col">Stock</th>
                <th scope="col">Quantity</th>
                <th scope="col">Avg. price</th>
                <th scope="col">Invested</th>
                <th scope="col">{isSimulated ? 'Simulated price' : 'Last price'}</th>
                <th scope="col">{isSimulated ? 'Simulated P&L' : 'P&L'}</th>
              </tr>
            </thead>
            {blocksOf(rowsByStock(open, holdings)).map((rows, index) => (
              <Block key={index} {...{ rows, valuations, onOpen }} />
            ))}
          </table>
        )}
      </Card>
      {count > 0 && valuations && <PriceSource valuations={valuations} name={priceSource} />}
    </Section>
  )
}

/** The source of the prices of all rows. Simulated prices have a mark of their own. */
function PriceSource({ valuations, name }: { valuations: Valuations; name: string | undefined }) {
  const isPriced = useTotalValuation(valuations) !== undefined
  const text = isPriced ? valuations.source === 'live' && name && tradeText.priceSource(name) : marketLabels.noPrice
  return <p className="note">{[text, tradeText.beforeCharges].filter(Boolean).join(' · ')}</p>
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
  valuations: Valuations | undefined
}

/** Available, Total P&L and Invested in one strip. Stored and simulated amounts are separate figures. */
export function PositionCards(props: PositionCardsProps) {
  const { available, loan, invested, onTraceInvested, valuations } = props
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
      <TotalProfit {...props} />
      <Invested invested={invested} onTrace={onTraceInvested} valuations={valuations} />
    </FigureStrip>
  )
}

const isKnown = (amount: bigint | null | undefined): amount is bigint => amount !== undefined && amount !== null

/** Stored P&L plus the valuation of the open positions. It has the mark of the strip. */
function TotalProfit({ realised, onTraceRealised, valuations }: PositionCardsProps) {
  const total = useTotalValuation(valuations)
  const isSimulated = valuations?.source === 'simulated'
  return (
    <Figure
      title="Total P&L"
      amount={isKnown(realised) ? realised + (total?.profit ?? 0n) : realised}
      change
      mark={isSimulated && isKnown(realised) && <DisclosureBadge kind="simulated" />}
      note={
        isKnown(realised) && (
          <>
            <span>
              {sentence(tradeText.realised, { amount: <Money amount={realised} change onTrace={onTraceRealised} /> })}
            </span>
            {total && (
              <span>
                {sentence(isSimulated ? tradeText.openSimulated : tradeText.openPositions, {
                  amount: <Money amount={total.profit} change={!total.isStale} />,
                })}
              </span>
            )}
          </>
        )
      }
    />
  )
}

interface InvestedProps extends Pick<PositionCardsProps, 'invested' | 'valuations'> {
  onTrace: PositionCardsProps['onTraceInvested']
}

function Invested({ invested, onTrace, valuations }: InvestedProps) {
  const valuation = useInvestedValuation(valuations)
  const isValued = valuation !== undefined && isKnown(invested) && invested > 0n
  const isSimulated = valuations?.source === 'simulated'
  return (
    <Figure
      title="Invested"
      amount={invested}
      onTrace={onTrace}
      note={
        isValued && (
          <span>
            {sentence(isSimulated ? tradeText.worthSimulated : tradeText.worth, {
              amount: <Money amount={invested + valuation.profit} />,
              percent: percentText(valuation.basisPoints),
            })}
          </span>
        )
      }
    />
  )
}
