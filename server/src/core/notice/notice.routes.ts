import { noticeCalls, noticeRules } from '@sauda/contract/core/notice'
import type { AppContext } from '../../app/app-context.ts'
import { findActiveSessions } from '../session/session.ts'
import { createHub } from './hub.ts'
import {
  attentionOf,
  createReader,
  endedSessions,
  noticesOfPage,
  notificationsOf,
  readNotifications,
  sweepNotices,
  sweepNotifications,
} from './notice.ts'

type Parts = {
  readonly endPriceStreams: (sessionId: string) => void
  /** Each feature's query of what needs a client's attention. */
  readonly attention: readonly string[]
}

export function noticeRoutes(
  { mount, db, every }: AppContext,
  { endPriceStreams, attention }: Parts,
): { close(): void } {
  const hub = createHub((ids) => findActiveSessions(db, ids))
  mount(noticeCalls.client, ({ client, query, reply }) =>
    hub.open(reply, { ...client, ownerId: client.id, clientId: client.id }, () =>
      noticesOfPage(db, client.id, query.age),
    ),
  )
  mount(noticeCalls.desk, ({ operator, query, reply }) =>
    hub.open(reply, { ...operator, ownerId: operator.id }, () => noticesOfPage(db, null, query.age)),
  )

  mount(noticeCalls.notifications, ({ client }) => notificationsOf(db, client.id))
  mount(noticeCalls.read, ({ client, body }) => readNotifications(db, client.id, body.ids))
  mount(noticeCalls.attention, async ({ client }) => ({ items: await attentionOf(db, attention, client.id) }))

  const read = createReader(db)
  every(noticeRules.pollMilliseconds, 'notices', async () => {
    const notices = await read()
    for (const sessionId of endedSessions(notices)) endPriceStreams(sessionId)
    hub.send(notices)
  })
  every(noticeRules.heartbeatSeconds * 1000, 'heartbeat', async () => hub.sendHeartbeat())
  every(noticeRules.sessionCheckSeconds * 1000, 'streams of ended sessions', () => hub.endExpired())
  every(60_000, 'old notices', () => sweepNotices(db))
  every(60 * 60_000, 'old notifications', () => sweepNotifications(db))
  return hub
}
