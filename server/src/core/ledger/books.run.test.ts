import { isDeepStrictEqual } from 'node:util'
import { afterEach, expect, test } from 'vitest'
import { eventually } from '../../../test/events.ts'
import { moneyClient } from '../../../test/money.ts'
import { testServer } from '../../../test/server.ts'
import { tamper } from '../../../test/tamper.ts'
import { bookChecks } from '../../operation/books/checks.sql.ts'
import { checkBooks } from './books.ts'
import type { BooksCheck, Part, Slice } from './books.sql.ts'

const server = await testServer({ RATE_LIMITS: 'off' }, { without: ['books'] })
const { db } = server.app.context

const whats = async (size?: number) =>
  (await checkBooks(db, bookChecks, { full: true, ...(size !== undefined && { size }) })).differences.map(
    ({ what }) => what,
  )

/** Checks until the totals of the days have every entry: transactions of other tests on this PostgreSQL server may hold them back. */
async function totalled(size?: number): Promise<void> {
  const all = 'select from ledger_day_point where entry_id = (select max(id) from entry)'
  await eventually(async () => {
    expect(await whats(size)).toEqual([])
    return (await server.db.row(all)) !== undefined
  })
  expect(await server.db.row(all)).toBeDefined()
}

/** Runs nothing, and notes what it was asked for. */
function noting(by: BooksCheck['by']) {
  const scopes: (Part | Slice)[] = []
  const news = `no as (select) select '{}'::text[] as part from no where false`
  const check: BooksCheck = { by, news, run: async (_, __, scope) => (scopes.push(scope), []) }
  return { check, slices: () => scopes.filter((scope): scope is Slice => 'from' in scope) }
}

afterEach(() => server.db.run('delete from books_run'))

test('a complete check finds the same in slices of one client, cause and day as in large ones', async () => {
  const clients = await Promise.all([1, 2, 3].map((rupees) => moneyClient(server, { rupees })))
  await totalled(1)
  expect(await server.db.row('select sum(entries)::int as count from ledger_day')).toEqual({ count: 3 })
  const set = (sign: string) =>
    tamper(server, `update entry set amount = amount ${sign} 1 where client_id = any($1)`, [
      clients.map(({ id }) => id),
    ])
  await set('+')
  const [small, large] = [await whats(1), await whats()]
  expect(small.toSorted()).toEqual(large.toSorted())
  for (const part of [/^Total of [\d-]+ from bank to cash$/, /^cash of SD/, /after journal/, /^ADD\d+, deposit/])
    expect(small).toContainEqual(expect.stringMatching(part))
  await set('-')
  expect(await whats(1)).toEqual([])
})

test('a complete check finds a wrong total of a day, and a missing one', async () => {
  await moneyClient(server, { rupees: 5 })
  await totalled()
  await tamper(server, 'update ledger_day set entries = entries + 1')
  expect(await whats()).toEqual([expect.stringMatching(/^Total of [\d-]+ from bank to cash, number of entries$/)])
  await tamper(server, 'update ledger_day set entries = entries - 1, amount = amount + 1')
  expect(await whats()).toContainEqual(expect.stringMatching(/^Total of [\d-]+ from bank to cash$/))
  await tamper(server, 'delete from ledger_day')
  expect(await whats()).toContainEqual(expect.stringMatching(/^Total of [\d-]+ from bank to cash$/))
  // They are built again from the entries.
  await tamper(server, 'delete from ledger_day_point')
  expect(await whats()).toEqual([])
  expect(await whats()).toEqual([])
})

test('a complete check adds the entries of a database without totals before it compares with them', async () => {
  await moneyClient(server, { rupees: 6 })
  const counted: unknown[] = []
  const check: BooksCheck = {
    by: 'client',
    news: `one as (select) select '{a}'::text[] as part from one`,
    run: async (sql, _, scope) => {
      if (!('from' in scope)) counted.push(await sql.row('select sum(entries)::int as entries from ledger_day'))
      return []
    },
  }
  const all = await server.db.row('select count(*)::int as entries from entry')
  // Transactions of other tests on this PostgreSQL server may hold them back.
  await eventually(async () => {
    counted.length = 0
    await tamper(server, 'delete from ledger_day')
    await tamper(server, 'delete from ledger_day_point')
    await checkBooks(db, [check])
    return isDeepStrictEqual(counted, [all])
  })
  expect(counted).toEqual([all])
})

test('the totals of the days count every entry once, also those after them', async () => {
  const read = `select sum(entries)::int as entries, sum(amount)::int as amount from ledger_days('-infinity', 'infinity')`
  const all = 'select count(*)::int as entries, sum(amount)::int as amount from entry'
  await moneyClient(server, { rupees: 7 })
  expect(await server.db.row(read)).toEqual(await server.db.row(all))
  await checkBooks(db, bookChecks)
  await moneyClient(server, { rupees: 8 })
  expect(await server.db.row(read)).toEqual(await server.db.row(all))
  await Promise.all([1, 2, 3, 4].map(() => checkBooks(db, bookChecks, { full: false })))
  expect(await server.db.row(read)).toEqual(await server.db.row(all))
})

test('a complete check continues where a stop ended it, with what it had found', async () => {
  const found = [{ what: 'cash of nobody', client_id: null, shown: '1', entries: '2' }]
  const stored = `insert into books_run (entry_id, at, part, start, differences) values (0, now(), 'cause', null, $1)`
  await server.db.run(stored, [JSON.stringify(found)])
  const [ofClients, ofCauses] = [noting('client'), noting('cause')]
  const { differences } = await checkBooks(db, [ofClients.check, ofCauses.check], { full: true, share: Infinity })
  expect(differences).toEqual([{ what: 'cash of nobody', client_id: null, shown: 1n, entries: 2n }])
  expect([ofClients.slices().length, ofCauses.slices().length > 0]).toEqual([0, true])
  expect(await server.db.row('select from books_run')).toBeUndefined()
})

test('the slices of a complete check leave no client and no cause out', async () => {
  const [ofClients, ofCauses] = [noting('client'), noting('cause')]
  await checkBooks(db, [ofClients.check, ofCauses.check], { full: true, size: 1 })
  for (const slices of [ofClients.slices(), ofCauses.slices()]) {
    expect(slices.length).toBeGreaterThan(1)
    expect(slices[0]?.from).toBe('00000000-0000-0000-0000-000000000000')
    expect(slices.at(-1)?.to).toBe('ffffffff-ffff-ffff-ffff-ffffffffffff')
    for (const [at, { from }] of slices.slice(1).entries()) expect(from).toBe(slices[at]?.to)
  }
})

test('a complete check finds a fault in its first slice, on both sides of a boundary and in its last slice', async () => {
  await Promise.all([1, 2, 3, 4].map((rupees) => moneyClient(server, { rupees })))
  await totalled(1)
  const [ofClients, ofCauses] = [noting('client'), noting('cause')]
  await checkBooks(db, [ofClients.check, ofCauses.check], { full: true, size: 1 })
  /** The rows beside the second boundary, and the outermost ones. */
  const beside = async (rows: string, boundary: string | null | undefined) =>
    (
      await server.db.rows<{ id: string; name: string }>(
        `with r as (${rows}) select * from r where id in ((select min(id::text) from r)::uuid, (select max(id::text) from r)::uuid, $1::uuid,
           (select max(id::text) from r where id < $1)::uuid)`,
        [boundary],
      )
    ).map((row) => ({ ...row, isFound: expect.stringMatching(row.name) }))
  const clients = `select id, '^cash of SD' || number || '$' as name from client where id in (select client_id from client_ledger)`
  const requests = `select id, '^ADD' || number || ', deposit' as name from wallet_request`
  const clientsBeside = await beside(clients, ofClients.slices()[2]?.from)
  const requestsBeside = await beside(requests, ofCauses.slices()[2]?.from)
  expect([clientsBeside.length, requestsBeside.length]).toEqual([4, 4])
  const plant = async (change: (sign: string) => string, { id, isFound }: (typeof clientsBeside)[number]) => {
    await tamper(server, change('+'), [id])
    expect(await whats(1)).toContainEqual(isFound)
    await tamper(server, change('-'), [id])
  }
  for (const row of clientsBeside)
    await plant((sign) => `update client_ledger set cash = cash ${sign} 1 where client_id = $1`, row)
  for (const row of requestsBeside)
    await plant((sign) => `update wallet_request set amount = amount ${sign} 1 where id = $1`, row)
  expect(await whats(1)).toEqual([])
})

test('a complete check that is divided ends with what is new, and finds each fault in one of its shares', async () => {
  const clients = await Promise.all([1, 2, 3].map((rupees) => moneyClient(server, { rupees })))
  await totalled()
  const read = () =>
    server.db.row<{ full_at: Date; whole_milliseconds: number; entry_id: bigint }>('select * from books_point')
  const began = await read()
  expect(began?.whole_milliseconds).not.toBeNull()
  clients.push(await moneyClient(server, { rupees: 4 }))
  /** Until the complete check is over; with what each share found. */
  const shares = async () => {
    const found: string[][] = []
    do {
      const { differences } = await checkBooks(db, bookChecks, { full: true, share: -1, size: 2 })
      found.push(differences.map(({ what }) => what))
    } while (found.at(-1)?.length === 0 && (await server.db.row('select from books_run')))
    return found
  }
  await checkBooks(db, bookChecks, { full: true, share: -1, size: 2 })
  expect(await read()).toMatchObject({ full_at: began?.full_at, whole_milliseconds: began?.whole_milliseconds })
  const all = await shares()
  expect([all.length > 1, all.flat()]).toEqual([true, []])
  expect((await read())?.full_at.getTime()).toBeGreaterThan(began?.full_at.getTime() ?? Infinity)
  // Nothing is new since the verified point, and the totals of all clients stay right.
  await server.db.run(`update books_point set at = now() + interval '2 hours'`)
  const move = (paise: number) =>
    tamper(
      server,
      'update client_ledger set cash = cash + case client_id when $1 then $3::int else -$3::int end where client_id in ($1, $2)',
      [clients[0]?.id, clients[3]?.id, paise],
    )
  await move(1)
  const found = await shares()
  expect(found.length).toBeGreaterThan(1)
  expect(found.at(-1)).toContainEqual(expect.stringMatching(/^cash of SD\d+$/))
  expect(await read()).toBeUndefined()
  await move(-1)
  expect(await whats()).toEqual([])
})
