import { useParams } from 'react-router'
import { KycReview } from '../kyc/kyc-review.tsx'
import { useSubmission, type Submission } from '../kyc/kyc.api.ts'
import { Panes } from './panes.tsx'
import { useCase } from './use-case.tsx'

/** A client's documents beside the queue. */
export function KycPage() {
  const { clientId = '' } = useParams()
  const query = useSubmission(clientId)
  return (
    <Panes what="Submission" right="kyc.review" openId={clientId} query={query}>
      {(submission) => <OpenSubmission key={clientId} submission={submission} />}
    </Panes>
  )
}

function OpenSubmission({ submission }: { submission: Submission }) {
  const { intent, ...shared } = useCase({ id: submission.clientId, takenBy: submission.takenBy })
  return <KycReview submission={submission} intent={intent === 'refuse' ? 'again' : intent} {...shared} />
}
