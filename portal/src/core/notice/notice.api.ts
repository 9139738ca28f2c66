import type { CallInput } from '@sauda/contract/platform/call'
import { noticeCalls } from '@sauda/contract/core/notice'
import { useQueryClient } from '@tanstack/react-query'
import { standard } from '../../shell/api.ts'
import { callQuery, useClientQuery } from '../../shell/query.tsx'

export const useAttention = () => useClientQuery(noticeCalls.attention)

export const useNotifications = () => useClientQuery(noticeCalls.notifications)

type Ids = CallInput<typeof noticeCalls.read>['body']['ids']

/** The others stay unread. */
export function useReadNotifications() {
  const queries = useQueryClient()
  return async (ids: Ids): Promise<void> => {
    const reply = await standard.send(noticeCalls.read, { body: { ids } })
    queries.setQueryData(callQuery(noticeCalls.notifications, {}).queryKey, reply)
  }
}
