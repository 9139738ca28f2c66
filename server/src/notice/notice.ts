import type { Topic } from '@sauda/contract/notice'
import type { Sql } from '../platform/db.ts'
import { insertNotice } from './notice.sql.ts'

/** Tells one client's browsers, or (`'desk'`) every operator's, that something changed; sent when the transaction commits. */
export type Notify = (sql: Sql, audience: { clientId: string } | 'desk', topic: Topic, id?: string) => Promise<void>

export const notify: Notify = async (sql, audience, topic, id) => {
  await insertNotice(sql, { clientId: audience === 'desk' ? null : audience.clientId, topic, id: id ?? null })
}
