import type { CallInput, Reply } from '@sauda/contract/platform/call'
import type { noticeCalls } from '@sauda/contract/core/notice'
import { useQueryClient } from '@tanstack/react-query'
import { standard } from '../../shell/api.ts'
import { useClientQuery } from '../../shell/query.tsx'
import { useSession } from '../../shell/session.ts'

/** The items shown are these. */
export const attentionRows = 3

export const useAttention = () => useClientQuery<typeof noticeCalls.attention>(['attention'], 'GET /user/attention')

export const useNotifications = () =>
  useClientQuery<typeof noticeCalls.notifications>(['notification'], 'GET /user/notifications')

type Ids = CallInput<typeof noticeCalls.read>['body']['ids']

/** Unread ones stay listed. */
export function useReadNotifications() {
  const { userId } = useSession()
  const queries = useQueryClient()
  return async (ids: Ids): Promise<void> => {
    const reply = await standard.send<typeof noticeCalls.read>('POST /user/notifications/read', { body: { ids } })
    queries.setQueryData<Reply<typeof noticeCalls.notifications>>(['notification', userId], reply)
  }
}
