import { useDecides } from '../shell/queue-rights.ts'
import { useQueue } from './queue.api.ts'

/** Tells who cannot see the list that it grew or shrank; nobody who decides nothing. */
export function QueueNews() {
  return useDecides() && <News />
}

function News() {
  const count = useQueue().data?.items.length
  return (
    <output className="visually-hidden" aria-label="Live updates">
      {count !== undefined && (count === 1 ? '1 case waits in the queue.' : `${count} cases wait in the queue.`)}
    </output>
  )
}
