import { useParams } from 'react-router'
import { Block } from '../shell/evidence.tsx'
import { ReversalReview } from '../trade/reversal-review.tsx'
import { useReversal, type DeskReversal } from '../trade/reversal.api.ts'
import { MoneyStrip } from '../wallet/money-strip.tsx'
import { CasePage, useCase } from '../queue/case.tsx'
import { Beside } from '../client/beside.tsx'

export function ReversalPage() {
  const { reversalId = '' } = useParams()
  const query = useReversal(reversalId)
  return (
    <CasePage
      failed="This reversal could not be loaded"
      what="Reversal"
      right="client.read"
      openId={reversalId}
      query={query}
    >
      {(reversal) => <OpenReversal key={reversalId} reversal={reversal} />}
    </CasePage>
  )
}

function OpenReversal({ reversal }: { reversal: DeskReversal }) {
  const { _id, trade } = reversal
  const context = useCase({ ...reversal, kind: 'reversal', id: _id, isPending: reversal.status === 'pending' })
  const beside = (
    <Beside clientId={trade.clientId}>
      {({ wallet }) => (
        <Block title="Wallet">
          <MoneyStrip wallet={wallet} quiet />
        </Block>
      )}
    </Beside>
  )
  return <ReversalReview reversal={reversal} beside={beside} context={context} />
}
