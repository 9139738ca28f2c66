import { ReversalsList } from '../trade/reversals-list.tsx'
import { TradeFrame } from './trade-frame.tsx'

/** Wrong bookings on their way back. */
export function ReversalsPage() {
  return (
    <TradeFrame
      title="Reversals"
      description="A wrong booking is undone by an entry of its own. One operator asks, another approves; the client sees both trades and the reason."
    >
      <ReversalsList />
    </TradeFrame>
  )
}
