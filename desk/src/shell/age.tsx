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

/** One 15-second clock for all ages on screen. */
const useNow = (): number => useSyncExternalStore(subscribe, () => now)

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
