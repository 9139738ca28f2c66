import { useDecides } from '../shell/me.ts'
import { WaitingBadge } from '../shell/navigation.tsx'
import { totalOf, useQueue } from './queue.api.ts'

/** The number of pending cases, beside the word Queue. */
export function QueueCount() {
  const queue = useQueue().data
  return <WaitingBadge count={queue ? totalOf(queue) : 0} />
}

/** Announces a change of the queue to operators who cannot see it, if they decide cases at all. */
export function QueueNews() {
  return useDecides() && <News />
}

function News() {
  const queue = useQueue().data
  const count = queue && totalOf(queue)
  return (
    <output className="visually-hidden" aria-label="Live updates">
      {count !== undefined &&
        (count === 1 ? '1 case is pending in the queue.' : `${count} cases are pending in the queue.`)}
    </output>
  )
}
