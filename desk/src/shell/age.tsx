import { formatAge, isJustNow, formatDateTime } from '@sauda/web/date-time'
import { sentence } from '@sauda/ui/sentence'
import { useNow } from '@sauda/web/now'

export function Age({ since }: { since: string }) {
  const now = useNow()
  return (
    <time dateTime={since} title={formatDateTime(since)} className="tabular">
      {formatAge(since, now)}
    </time>
  )
}

export function PendingAge({ since }: { since: string }) {
  const isNew = isJustNow(since, useNow())
  return <span>{isNew ? 'Received just now' : sentence('Pending for {age}', { age: <Age since={since} /> })}</span>
}
