import { Instruments } from '../market/instruments.tsx'
import { TradeFrame } from '../trade/trade-frame.tsx'

export function InstrumentsPage() {
  return (
    <TradeFrame
      title="Instruments"
      description="Tradable instruments with lot and tick sizes. Every change is audited."
    >
      <Instruments />
    </TradeFrame>
  )
}
