import { Card } from '@sauda/ui/card'
import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Skeleton } from '@sauda/ui/skeleton'
import type { ReactNode } from 'react'
import { percentText } from './percent.ts'
import styles from './position-cards.module.css'
import { tradeText } from './trade.text.ts'
import { useInvestedValuation, useTotalValuation, type TotalValuation, type Valuations } from './valuation.ts'

/** Paise; undefined while loading. */
export type PositionFigures = {
  readonly available: bigint | undefined
  readonly loan: bigint
  /** The stored profit and loss of all sales. */
  readonly realised: bigint | undefined
  readonly invested: bigint | undefined
}

interface PositionCardsProps {
  figures: PositionFigures
  valuations: Valuations | undefined
}

/** Available, Total P&L and Invested. Stored and simulated amounts are separate figures. */
export function PositionCards({ figures: { available, loan, realised, invested }, valuations }: PositionCardsProps) {
  return (
    <section className={styles.cards} aria-label="Summary of your positions">
      <Figure
        title="Available"
        amount={available}
        lines={1}
        note={loan > 0n ? sentence(tradeText.includesLoan, { amount: <Money amount={loan} /> }) : '\u00a0'}
      />
      <TotalProfit realised={realised} valuations={valuations} />
      <Invested invested={invested} valuations={valuations} />
    </section>
  )
}

/** Stored P&L plus the valuation of the open positions. */
function TotalProfit({ realised, valuations }: { realised: bigint | undefined; valuations: Valuations | undefined }) {
  const total = useTotalValuation(valuations)
  const isSimulated = valuations?.source === 'simulated'
  return (
    <Figure
      title="Total P&L"
      amount={realised === undefined ? undefined : realised + (total?.profit ?? 0n)}
      change
      lines={2}
      mark={isSimulated && <DisclosureBadge kind="simulated" />}
      note={
        realised !== undefined && (
          <span className={styles.two}>
            <span>{sentence(tradeText.realised, { amount: <Money amount={realised} change /> })}</span>
            {total && (
              <span className={total.isStale ? styles.stale : undefined}>
                {sentence(isSimulated ? tradeText.openPositionsSimulated : tradeText.openPositions, {
                  amount: <Money amount={total.profit} change />,
                })}
              </span>
            )}
            {total && !isSimulated && <PriceQuality total={total} />}
          </span>
        )
      }
    />
  )
}

function Invested({ invested, valuations }: { invested: bigint | undefined; valuations: Valuations | undefined }) {
  const valuation = useInvestedValuation(valuations)
  const isValued = valuation !== undefined && invested !== undefined && invested > 0n
  const isSimulated = valuations?.source === 'simulated'
  return (
    <Figure
      title="Invested"
      amount={invested}
      lines={2}
      mark={isValued && isSimulated && <DisclosureBadge kind="simulated" />}
      note={
        isValued && (
          <span className={styles.two}>
            <span>
              {sentence(isSimulated ? tradeText.worthSimulated : tradeText.worth, {
                amount: <Money amount={invested + valuation.profit} />,
                percent: percentText(valuation.basisPoints),
              })}
            </span>
            {!isSimulated && <PriceQuality total={valuation} />}
          </span>
        )
      }
    />
  )
}

function PriceQuality({ total: { quality, unpriced } }: { total: TotalValuation }) {
  return (
    <span>
      {unpriced === 0 ? quality : sentence(tradeText.unpriced, { quality, count: unpriced.toLocaleString('en-IN') })}
    </span>
  )
}

interface FigureProps {
  title: string
  amount: bigint | undefined
  change?: boolean
  mark?: ReactNode
  note?: ReactNode
  /** Lines reserved for the note while loading. */
  lines?: number
}

function Figure({ title, amount, change = false, mark, note, lines = 0 }: FigureProps) {
  return (
    <Card className={styles.card}>
      <div className={styles.head}>
        <h2>{title}</h2>
        {mark}
      </div>
      {amount === undefined ? (
        <output>
          <span className="visually-hidden">Loading...</span>
          <Skeleton shape="title" className={styles.waiting} />
        </output>
      ) : (
        <p>
          <Money amount={amount} size="large" change={change} />
        </p>
      )}
      {amount === undefined && lines > 0 && (
        <div className={styles.note}>
          {Array.from({ length: lines }, (_, line) => (
            <Skeleton key={line} className={styles.noteWaiting} />
          ))}
        </div>
      )}
      {amount !== undefined && note && <p className={styles.note}>{note}</p>}
    </Card>
  )
}
