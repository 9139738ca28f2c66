import { type AttentionItem, noticeRules } from '@sauda/contract/core/notice'
import type { Topic } from '@sauda/contract/platform/call'
import { rupeesOf } from '@sauda/contract/platform/money'
import { type Db, type Sql, type Tx } from '../../platform/db.ts'
import { blockedLine, type Mail, type QueueMail, withoutButton } from '../mail/mail.ts'
import {
  deleteOldNotifications,
  deleteOldNotices,
  insertNotices,
  insertNotification,
  newNotices,
  type NoticeRow,
  recentNotices,
  selectAttention,
  selectNotifications,
  setRead,
} from './notice.sql.ts'
import { newId } from '../../platform/id.ts'

type Audience = { clientId: string } | 'desk'
export type Notice = readonly [audience: Audience, topic: Topic, id?: string]

/**
 * Notifies one client's browsers, or (`'desk'`) every operator's, of a change; delivered when the transaction
 * commits. `others` are stored by the same statement.
 */
export type NotifyScreens = (
  sql: Sql,
  audience: Audience,
  topic: Topic,
  id?: string,
  ...others: readonly Notice[]
) => Promise<void>

export const notifyScreens: NotifyScreens = async (sql, audience, topic, id, ...others) => {
  const all: readonly Notice[] = [[audience, topic, id], ...others]
  await insertNotices(
    sql,
    all.map(([to, about, subject]) => ({
      clientId: to === 'desk' ? null : to.clientId,
      topic: about,
      id: subject ?? null,
    })),
  )
}

export type About = { readonly clientId: string; readonly topic: Topic; readonly id?: string }

/**
 * Mails the client and adds the mail's subject to their notifications, if the transaction commits. A client who cannot log in gets the
 * mail without its button.
 */
export type InformClient = (tx: Tx, mail: Mail, about: About) => Promise<void>

export const createInformClient =
  (queueMail: QueueMail, supportEmail: string): InformClient =>
  async (tx, mail, { clientId, topic, id }) => {
    const notification = { id: newId(), clientId, topic, subjectId: id ?? null, text: mail.subject }
    const blocked = await insertNotification(tx, notification)
    await queueMail(tx, blocked === null ? mail : withoutButton(mail, blockedLine(blocked, supportEmail)))
  }

export async function notificationsOf(sql: Sql, clientId: string) {
  const [unread, read] = await Promise.all([
    selectNotifications(sql, clientId, false, noticeRules.notificationRows),
    selectNotifications(sql, clientId, true, noticeRules.readRows),
  ])
  return { notifications: unread, total: unread[0]?.total ?? 0, read }
}

/** Also refreshes the client's other screens. */
export const readNotifications = (db: Db, clientId: string, ids: readonly string[]) =>
  db.transaction(async (tx) => {
    await setRead(tx, clientId, ids)
    await notifyScreens(tx, { clientId }, 'notification')
    return notificationsOf(tx, clientId)
  })

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

/** What changed since a page was opened, `age` milliseconds ago; nothing without an age. A null `clientId` is the desk. */
export const noticesOfPage = async (sql: Sql, clientId: string | null, age?: string): Promise<NoticeRow[]> =>
  age === undefined ? [] : recentNotices(sql, clientId, Math.min(Number(age), noticeRules.pageAgeMilliseconds))

/** The database names each session that ended, whatever ended it. */
export const endedSessions = (notices: readonly NoticeRow[]): ReadonlySet<string> =>
  new Set(notices.flatMap(({ topic, id }) => (topic === 'session' && id !== null ? [id] : [])))

export const sweepNotices = (sql: Sql): Promise<number> => deleteOldNotices(sql, noticeRules.retentionMinutes)

export const sweepNotifications = (sql: Sql): Promise<number> =>
  deleteOldNotifications(sql, noticeRules.notificationDays, noticeRules.notificationsKept)

export async function attentionOf(sql: Sql, sources: readonly string[], clientId: string): Promise<AttentionItem[]> {
  const rows = await selectAttention(sql, sources, clientId, noticeRules.attentionRows)
  return rows.map(({ amount, ...item }) => ({ ...item, ...(amount !== undefined && { amount: rupeesOf(amount) }) }))
}
