import { ImportFile } from '../trade/import-file.tsx'
import { TradeFrame } from './trade-frame.tsx'

/** Many trades at once. */
export function ImportPage() {
  return (
    <TradeFrame title="Bulk upload" description="Preview each line first. Either all lines are booked or none.">
      <ImportFile />
    </TradeFrame>
  )
}
