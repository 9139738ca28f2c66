import { formatAge, isJustNow, formatDateTime } from '@sauda/web/date-time'
import { sentence } from '@sauda/ui/sentence'
import { useSyncExternalStore } from 'react'

const tickMs = 15_000
let now = Date.now()
let timer: ReturnType<typeof setInterval> | undefined
const listeners = new Set<() => void>()

function subscribe(listener: () => void): () => void {
  if (listeners.size === 0) now = Date.now()
  listeners.add(listener)
  timer ??= setInterval(() => {
    now = Date.now()
    for (const each of listeners) each()
  }, tickMs)
  return () => {
    listeners.delete(listener)
    if (listeners.size > 0) return
    clearInterval(timer)
    timer = undefined
  }
}

/** The time, again every 15 seconds from one clock for all, for ages that must not stand still. */
function useNow(): number {
  return useSyncExternalStore(subscribe, () => now)
}

/** How long something has waited, kept current. */
export function Age({ since }: { since: string }) {
  const now = useNow()
  return (
    <time dateTime={since} title={formatDateTime(since)} className="tabular">
      {formatAge(since, now)}
    </time>
  )
}

/** Beside what waits for an operator. */
export function Waiting({ since }: { since: string }) {
  const isNew = isJustNow(since, useNow())
  return <span>{isNew ? 'Received just now' : sentence('Pending for {age}', { age: <Age since={since} /> })}</span>
}
