import { noticeCalls, noticeRules } from '@sauda/contract/notice'
import type { NoticeContext, RouteContext } from '../app-context.ts'
import { findActiveSessions } from '../session/session.ts'
import { createHub } from './hub.ts'
import { createReader, endedSessions, sweepNotices } from './notice.ts'

/** `endPriceStreams` ends those of a session. */
export function noticeRoutes(
  { mount, db, every }: RouteContext & NoticeContext,
  endPriceStreams: (sessionId: string) => void,
): { close(): void } {
  const hub = createHub((ids) => findActiveSessions(db, ids))
  mount(noticeCalls.client, async ({ client, reply }) => hub.open(reply, client.sessionId, client.id))
  mount(noticeCalls.desk, async ({ operator, reply }) => hub.open(reply, operator.sessionId))

  const read = createReader(db)
  every(noticeRules.pollMilliseconds, 'notices', async () => {
    const notices = await read()
    for (const sessionId of endedSessions(notices)) endPriceStreams(sessionId)
    hub.send(notices)
  })
  every(noticeRules.heartbeatSeconds * 1000, 'heartbeat', async () => hub.sendHeartbeat())
  every(noticeRules.sessionCheckSeconds * 1000, 'streams of ended sessions', () => hub.endExpired())
  every(60_000, 'old notices', () => sweepNotices(db))
  return hub
}
