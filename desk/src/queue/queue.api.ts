import type { CallInput, Reply } from '@sauda/contract/call'
import { queueCalls, queueRules, type QueueItem } from '@sauda/contract/queue'
import { useMutation, useQuery } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { callApi, callQuery, invalidate, queryClient, sendIdempotent, sendOnLeave, useCall } from '../shell/api.ts'
import { caseKeys } from '../shell/live-keys.ts'
import { useMe } from '../shell/me.ts'
import { session } from '../shell/session.ts'
import { type Claim, filtered, type QueueFilter, type Viewer, withClaim } from './queue.ts'

const queueKey = ['queue'] as const
type Queue = Reply<typeof queueCalls.list>
type ItemId = Pick<QueueItem, 'kind' | 'id'>

/** One reply for tabs and list, so that their counts always agree. */
export const useQueue = () => useQuery(callQuery(queueKey, queueCalls.list, {}))

export const totalOf = ({ counts }: Queue): number => Object.values(counts).reduce((sum, count) => sum + count, 0)

/** Of the server where the list may be truncated. */
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

export const useHold = (item: ItemId) =>
  useMutation({
    mutationFn: (hold: Omit<CallInput<typeof queueCalls.hold>['body'], keyof ItemId>) =>
      sendIdempotent(queueCalls.hold, { body: { ...item, ...hold } }),
    onSettled: () => invalidate(queueKey),
  })

export const useResume = () => useCall(queueCalls.resume, queueKey)

export const useAssign = () => useCall(queueCalls.assign, queueKey, ...caseKeys)

export const useColleagues = (kind: QueueItem['kind']) =>
  useQuery(callQuery([...queueKey, 'colleagues', kind], queueCalls.colleagues, { query: { kind } }))

interface ClaimInput extends ItemId {
  /** This operator may decide the item, it is pending, and nobody else works on it. */
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
      void invalidate(queueKey)
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
