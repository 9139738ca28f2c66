import type { QueueItem } from '@sauda/contract/queue'

/** Which case comes after the open one: of the same kind first, then whatever waits longest. */
export function nextItem(
  items: readonly QueueItem[],
  open: { id: string; kind: QueueItem['kind'] | undefined },
  myName: string | undefined,
): QueueItem | undefined {
  const free = items.filter(
    ({ id, takenBy, firstApproval }) =>
      id !== open.id && takenBy === undefined && (firstApproval === undefined || firstApproval !== myName),
  )
  return free.find(({ kind }) => kind === open.kind) ?? free[0]
}
