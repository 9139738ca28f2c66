import type { Reply } from '@sauda/contract/call'
import { queueCalls, type QueueItem } from '@sauda/contract/queue'
import { useQuery } from '@tanstack/react-query'
import { callApi } from '../shell/api.ts'
import { queryClient } from '../shell/query-client.ts'

const queueKey = ['queue'] as const
type Queue = Reply<typeof queueCalls.list>

/** The whole queue: tabs and counts are cut from one answer, so they never disagree. */
export function useQueue() {
  return useQuery({ queryKey: queueKey, queryFn: ({ signal }) => callApi(queueCalls.list, {}, signal) })
}

type Named = Pick<QueueItem, 'kind' | 'id'>
export const sameItem = (one: Named, other: Named): boolean => one.kind === other.kind && one.id === other.id

/** Takes an item; the queue shows it at once, and the truth again when the server refuses. */
export async function takeItem({ kind, id }: Named, name: string): Promise<void> {
  setTaker({ kind, id }, name)
  try {
    await callApi(queueCalls.claim, { body: { kind, id } })
  } catch (error) {
    await queryClient.invalidateQueries({ queryKey: queueKey })
    throw error
  }
}

export function setTaker(item: Named, takenBy: string | undefined): void {
  queryClient.setQueryData<Queue>(queueKey, (queue) => {
    if (!queue) return queue
    return {
      ...queue,
      items: queue.items.map((each) => {
        if (!sameItem(each, item)) return each
        const { takenBy: _, ...rest } = each
        return takenBy === undefined ? rest : { ...rest, takenBy }
      }),
    }
  })
}
