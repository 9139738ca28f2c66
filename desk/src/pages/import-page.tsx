import { ImportFile } from '../trade/import-file.tsx'
import { TradeFrame } from './trade-frame.tsx'

/** Many trades at once. */
export function ImportPage() {
  return (
    <TradeFrame
      title="Trades from a file"
      description="What each line would do is shown first. Then all of them are booked, or none."
    >
      <ImportFile />
    </TradeFrame>
  )
}
