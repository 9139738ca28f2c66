import { Timeline, type TimelineStep } from '@sauda/ui/timeline'
import { Block } from '../shell/evidence.tsx'
import { formatDateTime } from '@sauda/web/date-time'
import type { Request } from './wallet.api.ts'

/** The two operators a large withdrawal takes. */
export function Approvals({ request }: { request: Request }) {
  const { needsTwo, firstApproval, firstApprovalAt, firstApprovalReference, status, decidedBy } = request
  if (!needsTwo && firstApproval === undefined) return null
  const first: TimelineStep = firstApproval
    ? {
        title: 'First approval',
        state: 'done',
        detail: `${firstApproval}${firstApprovalReference ? `, reference ${firstApprovalReference}` : ''}`,
        at: firstApprovalAt && formatDateTime(firstApprovalAt),
      }
    : { title: 'First approval', state: status === 'pending' ? 'current' : 'upcoming' }
  const second: TimelineStep =
    status === 'approved'
      ? { title: 'Second approval', state: 'done', detail: decidedBy }
      : status === 'rejected'
        ? { title: 'Rejected', state: 'failed', detail: decidedBy }
        : {
            title: 'Second approval',
            state: firstApproval ? 'current' : 'upcoming',
            detail: firstApproval ? `Anyone except ${firstApproval}` : 'Another operator',
          }
  return (
    <Block title="Needs two operators">
      <Timeline label="Approvals" steps={[first, second]} />
    </Block>
  )
}
