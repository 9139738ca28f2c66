import { eventsPath, noticeRules, type Notice } from '@sauda/contract/core/notice'
import type { Topic } from '@sauda/contract/platform/call'
import { invalidate } from '@sauda/web/query-client'
import { shareStream } from '@sauda/web/shared-stream'
import { createStore } from '@sauda/web/store'
import { useQueryClient } from '@tanstack/react-query'
import { useEffect, useEffectEvent, useState } from 'react'
import { useRefetch } from '../../shell/query.tsx'
import { expireSession, leaveClosedAccount } from '../../shell/return-to.ts'
import { sharedName } from '../../shell/session.ts'
import { parseJson } from '../../shell/storage.ts'

const silentMilliseconds = noticeRules.heartbeatSeconds * 2000 + 5000

/** Whether changes arrive by the stream instead of at the next poll. */
export const isLive = createStore(false)

/** For screen readers. A decided deposit or withdrawal is announced by its toast. */
const announcements: Partial<Record<Topic, string>> = {
  kyc: 'Your document verification has been updated.',
  bank: 'Your bank details have been updated.',
  loan: 'Your loans have been updated.',
  charge: 'Your charges have been updated.',
  trade: 'Your trades have been updated.',
  setting: 'Your settings have been updated.',
  complaint: 'Your complaints have been updated.',
}

/** Keeps the screens up to date while a client is logged in, and announces changes to screen readers. */
export function LiveUpdates({ token, onNotice }: { token: string | null; onNotice?: (notice: Notice) => void }) {
  const queries = useQueryClient()
  const refetch = useRefetch()
  const [news, setNews] = useState<{ text: string; time: number }>()
  const receive = useEffectEvent((data: string) => {
    const notice = parseJson<Notice>(data)
    if (!notice) return
    const { topic } = notice
    if (topic === 'closure') return leaveClosedAccount()
    const text = announcements[topic]
    if (text) setNews({ text, time: Date.now() })
    void refetch(topic)
    onNotice?.(notice)
  })
  const refreshAll = useEffectEvent(() => void invalidate(queries))
  useEffect(() => {
    if (!token) return undefined
    return shareStream({
      name: sharedName('portal-events'),
      path: () => eventsPath({ path: '/user/events' }, performance.now()),
      headers: { authorization: `Bearer ${token}` },
      silentMilliseconds,
      pollMilliseconds: noticeRules.fallbackSeconds * 1000,
      onEvent: ({ data }) => receive(data),
      onPoll: () => refreshAll(),
      onLive: isLive.set,
      onRejected: () => expireSession(token),
    })
  }, [token])
  return (
    <output className="visually-hidden" aria-label="Live updates">
      {news && <span key={news.time}>{news.text}</span>}
    </output>
  )
}
