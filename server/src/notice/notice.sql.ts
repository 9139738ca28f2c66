import type { Sql } from '../platform/db.ts'

export function insertNotice(sql: Sql, notice: { clientId: string | null; topic: string; id: string | null }) {
  return sql.run('insert into notice (client_id, topic, subject_id) values ($1, $2, $3)', [
    notice.clientId,
    notice.topic,
    notice.id,
  ])
}
