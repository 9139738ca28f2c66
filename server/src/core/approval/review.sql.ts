import type { Subject } from '@sauda/contract/core/proposal-field'
import { sqlName } from '../ledger/name.sql.ts'
import type { Sql } from '../../platform/db.ts'

type NameRow = { id: string; text: string; subject: Subject; amount: bigint | null }

/** The name of each record; `amount` in paise follows it. */
const names: Readonly<Record<Subject, string>> = {
  client: `select id, name || ', SD' || number as text, 'client' as subject, null::bigint as amount from client`,
  operator: `select id, name as text, 'operator' as subject, null::bigint as amount from operator`,
  request: `select p.id, p.name || ' of ' || c.name as text, case p.kind when 'charge' then 'charge' else 'request' end as subject, p.amount
    from bank_payment p join client c on c.id = p.client_id`,
  charge: `select h.id, ${sqlName('charge', 'h.number')} || ' of ' || c.name as text, 'charge' as subject, h.amount + h.gst as amount
    from charge h join client c on c.id = h.client_id`,
  loan: `select l.id, 'Request of ' || c.name as text, 'loan' as subject, null::bigint as amount from loan l join client c on c.id = l.client_id`,
  trade: `select t.id, ${sqlName('trade', 't.number')} || ', ' || t.stock || ' of ' || c.name as text, 'trade' as subject, t.amount
    from trade t join client c on c.id = t.client_id`,
  line: `select id, direction || ' of ' || to_char(booked_on, 'DD Mon YYYY') as text, 'line' as subject, amount from bank_line`,
  statement: `select id, file_name as text, 'statement' as subject, null::bigint as amount from bank_statement`,
  template: `select id, title as text, 'template' as subject, null::bigint as amount from message_template`,
  bankAccount: `select id, name as text, 'bankAccount' as subject, null::bigint as amount from broker_bank`,
  batch: `select id, 'PAY' || number as text, 'batch' as subject, null::bigint as amount from payout_batch`,
  instrument: `select id, symbol as text, 'instrument' as subject, null::bigint as amount from instrument`,
  import: `select id, file_name as text, 'import' as subject, null::bigint as amount from client_import`,
  shortage: `select id, coalesce(isin || ' in ', '') || settlement_id as text, 'shortage' as subject, amount from shortage`,
}

export const selectNames = (sql: Sql, subject: Subject, ids: readonly string[]) =>
  sql.rows<NameRow>(`select n.* from (${names[subject]}) n where n.id = any ($1::uuid[])`, [ids])
