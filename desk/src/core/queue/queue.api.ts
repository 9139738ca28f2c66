import type { Reply } from '@sauda/contract/platform/call'
import { queueCalls, queueRules, type QueueItem } from '@sauda/contract/core/queue'
import { useNow } from '@sauda/web/hooks'
import { useEffect, useEffectEvent } from 'react'
import { callApi, callQuery, queryClient, sendOnLeave, useCall } from '../../shell/api.ts'
import { useDecider, useMe } from '../../shell/me.ts'
import { session } from '../../shell/session.ts'
import { type Claim, filtered, type QueueFilter, type Viewer, withClaim } from './queue.ts'

const { queryKey: queueKey } = callQuery(queueCalls.list, {})
type Queue = Reply<typeof queueCalls.list>
type ItemId = Pick<QueueItem, 'kind' | 'id'>

/** One reply for tabs and list, so that their counts always agree. */
export const useQueue = () => useCall(queueCalls.list, {})

export const totalOf = ({ counts }: Queue): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

export function useViewer(): Viewer {
  const decider = useDecider()
  return { ...decider, now: useNow() }
}

/** The server's count where the list may be truncated. */
export const countOf = (queue: Queue, filter: QueueFilter, viewer: Viewer): number => {
  if (filter.show !== 'all') return filtered(queue.items, filter, viewer).length
  return filter.kind ? (queue.counts[filter.kind] ?? 0) : totalOf(queue)
}

/** Shows the claim before the server replies. */
function showClaim(item: ItemId, claim: Claim): void {
  queryClient.setQueryData<Queue>(
    queueKey,
    (queue) => queue && { ...queue, items: withClaim(queue.items, item, claim) },
  )
}

// Half of the claim's lifetime, so that one lost request does not end it.
const renewMs = (queueRules.claimMinutes * 60_000) / 2

interface ClaimInput extends ItemId {
  /** This operator may decide the item, it is pending, and no other operator has claimed it. */
  claimable: boolean
}

/** Claims a case while its screen is open and releases it on leaving. */
export function useClaim({ kind, id, claimable }: ClaimInput): void {
  const me = useMe().data
  const claim = useEffectEvent((item: ItemId) => {
    if (!me) return undefined
    let isMine = true
    showClaim(item, { takenBy: me.name, takenById: me._id })
    callApi(queueCalls.claim, { body: item }).catch(() => {
      // Another operator was faster: there is nothing to release.
      isMine = false
      void queryClient.invalidateQueries({ queryKey: queueKey })
    })
    const renewal = setInterval(() => isMine && sendOnLeave(queueCalls.claim, { body: item }), renewMs)
    const release = () => {
      clearInterval(renewal)
      if (!isMine || !session.get().operatorId) return
      isMine = false
      sendOnLeave(queueCalls.claim, { body: { ...item, release: true } })
      showClaim(item, {})
    }
    return release
  })
  useEffect(() => {
    const release = claimable ? claim({ kind, id }) : undefined
    if (!release) return undefined
    addEventListener('pagehide', release)
    return () => {
      removeEventListener('pagehide', release)
      release()
    }
  }, [kind, id, claimable])
}
