import { AlertBanner } from '@sauda/ui/alert-banner'
import { useState } from 'react'
import { useLocation } from 'react-router'
import { settleHere } from '../queue/departed.ts'
import { itemAddress } from '../queue/item-address.ts'
import { nextItem } from '../queue/next-item.ts'
import type { Intent } from '../queue/queue-keys.ts'
import { useQueue } from '../queue/queue.api.ts'
import { useTake } from '../queue/use-take.ts'
import { useMe } from '../shell/me.ts'

/** What every opened case shares: it is held while open, knows the next one, and says who else has it. */
export function useCase({ id, takenBy }: { id: string; takenBy: string | undefined }) {
  const me = useMe().data
  const items = useQueue().data?.items ?? []
  const here = items.find((item) => item.id === id)
  // Decided, it is no longer in the queue, and the next one is still of its kind.
  const [kind, setKind] = useState(here?.kind)
  if (here && kind !== here.kind) setKind(here.kind)
  const next = nextItem(items, { id, kind }, me?.name)
  // Kept from the first sight of the screen: the history entry outlives the decision.
  const [intent] = useState((useLocation().state as Intent | null)?.intent)
  useTake(here)
  const other = takenBy !== undefined && takenBy !== me?.name ? takenBy : undefined
  return {
    intent,
    next: next && itemAddress(next),
    onSend: () => settleHere(id),
    notice: other && (
      <AlertBanner tone="warn" title={`${other} has this open`}>
        Only the first decision counts.
      </AlertBanner>
    ),
  }
}
