import { noticeRules } from '@sauda/contract/notice'
import type { Topic } from '@sauda/contract/notice'
import type { Sql } from '../platform/db.ts'
import { deleteOldNotices, insertNotice, newNotices } from './notice.sql.ts'
import type { NoticeRow } from './notice.sql.ts'

/** Tells one client's browsers, or (`'desk'`) every operator's, that something changed; sent when the transaction commits. */
export type NotifyScreens = (
  sql: Sql,
  audience: { clientId: string } | 'desk',
  topic: Topic,
  id?: string,
) => Promise<void>

export const notifyScreens: NotifyScreens = async (sql, audience, topic, id) => {
  await insertNotice(sql, { clientId: audience === 'desk' ? null : audience.clientId, topic, id: id ?? null })
}

/** Each call answers the notices committed since the call before. */
export function createReader(sql: Sql): () => Promise<NoticeRow[]> {
  // No transaction is over in this one: the first look answers all that is there, to browsers that just arrived.
  let snapshot = '1:1:'
  return async () => {
    const look = await newNotices(sql, snapshot)
    if (look) snapshot = look.snapshot
    return look?.notices ?? []
  }
}

export const sweepNotices = (sql: Sql): Promise<number> => deleteOldNotices(sql, noticeRules.keepMinutes)
