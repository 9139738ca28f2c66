import type { MessageKind } from '@sauda/contract/client/message'
import { sqlName } from '../../core/ledger/name.sql.ts'
import { type Sql, type Tx, selectValue } from '../../platform/db.ts'

export type CaseRow = {
  client_id: string
  name: string
  email: string
  sauda_id: string
  is_erased: boolean
  /** `ADD100001`, `WDR100002`, `CHG100003`, `CMP100004`. */
  request: string | null
  /** Paise. */
  amount: bigint | null
  at: Date | null
  /** Set for a request about the account: segment, nominee or settlement. */
  type: string | null
}

const walletCase = (type: 'added' | 'withdrawal', kind: 'deposit' | 'withdrawal'): string =>
  `select client_id, ${sqlName(kind, 'number')} as request, amount, created_at as at, null as type
     from wallet_request where id = $1 and type = '${type}'`
const ofClient =
  'select id as client_id, null as request, null::bigint as amount, null::timestamptz as at, null as type from client where id = $1'

const cases: Readonly<Record<MessageKind, string>> = {
  kyc: ofClient,
  bank: ofClient,
  client: ofClient,
  deposit: walletCase('added', 'deposit'),
  withdrawal: walletCase('withdrawal', 'withdrawal'),
  loan: 'select client_id, null as request, null::bigint as amount, created_at as at, null as type from loan where id = $1',
  charge: `select client_id, ${sqlName('charge', 'number')} as request, amount + gst as amount, created_at as at, null as type
    from charge where id = $1`,
  setting: `select client_id, null as request, null::bigint as amount, created_at as at, kind as type
    from setting_request where id = $1`,
  complaint: `select client_id, 'CMP' || number as request, null::bigint as amount, received_at as at, null as type
    from complaint where id = $1`,
}

/** No row if there is no such case, or it is not about a client. */
export const findCase = (sql: Sql, { kind, id }: { readonly kind: MessageKind; readonly id: string }) =>
  sql.row<CaseRow>(
    `select c.id as client_id, c.name, c.email, ${sqlName('client', 'c.number')} as sauda_id,
            c.email like 'erased-%@erased.invalid' as is_erased, t.request, t.amount, t.at, t.type
       from (${cases[kind]}) t join client c on c.id = t.client_id`,
    [id],
  )

type SentMessage = {
  readonly clientId: string
  readonly operatorId: string
  readonly subject: string
  readonly text: string
}

/** Messages to this client in 24 hours, by this operator in an hour, and whether this one was just sent. */
export const countSent = (tx: Tx, { clientId, operatorId, subject, text }: SentMessage, repeatMinutes: number) =>
  tx.row<{ to_client: number; by_operator: number; is_repeated: boolean }>(
    `select (select count(*)::int from message where client_id = $1 and created_at > now() - interval '1 day') as to_client,
            (select count(*)::int from message where operator_id = $2 and created_at > now() - interval '1 hour') as by_operator,
            exists (select from message where client_id = $1 and created_at > now() - make_interval(mins => $5)
                       and subject = $3 and text = $4) as is_repeated`,
    [clientId, operatorId, subject, text, repeatMinutes],
  )

export type NewMessage = SentMessage & {
  readonly id: string
  readonly kind: MessageKind
  readonly caseId: string
  readonly templateId: string | null
  readonly operatorName: string
}

export const insertMessage = (tx: Tx, m: NewMessage) =>
  tx.run(
    `insert into message (id, client_id, kind, case_id, subject, text, template_id, operator_id, operator_name)
     values ($1, $2, $3, $4, $5, $6, $7, $8, $9)`,
    [m.id, m.clientId, m.kind, m.caseId, m.subject, m.text, m.templateId, m.operatorId, m.operatorName],
  )

export const selectTexts = (sql: Sql, clientId: string, ids: readonly string[]) =>
  sql.rows<{ id: string; subject: string; text: string }>(
    'select id, subject, text from message where client_id = $1 and id = any($2::uuid[])',
    [clientId, ids],
  )

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
  selectValue<number>(tx, 'select count(*)::int from message_template where not retired')

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
