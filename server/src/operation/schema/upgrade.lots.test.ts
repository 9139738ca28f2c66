import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { gunzipSync } from 'node:zlib'
import { afterAll, expect, test } from 'vitest'
import { startProgram } from '../../../test/program.ts'
import { oldDatabases } from '../../../test/release.ts'
import { tradeSteps } from '../../../test/trade.ts'
import { bookChecks } from '../books/checks.sql.ts'
import { checkBooks } from '../../core/ledger/books.ts'
import { openDb } from '../../platform/db.ts'
import { makeLog } from '../../platform/log.ts'
import { migrate } from '../../platform/migrate.ts'
import { oldestRelease } from '../../platform/oldest-release.ts'

const folder = mkdtempSync(join(tmpdir(), 'sauda-upgrade-lots-'))
afterAll(() => rmSync(folder, { recursive: true, force: true }))
const { empty, filled } = await oldDatabases()

/** The differences of the complete check, and what is in `securities` and `clearing` in paise. */
async function booksOf(url: string) {
  const db = openDb(url, makeLog('silent'))
  try {
    const { differences, accounts } = await checkBooks(db, bookChecks)
    const balance = (name: string) => accounts.find(({ account }) => account === name)?.balance ?? 0n
    return {
      differences,
      invested: balance('invested'),
      securities: balance('securities'),
      clearing: balance('clearing'),
      opening: balance('opening'),
    }
  } finally {
    await db.close()
  }
}

/**
 * Ids end with these numbers: 1 typed with borrowed money and half sold at a profit, 2 that sale, 3 imported and partly sold at a
 * loss, 4 that sale, 5 typed and sold, 6 that sale. Positions 7 and 8 are reversed and untouched.
 */
const rows = `
  with o as (insert into operator (id, email, name, role, password_hash)
      values (gen_random_uuid(), 'kiran@desk.example', 'Kiran', 'dealer', '') returning id),
    a as (insert into operator (id, email, name, role, password_hash)
      values (gen_random_uuid(), 'omar@desk.example', 'Omar', 'admin', '') returning id),
    c as (insert into client (id, email, mobile, name, password_hash, executive_name, referral_id)
      values (gen_random_uuid(), 'asha@example.com', '9876500011', 'Asha', '', '', '') returning id),
    i as (insert into client_import (id, file_name, file_hash, status, clients, positions, bank_details, balance, cost, requested_by, decided_at)
      select gen_random_uuid(), 'clients.csv', '', 'imported', 1, 1, 0, 0, 30000, id, now() from o returning id),
    t (n, action, quantity, price, amount, cost, loan_part, to_loan, buy, open_quantity, open_cost, open_loan_part, imported) as (values
      (1, 'BUY', 10, 20.00, 20000, 20000, 8000, null::int, null::int, 5, 10000, 4000, false),
      (2, 'SELL', 5, 24.00, 12000, 10000, 4000, 4000, 1, 0, 0, 0, false),
      (3, 'BUY', 3, 100.00, 30000, 30000, 0, null, null, 2, 20000, 0, true),
      (4, 'SELL', 1, 90.00, 9000, 10000, 0, 0, 3, 0, 0, 0, false),
      (5, 'BUY', 1, 50.00, 5000, 5000, 0, null, null, 0, 0, 0, false),
      (6, 'SELL', 1, 51.00, 5100, 5000, 0, 0, 5, 0, 0, 0, false),
      (7, 'BUY', 1, 70.00, 7000, 7000, 0, null, null, 0, 0, 0, false),
      (8, 'BUY', 2, 35.00, 7000, 7000, 0, null, null, 2, 7000, 0, false)),
    sold as (insert into trade (id, client_id, action, stock, quantity, price, amount, cost, loan_part, to_loan, buy_id, open_quantity,
                               open_cost, open_loan_part, booked_by, import_id, reference, traded_at)
      select pg_temp.uid(t.n), c.id, t.action, 'TCS', t.quantity, t.price, t.amount, t.cost, t.loan_part, t.to_loan, pg_temp.uid(t.buy), t.open_quantity,
             t.open_cost, t.open_loan_part, o.id, case when t.imported then i.id end, 'R' || t.n, '2026-10-01T10:00:00+05:30'
        from t, c, o, i returning id),
    r as (insert into trade_reversal (id, trade_id, reason, status, requested_by, decided_by, decided_at)
      select pg_temp.uid(9), pg_temp.uid(7), 'Booked twice', 'approved', o.id, a.id, now() from o, a returning id),
    l as (insert into loan (id, client_id, status, terms, principal, decided_by, decided_at, accepted_at)
      select pg_temp.uid(0), c.id, 'approved', '{"amount": 80}', 8000, o.id, now(), now() from c, o),
    d as (insert into adjustment (id, client_id, kind, amount, reason, status, requested_by, decided_by, decided_at)
      select pg_temp.uid(0), c.id, 'credit', 60000, 'Brought forward', 'approved', o.id, a.id, now() from c, o, a),
    j (n, event, cause, cash, invested, loan) as (values
      (0, 'adjustment.approved', 0, 60000, 0, 0), (1, 'loan.accepted', 0, 60000, 0, 8000), (2, 'trade.bought', 1, 48000, 20000, 0),
      (3, 'trade.sold', 2, 56000, 10000, 4000), (4, 'opening.position', 3, 56000, 40000, 4000), (5, 'trade.sold', 4, 65000, 30000, 4000),
      (6, 'trade.bought', 5, 60000, 35000, 4000), (7, 'trade.sold', 6, 65100, 30000, 4000), (8, 'trade.bought', 7, 58100, 37000, 4000),
      (9, 'trade.reversed', 7, 65100, 30000, 4000), (10, 'trade.bought', 8, 58100, 37000, 4000)),
    b as (insert into journal (id, event, client_id, cause_id, at, cash, invested, loan, cashback, withheld)
      select pg_temp.uid(100 + j.n), j.event, c.id, pg_temp.uid(j.cause), now() - interval '1 day' + j.n * interval '1 second', j.cash, j.invested, j.loan, 0, 0
        from j, c),
    e (n, debit, credit, amount) as (values
      (0, 'adjustment', 'cash', 60000), (1, 'loans_receivable', 'loan', 8000), (2, 'cash', 'invested', 12000), (2, 'loan', 'invested', 8000),
      (3, 'invested', 'loan', 4000), (3, 'invested', 'cash', 6000), (3, 'clearing', 'cash', 2000), (4, 'opening', 'invested', 30000),
      (5, 'invested', 'cash', 10000), (5, 'cash', 'clearing', 1000), (6, 'cash', 'invested', 5000), (7, 'invested', 'cash', 5000),
      (7, 'clearing', 'cash', 100), (8, 'cash', 'invested', 7000), (9, 'invested', 'cash', 7000), (10, 'cash', 'invested', 7000)),
    x as (insert into entry (journal_id, client_id, debit, credit, amount)
      select pg_temp.uid(100 + e.n), c.id, e.debit, e.credit, e.amount from e, c order by e.n)
  insert into client_ledger (client_id, cash, invested, loan, booked_at) select id, 58100, 37000, 4000, now() from c`

const oldView = `
  select concat_ws(' ', id, action, stock, quantity, amount, cost, loan_part, to_loan, buy_id, open_quantity, open_cost, open_loan_part,
                   traded_on) as line from trade order by id`
const newView = oldView
  .replace(
    'buy_id, open_quantity, open_cost, open_loan_part',
    'lot_id, coalesce(l.open_quantity, 0::numeric(20,8)), coalesce(l.open_cost, 0), coalesce(l.open_loan_part, 0)',
  )
  .replace('from trade', 'from trade left join lot l using (id)')
  .replaceAll(/\b(action|stock|quantity|amount|cost|loan_part|to_loan|lot_id|traded_on)\b(?=,|\))/g, 'trade.$1')
const figures = `select (to_jsonb(l) - array['unsettled', 'dues'])::text as line from client_ledger l`

test('positions become lots with unchanged figures, and the books balance with their cost in securities', async () => {
  const { url, query } = await empty()
  await migrate(url, undefined, oldestRelease.version)
  const db = openDb(url, makeLog('silent'))
  await db.transaction(async (tx) => {
    await tx.run('set local session_replication_role = replica')
    await tx.run(`create function pg_temp.uid(n int) returns uuid language sql
      as $$ select ('01a1fe50-a054-70d6-a94a-' || lpad(n::text, 12, '0'))::uuid $$`)
    await tx.run(rows)
    await tx.run('update trade set reversal_id = pg_temp.uid(9) where id = pg_temp.uid(7)')
  })
  await db.close()
  const before = [await query(oldView), await query(figures)]
  await migrate(url)
  expect([await query(newView), await query(figures)]).toEqual(before)
  const lots = `select concat_ws(' ', right(id::text, 1), source, trade_id = id, acquired_on) as line from lot order by id`
  expect(await query(lots)).toEqual([1, 3, 5, 7, 8].map((n) => `${n} ${n === 3 ? 'import' : 'trade'} t 2026-10-01`))
  expect(await booksOf(url)).toEqual({
    differences: [],
    invested: 37000n,
    securities: -37000n,
    opening: -30000n + 20000n,
    clearing: -2000n + 1000n - 100n + 17000n,
  })
})

/** Made by 1.0.0: the demo data of 0.9.0, with open positions, loans and typed trades. */
const demo = await filled({
  place: new URL('../../../test/v1.0.0', import.meta.url).href,
  backup: '20261123T022825191Z-portable',
})
const program = await startProgram({
  DATABASE_URL: demo.url,
  DATA_DIR: join(folder, 'data'),
  SECRET_KEY: 'k3y-of-v0-9-0-Rw8Zt2Mn6Yp4Xc1Qk7',
})
afterAll(program.kill)
const password = 'Demo-Pass-1'

type Shown =
  | string
  | (Record<string, unknown> & { columns?: { name: string }[]; rows?: { cells: unknown[]; clientId?: string }[] })
/** What 1.0.0 answered, by who asked and the address; without what depends on the moment of the question. */
const shown = JSON.parse(
  gunzipSync(readFileSync(new URL('../../../test/v1.0.0/reports.json.gz', import.meta.url))).toString(),
) as Record<string, Shown>
/** Columns since then: the balances of bank accounts at their opening, and payments of charges that the bank returned. */
const newColumns: Record<string, readonly string[]> = { cash: ['Opening balances'], charges: ['Returned, with GST'] }

/** A value with only the fields that it had before. */
function oldFields(value: unknown, before: unknown): unknown {
  if (Array.isArray(before) && Array.isArray(value)) return value.map((each, at) => oldFields(each, before[at]))
  if (typeof before !== 'object' || before === null || typeof value !== 'object' || value === null) return value
  const fields = value as Record<string, unknown>
  return Object.fromEntries(Object.entries(before).map(([name, each]) => [name, oldFields(fields[name], each)]))
}

/** What the tax report calls differently since then. */
const renamed = ['First-in-first-out difference', 'Matched with other purchases than the dealer sold'] as const

/** Since then statements have the reason of a rejected withdrawal, and exports another name of its event. */
const withoutReason = (text: string): string =>
  text
    .replaceAll(/("Withdrawal rejected, money returned",WDR\d+),[^,]+/g, '$1,')
    .replaceAll('Withdrawal not paid, money returned', 'Withdrawal rejected')

/** Tables of the tax report without the charges, which follow the old columns; the sentence below them is about charges too. */
function oldCells(text: string, before: string): string {
  const lines = before.split('\n')
  const cut = (line: string, at: number) =>
    line.startsWith('"Splits, bonus and rights issues, mergers') ? lines[at] : line.slice(0, lines[at]?.length)
  return text
    .replaceAll(...renamed)
    .split('\n')
    .map(cut)
    .join('\n')
}

/** The new answer without the columns and fields that 1.0.0 did not have. */
function comparable(path: string, answer: unknown, before: Shown): unknown {
  if (typeof before === 'string')
    return path.includes('/tax') ? oldCells(String(answer), before) : withoutReason(String(answer))
  const fields = { ...(answer as typeof before) }
  const added = newColumns[/reports\/(\w+)/.exec(path)?.[1] ?? ''] ?? []
  const isOld = fields.columns?.map(({ name }) => !added.includes(name)) ?? []
  const cut = (cells: unknown) => (cells as unknown[]).filter((_, at) => isOld[at])
  if (fields.columns && before.columns) {
    expect(fields.columns.length - before.columns.length).toBe(added.length)
    fields.columns = fields.columns.filter((_, at) => isOld[at])
    fields.rows = fields.rows?.map(({ cells, ...row }) => ({ ...row, cells: cut(cells) }))
    fields['total'] = cut(fields['total'])
  }
  return oldFields(Array.isArray(answer) ? answer : fields, before)
}

test('statements, gains, positions, day close, exports and reports are those of 1.0.0 after the upgrade', async () => {
  const tokens = new Map<string, string>()
  for (const who of ['admin', 'jaya', 'chitra', 'gita', 'harish']) {
    const body = { email: `${who}@demo.example`, password }
    const login = await program.call('POST', who === 'admin' ? '/desk/login' : '/user/login', { token: '', body })
    tokens.set(who, login.body.token)
  }
  for (const [asked, before] of Object.entries(shown)) {
    const [who = '', path = ''] = asked.split(' ')
    const { body } = await program.call('GET', path, { token: tokens.get(who) ?? '' })
    expect({ asked, answer: comparable(path, body, before) }).toEqual({ asked, answer: before })
  }
})

test('later sales of old positions, and reversals of old trades, keep securities equal to what is invested', async () => {
  const { url, query } = demo
  const before = await booksOf(url)
  expect(before).toMatchObject({ differences: [], securities: -before.invested })
  const login = { email: 'admin@demo.example', password }
  const admin = (await program.call('POST', '/desk/login', { token: '', body: login })).body
  const { sell, ask, approve } = tradeSteps(program, admin)
  const trades = (condition: string) =>
    query(`select t.id::text as line from trade t left join lot l using (id)
      where t.reversal_id is null and not exists (select from trade_reversal r where r.trade_id = t.id) and ${condition} order by t.id`)
  const reverseOne = async (condition: string) => {
    for (const _id of await trades(condition)) {
      const { status } = await approve(await ask({ _id }), admin)
      if (status === 200) return
    }
    throw new Error('no trade could be reversed')
  }
  const [open = ''] = await trades(
    "t.action = 'BUY' and l.open_quantity = t.quantity and t.quantity > 1 and t.quantity = trunc(t.quantity)",
  )
  await sell({ _id: open }, 1, 10)
  await reverseOne("t.action = 'SELL' and t.amount > t.cost")
  await reverseOne("t.action = 'SELL' and t.amount < t.cost")
  await reverseOne("t.action = 'BUY' and l.open_quantity = t.quantity")
  const after = await booksOf(url)
  expect(after).toMatchObject({ differences: [], securities: -after.invested })
  expect(after.invested).not.toBe(before.invested)
})
