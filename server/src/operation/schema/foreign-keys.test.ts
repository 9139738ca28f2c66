import { expect, test } from 'vitest'
import { testServer } from '../../../test/server.ts'

const { db } = await testServer()

/** Why a column that names a row of another table has no foreign key. */
const reasons: Readonly<Record<string, readonly string[]>> = {
  // A cluster spreads the ledger, and a table that is spread refers to none that is not; each posting would lock the row of its
  // client or bank account as well (docs/decisions/0076). The check of the books finds entries without their row.
  'on a cluster elsewhere': [
    'entry.client_id',
    'journal.bank_id',
    'entry.settlement_id',
    'journal.client_id',
    'ledger_day.bank_id',
  ],
  // A statement may be withdrawn with its lines; what referred to them stays.
  'of a settlement without trades here': ['settlement_day.settlement_id'],
  'stays when its line is withdrawn': [
    'bank_link.line_id',
    'statement_contradiction.line_id',
    'wallet_request.approved_from',
    'wallet_request.proof_line_id',
  ],
  // A request, charge, loan, trade, proposal or booking.
  'of several tables': [
    'audit.subject_id',
    'bank_link.payment_id',
    'journal.cause_id',
    'message.case_id',
    'missing_line.payment_id',
    'notice.subject_id',
    'notification.subject_id',
    'payment_reference.used_by',
    'queue_claim.item_id',
    'queue_hold.item_id',
  ],
  'a client or an operator': [
    'audit.actor_id',
    'idempotency.owner_id',
    'known_browser.owner_id',
    'passkey.owner_id',
    'recovery_code.owner_id',
    'refusal.actor_id',
    'totp.owner_id',
  ],
  // A client's data key is stored before the client, and its empty form says for ever that it was erased.
  'before its client': ['data_key.owner_id'],
  // Written with every mail and notice, and removed after a while: the check would lock the row of the client each time.
  'short-lived': ['contract_note_delivery.mail_id', 'mail.client_id', 'notice.client_id'],
  // Evidence of who asked, which outlives the session.
  'removed when the session ends': ['sale_request.session_id'],
  // `npm run audit` finds a seal without its row; the owner of the database could remove both.
  'verified by its hash': ['audit_seal.audit_id'],
  // Contract notes are stored by a later release.
  // Watermark of the last check, not a row.
  'a number only': ['books_point.entry_id', 'books_run.entry_id', 'ledger_day_point.entry_id'],
  'an id outside the database': [
    'audit_head.log',
    'broker_bank.upi_id',
    'charge.transaction_id',
    'client.referral_id',
    'passkey.credential_id',
    'pending_registration.referral_id',
    'readiness.process',
    'secret_key_use.key_id',
  ],
}

test('a column with the id of a row of one other table has a foreign key, or a reason not to', async () => {
  const columns = await db.rows<{ name: string }>(
    `select c.relname || '.' || a.attname as name
       from pg_attribute a join pg_class c on c.oid = a.attrelid
      where c.relnamespace = 'public'::regnamespace and c.relkind in ('r', 'p') and a.attnum > 0 and not a.attisdropped
        and (a.attname ~ '_(id|by|from)$' or a.atttypid = 'uuid'::regtype and a.attname <> 'id')
        and not exists (select from pg_constraint k where k.conrelid = c.oid and k.contype = 'f' and a.attnum = any (k.conkey))
      order by 1`,
  )
  expect(columns.map(({ name }) => name)).toEqual(Object.values(reasons).flat().toSorted())
})

test('every foreign key is validated', async () => {
  expect(await db.rows("select conname from pg_constraint where contype = 'f' and not convalidated")).toEqual([])
})
