import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { FigureCard, FigureCards } from '../shell/figure-card.tsx'
import { percentText } from '../shell/percent.ts'
import styles from './trade.module.css'
import { tradeText } from './trade.text.ts'
import { useInvestedValuation, useTotalValuation, type TotalValuation, type Valuations } from './valuation.ts'

/** Amounts in paise; undefined while loading. */
interface PositionCardsProps {
  available: bigint | undefined
  loan: bigint
  /** The stored profit and loss of all sales. */
  realised: bigint | undefined
  invested: bigint | undefined
  valuations: Valuations | undefined
}

/** Available, Total P&L and Invested. Stored and simulated amounts are separate figures. */
export function PositionCards({ available, loan, realised, invested, valuations }: PositionCardsProps) {
  return (
    <FigureCards label="Summary of your positions">
      <FigureCard
        title="Available"
        amount={available}
        note={loan > 0n && sentence(tradeText.includesLoan, { amount: <Money amount={loan} /> })}
      />
      <TotalProfit realised={realised} valuations={valuations} />
      <Invested invested={invested} valuations={valuations} />
    </FigureCards>
  )
}

/** Stored P&L plus the valuation of the open positions. */
function TotalProfit({ realised, valuations }: Pick<PositionCardsProps, 'realised' | 'valuations'>) {
  const total = useTotalValuation(valuations)
  const isSimulated = valuations?.source === 'simulated'
  return (
    <FigureCard
      title="Total P&L"
      amount={realised === undefined ? undefined : realised + (total?.profit ?? 0n)}
      change
      lines={realised === undefined ? 2 : 0}
      mark={isSimulated && <DisclosureBadge kind="simulated" />}
      note={
        realised !== undefined && (
          <span className={styles.lines}>
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

function Invested({ invested, valuations }: Pick<PositionCardsProps, 'invested' | 'valuations'>) {
  const valuation = useInvestedValuation(valuations)
  const isValued = valuation !== undefined && invested !== undefined && invested > 0n
  const isSimulated = valuations?.source === 'simulated'
  return (
    <FigureCard
      title="Invested"
      amount={invested}
      lines={invested === undefined ? 2 : 0}
      mark={isValued && isSimulated && <DisclosureBadge kind="simulated" />}
      note={
        isValued && (
          <span className={styles.lines}>
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
