import { DisclosureBadge } from '@sauda/ui/disclosure-badge'
import { Figure, FigureStrip } from '@sauda/ui/figure-strip'
import { Money } from '@sauda/ui/money'
import { sentence } from '@sauda/ui/sentence'
import { percentText } from '../../shell/percent.ts'
import { traceOf } from '../../shell/trail.ts'
import { IncludesLoan } from '../../shell/amounts.tsx'
import { tradeText } from './trade.text.ts'
import { useInvestedValuation, useTotalValuation, type Valuations } from './valuation.ts'

/** Amounts in paise; undefined while loading. */
interface PositionCardsProps {
  /** Which of the queries failed. */
  failed: { readonly wallet: boolean; readonly portfolio: boolean }
  available: bigint | undefined
  loan: bigint
  /** The stored profit and loss of all sales. */
  realised: bigint | undefined
  /** Missing where not all of its sales are loaded. */
  onTraceRealised: ((amount: bigint) => void) | undefined
  invested: bigint | undefined
  onTraceInvested: (amount: bigint) => void
  valuations: Valuations | undefined
}

/** Available, Total P&L and Invested in one strip. Stored and simulated amounts are separate figures. */
export function PositionCards(props: PositionCardsProps) {
  const { failed, available, loan, invested, onTraceInvested, valuations } = props
  return (
    <FigureStrip label="Summary of your positions">
      <Figure
        title="Available"
        amount={available}
        failed={failed.wallet}
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
      <Invested failed={failed.portfolio} invested={invested} onTrace={onTraceInvested} valuations={valuations} />
    </FigureStrip>
  )
}

/** Stored P&L plus the valuation of the open positions. It has the mark of the strip. */
function TotalProfit({ failed, realised, onTraceRealised, valuations }: PositionCardsProps) {
  const total = useTotalValuation(valuations)
  const isSimulated = valuations?.source === 'simulated'
  return (
    <Figure
      title="Total P&L"
      failed={failed.portfolio}
      amount={realised === undefined ? undefined : realised + (total?.profit ?? 0n)}
      change
      mark={
        <>
          <span className="dim sm">Before charges</span>
          {isSimulated && <DisclosureBadge kind="simulated" />}
        </>
      }
      note={
        realised !== undefined && (
          <>
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
  )
}

interface InvestedProps extends Pick<PositionCardsProps, 'invested' | 'valuations'> {
  failed: boolean
  onTrace: PositionCardsProps['onTraceInvested']
}

function Invested({ failed, invested, onTrace, valuations }: InvestedProps) {
  const valuation = useInvestedValuation(valuations)
  const isValued = valuation !== undefined && invested !== undefined && invested > 0n
  const isSimulated = valuations?.source === 'simulated'
  return (
    <Figure
      title="Invested"
      amount={invested}
      failed={failed}
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
