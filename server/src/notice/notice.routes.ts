import { noticeCalls, noticeRules } from '@sauda/contract/notice'
import type { AppContext } from '../app-context.ts'
import { livingOf } from '../session/session.ts'
import { createHub } from './hub.ts'
import { createReader, sweepNotices } from './notice.ts'

/** Answers how to end every stream. */
export function noticeRoutes({ mount, db, every }: AppContext): { close(): void } {
  const hub = createHub((ids) => livingOf(db, ids))
  mount(noticeCalls.client, async ({ client, reply }) => hub.open(reply, client.sessionId, client.id))
  mount(noticeCalls.desk, async ({ operator, reply }) => hub.open(reply, operator.sessionId))

  const read = createReader(db)
  every(noticeRules.pollMilliseconds, 'notices', async () => hub.tell(await read()))
  every(noticeRules.heartbeatSeconds * 1000, 'heartbeat', async () => hub.beat())
  every(noticeRules.sessionCheckSeconds * 1000, 'streams of ended sessions', () => hub.endDead())
  every(60_000, 'old notices', () => sweepNotices(db))
  return hub
}
