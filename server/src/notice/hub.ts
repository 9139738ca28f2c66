import { noticeRules } from '@sauda/contract/notice'
import { commonErrors, AppError } from '@sauda/contract/error'
import type { FastifyReply } from 'fastify'
import { openEventStream, type EventStream } from '../platform/event-stream.ts'
import type { NoticeRow } from './notice.sql.ts'

/** A browser of one client, or of the desk if `clientId` is undefined. */
type Listener = EventStream & { readonly sessionId: string; readonly clientId: string | undefined }

const asEvent = ({ topic, id }: NoticeRow) => `data: ${JSON.stringify({ topic, ...(id !== null && { id }) })}\n\n`

/** Topics after which a session of their audience may have ended. */
const endsSessions = new Set<string>(['session', 'operator'])

export function createHub(findActiveSessions: (sessionIds: string[]) => Promise<ReadonlySet<string>>) {
  const listeners = new Set<Listener>()
  let closed = false

  function open(reply: FastifyReply, sessionId: string, clientId?: string): void {
    if (closed || listeners.size >= noticeRules.streamsPerProcess)
      throw new AppError(commonErrors.busy, { retryAfter: noticeRules.fallbackSeconds })
    const same = [...listeners].filter((listener) => listener.sessionId === sessionId)
    if (same.length >= noticeRules.streamsPerSession && same[0]) end(same[0])
    const listener = { sessionId, clientId, ...openEventStream(reply, () => listeners.delete(listener)) }
    listeners.add(listener)
  }

  function end(listener: Listener): void {
    listeners.delete(listener)
    listener.end()
  }

  async function send(notices: readonly NoticeRow[]): Promise<void> {
    const byAudience = Map.groupBy(notices, ({ clientId }) => clientId ?? undefined)
    const suspects = new Set<Listener>()
    for (const listener of listeners) {
      const relevant = byAudience.get(listener.clientId)
      if (!relevant) continue
      // Two changes of the same thing need one request.
      write(listener, [...new Set(relevant.map(asEvent))].join(''))
      if (relevant.some(({ topic }) => endsSessions.has(topic))) suspects.add(listener)
    }
    if (suspects.size > 0) await endExpired(suspects)
  }

  /** A browser that is too far behind is disconnected; it reconnects and requests everything again. */
  function write(listener: Listener, text: string): void {
    if (listener.unread() <= noticeRules.unreadBytes) return listener.write(text)
    listeners.delete(listener)
    listener.disconnect()
  }

  async function endExpired(among: ReadonlySet<Listener> = listeners): Promise<void> {
    if (among.size === 0) return
    const checked = [...among]
    const active = await findActiveSessions([...new Set(checked.map((listener) => listener.sessionId))])
    for (const listener of checked) if (!active.has(listener.sessionId)) end(listener)
  }

  return {
    open,
    send,
    endExpired: () => endExpired(),
    sendHeartbeat(): void {
      for (const listener of listeners) write(listener, ': \n\n')
    },
    close(): void {
      closed = true
      for (const listener of listeners) end(listener)
    },
  }
}
