import { noticeRules, type Topic } from '@sauda/contract/notice'
import type { Sql } from '../platform/db.ts'
import { deleteOldNotices, insertNotice, newNotices, type NoticeRow } from './notice.sql.ts'

/**
 * Notifies one client's browsers, or (`'desk'`) every operator's, of a change; delivered when the transaction
 * commits.
 */
export type NotifyScreens = (
  sql: Sql,
  audience: { clientId: string } | 'desk',
  topic: Topic,
  id?: string,
) => Promise<void>

export const notifyScreens: NotifyScreens = async (sql, audience, topic, id) => {
  await insertNotice(sql, { clientId: audience === 'desk' ? null : audience.clientId, topic, id: id ?? null })
}

/** Each call of the reader returns the notices committed since the call before. */
export function createReader(sql: Sql): () => Promise<NoticeRow[]> {
  // In this snapshot no transaction has ended, so the first call returns every notice stored.
  let snapshot = '1:1:'
  return async () => {
    const result = await newNotices(sql, snapshot)
    if (result) snapshot = result.snapshot
    return result?.notices ?? []
  }
}

/** The database names each session that ended, whatever ended it. */
export const endedSessions = (notices: readonly NoticeRow[]): ReadonlySet<string> =>
  new Set(notices.flatMap(({ topic, id }) => (topic === 'session' && id !== null ? [id] : [])))

export const sweepNotices = (sql: Sql): Promise<number> => deleteOldNotices(sql, noticeRules.retentionMinutes)
