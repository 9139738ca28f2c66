import { createHash, randomUUID } from 'node:crypto'
import { cpSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { allCalls } from '@sauda/contract/calls'
import { afterAll, expect, test } from 'vitest'
import { startProgram } from '../../../test/program.ts'
import { oldDatabases } from '../../../test/release.ts'
import { checkAudit } from '../../core/audit/verify.ts'
import { printBooks } from '../books/books.ts'
import { readConfig } from '../../config.ts'
import { shownTerms, storedTerms, type StoredTerms, termsOf, withFeeGst } from '../../money/loan/loan.terms.ts'
import { migrate } from '../../platform/migrate.ts'
import { oldestRelease } from '../../platform/oldest-release.ts'
import { restore } from '../backup/restore.ts'

/** Made by 1.0.0: the demo data of 0.9.0, a login of a client and a withdrawal under a key. */
const filled = {
  place: new URL('../../../test/v1.0.0', import.meta.url).href,
  backup: '20261123T022825191Z-portable',
  secretKey: 'k3y-of-v0-9-0-Rw8Zt2Mn6Yp4Xc1Qk7',
  client: '01a1fe50-a054-70d6-a94a-e7915fd5e3d2',
  token: 'VfxvIMPkjjQEs8uwhFjiQ-rDJoITN1mBwDJQMqELSOA',
  withdrawal: { key: 'acknowledged-by-v0.9.0', id: '01a1fe50-aeef-76ba-b4c6-e31a9eaee64f', amount: 150 },
  wallet: { balance: 276_040.5, withheld: 150 },
  password: 'Demo-Pass-1',
}

const folder = mkdtempSync(join(tmpdir(), 'sauda-upgrade-'))
const { empty, filled: fill } = await oldDatabases()
afterAll(() => rmSync(folder, { recursive: true, force: true }))

const ofTables = `relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')`
/** The columns, functions and indexes that a program's statements rely on. */
const used = `
  select relname || '.' || attname || ' ' || format_type(atttypid, atttypmod) as line
    from pg_attribute join pg_class c on c.oid = attrelid where ${ofTables} and attnum > 0 and not attisdropped
  union all
  select p.oid::regprocedure || ' returns ' || pg_get_function_result(p.oid) from pg_proc p
   where pronamespace = 'public'::regnamespace
     and not exists (select from pg_depend where objid = p.oid and deptype = 'e')
  union all
  select relname || ' unique ' || (select string_agg(pg_get_indexdef(indexrelid, k, true), ', ' order by k)
                                     from generate_series(1, indnkeyatts) k)
         || coalesce(' where ' || pg_get_expr(indpred, indrelid), '')
    from pg_index join pg_class c on c.oid = indrelid where ${ofTables} and indisunique`
/** New constraints that reject rows accepted before. */
const demanded = `
  select relname || ': ' || pg_get_constraintdef(k.oid) as line
    from pg_constraint k join pg_class c on c.oid = conrelid where ${ofTables} and contype <> 'n'
  union all
  select relname || '.' || attname || ' is not null' from pg_attribute a join pg_class c on c.oid = attrelid
   where ${ofTables} and attnum > 0 and attnotnull and not atthasdef and attidentity = ''
  union all
  select relname || ': trigger ' || tgname from pg_trigger join pg_class c on c.oid = tgrelid
   where ${ofTables} and not tgisinternal`

/** Constraints on columns that the last release does not write, or wider than before. */
const allowsRelease = [
  /broker_bank_id|bank_line_account_kept|payout_batch_id|\(credited IS NULL\)/,
  // Its bookings are written by the function of the database, which sets both or none.
  /^journal: CHECK \(+bank_id IS NULL\) OR \(value_date IS NOT NULL\)/,
  /^(bank_line|bank_statement): FOREIGN KEY \((repeated_by|accepted_by|withdrawn_by)\) /,
  // Looser than the checks before, where a decision by one person is allowed and marked.
  /^(adjustment|proposal|trade_reversal): CHECK .*decided_by <> requested_by.* OR waived/,
  /^client: CHECK \(+kyc_status = ANY .*'REVOKED'/,
  // Also 0, for entitlements that lapsed.
  /^trade: CHECK \(+(amount|price) > .*action_id IS NOT NULL/,
  /^proposal: CHECK \(+status = ANY .*'lapsed'/,
  /^charge: CHECK .*'CANCELLED'/s,
  // Rejects at the end of a transaction what the check before it rejected at once.
  /^client_ledger: (trigger client_ledger_invested_kept|TRIGGER DEFERRABLE INITIALLY DEFERRED)$/,
  // A trigger sets what is unexplained. The last release neither deletes lines nor changes their balances.
  /^bank_line: CHECK \(+unexplained >= 0|^bank_line\.unexplained is not null$/,
  /^bank_line: trigger bank_line_(begins|only_withdrawn|balance_kept)$/,
  /^(client|client_ledger): CHECK \(+closure /,
  // The same checks in one, with the first id of all, which the column has by default, in place of none.
  /^entry: CHECK \(is_valid_entry\(/,
  // The last release writes only what the lists have, and changes states as the guards allow.
  /^\w+: CHECK \(+\w+ = ANY \((ledger_events|charge_types|proposal_kinds)\(\)/,
  /^(wallet_request|charge|loan|proposal): trigger \1_(kept|never_deleted|no_truncate|locks_ledger)$/,
  /^kyc_document: CHECK \(+qr_|^loan_repayment: CHECK \(+gst /,
  // Figures that no release writes otherwise.
  /^(bank_statement: CHECK \(+first_on|bank_line: CHECK \(+line_number|wallet_count: CHECK|books_point: CHECK|client_import: CHECK|payout_batch: CHECK|\w+: CHECK \(+(notice_)?version)/,
  // The last release writes none of these accounts.
  /^client_ledger: CHECK \(+LEAST\(/,
  // The same in another order.
  /^journal: UNIQUE \(cause_id, event\)$/,
  /^payment_reference: CHECK \(+direction = ANY /,
  // With settlement holidays.
  /^calendar_day: CHECK \(+kind = ANY /,
  // Rows that no release deletes.
  /^message: FOREIGN KEY \(template_id\) /,
]

/**
 * What needs the pause of this release (docs/upgrading.md). The links of bank lines replace the columns of a match, which allowed one
 * explanation, and a reference is reserved for a direction: together with the new form the last release would explain a line twice. So
 * it cannot import or reconcile statements, nor reserve references, once these migrations ran.
 */
const needsPause = {
  dropped: [
    'bank_line.matched_kind text',
    'bank_line.matched_id uuid',
    'bank_line.matched_how smallint',
    'bank_line.matched_at timestamp with time zone',
    'bank_line.matched_by uuid',
    'bank_line.settled_by uuid',
    'bank_line.settled_at timestamp with time zone',
    'bank_line.note text',
    'bank_line unique identity, occurrence',
    'bank_line unique matched_id where (matched_id IS NOT NULL)',
    'missing_line unique payment_id',
    // Now domains over text, which programs read and write as before.
    'journal.event text',
    'client_ledger.closure text',
    // The totals of days replace these, and the key has the cause first.
    'books_point.entries bigint',
    'books_point.balances jsonb',
    'journal unique event, cause_id',
    'penny_drop unique booking_id',
    'penny_drop.booking_id uuid',
    'payment_reference unique reference where (NOT is_collision)',
    // Sells name lots, which have what is left (needs the pause: the last release writes these columns).
    'trade.buy_id uuid',
    'trade.open_quantity numeric(20,8)',
    'trade.open_cost bigint',
    'trade.open_loan_part bigint',
    // Bookings name a bank account since then, and one trigger guards a loan.
    'post_journal(uuid,text,uuid,uuid,text,text[],text[],bigint[]) returns void',
    'keep_loan_terms() returns trigger',
    // With the settlement of an entry, and two more figures.
    'book_journal(uuid,text,uuid,uuid,text,text[],text[],bigint[],uuid,date) returns void',
    'post_house_journal(uuid,text,uuid,text,text[],text[],bigint[],uuid,date) returns void',
    'figures_of(uuid) returns TABLE(cash bigint, invested bigint, loan bigint, cashback bigint, withheld bigint)',
    'entries_of(uuid[]) returns TABLE(event text, bank_id uuid, value_date date, id bigint, debit text, credit text, amount bigint)',
  ],
  droppedTables: /^(line_(booking|part)|old_file|data_migration)\b/,
  demanded: [
    // The last release does not write these columns.
    "client: CHECK ((demat ~ '^(IN[0-9A-Z]{6}[0-9]{8}|[0-9]{16})$'::text))",
    "client: CHECK ((ucc ~ '^[A-Za-z0-9]{1,20}$'::text))",
    "trade: CHECK (((action <> 'BUY'::text) OR ((cost = amount) AND (lot_id IS NULL) AND (to_loan IS NULL))))",
    "trade: CHECK (((action <> 'SELL'::text) OR ((lot_id IS NOT NULL) AND (to_loan IS NOT NULL))))",
    'trade: FOREIGN KEY (lot_id) REFERENCES lot(id)',
    'penny_drop: PRIMARY KEY (link_id)',
    'penny_drop: FOREIGN KEY (link_id) REFERENCES bank_link(id)',
    'trade: FOREIGN KEY (contract_id) REFERENCES contract(id)',
    'trade: CHECK ((charges >= 0))',
    'trade: CHECK ((deviation >= 0))',
    'trade: FOREIGN KEY (requested_by) REFERENCES operator(id)',
    'trade: FOREIGN KEY (action_id) REFERENCES corporate_action(id)',
    'trade: FOREIGN KEY (confirmed_by) REFERENCES operator(id)',
    'trade: CHECK ((((confirmed_by IS NULL) = (confirmed_at IS NULL)) AND ((confirmed_by IS NULL) OR price_unchecked)))',
    'penny_drop.link_id is not null',
    'payment_reference.direction is not null',
    // Rejects requests that could not be approved.
    'adjustment: trigger adjustment_not_closing',
  ],
}

test('the schema of 1.0.0 is as it was released, with the columns that its backups have', async () => {
  const text = readFileSync(new URL('../../../migrations/1.0.0.sql', import.meta.url))
  expect(createHash('sha256').update(text).digest('hex')).toBe(
    '6f8ad4b261717963d007dcc93cbc867b6be9b099b5ae2197d2424fa40ede5bf3',
  )
  const { url, query } = await empty()
  await migrate(url, undefined, oldestRelease.version)
  const stored = await query(`select relname || ': ' || string_agg(attname, ' ' order by attnum) as line
    from pg_attribute join pg_class c on c.oid = attrelid
   where ${ofTables} and relkind <> 'v' and relname <> 'migration' and attnum > 0 and not attisdropped and attgenerated = '' group by relname`)
  const { manifest } = await fill(filled)
  expect(stored.toSorted()).toEqual(
    manifest.tables.map(({ name, columns }) => `${name}: ${columns.join(' ')}`).toSorted(),
  )
})

test('new migrations keep what the last release uses, and demand nothing new of it, except what its pause is for', async () => {
  const { url, query } = await empty()
  await migrate(url, undefined, oldestRelease.version)
  const [usedBefore, demandedBefore] = [await query(used), await query(demanded)]
  const tables = new Set(await query(`select relname as line from pg_class where ${ofTables}`))
  await migrate(url)
  const [usedAfter, demandedAfter] = [new Set(await query(used)), await query(demanded)]
  const dropped = usedBefore.filter((line) => !usedAfter.has(line) && !needsPause.droppedTables.test(line))
  expect(dropped.toSorted()).toEqual(needsPause.dropped.toSorted())
  const isOfOldTable = (line: string) => tables.has(/^\w+/.exec(line)?.[0] ?? '')
  const isNew = (line: string) => !demandedBefore.includes(line) && !allowsRelease.some((wider) => wider.test(line))
  const newlyDemanded = demandedAfter.filter((line) => isOfOldTable(line) && isNew(line))
  expect(newlyDemanded.toSorted()).toEqual(needsPause.demanded.toSorted())
})

/** Everything that two databases may differ in, besides rows and the order of columns. */
const structure = `
  with ours as (select * from pg_class where relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v', 'S')),
    routine as (select * from pg_proc where pronamespace = 'public'::regnamespace
      and not exists (select from pg_depend where classid = 'pg_proc'::regclass and objid = pg_proc.oid and deptype = 'e'))
  select concat_ws(' ', relkind, relname, relacl, reloptions, obj_description(oid, 'pg_class'),
                   case relkind when 'v' then pg_get_viewdef(oid) end) as line from ours
  union all
  select concat_ws(' ', relname, attname, format_type(atttypid, atttypmod), attnotnull, attidentity, attgenerated,
                   attcollation::regcollation, attacl, pg_get_expr(adbin, adrelid), col_description(c.oid, attnum))
    from ours c join pg_attribute on attrelid = c.oid left join pg_attrdef on adrelid = c.oid and adnum = attnum
   where attnum > 0 and not attisdropped
  union all
  select concat_ws(' ', conrelid::regclass, contypid::regtype, conname, pg_get_constraintdef(oid, true), convalidated)
    from pg_constraint where connamespace = 'public'::regnamespace and contype <> 'n'
  union all
  select concat_ws(' ', pg_get_indexdef(indexrelid), indisvalid) from pg_index join ours c on c.oid = indrelid
  union all
  select concat_ws(' ', pg_get_triggerdef(t.oid, true), tgenabled) from pg_trigger t join ours c on c.oid = tgrelid where not tgisinternal
  union all
  select concat_ws(' ', pg_get_functiondef(oid), proacl, obj_description(oid, 'pg_proc')) from routine
  union all
  select concat_ws(' ', relname, seqstart, seqincrement, seqmax, seqcycle) from pg_sequence join ours c on c.oid = seqrelid
  order by 1`

test('a new installation has the structure, functions, rights and comments of a database upgraded from 1.0.0', async () => {
  const [old, fresh] = [await empty(), await empty()]
  await migrate(old.url, undefined, oldestRelease.version)
  await old.query(
    "create or replace function refuse_change() returns trigger language plpgsql as 'begin return new; end'",
  )
  await migrate(old.url)
  expect(await migrate(fresh.url)).toMatchObject({ applied: ['schema.sql'] })
  const upgraded = await old.query(structure)
  expect(upgraded.length).toBeGreaterThan(1000)
  expect(await fresh.query(structure)).toEqual(upgraded)
  expect(await (await fill(filled)).query(structure)).toEqual(upgraded)
})

/** Tables with rows that no client adds. */
const withFirstRows = 'audit_era calendar_day escalation_level instrument instrument_name message_template payout_stop'

test('a new installation begins with the rows that an upgraded database has', async () => {
  const [upgraded, fresh] = [await fill(filled), await empty()]
  await migrate(fresh.url)
  for (const table of withFirstRows.split(' ')) {
    // Ids and times are of the installation.
    const rows = `select (to_jsonb(t) - array['id', 'instrument_id', 'changed_at', 'created_at'])::text as line from ${table} t order by 1`
    const begun = await fresh.query(rows)
    expect(begun).not.toEqual([])
    expect(await upgraded.query(rows)).toEqual(begun)
  }
})

test('a database from before 1.0.0 is left as it is, and told which version upgrades it first', async () => {
  const { url, query } = await empty()
  await migrate(url, undefined, oldestRelease.version)
  await query('delete from migration')
  await query("insert into migration (version, name) select n, 'before' from generate_series(1, 84) n")
  const versions = 'select version as line from migration'
  const before = [await query(structure), await query(versions)]
  await expect(migrate(url)).rejects.toThrow(
    'This database was made by a version before 1.0.0, and nothing was changed. Start version 1.0.0 with it once, then this version.',
  )
  expect([await query(structure), await query(versions)]).toEqual(before)
})

test('a database in which 1.0.0 has not yet encrypted a file or a number again is left as it is', async () => {
  const { url, query } = await empty()
  await migrate(url, undefined, oldestRelease.version)
  const before = await query(structure)
  const message = 'version 1.0.0 has not encrypted everything that older versions stored'
  await query("insert into old_file (name, owner_id) values ('photo/1', gen_random_uuid())")
  await expect(migrate(url)).rejects.toThrow(message)
  await query('delete from old_file')
  await query(`with c as (insert into client (id, email, mobile, name, password_hash, executive_name, referral_id)
      values (gen_random_uuid(), 'asha@example.com', '9876500011', 'Asha', '', '', '') returning id)
    insert into bank_details (client_id, holder_name, account_number, ifsc) select id, 'Asha', '123456789012', 'HDFC0001234' from c`)
  await expect(migrate(url)).rejects.toThrow(message)
  expect(await query(structure)).toEqual(before)
  await query("insert into data_key (owner_id, wrapped) select id, '' from client")
  expect((await migrate(url)).applied).toContain('0600-conversions.sql')
})

test('a backup of 1.0.0 is restored; one from before is not, and names the version that restores it', async () => {
  const place = join(folder, 'place')
  cpSync(new URL('../../../test/v1.0.0', import.meta.url), place, { recursive: true })
  const lines: string[] = []
  const restoreInto = (url: string) => {
    const settings = { DATABASE_URL: url, DATA_DIR: join(folder, 'restored'), SECRET_KEY: filled.secretKey }
    const askKey = () => Promise.reject(new Error('the key is set'))
    const options = { id: filled.backup, acceptUnsigned: true, askKey, say: (line: string) => lines.push(line) }
    return restore(readConfig({ ...settings, BACKUP_URL: pathToFileURL(place).href }), options)
  }
  // False, because the photos of the demo data are not kept here.
  expect(await restoreInto((await empty()).url)).toBe(false)
  expect(lines.join('\n')).toMatch(/The books balance: \d+ entries\.\nThe audit log is whole/)
  const manifest = join(place, `manifest/${filled.backup}.json`)
  writeFileSync(manifest, readFileSync(manifest, 'utf8').replace('"migration":117', '"migration":67'))
  const { url, query } = await empty()
  await expect(restoreInto(url)).rejects.toThrow(
    `Backup ${filled.backup} was made by a version before 1.0.0. Restore it with version 1.0.0, start that once, then start this version.`,
  )
  expect(await query(`select relname as line from pg_class where ${ofTables}`)).toEqual([])
})

test('a file of trades that waited inside its request is kept beside it, and named by its hash', async () => {
  const { url, query } = await empty()
  await migrate(url, undefined, 199)
  await query(`with o as (insert into operator (id, email, name, role, password_hash)
      values (gen_random_uuid(), 'kiran@desk.example', 'Kiran', 'dealer', '') returning id)
    insert into proposal (id, kind, summary, reasons, payload, requested_by)
      select gen_random_uuid(), 'trade.file', 'A file', '{}', '{"at": "2026-11-20T10:00:00.000Z", "body": {"csv": "reference,₹\\r\\n"}}', id
        from o, generate_series(1, 2)`)
  await migrate(url)
  const hash = createHash('sha256').update('reference,₹\r\n').digest('hex')
  const stored = JSON.stringify({ at: '2026-11-20T10:00:00.000Z', sha256: hash })
  expect(await query(`select payload::jsonb = '${stored}' as line from proposal`)).toEqual([true, true])
  expect(await query("select convert_from(content, 'UTF8') as line from sent_file")).toEqual(['reference,₹\r\n'])
})

test('the terms of a loan are in paise after the upgrade, and the client is shown the same text', async () => {
  const { url, query } = await empty()
  await migrate(url, undefined, 249)
  const day = '2026-11-20'
  const terms = termsOf({ amount: 60_000_35n, ratePercent: 12.5, months: 6, fee: 600_07n }, day)
  const texts = [terms, withFeeGst(terms, 'split', day)].map((each) => JSON.stringify(each))
  await query(`insert into client (id, email, mobile, name, password_hash, executive_name, referral_id)
    values (gen_random_uuid(), 'asha@example.com', '9876500011', 'Asha', '', '', '')`)
  await query(`insert into loan (id, client_id, status, terms, principal, decided_at, accepted_at, closed_at)
    select gen_random_uuid(), c.id, 'closed', t.terms, 0, now(), now(), now() from client c, (values ('${texts.join("'::json), ('")}')) t (terms)`)
  await migrate(url)
  const stored = await query('select terms as line from loan order by length(terms::text)')
  expect(stored).toMatchObject([{ amountPaise: 60_000_35, feePaise: 600_07 }, { feeGstPaise: 91_52 }])
  expect(stored.map((each) => JSON.stringify(shownTerms(each as unknown as StoredTerms)))).toEqual(texts)
  expect(stored[0]).toEqual(storedTerms(terms))
})

test('goes on with a database of 1.0.0: logins, keys, balances, every list, books and audit log', async () => {
  const settings = {
    DATABASE_URL: (await fill(filled)).url,
    DATA_DIR: join(folder, 'data'),
    SECRET_KEY: filled.secretKey,
  }
  const program = await startProgram(settings)
  const { client: id, token, withdrawal } = filled
  const call = (method: string, path: string, body?: object, key?: string) =>
    program.call(method, path, { token, ...(body && { body }), ...(key !== undefined && { key }) })
  try {
    expect((await call('GET', `/user/wallet/${id}`)).body).toMatchObject(filled.wallet)
    const again = await call('POST', '/user/wallet/withdraw', { id, amount: withdrawal.amount }, withdrawal.key)
    expect(again).toMatchObject({ status: 200, body: { transaction: { _id: withdrawal.id } } })
    const cancelled = await call('POST', `/user/wallet/transaction/${withdrawal.id}/cancel`, {}, randomUUID())
    expect(cancelled.status).toBe(200)
    expect((await call('POST', '/user/wallet/withdraw', { id, amount: 200 }, randomUUID())).status).toBe(200)
    const { balance, withheld } = filled.wallet
    const now = { balance: balance + withheld - 200, withheld: 200 }
    expect((await call('GET', `/user/wallet/${id}`)).body).toMatchObject(now)
    const login = { email: 'admin@demo.example', password: filled.password }
    const operator = await call('POST', '/desk/login', login)
    expect(operator.status).toBe(200)
    const faults = await failingReads(program, { id, token, operatorToken: operator.body.token })
    expect(faults).toEqual([])
  } finally {
    await program.kill()
  }
  const config = readConfig(settings)
  const lines: string[] = []
  expect(await printBooks(config, (line) => lines.push(line))).toBe(true)
  expect(await checkAudit(config)).toMatchObject({ ok: true })
})

type Caller = { readonly id: string; readonly token: string; readonly operatorToken: string }

/** Every call that reads without further parameters. */
async function failingReads(program: Awaited<ReturnType<typeof startProgram>>, { id, token, operatorToken }: Caller) {
  const faults: string[] = []
  for (const [, call] of allCalls) {
    const path = call.path.replace(/:(userId|clientId)/, id)
    if (call.method !== 'GET' || typeof call.reply === 'string' || path.includes(':')) continue
    const isClients = call.who === 'client' || call.who === 'verified'
    const answer = await program.call('GET', path, { token: isClients ? token : operatorToken }).catch(String)
    if (typeof answer === 'string' || answer.status >= 500) faults.push(`${path}: ${JSON.stringify(answer)}`)
  }
  return faults
}
