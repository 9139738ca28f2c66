import type { QueueItem } from '@sauda/contract/queue'
import { useEffect, useState } from 'react'
import { sameItem } from './queue.api.ts'

/** What was in the queue and is no longer. */
export function departedSince(before: readonly QueueItem[], now: readonly QueueItem[]): readonly QueueItem[] {
  return before.filter((item) => !now.some((each) => sameItem(each, item)))
}

const settledHere = new Set<string>()

/** This tab decides the item itself, so its departure is no news. What it answers takes that back. */
export function settleHere(id: string): () => void {
  settledHere.add(id)
  return () => settledHere.delete(id)
}

const isNews = ({ id }: QueueItem): boolean => !settledHere.has(id)

const shownMs = 12_000

/** Items that left the queue a moment ago without this operator's doing: they are shown leaving, not just gone. */
export function useDeparted(items: readonly QueueItem[] | undefined): readonly QueueItem[] {
  const [before, setBefore] = useState(items)
  const [departed, setDeparted] = useState<readonly QueueItem[]>([])
  if (items && items !== before) {
    setBefore(items)
    const fresh = departedSince(before ?? [], items).filter(isNews)
    const back = departed.filter((item) => !items.some((each) => sameItem(each, item)))
    if (fresh.length > 0 || back.length < departed.length) setDeparted([...back, ...fresh])
  }
  useEffect(() => {
    if (departed.length === 0) return undefined
    const timer = setTimeout(() => setDeparted([]), shownMs)
    return () => clearTimeout(timer)
  }, [departed])
  return departed
}
