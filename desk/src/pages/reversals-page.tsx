import { ReversalsList } from '../trade/reversals-list.tsx'
import { TradeFrame } from './trade-frame.tsx'

/** Wrong bookings on their way back. */
export function ReversalsPage() {
  return (
    <TradeFrame
      title="Reversals"
      description="Reverse a wrong trade with a contra entry. One operator requests it, another approves it. The client sees both trades and the reason."
    >
      <ReversalsList />
    </TradeFrame>
  )
}
