import { randomUUID } from 'node:crypto'
import { copyFileSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { gunzipSync } from 'node:zlib'
import { features } from '@sauda/contract/calls'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { databaseUrl } from '../test/global-setup.ts'
import { startProgram } from '../test/program.ts'
import { checkAudit } from './audit/verify.ts'
import { printBooks } from './books.ts'
import { readConfig } from './config.ts'
import { openPlace, readManifest, type Manifest } from './platform/backup/place.ts'
import { importTables } from './platform/backup/portable.ts'
import { migrate } from './platform/migrate.ts'

/** Whether the last release has the migration; 0066 was added later than 0067. */
const newestReleased = 67
const isReleased = (version: number) => version <= newestReleased && version !== 66
/** Made by v0.9.0: its demo data, a login of a client and a withdrawal under a key. */
const filled = {
  place: new URL('../test/v0.9.0', import.meta.url).href,
  backup: '20261121T133424308Z-portable',
  secretKey: 'k3y-of-v0-9-0-Rw8Zt2Mn6Yp4Xc1Qk7',
  client: '01a1fe50-a054-70d6-a94a-e7915fd5e3d2',
  token: 'VfxvIMPkjjQEs8uwhFjiQ-rDJoITN1mBwDJQMqELSOA',
  withdrawal: { key: 'acknowledged-by-v0.9.0', id: '01a1fe50-aeef-76ba-b4c6-e31a9eaee64f', amount: 150 },
  wallet: { balance: 276_040.5, withheld: 150 },
  password: 'Demo-Pass-1',
}

const folder = mkdtempSync(join(tmpdir(), 'sauda-upgrade-'))
const admin = new pg.Client({ connectionString: inject('postgresUrl') })
await admin.connect()
const databases: string[] = []
afterAll(async () => {
  for (const name of databases) await admin.query(`drop database if exists ${name} with (force)`)
  await admin.end()
  rmSync(folder, { recursive: true, force: true })
})

async function emptyDatabase() {
  const name = `upgrade_${randomUUID().replaceAll('-', '')}`
  await admin.query(`create database ${name}`)
  databases.push(name)
  const url = databaseUrl(inject('postgresUrl'), name)
  const query = async (text: string): Promise<string[]> => {
    const client = new pg.Client({ connectionString: url })
    await client.connect()
    try {
      const { rows } = await client.query<{ line: string }>(text)
      return rows.map(({ line }) => line)
    } finally {
      await client.end()
    }
  }
  return { url, query }
}

const ofTables = `relnamespace = 'public'::regnamespace and relkind in ('r', 'p', 'v')`
/** What the statements of a program rely on. */
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
/** What rejects a row that it did not reject before. */
const demanded = `
  select relname || ': ' || pg_get_constraintdef(k.oid) as line
    from pg_constraint k join pg_class c on c.oid = conrelid where ${ofTables} and contype <> 'n'
  union all
  select relname || '.' || attname || ' is not null' from pg_attribute a join pg_class c on c.oid = attrelid
   where ${ofTables} and attnum > 0 and attnotnull and not atthasdef and attidentity = ''
  union all
  select relname || ': trigger ' || tgname from pg_trigger join pg_class c on c.oid = tgrelid
   where ${ofTables} and not tgisinternal`

/** Of columns that the last release does not write, or wider than before. */
const allowsRelease = [
  /broker_bank_id|bank_line_account_kept|payout_batch_id|\(credited IS NULL\)/,
  // Its bookings are written by the function of the database, which sets both or none.
  /^journal: CHECK \(+bank_id IS NULL\) OR \(value_date IS NOT NULL\)/,
  /^(bank_line|bank_statement): FOREIGN KEY \((repeated_by|accepted_by|withdrawn_by)\) /,
  // Looser than the checks before, where a decision by one person is allowed and marked.
  /^(adjustment|trade_reversal): CHECK .*decided_by <> requested_by.* OR waived/,
  /^client: CHECK \(+kyc_status = ANY .*'REVOKED'/,
  /^proposal: CHECK \(+status = ANY .*'lapsed'/,
  // A trigger sets what is unexplained. The last release neither deletes lines nor changes their balances.
  /^bank_line: CHECK \(+unexplained >= 0|^bank_line\.unexplained is not null$/,
  /^bank_line: trigger bank_line_(begins|only_withdrawn|balance_kept)$/,
  /^one_time_code: CHECK \(+flow = ANY .*'contact-new'/,
  /^challenge: CHECK \(+action = ANY .*'closure'/,
  /^(client|client_ledger): CHECK \(+closure /,
  // A client who closes the account makes no new requests.
  /: trigger (?:(?:loan|charge|deposit|deposit_reopened)_not_closing|client_closure_copied)$/,
  /^session: (?:FOREIGN KEY|CHECK) \(+viewed_/,
  /^trade: FOREIGN KEY \(import_id\) /,
  /^wallet_request: CHECK \(+settlement /,
  // The last release writes only what the lists have, and changes states as the guards allow.
  /^\w+: CHECK \(+\w+ = ANY \((ledger_events|charge_types|proposal_kinds)\(\)/,
  /^(wallet_request|charge|loan|proposal): trigger \1_(kept|never_deleted|no_truncate|locks_ledger)$/,
  /^kyc_document: CHECK \(+qr_/,
  // With more columns than before.
  /^(notice|notification): PRIMARY KEY \((xact|client_id), id\)$/,
  /^entry: CHECK \(+client_id IS NOT NULL\) OR /,
  /^payment_reference: CHECK \(+direction = ANY /,
]

/**
 * What needs the pause of this release (docs/upgrading.md). The links of bank lines replace the columns of a match, which had room
 * for one explanation, and a reference is reserved for a direction: beside the new form the last release would explain a
 * line twice. So it cannot import or reconcile statements, nor reserve references, once these migrations ran.
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
    'payment_reference unique reference where (NOT is_collision)',
  ],
  demanded: ['payment_reference.direction is not null'],
}

function releasedMigrations(): URL {
  const all = new URL('../migrations/', import.meta.url)
  const some = pathToFileURL(`${join(folder, 'released')}/`)
  mkdirSync(some)
  for (const name of readdirSync(all))
    if (isReleased(Number(name.slice(0, 4)))) copyFileSync(new URL(name, all), new URL(name, some))
  return some
}

test('new migrations keep what the last release uses, and demand nothing new of it, except what its pause is for', async () => {
  const { url, query } = await emptyDatabase()
  await migrate(url, releasedMigrations(), newestReleased)
  const [usedBefore, demandedBefore] = [await query(used), await query(demanded)]
  const tables = new Set(await query(`select relname as line from pg_class where ${ofTables}`))
  await migrate(url)
  const [usedAfter, demandedAfter] = [new Set(await query(used)), await query(demanded)]
  const dropped = usedBefore.filter((line) => !usedAfter.has(line))
  // The last release inserts into these without `on conflict`, and deletes by client.
  const unneeded = ['kyc_document unique file_key', 'notice unique id', 'notification unique id']
  expect(dropped.toSorted()).toEqual([...unneeded, ...needsPause.dropped].toSorted())
  const isOfOldTable = (line: string) => tables.has(/^\w+/.exec(line)?.[0] ?? '')
  const isNew = (line: string) => !demandedBefore.includes(line) && !allowsRelease.some((wider) => wider.test(line))
  expect(demandedAfter.filter((line) => isOfOldTable(line) && isNew(line))).toEqual(needsPause.demanded)
})

/** The rows of a table in the backup that v0.9.0 made; an empty value is undefined. */
function rowsBefore({ tables }: Manifest, table: string): Record<string, string | undefined>[] {
  const piece = new URL(`../test/v0.9.0/portable/${filled.backup}/000000.gz`, import.meta.url)
  const all = gunzipSync(readFileSync(piece)).toString().split('\n')
  const at = tables.findIndex(({ name }) => name === table)
  const begin = tables.slice(0, at).reduce((sum, { rows }) => sum + rows, 0)
  const { columns = [], rows = 0 } = tables[at] ?? {}
  return all.slice(begin, begin + rows).map((row) => {
    const cells = row.split('\t').map((cell) => (cell === '\\N' ? undefined : cell))
    return Object.fromEntries(columns.map((column, n) => [column, cells[n]]))
  })
}

/** What each line of a statement explains, what it leaves unexplained, and whether an operator closed it. */
const explained = `
  select concat_ws(' ', l.id, k.kind, k.payment_id, k.amount, k.how, k.reason, k.linked_by,
                   'leaves', l.unexplained, case when l.is_closed then 'closed' end) as line
    from bank_line l left join bank_link k on k.line_id = l.id and k.unlinked_at is null order by 1`
const references = `select concat_ws(' ', reference, direction, used_by, is_collision) as line from payment_reference order by 1`

function explainedBefore(manifest: Manifest): string[] {
  return rowsBefore(manifest, 'bank_line').map((line) => {
    const { id, amount, matched_id: payment, matched_how: how, matched_by: by, note, settled_by: settledBy } = line
    const paid = payment && ['payment', payment, amount, how, by, 'leaves 0']
    const noted = note && ['note 0 5', note, settledBy, 'leaves', amount, 'closed']
    return [id, ...(paid || noted || ['leaves', amount])].filter((word) => word !== undefined).join(' ')
  })
}

function referencesBefore(manifest: Manifest): string[] {
  const withdrawals = rowsBefore(manifest, 'wallet_request').filter(({ type }) => type === 'withdrawal')
  return rowsBefore(manifest, 'payment_reference').map(({ reference, used_by: owner, is_collision: collides }) => {
    const direction = withdrawals.some(({ id }) => id === owner) ? 'debit' : 'credit'
    return [reference, direction, owner, collides].join(' ')
  })
}

/** A database as v0.9.0 left it, with its login and its key as new as on the day of the upgrade. */
async function filledDatabase() {
  const { url, query } = await emptyDatabase()
  const place = await openPlace(filled.place, { mayBeNew: false })
  const manifest = await readManifest(place, filled.backup)
  await importTables(url, place, manifest)
  await query("update session set last_seen_at = now(), expires_at = now() + interval '1 hour'")
  await query('update idempotency set at = now()')
  return { url, query, manifest }
}

test('every bank line and reference of v0.9.0 explains afterwards what it explained before', async () => {
  const { query, manifest } = await filledDatabase()
  const lines = explainedBefore(manifest)
  for (const form of [/ payment /, / note /, /^\S+ leaves /]) expect(lines.some((line) => form.test(line))).toBe(true)
  expect((await query(explained)).toSorted()).toEqual(lines.toSorted())
  expect((await query(references)).toSorted()).toEqual(referencesBefore(manifest).toSorted())
})

test('goes on with a database of v0.9.0: logins, keys, balances, every list, books and audit log', async () => {
  const settings = {
    DATABASE_URL: (await filledDatabase()).url,
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
  for (const call of Object.values(features).flatMap((calls) => Object.values(calls))) {
    const path = call.path.replace(/:(userId|clientId)/, id)
    if (call.method !== 'GET' || typeof call.reply === 'string' || path.includes(':')) continue
    const isClients = call.who === 'client' || call.who === 'verified'
    const answer = await program.call('GET', path, { token: isClients ? token : operatorToken }).catch(String)
    if (typeof answer === 'string' || answer.status >= 500) faults.push(`${path}: ${JSON.stringify(answer)}`)
  }
  return faults
}
