import { useParams } from 'react-router'
import { AdjustmentReview } from '../ledger/adjustment-review.tsx'
import { useAdjustment, type Adjustment } from '../ledger/ledger.api.ts'
import { CasePage, useCase } from '../queue/case.tsx'
import { Block } from '../shell/evidence.tsx'
import { MoneyStrip } from '../wallet/money-strip.tsx'
import { Beside } from '../client/beside.tsx'

export function AdjustmentPage() {
  const { adjustmentId = '' } = useParams()
  const query = useAdjustment(adjustmentId)
  return (
    <CasePage
      what="Adjustment"
      right="client.read"
      openId={adjustmentId}
      query={query}
      failed="This adjustment could not be loaded"
    >
      {(adjustment) => <OpenAdjustment key={adjustmentId} adjustment={adjustment} />}
    </CasePage>
  )
}

function OpenAdjustment({ adjustment }: { adjustment: Adjustment }) {
  const context = useCase({
    ...adjustment,
    kind: 'adjustment',
    id: adjustment._id,
    isPending: adjustment.status === 'pending',
  })
  const beside = (
    <Beside clientId={adjustment.clientId}>
      {({ wallet }) => (
        <Block title="Wallet">
          <MoneyStrip wallet={wallet} quiet />
        </Block>
      )}
    </Beside>
  )
  return <AdjustmentReview adjustment={adjustment} beside={beside} context={context} />
}
