import { Badge } from '@sauda/ui/badge'

/** How many wait for an operator, beside the name of the place where they do; nothing where none does. */
export function WaitingBadge({ count }: { count: number }) {
  if (count === 0) return null
  return (
    <Badge>
      {count}
      <span className="visually-hidden"> waiting</span>
    </Badge>
  )
}
