import { Waiting } from '../shell/age.tsx'
import { ReviewHead } from '../shell/review.tsx'
import { ClientPill } from './document-pill.tsx'
import type { Submission } from './kyc.api.ts'

/** Whose documents these are. */
export function SubmissionHead({ submission }: { submission: Submission }) {
  const { isDocsVerified, since, panNumber, panName, aadhaarNumber } = submission
  const known = [panNumber, panName, aadhaarNumber].filter(Boolean)
  return (
    <ReviewHead {...submission}>
      <ClientPill status={isDocsVerified} />
      {isDocsVerified === 'PENDING' && since && <Waiting since={since} />}
      {known.length > 0 && <span>{known.join(' · ')}</span>}
    </ReviewHead>
  )
}
