import { AlertBanner } from '@sauda/ui/alert-banner'
import { EmptyState } from '@sauda/ui/empty-state'
import type { Submission } from './kyc.api.ts'
import { formatDateTime } from '@sauda/web/date-time'

/** In place of the form where nothing waits. `wasOpen`: somebody else decided while this screen was open. */
export function Settled({ submission, wasOpen }: { submission: Submission; wasOpen: boolean }) {
  const [newest] = submission.history
  if (!newest) return <EmptyState title="Nothing pending">The client has not uploaded documents yet.</EmptyState>
  if (!wasOpen)
    return (
      <EmptyState title="Nothing pending">{`Decided by ${newest.operatorName}, ${formatDateTime(newest.at)}.`}</EmptyState>
    )
  return (
    <AlertBanner tone="warn" title={`Already decided by ${newest.operatorName}`}>
      {`${formatDateTime(newest.at)}. Your decision was not recorded.`}
    </AlertBanner>
  )
}
