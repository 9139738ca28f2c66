import { eventsPath, noticeCalls, noticeRules, type Notice } from '@sauda/contract/core/notice'
import { deskOperatorHeader } from '@sauda/contract/core/session'
import { serverReachable } from '@sauda/web/reachability'
import { refreshOutdated } from '@sauda/web/calls'
import { shareStream } from '@sauda/web/shared-stream'
import { createStore, useStore } from '@sauda/web/store'
import { useEffect } from 'react'
import { meKey } from './me.ts'
import { queryClient, refreshAll } from './api.ts'
import { session } from './session.ts'

/** Whether live updates are connected. */
export const live = createStore(false)

const silentMilliseconds = noticeRules.heartbeatSeconds * 2000 + 5000

export function useLive(): void {
  const { operatorId } = useStore(session)
  useEffect(() => {
    if (!operatorId) return undefined
    return shareStream({
      name: `desk-events ${operatorId}`,
      path: () => eventsPath(noticeCalls.desk, performance.now()),
      headers: { [deskOperatorHeader]: operatorId },
      silentMilliseconds,
      pollMilliseconds: noticeRules.fallbackSeconds * 1000,
      onEvent: ({ data }) => {
        void refreshOutdated(queryClient, JSON.parse(data) as Notice)
      },
      onPoll: () => void refreshAll(),
      onLive: (isLive) => {
        live.set(isLive)
        if (isLive) serverReachable.set(true)
      },
      // The reply shows whether the session ended or another operator logged in.
      onRejected: () => void queryClient.invalidateQueries({ queryKey: meKey }),
    })
  }, [operatorId])
}
