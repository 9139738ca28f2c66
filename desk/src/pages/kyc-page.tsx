import { useParams } from 'react-router'
import { KycReview } from '../kyc/kyc-review.tsx'
import { useSubmission, type Submission } from '../kyc/kyc.api.ts'
import { waitingIn } from '../kyc/decision.ts'
import { CasePage, useCase } from '../queue/case.tsx'

export function KycPage() {
  const { clientId = '' } = useParams()
  const query = useSubmission(clientId)
  return (
    <CasePage
      what="Submission"
      right="kyc.review"
      openId={clientId}
      query={query}
      failed="This submission could not be loaded"
    >
      {(submission) => <OpenSubmission key={clientId} submission={submission} />}
    </CasePage>
  )
}

function OpenSubmission({ submission }: { submission: Submission }) {
  const { clientId, documents } = submission
  const isPending = waitingIn(documents).length > 0
  const context = useCase({ ...submission, kind: 'kyc', id: clientId, isPending })
  return <KycReview submission={submission} context={context} />
}
