import { useDecides } from '../../shell/me.ts'
import { PendingBadge } from '../../shell/navigation.tsx'
import { totalOf, useQueue } from './queue.api.ts'

export function QueueCount() {
  const queue = useQueue().data
  return <PendingBadge count={queue ? totalOf(queue) : 0} />
}

/** Announces the queue's length to screen readers. */
export const QueueNews = () => useDecides() && <News />

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
