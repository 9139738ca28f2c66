import { formatAge, isJustNow, formatDateTime } from '@sauda/web/date-time'
import { sentence } from '@sauda/ui/sentence'
import { createStore, useStore } from '@sauda/web/store'

const tickMs = 15_000
/** One clock for all ages on screen. */
const clock = createStore(Date.now())
setInterval(() => clock.set(Date.now()), tickMs)

/** The time now, for what depends on it. */
export const useNow = (): number => useStore(clock)

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
