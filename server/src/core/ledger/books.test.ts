import { execFile } from 'node:child_process'
import { randomUUID } from 'node:crypto'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { eventually } from '../../../test/events.ts'
import { bookAdjustment, moneyClient, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { tamper } from '../../../test/tamper.ts'
import { advisoryLocks } from '../../platform/advisory-lock.sql.ts'
import { makeLog } from '../../platform/log.ts'
import { checkBooks, createBooks } from './books.ts'
import type { BooksCheck } from './books.sql.ts'
import { newId } from '../../platform/id.ts'

const server = await testServer({ RATE_LIMITS: 'off' }, { without: ['books'] })
const log = makeLog('silent')
const auditor = await newOperator(server, 'auditor')
const cashier = await newOperator(server, 'cashier')

const books = async () => (await server.call('GET', '/desk/books', { token: auditor.token })).body
const health = async () => (await server.call('GET', '/health')).body.books
const ask = async ({ id, token }: MoneyClient, path: string, amount: number) =>
  (await server.call('POST', `/user/wallet/${path}`, { token, body: { id, amount } })).body.transaction
const saudaIdOf = async ({ id }: MoneyClient) =>
  (await server.db.row<{ said: string }>("select 'SD' || number as said from client where id = $1", [id]))!.said

/** Runs once for what is new, whatever that is. */
const checkOf = (run: BooksCheck['run']): BooksCheck => ({
  by: 'client',
  news: `one as (select) select '{}'::text[] as part from one`,
  run,
})

/** The differences while something is wrong; corrected afterwards. */
async function differencesWith(values: readonly unknown[], wrong: string, right: string) {
  await tamper(server, wrong, values)
  const ill = await books()
  const told = await health()
  await tamper(server, right, values)
  expect([ill.balanced, told]).toEqual([false, 'unbalanced'])
  expect([(await books()).differences, await health()]).toEqual([[], 'balanced'])
  return ill.differences
}

test('the state of the books is unchecked until the first check', async () => {
  expect(await health()).toBe('unchecked')
  expect((await books()).balanced).toBe(true)
  expect(await health()).toBe('balanced')
})

test('the trial balance lists every ledger account, and their total is zero', async () => {
  const client = await moneyClient(server, { rupees: 1000.55 })
  await ask(client, 'withdraw', 400.5)
  const { balanced, accounts, entries, differences } = await books()
  expect({ balanced, entries, differences }).toEqual({ balanced: true, entries: 2, differences: [] })
  expect(accounts).toEqual([
    { account: 'cash', balance: 600.05 },
    { account: 'invested', balance: 0 },
    { account: 'loan', balance: 0 },
    { account: 'cashback', balance: 0 },
    { account: 'withheld', balance: 400.5 },
    { account: 'unsettled', balance: 0 },
    { account: 'bank', balance: -1000.55 },
    { account: 'clearing', balance: 0 },
    { account: 'loans_receivable', balance: 0 },
    { account: 'fees', balance: 0 },
    { account: 'gst', balance: 0 },
    { account: 'cashback_expense', balance: 0 },
    { account: 'adjustment', balance: 0 },
    { account: 'bank_charges', balance: 0 },
    { account: 'bank_interest', balance: 0 },
    { account: 'unidentified', balance: 0 },
    { account: 'opening', balance: 0 },
    { account: 'transit', balance: 0 },
    { account: 'client_dues', balance: 0 },
    { account: 'clearing_corporation', balance: 0 },
    { account: 'securities', balance: 0 },
    { account: 'brokerage', balance: 0 },
    { account: 'stt', balance: 0 },
    { account: 'stamp_duty', balance: 0 },
    { account: 'exchange_charges', balance: 0 },
    { account: 'sebi_fee', balance: 0 },
    { account: 'levy_difference', balance: 0 },
  ])
})

describe('a difference is named with its row:', () => {
  test.each(['cash', 'invested', 'loan', 'cashback', 'withheld'])(
    '%s of a client against its entries',
    async (account) => {
      const client = await moneyClient(server, { rupees: 10 })
      const set = (sign: string) => `update client_ledger set ${account} = ${account} ${sign} 5 where client_id = $1`
      const differences = await differencesWith([client.id], set('+'), set('-'))
      const entries = account === 'cash' ? 10 : 0
      expect(differences.slice(0, 2)).toEqual([
        { what: 'All ledger accounts together', shown: 0.05, entries: 0 },
        { what: `${account} of ${await saudaIdOf(client)}`, clientId: client.id, shown: entries + 0.05, entries },
      ])
    },
  )

  test('an entry with a changed amount', async () => {
    const client = await moneyClient(server, { rupees: 10 })
    const set = (sign: string) => `update entry set amount = amount ${sign} 1 where client_id = $1`
    expect(await differencesWith([client.id], set('+'), set('-'))).toEqual([
      { what: 'All ledger accounts together', shown: -0.01, entries: 0 },
      { what: `cash of ${await saudaIdOf(client)}`, clientId: client.id, shown: 10, entries: 10.01 },
      {
        what: expect.stringMatching(/^cash of SD\d+ after journal [\da-f-]+ \(deposit\.approved\)$/),
        clientId: client.id,
        shown: 10,
        entries: 10.01,
      },
      {
        what: expect.stringMatching(/^ADD\d+, deposit\.approved: bank$/),
        clientId: client.id,
        shown: 10,
        entries: 10.01,
      },
    ])
  })

  test('an entry moved to another client', async () => {
    const client = await moneyClient(server, { rupees: 10 })
    const other = await moneyClient(server)
    const set = (from: string, to: string) => `update entry set client_id = ${to} where client_id = ${from}`
    const differences = await differencesWith([client.id, other.id], set('$1', '$2'), set('$2', '$1'))
    const whats = differences.map(({ what }: { what: string }) => what)
    expect(whats).toContain(`cash of ${await saudaIdOf(client)}`)
    expect(whats).toContain(`cash of ${await saudaIdOf(other)}`)
    expect(whats).toContainEqual(expect.stringMatching(/^Entry \d+ belongs to no journal of its client$/))
    expect(whats).toContainEqual(expect.stringMatching(/^Journal [\da-f-]+ \(deposit\.approved\) has no entries$/))
  })

  test('a journal without entries', async () => {
    const client = await moneyClient(server)
    const id = newId()
    const differences = await differencesWith(
      [id, client.id],
      "insert into journal (id, event, client_id, cause_id, cash, invested, loan, cashback, withheld) values ($1, 'trade.bought', $2, $1, 0, 0, 0, 0, 0)",
      'delete from journal where id = $1 and client_id = $2',
    )
    expect(differences).toContainEqual({
      what: `Journal ${id} (trade.bought) has no entries`,
      clientId: client.id,
      shown: 0,
      entries: 0,
    })
  })

  test('withheld against the open withdrawals', async () => {
    const client = await moneyClient(server, { rupees: 500 })
    const { _id, transactionId } = await ask(client, 'withdraw', 500)
    const set = (status: string, at: string) =>
      `update wallet_request set status = '${status}', decided_at = ${at} where id = $1`
    expect(await differencesWith([_id], set('approved', 'now()'), set('pending', 'null'))).toEqual([
      {
        what: `withheld of ${await saudaIdOf(client)} against its open withdrawals`,
        clientId: client.id,
        shown: 500,
        entries: 0,
      },
      { what: `${transactionId}, withdrawal.paid: withheld`, clientId: client.id, shown: 500, entries: 0 },
    ])
  })

  test('a request without entries', async () => {
    const client = await moneyClient(server)
    const { _id, transactionId } = await ask(client, 'add-money', 700)
    const set = (status: string, at: string) =>
      `update wallet_request set status = '${status}', decided_at = ${at} where id = $1`
    expect(await differencesWith([_id], set('approved', 'now()'), set('pending', 'null'))).toEqual([
      { what: `${transactionId}, deposit.approved: bank`, clientId: client.id, shown: 700, entries: 0 },
    ])
  })

  test('entries without a request', async () => {
    const client = await moneyClient(server, { rupees: 10 })
    const row = await server.db.row<{ cause: string }>('select cause_id as cause from journal where client_id = $1', [
      client.id,
    ])
    const set = (cause: string) => `update journal set cause_id = ${cause} where client_id = $1`
    const differences = await differencesWith([client.id], set('gen_random_uuid()'), set(`'${row!.cause}'`))
    expect(differences).toContainEqual({
      what: 'No cause, deposit.approved: bank',
      clientId: client.id,
      shown: 0,
      entries: 10,
    })
    expect(differences).toContainEqual(expect.objectContaining({ clientId: client.id, shown: 10, entries: 0 }))
  })

  test('entries of a client without ledger accounts', async () => {
    const client = await moneyClient(server, { rupees: 10 })
    const differences = await differencesWith(
      [client.id],
      'delete from client_ledger where client_id = $1',
      'insert into client_ledger (client_id, cash) values ($1, 1000)',
    )
    expect(differences).toContainEqual({
      what: `cash of ${await saudaIdOf(client)}`,
      clientId: client.id,
      shown: 0,
      entries: 10,
    })
  })

  test('at most a hundred of them', async () => {
    for (let n = 0; n < 15; n++) await moneyClient(server, { rupees: 1 })
    const accounts = ['cash', 'loan', 'invested', 'cashback', 'withheld']
    const set = (sign: string) =>
      `update client_ledger set ${accounts.map((account) => `${account} = ${account} ${sign} 1`).join(', ')}`
    expect(await differencesWith([], set('+'), set('-'))).toHaveLength(100)
  })
})

test('the check reads one snapshot while bookings continue', async () => {
  const client = await moneyClient(server, { rupees: 100_000 })
  const load = Promise.all(Array.from({ length: 300 }, () => ask(client, 'withdraw', 100)))
  const seen = []
  for (let n = 0; n < 10; n++) seen.push(await books())
  await load
  expect(seen.flatMap(({ differences }) => differences)).toEqual([])
})

test('lists the entries of a client newest first, in pages, with cause and reason', async () => {
  const client = await moneyClient(server, { rupees: 100_000 })
  for (let n = 0; n < 60; n++) await ask(client, 'withdraw', 100 + n)
  const read = (before = '') =>
    server.call('GET', `/desk/clients/${client.id}/entries${before && `?before=${before}`}`, { token: auditor.token })
  const first = (await read()).body.entries
  expect(first).toHaveLength(50)
  expect(first[0]).toMatchObject({ event: 'withdrawal.requested', debit: 'cash', credit: 'withheld', amount: 159 })
  const rest = (await read(first[49].id)).body.entries
  expect(rest.map(({ amount }: { amount: number }) => amount)).toEqual([
    109, 108, 107, 106, 105, 104, 103, 102, 101, 100, 100_000,
  ])
  const own = await server.call('GET', `/user/statement/${client.id}?before=${first[49].id}`, { token: client.token })
  expect(own.body.entries).toEqual(rest)
  expect(
    (await server.call('GET', `/user/statement/${client.id}`, { token: (await moneyClient(server)).token })).status,
  ).toBe(404)
  expect((await read('x')).status).toBe(400)
  expect((await server.call('GET', `/desk/clients/${randomUUID()}/entries`, { token: auditor.token })).status).toBe(404)
})

test('only operators with the right to read the ledger can check the books', async () => {
  const reviewer = await newOperator(server, 'reviewer')
  for (const path of ['/desk/books', `/desk/clients/${randomUUID()}/entries`])
    expect((await server.call('GET', path, { token: reviewer.token })).status).toBe(403)
  expect((await server.call('GET', '/desk/books', { token: cashier.token })).status).toBe(200)
})

test('npm run books prints the trial balance and exits with 1 if something differs', async () => {
  const root = fileURLToPath(new URL('../../../../', import.meta.url))
  const run = () =>
    new Promise<{ code: number; text: string }>((resolve) => {
      execFile(
        process.execPath,
        ['scripts/run.mjs', 'books'],
        { cwd: root, env: { ...process.env, MODE: 'demo', DATABASE_URL: server.databaseUrl } },
        (error, stdout, stderr) => resolve({ code: error ? Number(error.code) : 0, text: stdout + stderr }),
      )
    })
  const well = await run()
  expect(well.text).toMatch(
    /^Trial balance[\s\S]*\n {2}cash {2,}₹[\d,.]+\n[\s\S]* {2}together +₹0\.00\n\d+ entries\.\nThe books balance\.\n$/,
  )
  expect(well.code).toBe(0)
  const client = await moneyClient(server, { rupees: 10 })
  const set = (sign: string) => `update client_ledger set cash = cash ${sign} 5 where client_id = $1`
  await tamper(server, set('+'), [client.id])
  const ill = await run()
  expect(ill.text).toContain(`  cash of ${await saudaIdOf(client)}: shown ₹10.05, by the entries ₹10.00\n`)
  expect(ill.text).toContain('2 differences: the books do not balance.')
  expect(ill.code).toBe(1)
  await tamper(server, set('-'), [client.id])
})

describe('the automatic check of the books', () => {
  // Without a verified point a check is complete. Other tests share the PostgreSQL server, and their transactions hold it back.
  beforeAll(() =>
    eventually(async () => {
      await checkBooks(server.app.context.db, [])
      return (await server.db.row('select from books_point')) !== undefined
    }),
  )
  const { db } = server.app.context
  const differing = (count: number): BooksCheck =>
    checkOf(async () =>
      Array.from({ length: count }, (_, n) => ({ what: `row ${n}`, client_id: null, shown: BigInt(n), entries: 0n })),
    )
  afterEach(() => vi.restoreAllMocks())

  test('runs once for concurrent requests and again for later ones', async () => {
    let checks = 0
    const books = createBooks(db, log, [checkOf(async () => ((checks += 1), []))])
    expect(books.state()).toBe('unchecked')
    const answers = await Promise.all([books.check(), books.check(), books.check()])
    expect([checks, new Set(answers).size, books.state()]).toEqual([1, 1, 'balanced'])
    await books.check()
    expect(checks).toBe(2)
  })

  test('pauses twenty times as long as the last check took', async () => {
    let [now, checks] = [1_000_000, 0]
    vi.spyOn(Date, 'now').mockImplementation(() => now)
    const books = createBooks(db, log, [checkOf(async () => ((checks += 1), (now += 3000), []))])
    await books.checkIfDue()
    now += 59_999
    await books.checkIfDue()
    expect(checks).toBe(1)
    now += 1
    await books.checkIfDue()
    expect(checks).toBe(2)
    await books.check()
    expect(checks).toBe(3)
  })

  test('logs at most ten differences, and nothing if the books balance', async () => {
    const error = vi.spyOn(log, 'error')
    await createBooks(db, log, [differing(0)]).check()
    expect(error).not.toHaveBeenCalled()
    const books = createBooks(db, log, [differing(12)])
    expect((await books.check()).differences).toHaveLength(12)
    expect(books.state()).toBe('unbalanced')
    expect(error).toHaveBeenCalledExactlyOnceWith(
      { differences: expect.objectContaining({ length: 10 }) },
      'the books do not balance',
    )
  })

  test('a failed check throws, and the next one runs', async () => {
    let fails = true
    const books = createBooks(db, log, [checkOf(async () => (fails ? Promise.reject(new Error('away')) : []))])
    await expect(books.check()).rejects.toThrow('away')
    expect(books.state()).toBe('unchecked')
    fails = false
    expect((await books.check()).balanced).toBe(true)
  })
})

test('a check that PostgreSQL restarts waits again for postings that share its lock', async () => {
  const events: string[] = []
  let posting: Promise<void> | undefined
  const startAgain: BooksCheck['run'] = async (sql) => {
    if (posting) return (events.push('checked'), [])
    const { promise: begun, resolve: begin } = Promise.withResolvers<void>()
    posting = server.db.transaction(async (tx) => {
      await tx.run('select pg_advisory_xact_lock_shared($1)', [advisoryLocks.snapshots])
      begin()
      const waiting = `select from pg_locks where locktype = 'advisory' and objid = $1 and not granted`
      await eventually(async () => (await server.db.row(waiting, [advisoryLocks.snapshots])) !== undefined)
      events.push('posted')
    })
    await begun
    await sql.run('do $$ begin raise serialization_failure; end $$')
    return []
  }
  await checkBooks(server.app.context.db, [checkOf(startAgain)], { full: false })
  await posting
  expect(events).toEqual(['posted', 'checked'])
})

test('reports a negative balance even if the entries agree', async () => {
  const client = await moneyClient(server)
  await server.db.run('alter table client_ledger drop constraint client_ledger_valid')
  await bookAdjustment(server, client.id, -5n)
  expect((await books()).differences).toEqual([
    { what: `cash of ${await saudaIdOf(client)}`, clientId: client.id, shown: -0.05, entries: -0.05 },
  ])
})
