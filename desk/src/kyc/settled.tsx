import { AlertBanner } from '@sauda/ui/alert-banner'
import { EmptyState } from '@sauda/ui/empty-state'
import type { Submission } from './kyc.api.ts'
import { momentText } from '../shell/time.ts'

/** In place of the form where nothing waits. `wasOpen`: somebody else decided while this screen was open. */
export function Settled({ submission, wasOpen }: { submission: Submission; wasOpen: boolean }) {
  const [newest] = submission.history
  if (!newest) return <EmptyState title="Nothing waits here">The client has not sent documents yet.</EmptyState>
  if (!wasOpen)
    return (
      <EmptyState title="Nothing waits here">
        {`Decided by ${newest.operatorName}, ${momentText(newest.at)}.`}
      </EmptyState>
    )
  return (
    <AlertBanner tone="warn" title={`Already decided by ${newest.operatorName}`}>
      {`${momentText(newest.at)}. Nothing is done twice.`}
    </AlertBanner>
  )
}
