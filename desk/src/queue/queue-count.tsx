import { WaitingBadge } from '../shell/waiting-badge.tsx'
import { useQueue } from './queue.api.ts'

/** How many wait, beside the word Queue. */
export function QueueCount() {
  return <WaitingBadge count={useQueue().data?.items.length ?? 0} />
}
