import { Instruments } from '../market/instruments.tsx'
import { TradeFrame } from './trade-frame.tsx'

/** What can be traded. */
export function InstrumentsPage() {
  return (
    <TradeFrame
      title="Instruments"
      description="What can be traded, in which lots and price steps. Every change is audited."
    >
      <Instruments />
    </TradeFrame>
  )
}
