import type { MessageKind } from '@sauda/contract/client/message'
import type { Sql, Tx } from '../../platform/db.ts'

export type TemplateRow = {
  id: string
  title: string
  kind: MessageKind
  subject: string
  text: string
  version: number
  retired: boolean
  changed_at: Date
  changed_by: string | null
}

const columns = 't.id, t.title, t.kind, t.subject, t.text, t.version, t.retired, t.changed_at, o.name as changed_by'
const tables = 'message_template t left join operator o on o.id = t.changed_by'

export const selectTemplates = (sql: Sql) =>
  sql.rows<TemplateRow>(`select ${columns} from ${tables} order by t.retired, t.kind, lower(t.title), t.id`)

export const findTemplate = (sql: Sql, id: string) =>
  sql.row<TemplateRow>(`select ${columns} from ${tables} where t.id = $1`, [id])

export const lockTemplate = (tx: Tx, id: string) =>
  tx.row('select from message_template where id = $1 for no key update', [id])

export const countActive = (tx: Tx) =>
  tx.row<{ count: number }>('select count(*)::int as count from message_template where not retired')

type Content = Pick<TemplateRow, 'id' | 'title' | 'kind' | 'subject' | 'text' | 'retired'>

export const insertTemplate = (tx: Tx, t: Content, operatorId: string) =>
  tx.run('insert into message_template (id, title, kind, subject, text, changed_by) values ($1, $2, $3, $4, $5, $6)', [
    t.id,
    t.title,
    t.kind,
    t.subject,
    t.text,
    operatorId,
  ])

export const updateTemplate = (tx: Tx, t: Content, operatorId: string) =>
  tx.run(
    `update message_template
        set title = $2, kind = $3, subject = $4, text = $5, retired = $6, changed_by = $7, changed_at = now(),
            version = version + 1
      where id = $1`,
    [t.id, t.title, t.kind, t.subject, t.text, t.retired, operatorId],
  )
