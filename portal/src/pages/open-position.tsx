import { ErrorState, Loaded } from '@sauda/ui/error-state'
import { lazyPart } from '../shell/lazy-part.tsx'
import { PositionDetail } from '../trading/trade/position-detail.tsx'
import styles from '../trading/trade/trade.module.css'
import { isUnknown, usePosition } from '../trading/trade/trade.api.ts'
import { tradeText } from '../trading/trade/trade.text.ts'
import type { Valuations } from '../trading/trade/valuation.ts'

const PositionChart = lazyPart(
  () => import('./position-chart.tsx').then((module) => module.PositionChart),
  <div className={styles.chart} />,
)

interface OpenPositionProps {
  tradeId: string
  live: Valuations
  simulation: Valuations | undefined
}

/** The details of the position in the address. */
export function OpenPosition({ tradeId, ...valuations }: OpenPositionProps) {
  const position = usePosition(tradeId)
  if (isUnknown(position.error))
    return <ErrorState title={tradeText.positionUnknown}>{tradeText.positionUnknownHint}</ErrorState>
  return (
    <Loaded query={position} lines={8} failed={tradeText.positionFailed}>
      {(data) => <PositionDetail position={data} {...valuations} chart={<PositionChart position={data} />} />}
    </Loaded>
  )
}
