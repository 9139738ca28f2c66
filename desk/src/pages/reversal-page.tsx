import { useParams } from 'react-router'
import { BesideWallet } from '../client/beside.tsx'
import { CasePage } from '../queue/case.tsx'
import { ReversalReview } from '../trade/reversal-review.tsx'
import { useReversal } from '../trade/reversal.api.ts'

export function ReversalPage() {
  const { reversalId = '' } = useParams()
  return (
    <CasePage
      title="Reversal"
      kind="reversal"
      id={reversalId}
      isPending={({ status }) => status === 'pending'}
      query={useReversal(reversalId)}
    >
      {(reversal, context) => (
        <ReversalReview
          item={reversal}
          beside={<BesideWallet clientId={reversal.trade.clientId} />}
          context={context}
        />
      )}
    </CasePage>
  )
}
