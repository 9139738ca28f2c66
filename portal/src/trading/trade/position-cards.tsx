import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { Skeleton } from '@sauda/ui/skeleton'
import { Panel } from '@sauda/ui/stack'
import type { ReactNode } from 'react'
import { percentText } from '../../shell/percent.ts'
import styles from './position-cards.module.css'
import { tradeText } from './trade.text.ts'
import { useInvestedValuation, useTotalValuation, type Valuations } from './valuation.ts'

/** Amounts in paise; undefined while loading. */
interface PositionCardsProps {
  available: bigint | undefined
  loan: bigint
  /** The stored profit and loss of all sales. */
  realised: bigint | undefined
  invested: bigint | undefined
  valuations: Valuations | undefined
}

/** Available, Total P&L and Invested in one strip. Stored and simulated amounts are separate figures. */
export function PositionCards({ available, loan, realised, invested, valuations }: PositionCardsProps) {
  return (
    <Panel as="section" className={styles.strip} aria-label="Summary of your positions">
      <Figure
        title="Available"
        amount={available}
        note={loan > 0n && <span>{sentence(tradeText.includesLoan, { amount: <Money amount={loan} /> })}</span>}
      />
      <TotalProfit realised={realised} valuations={valuations} />
      <Invested invested={invested} valuations={valuations} />
    </Panel>
  )
}

interface FigureProps {
  title: string
  amount: bigint | undefined
  change?: boolean
  mark?: ReactNode
  note?: ReactNode
}

function Figure({ title, amount, change = false, mark, note }: FigureProps) {
  return (
    <section className={styles.figure}>
      <div className={styles.head}>
        <h2 className="soft sm medium">{title}</h2>
        {mark}
      </div>
      {amount === undefined ? (
        <output className={`xl strong anywhere ${styles.amount}`}>
          <span className="visually-hidden">Loading...</span>
          <Skeleton className={styles.waiting} />
        </output>
      ) : (
        <p className={`xl strong anywhere ${styles.amount}`}>
          <Money amount={amount} change={change} trimmed={change} />
        </p>
      )}
      <p className={styles.note}>{note}</p>
    </section>
  )
}

/** Stored P&L plus the valuation of the open positions. It has the mark of the strip. */
function TotalProfit({ realised, valuations }: Pick<PositionCardsProps, 'realised' | 'valuations'>) {
  const total = useTotalValuation(valuations)
  const isSimulated = valuations?.source === 'simulated'
  return (
    <Figure
      title="Total P&L"
      amount={realised === undefined ? undefined : realised + (total?.profit ?? 0n)}
      change
      mark={isSimulated && <DisclosureBadge kind="simulated" />}
      note={
        realised !== undefined && (
          <>
            <span>{sentence(tradeText.realised, { amount: <Money amount={realised} change /> })}</span>
            {total && (
              <span className={total.isStale ? styles.stale : undefined}>
                {sentence(isSimulated ? tradeText.openPositionsSimulated : tradeText.openPositions, {
                  amount: <Money amount={total.profit} change />,
                })}
              </span>
            )}
          </>
        )
      }
    />
  )
}

function Invested({ invested, valuations }: Pick<PositionCardsProps, 'invested' | 'valuations'>) {
  const valuation = useInvestedValuation(valuations)
  const isValued = valuation !== undefined && invested !== undefined && invested > 0n
  const isSimulated = valuations?.source === 'simulated'
  return (
    <Figure
      title="Invested"
      amount={invested}
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
