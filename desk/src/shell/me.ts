import type { Right } from '@sauda/contract/call'
import { operatorCalls } from '@sauda/contract/operator'
import { useQuery } from '@tanstack/react-query'
import { ask, tell } from './api.ts'
import { queryClient } from './query-client.ts'
import { endSession, session, type Ending } from './session.ts'
import { useStore } from './store.ts'

export const meKey = ['me'] as const

// Asked now and then while somebody works, so that reading for a quarter of an hour is not taken for absence.
const stillHereMs = 4 * 60_000

/** Who is at the keyboard; asks only while this tab holds a session. */
export function useMe() {
  const { token } = useStore(session)
  return useQuery({
    queryKey: meKey,
    queryFn: ({ signal }) => ask(operatorCalls.me, {}, signal),
    enabled: token !== null,
    staleTime: 60_000,
    refetchInterval: stillHereMs,
  })
}

/** What the operator at the keyboard may do. */
export function useCan(): (right: Right) => boolean {
  const { data } = useMe()
  return (right) => data?.rights.includes(right) ?? false
}

/** Ends the session here and on the server; nothing of it stays in this tab. */
export function leave(ending: Ending): void {
  tell(operatorCalls.logout, {})
  endSession(ending, session.get().token)
  queryClient.clear()
}
