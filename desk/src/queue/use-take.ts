import { queueCalls, queueRules, type QueueItem } from '@sauda/contract/queue'
import { useEffect, useEffectEvent } from 'react'
import { sendOnLeave } from '../shell/api.ts'
import { useMe } from '../shell/me.ts'
import { session } from '../shell/session.ts'
import { setTaker, takeItem } from './queue.api.ts'

// A claim lapses by itself; whoever still looks at the item keeps it.
const renewMs = (queueRules.claimMinutes * 60_000) / 2

/** Holds an item while its screen is open, unless another operator has it; gives it back on leaving. */
export function useTake(item: QueueItem | undefined): void {
  const me = useMe()
  const kind = item?.kind
  const id = item?.id
  const take = useEffectEvent((named: Pick<QueueItem, 'kind' | 'id'>) => {
    const name = me.data?.name
    if (name === undefined || (item?.takenBy !== undefined && item.takenBy !== name)) return undefined
    let holds = true
    // Refused means that another was faster: the queue says who, and there is nothing to give back.
    takeItem(named, name).catch(() => (holds = false))
    return () => {
      if (!holds || !session.get().operatorId) return
      sendOnLeave(queueCalls.claim, { body: { ...named, release: true } })
      setTaker(named, undefined)
    }
  })
  const renew = useEffectEvent((named: Pick<QueueItem, 'kind' | 'id'>) => {
    if (item?.takenBy === me.data?.name) sendOnLeave(queueCalls.claim, { body: named })
  })
  useEffect(() => {
    if (kind === undefined || id === undefined) return undefined
    const release = take({ kind, id })
    if (!release) return undefined
    const renewal = setInterval(() => renew({ kind, id }), renewMs)
    addEventListener('pagehide', release)
    return () => {
      clearInterval(renewal)
      removeEventListener('pagehide', release)
      release()
    }
  }, [kind, id])
}
