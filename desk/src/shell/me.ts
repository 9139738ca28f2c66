import { approvalCalls } from '@sauda/contract/core/approval'
import type { Right } from '@sauda/contract/platform/call'
import { operatorCalls } from '@sauda/contract/broker/operator'
import { queueRights } from '@sauda/contract/core/queue'
import { useQuery } from '@tanstack/react-query'
import { callApi, callQuery, queryClient, sendOnLeave, useCall } from './api.ts'
import { endSession, session, showOperator, type Ending } from './session.ts'
import { useStore } from '@sauda/web/store'

const { queryKey: meKey, meta } = callQuery(operatorCalls.me, {})
export { meKey }

session.subscribe(() => {
  const { ending } = session.get()
  if (ending === 'left' || ending === 'idle') queryClient.clear()
})

// Keeps the session alive while the operator only reads.
const renewMs = 4 * 60_000

export function useMe() {
  const { operatorId } = useStore(session)
  return useQuery({
    queryKey: meKey,
    meta,
    queryFn: async ({ signal }) => {
      const before = session.get()
      const me = await callApi(operatorCalls.me, {}, signal)
      // A reply from before a logout must not log in again.
      if (session.get() === before) showOperator(me._id)
      return me
    },
    enabled: operatorId !== null,
    staleTime: 60_000,
    refetchInterval: renewMs,
  })
}

export function useCan(): (right: Right) => boolean {
  const { data } = useMe()
  return (right) => data?.rights.includes(right) ?? false
}

export function useDecides(): boolean {
  const can = useCan()
  return Object.values(queueRights).some(can)
}

export const useApprovalState = (options?: { enabled: boolean }) => useCall(approvalCalls.state, {}, options)

/** False if APPROVALS=single waives every second operator. */
export const useNeedsSecond = (): boolean => useApprovalState().data?.mode !== 'single'

export interface Decider {
  myId: string | undefined
  needsSecond: boolean
}

/** Whether this operator requested or first approved it and another one must decide it. */
export const isOwn = (makerId: string | undefined, { myId, needsSecond }: Decider): boolean =>
  needsSecond && makerId !== undefined && makerId === myId

export function useDecider(): Decider {
  const myId = useMe().data?._id
  return { myId, needsSecond: useNeedsSecond() }
}

export const useIsOwn = (makerId: string | undefined): boolean => isOwn(makerId, useDecider())

/** True from the second administrator on. */
export const useNeedsAdministrator = (): boolean => {
  const needsSecond = useNeedsSecond()
  return useApprovalState().data?.setUpPhase !== true && needsSecond
}

export function leave(ending: Ending): void {
  sendOnLeave(operatorCalls.logout, {})
  endSession(ending, session.get().operatorId)
}
