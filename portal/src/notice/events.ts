import { noticeRules, type Topic } from '@sauda/contract/notice'
import { useQueryClient, type QueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent } from 'react'
import { readEvents } from '../shell/event-stream.ts'
import { follow } from '../shell/follow.ts'
import { loseSession } from '../shell/return-to.ts'

const shared = 'sauda-events'
const silentMilliseconds = noticeRules.heartbeatSeconds * 2000 + 5000

/**
 * Which queries a notice outdates, where it is not just its own: the profile repeats what kyc and bank decide, and
 * whatever moves money writes a line of the statement.
 */
const outdates: Partial<Record<Topic, readonly string[]>> = {
  kyc: ['kyc', 'profile'],
  bank: ['bank', 'profile'],
  wallet: ['wallet', 'ledger'],
  loan: ['loan', 'ledger'],
  charge: ['charge', 'ledger'],
  trade: ['trade', 'wallet', 'ledger'],
}

/**
 * Keeps the screens true while a client is logged in. One tab of the browser holds the stream and tells the others:
 * a browser allows only six connections to one server over HTTP/1.1, and every tab would take one for good.
 */
export function useLiveUpdates(token: string | null, onNews: (topic: Topic) => void): void {
  const queries = useQueryClient()
  const refresh = useEffectEvent((topic: Topic | null) => {
    if (topic) onNews(topic)
    outdate(queries, topic)
  })
  useEffect(() => {
    if (!token) return
    const stop = new AbortController()
    const channel = new BroadcastChannel(shared)
    channel.addEventListener('message', (event: MessageEvent<Topic | null>) => refresh(event.data))
    /** Null: anything may have changed. */
    const changed = (topic: Topic | null): void => {
      refresh(topic)
      channel.postMessage(topic)
    }
    const lead = (): Promise<void> =>
      follow(stop.signal, {
        read: (signal, open) =>
          readEvents({ path: '/user/events', token, silentMilliseconds }, signal, {
            open,
            event: ({ data }) => {
              const topic = topicOf(data)
              if (topic) changed(topic)
            },
          }),
        ask: () => changed(null),
        askMilliseconds: noticeRules.fallbackSeconds * 1000,
        refused: () => loseSession(token),
      })
    void asLeader(lead, stop.signal)
    return () => {
      stop.abort()
      channel.close()
    }
  }, [token])
}

function outdate(queries: QueryClient, topic: Topic | null): void {
  if (!topic) return void queries.invalidateQueries()
  for (const key of outdates[topic] ?? [topic]) void queries.invalidateQueries({ queryKey: [key] })
}

/** Locks exist only on https and localhost; elsewhere every tab leads itself. */
async function asLeader(lead: () => Promise<void>, signal: AbortSignal): Promise<void> {
  const locks = (navigator as { locks?: LockManager }).locks
  if (!locks) return lead()
  // Asking is given up at `signal`; once held, the lock lasts as long as the stream.
  await locks.request(shared, { signal }, lead).catch(() => undefined)
}

function topicOf(data: string): Topic | undefined {
  try {
    return (JSON.parse(data) as { topic?: Topic }).topic
  } catch {
    return undefined
  }
}
