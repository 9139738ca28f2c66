import { useNow } from './now.ts'
import { ageText, momentText } from './time.ts'

/** How long something has waited, kept current. */
export function Age({ since }: { since: string }) {
  const now = useNow()
  return (
    <time dateTime={since} title={momentText(since)} className="tabular">
      {ageText(since, now)}
    </time>
  )
}
