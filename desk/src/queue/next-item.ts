import type { QueueItem } from '@sauda/contract/operator'

/** Which case comes after this one: of the same kind first, then whatever waits longest. */
export function nextItem(
  items: readonly QueueItem[],
  openId: string,
  myName: string | undefined,
): QueueItem | undefined {
  const kind = items.find(({ id }) => id === openId)?.kind
  const free = items.filter(
    ({ id, takenBy, firstApproval }) =>
      id !== openId && takenBy === undefined && (firstApproval === undefined || firstApproval !== myName),
  )
  return free.find((item) => item.kind === kind) ?? free[0]
}
