import type { sessionCalls } from '@sauda/contract/session'
import type { Reply } from '@sauda/contract/call'
import { watchFocus } from '@sauda/ui/dom'
import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { standard } from '../shell/api.ts'

export type ClientSession = Reply<typeof sessionCalls.list>[number]

const key = ['session', 'list']

export function useSessions() {
  return useQuery({
    queryKey: key,
    queryFn: ({ signal }) => standard.send<typeof sessionCalls.list>('GET /user/sessions', {}, { quiet: true, signal }),
  })
}

/** `onEnded` also runs after the row is gone, with whether the focus was still in it. */
export function useEndSession(onEnded: (hasFocus: boolean) => void) {
  const queries = useQueryClient()
  return useMutation({
    mutationFn: (sessionId: string) =>
      standard.send<typeof sessionCalls.end>('DELETE /user/sessions/:sessionId', { params: { sessionId } }),
    onMutate: watchFocus,
    onSuccess: (_answer, _sessionId, hasFocus) => onEnded(hasFocus()),
    onSettled: () => queries.invalidateQueries({ queryKey: key }),
  })
}
