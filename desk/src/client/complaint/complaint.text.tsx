import type { RegisterLine } from '@sauda/contract/client/complaint'
import { StatusPill } from '@sauda/ui/badge'
import { formatDate, formatDateTime } from '@sauda/web/date-time'

type Line = Pick<RegisterLine, 'status' | 'unanswered' | 'dueOn' | 'levelDueOn' | 'closedAt'>

export function ComplaintPill({ line: { status, unanswered } }: { line: Line }) {
  if (status === 'closed') return <StatusPill tone="neutral">Closed</StatusPill>
  return unanswered ? (
    <StatusPill tone="warn">Awaiting reply</StatusPill>
  ) : (
    <StatusPill tone="info">Answered</StatusPill>
  )
}

export const dueText = ({ closedAt, dueOn, levelDueOn }: Line): string =>
  closedAt
    ? `Closed on ${formatDateTime(closedAt)}`
    : levelDueOn === dueOn
      ? `By ${formatDate(dueOn)}`
      : `Reply by ${formatDate(levelDueOn)}, resolve by ${formatDate(dueOn)}`
