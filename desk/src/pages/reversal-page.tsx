import { useParams } from 'react-router'
import { Block } from '../shell/evidence.tsx'
import { ReversalReview } from '../trade/reversal-review.tsx'
import { useReversal, type DeskReversal } from '../trade/reversal.api.ts'
import { MoneyStrip } from '../wallet/money-strip.tsx'
import { Beside } from './beside.tsx'
import { Panes } from './panes.tsx'
import { useCase } from './use-case.tsx'

/** A wrong booking beside the queue. */
export function ReversalPage() {
  const { reversalId = '' } = useParams()
  const query = useReversal(reversalId)
  return (
    <Panes what="Reversal" right="client.read" openId={reversalId} query={query}>
      {(reversal) => <OpenReversal key={reversalId} reversal={reversal} />}
    </Panes>
  )
}

function OpenReversal({ reversal }: { reversal: DeskReversal }) {
  const { _id, takenBy, trade } = reversal
  const shared = useCase({ id: _id, takenBy })
  const beside = (
    <Beside clientId={trade.clientId}>
      {({ wallet }) => (
        <Block title="Wallet">
          <MoneyStrip wallet={wallet} quiet />
        </Block>
      )}
    </Beside>
  )
  return <ReversalReview reversal={reversal} beside={beside} {...shared} />
}
