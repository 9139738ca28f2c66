import { sentence } from '@sauda/ui/sentence'
import { useNow } from './now.ts'
import { ageText, isJustNow, momentText } from './time.ts'

/** How long something has waited, kept current. */
export function Age({ since }: { since: string }) {
  const now = useNow()
  return (
    <time dateTime={since} title={momentText(since)} className="tabular">
      {ageText(since, now)}
    </time>
  )
}

/** Beside what waits for an operator. */
export function Waiting({ since }: { since: string }) {
  const isNew = isJustNow(since, useNow())
  return <span>{isNew ? 'Received just now' : sentence('Pending for {age}', { age: <Age since={since} /> })}</span>
}
