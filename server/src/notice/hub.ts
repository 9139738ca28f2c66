import { noticeRules } from '@sauda/contract/notice'
import { commonErrors, AppError } from '@sauda/contract/error'
import type { FastifyReply } from 'fastify'
import { openEventStream } from '../platform/event-stream.ts'
import type { EventStream } from '../platform/event-stream.ts'
import type { NoticeRow } from './notice.sql.ts'

/** Whose browser it is: one client's, or the desk's where there is none. */
type Listener = EventStream & { readonly sessionId: string; readonly clientId: string | undefined }

const asEvent = ({ topic, id }: NoticeRow) => `data: ${JSON.stringify({ topic, ...(id !== null && { id }) })}\n\n`

/** Topics after which a session of their audience may be over. */
const endsSessions = new Set<string>(['session', 'operator'])

/** The open streams of this process. `livingOf` says which sessions still live. */
export function createHub(livingOf: (sessionIds: string[]) => Promise<ReadonlySet<string>>) {
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

  /** TradeDependencies each notice to its audience; where it says that sessions ended, their streams end too. */
  async function tell(notices: readonly NoticeRow[]): Promise<void> {
    const news = Map.groupBy(notices, ({ clientId }) => clientId ?? undefined)
    const doubtful = new Set<Listener>()
    for (const listener of listeners) {
      const heard = news.get(listener.clientId)
      if (!heard) continue
      // The same thing changed twice is one thing to ask for again.
      write(listener, [...new Set(heard.map(asEvent))].join(''))
      if (heard.some(({ topic }) => endsSessions.has(topic))) doubtful.add(listener)
    }
    if (doubtful.size > 0) await endDead(doubtful)
  }

  /** A browser that has not read what came before is cut; it connects again and asks for its things anew. */
  function write(listener: Listener, text: string): void {
    if (listener.unread() <= noticeRules.unreadBytes) return listener.write(text)
    listeners.delete(listener)
    listener.cut()
  }

  /** Ends the streams whose sessions are over; one question to the database for all of them. */
  async function endDead(among: ReadonlySet<Listener> = listeners): Promise<void> {
    if (among.size === 0) return
    const asked = [...among]
    const living = await livingOf([...new Set(asked.map((listener) => listener.sessionId))])
    for (const listener of asked) if (!living.has(listener.sessionId)) end(listener)
  }

  return {
    open,
    tell,
    endDead: () => endDead(),
    beat(): void {
      for (const listener of listeners) write(listener, ': \n\n')
    },
    /** Ends every stream and takes no further one. */
    close(): void {
      closed = true
      for (const listener of listeners) end(listener)
    },
  }
}
