import { Badge } from '@sauda/ui/badge'
import { useQueue } from './queue.api.ts'

/** How many wait, beside the word Queue. */
export function QueueCount() {
  const count = useQueue().data?.items.length ?? 0
  if (count === 0) return null
  return (
    <Badge>
      {count}
      <span className="visually-hidden"> waiting</span>
    </Badge>
  )
}
