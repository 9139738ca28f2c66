import { useParams } from 'react-router'
import { pendingIn } from '../kyc/decision.ts'
import { KycReview } from '../kyc/kyc-review.tsx'
import { useSubmission } from '../kyc/kyc.api.ts'
import { CasePage } from '../queue/case.tsx'

export function KycPage() {
  const { clientId = '' } = useParams()
  return (
    <CasePage
      title="Submission"
      right="kyc.review"
      kind="kyc"
      id={clientId}
      isPending={({ documents }) => pendingIn(documents).length > 0}
      query={useSubmission(clientId)}
    >
      {(submission, context) => <KycReview submission={submission} context={context} />}
    </CasePage>
  )
}
