import type { Sql } from '../platform/db.ts'

export function insertMail(sql: Sql, mail: { id: string; to: string; subject: string; body: Buffer }) {
  return sql.run('insert into mail (id, recipient, subject, body) values ($1, $2, $3, $4)', [
    mail.id,
    mail.to,
    mail.subject,
    mail.body,
  ])
}
