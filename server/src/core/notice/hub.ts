import { noticeRules } from '@sauda/contract/core/notice'
import { commonErrors, AppError } from '@sauda/contract/platform/error'
import type { FastifyReply } from 'fastify'
import { openEventStream, type EventStream } from '../../platform/event-stream.ts'
import { endedSessions } from './notice.ts'
import type { NoticeRow } from './notice.sql.ts'

/** A browser of one client, or of the desk if `clientId` is undefined. */
type Listener = EventStream & Opened
type Opened = {
  readonly sessionId: string
  /** The client or operator. */
  readonly ownerId: string
  readonly clientId?: string | undefined
}

/** The id of the ended session is not sent to other browsers. */
const asEvent = ({ topic, id }: NoticeRow) =>
  `data: ${JSON.stringify({ topic, ...(id !== null && topic !== 'session' && { id }) })}\n\n`

/** Two changes of the same topic need one request. */
const eventsOf = (notices: readonly NoticeRow[]) => [...new Set(notices.map(asEvent))].join('')

/** The desk shows no operators' sessions. */
const visible = (notices: readonly NoticeRow[]) =>
  notices.filter(({ clientId, topic }) => clientId !== null || topic !== 'session')

export function createHub(findActiveSessions: (sessionIds: string[]) => Promise<ReadonlySet<string>>) {
  const listeners = new Set<Listener>()
  let closed = false

  /** Opens a stream that begins with the notices that `earlier` reads. */
  async function open(
    reply: FastifyReply,
    { sessionId, ownerId, clientId }: Opened,
    earlier: () => Promise<readonly NoticeRow[]>,
  ): Promise<void> {
    if (closed || listeners.size >= noticeRules.streamsPerProcess)
      throw new AppError(commonErrors.busy, { retryAfter: noticeRules.fallbackSeconds })
    const ofOwner = [...listeners].filter((listener) => listener.ownerId === ownerId)
    const ofSession = ofOwner.filter((listener) => listener.sessionId === sessionId)
    if (ofSession.length >= noticeRules.streamsPerSession && ofSession[0]) end(ofSession[0])
    else if (ofOwner.length >= noticeRules.streamsPerOwner && ofOwner[0]) end(ofOwner[0])
    const listener = { sessionId, ownerId, clientId, ...openEventStream(reply, () => listeners.delete(listener)) }
    listeners.add(listener)
    try {
      // Read once the stream is listed: whatever is committed from now on reaches `send`.
      const missed = visible(await earlier())
      if (missed.length > 0 && listeners.has(listener)) write(listener, eventsOf(missed))
    } catch {
      // The browser connects again and requests everything.
      end(listener)
    }
  }

  function end(listener: Listener): void {
    listeners.delete(listener)
    listener.end()
  }

  function send(notices: readonly NoticeRow[]): void {
    const byAudience = Map.groupBy(visible(notices), ({ clientId }) => clientId ?? undefined)
    const ended = endedSessions(notices)
    for (const listener of listeners) {
      const relevant = byAudience.get(listener.clientId)
      if (relevant) write(listener, eventsOf(relevant))
      if (ended.has(listener.sessionId)) end(listener)
    }
  }

  /** A browser that is too far behind is disconnected; it reconnects and requests everything again. */
  function write(listener: Listener, text: string): void {
    if (listener.unread() <= noticeRules.unreadBytes) return listener.write(text)
    listeners.delete(listener)
    listener.disconnect()
  }

  async function endExpired(): Promise<void> {
    const checked = [...listeners]
    if (checked.length === 0) return
    const active = await findActiveSessions([...new Set(checked.map((listener) => listener.sessionId))])
    for (const listener of checked) if (!active.has(listener.sessionId)) end(listener)
  }

  return {
    open,
    send,
    endExpired,
    sendHeartbeat(): void {
      for (const listener of listeners) write(listener, ': \n\n')
    },
    close(): void {
      closed = true
      for (const listener of listeners) end(listener)
    },
  }
}
