import { noticeCalls, noticeRules } from '@sauda/contract/notice'
import type { NoticeContext, RouteContext } from '../app-context.ts'
import { findActiveSessions } from '../session/session.ts'
import { createHub } from './hub.ts'
import { createReader, sweepNotices } from './notice.ts'

export function noticeRoutes({ mount, db, every }: RouteContext & NoticeContext): { close(): void } {
  const hub = createHub((ids) => findActiveSessions(db, ids))
  mount(noticeCalls.client, async ({ client, reply }) => hub.open(reply, client.sessionId, client.id))
  mount(noticeCalls.desk, async ({ operator, reply }) => hub.open(reply, operator.sessionId))

  const read = createReader(db)
  every(noticeRules.pollMilliseconds, 'notices', async () => hub.send(await read()))
  every(noticeRules.heartbeatSeconds * 1000, 'heartbeat', async () => hub.sendHeartbeat())
  every(noticeRules.sessionCheckSeconds * 1000, 'streams of ended sessions', () => hub.endExpired())
  every(60_000, 'old notices', () => sweepNotices(db))
  return hub
}
