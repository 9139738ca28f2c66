import { useParams } from 'react-router'
import { BesideWallet } from '../client/beside.tsx'
import { AdjustmentReview } from '../ledger/adjustment-review.tsx'
import { useAdjustment } from '../ledger/ledger.api.ts'
import { CasePage } from '../queue/case.tsx'

export function AdjustmentPage() {
  const { adjustmentId = '' } = useParams()
  return (
    <CasePage
      title="Adjustment"
      kind="adjustment"
      id={adjustmentId}
      isPending={({ status }) => status === 'pending'}
      query={useAdjustment(adjustmentId)}
    >
      {(adjustment, context) => (
        <AdjustmentReview
          item={adjustment}
          beside={<BesideWallet clientId={adjustment.clientId} />}
          context={context}
        />
      )}
    </CasePage>
  )
}
