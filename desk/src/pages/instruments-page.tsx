import { Instruments } from '../market/instruments.tsx'
import { TradeFrame } from '../trade/trade-frame.tsx'

export const InstrumentsPage = () => (
  <TradeFrame title="Instruments" description="Tradable instruments with lot and tick sizes. Every change is audited.">
    <Instruments />
  </TradeFrame>
)
