import { randomUUID } from 'node:crypto'
import { beforeEach, describe, expect, test, vi } from 'vitest'
import { bookAdjustment, moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { tamper } from '../../../test/tamper.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { bookChecks } from '../../operation/books/checks.sql.ts'
import { makeLog } from '../../platform/log.ts'
import { checkBooks, createBooks } from './books.ts'
import { newId } from '../../platform/id.ts'

const server = await testServer({ RATE_LIMITS: 'off' }, { without: ['books'] })
const { db } = server.app.context
const cashier = await newOperator(server, 'cashier')

const point = async () => server.db.row<{ entry_id: bigint; full_at: Date }>('select * from books_point')
const whats = async (full: boolean, size?: number) =>
  (await checkBooks(db, bookChecks, { full, ...(size !== undefined && { size }) })).differences
    .map(({ what }) => what)
    .toSorted()

/** As if rows had been verified long ago, so that no margin of time covers them. */
async function age() {
  const row = await server.db.row<{ time: number }>(
    `update books_point set at = now() + interval '1 hour' returning floor(extract(epoch from now()) * 1000)::float as time`,
  )
  // The server estimates how far its clock is from the database's, so its next ids may still be of an earlier millisecond.
  const timeOf = (id: string) => Number.parseInt(id.replaceAll('-', '').slice(0, 12), 16)
  await vi.waitFor(() => expect(timeOf(newId())).toBeGreaterThan(row!.time), { timeout: 120_000 })
}

const { withdraw } = walletSteps(server, cashier)
const reject = (id: string) =>
  server.call('POST', `/desk/wallet/transactions/${id}/reject`, {
    token: cashier.token,
    body: { reason: 'Wrong account' },
  })

/** Waits until no other transaction holds the point back: other tests share the PostgreSQL server. */
async function verified() {
  await vi.waitFor(
    async () => {
      expect(await whats(true)).toEqual([])
      expect(await server.db.row('select from books_point where entry_id = (select max(id) from entry)')).toBeDefined()
    },
    { timeout: 120_000 },
  )
  await age()
}

let client: Awaited<ReturnType<typeof moneyClient>>
let withdrawal: string

beforeEach(async () => {
  client = await moneyClient(server, { rupees: 1000 })
  withdrawal = await withdraw(client, 100)
  await verified()
})

test('a check without differences stores how far it is verified, with the totals of every account', async () => {
  const before = await point()
  const entries = await server.db.row<{ count: bigint; last: bigint }>(
    'select count(*) as count, max(id) as last from entry',
  )
  expect(before?.entry_id).toBe(entries!.last)
  const stored = await server.db.row('select sum(entries)::int as entries from ledger_day')
  expect(stored).toEqual({ entries: Number(entries!.count) })
  await reject(withdrawal)
  const { entries: count, accounts } = await checkBooks(db, bookChecks, { full: false })
  expect(count).toBe(entries!.count + 1n)
  expect(accounts).toEqual((await checkBooks(db, bookChecks, { full: true })).accounts)
  await verified()
  expect((await point())?.entry_id).toBe(entries!.last + 1n)
})

test('the next check reads no entry that is verified, and the check of everything does', async () => {
  await tamper(server, 'update entry set amount = amount + 1 where client_id = $1', [client.id])
  expect(await whats(false)).toEqual([])
  expect(await whats(true)).toContainEqual(expect.stringMatching(/^Total of [\d-]+ from bank to cash$/))
  // A point that a difference contradicts is gone: every further check reads everything.
  expect(await point()).toBeUndefined()
  expect(await whats(false)).toContainEqual(expect.stringMatching(/^cash of SD\d+$/))
  await tamper(server, 'update entry set amount = amount - 1 where client_id = $1', [client.id])
  await verified()
  expect(await point()).toBeDefined()
})

describe('a falsified new row is found by a check of what is new:', () => {
  const found = async (wrong: () => Promise<unknown>, right: () => Promise<unknown>) => {
    const { entry_id: before } = (await point())!
    await wrong()
    const differences = await whats(false)
    expect(differences).toEqual(await whats(false))
    expect((await point())?.entry_id).toBe(before)
    await right()
    expect(await whats(false)).toEqual([])
    return differences
  }

  test('the amount of an entry', async () => {
    await reject(withdrawal)
    const set = (sign: string) => () =>
      tamper(server, `update entry set amount = amount ${sign} 5 where id = (select max(id) from entry)`)
    const differences = await found(set('+'), set('-'))
    expect(differences).toEqual(
      expect.arrayContaining([expect.stringMatching(/^cash of SD\d+$/), expect.stringMatching(/after journal/)]),
    )
    expect(differences).toContainEqual(expect.stringMatching(/^WDR\d+, withdrawal\.refused: withheld$/))
  })

  test('in parts of one client or request as in large ones', async () => {
    const clients = await Promise.all([1, 2, 3].map(() => moneyClient(server, { rupees: 500 })))
    for (const each of clients) await reject(await withdraw(each, 100))
    const ids = clients.map(({ id }) => id)
    const set = (sign: string) => () =>
      tamper(server, `update entry set amount = amount ${sign} 5 where client_id = any ($1) and credit = 'cash'`, [ids])
    await set('+')()
    const [small, large] = [await whats(false, 1), await whats(false)]
    await set('-')()
    expect(small).toEqual(large)
    const named = await server.db.rows<{ name: string }>(
      `select 'cash of SD' || number as name from client where id = any ($1)
        union all select 'WDR' || number || ', withdrawal.refused: withheld' from wallet_request where client_id = any ($1) and type = 'withdrawal'`,
      [ids],
    )
    expect(named).toHaveLength(6)
    expect(small).toEqual(expect.arrayContaining(named.map(({ name }) => name)))
    expect(await whats(false, 1)).toEqual([])
  })

  test('a missing entry, and one of no client', async () => {
    await reject(withdrawal)
    const entry = await server.db.row<{ journal_id: string; amount: bigint }>(
      'select * from entry order by id desc limit 1',
    )
    const set = (journal: string) => () =>
      tamper(server, 'update entry set journal_id = $1 where id = (select max(id) from entry)', [journal])
    const differences = await found(set(randomUUID()), set(entry!.journal_id))
    expect(differences).toContainEqual(expect.stringMatching(/^Entry \d+ belongs to no journal of its client$/))
    expect(differences).toContainEqual(
      expect.stringMatching(/^Journal [\da-f-]+ \(withdrawal\.refused\) has no entries$/),
    )
  })

  test('the figure of a client with a posting since, and of one without', async () => {
    const quiet = await moneyClient(server, { rupees: 50 })
    await verified()
    await reject(withdrawal)
    const set = (id: string, change: string) => () =>
      tamper(server, `update client_ledger set ${change} where client_id = $1`, [id])
    expect(await found(set(client.id, 'cash = cash + 5'), set(client.id, 'cash = cash - 5'))).toContainEqual(
      expect.stringMatching(/^cash of SD\d+$/),
    )
    await age()
    const wrong = set(quiet.id, 'cash = cash - 5, loan = loan + 5')
    expect(await found(wrong, set(quiet.id, 'cash = cash + 5, loan = loan - 5'))).toEqual([
      'cash of all clients together',
      'loan of all clients together',
    ])
  })

  test('a request approved or rejected without its entries', async () => {
    await server.db.run(`update books_point set at = now()`)
    const set = (status: string, at: string, reason: string) => () =>
      tamper(
        server,
        `update wallet_request set status = '${status}', decided_at = ${at}, reason = ${reason} where id = $1`,
        [withdrawal],
      )
    const pending = set('pending', 'null', 'null')
    expect(await found(set('approved', 'now()', 'null'), pending)).toEqual([
      expect.stringMatching(/^WDR\d+, withdrawal\.paid: withheld$/),
      expect.stringMatching(/^withheld of SD\d+ against its open withdrawals$/),
    ])
    expect(await found(set('rejected', 'now()', `'No'`), pending)).toEqual([
      expect.stringMatching(/^WDR\d+, withdrawal\.refused: withheld$/),
      expect.stringMatching(/^withheld of SD\d+ against its open withdrawals$/),
    ])
  })

  test('an approved charge, a trade, a loan and a repayment without their entries', async () => {
    await server.db.run(`update books_point set at = now()`)
    const ids = { charge: newId(), trade: newId(), loan: newId(), loan_repayment: newId() }
    const add = () =>
      server.db.transaction(async (tx) => {
        await tx.run('set local session_replication_role = replica')
        await tx.run(
          `insert into charge (id, client_id, type, description, amount, gst, status, raised_by, transaction_id, paid_at, decided_by, decided_at)
           values ($1, $2, 'Other', 'Courier', 100, 18, 'APPROVED', $3, 'UTR', now(), $3, now())`,
          [ids.charge, client.id, cashier.id],
        )
        await tx.run(
          `insert into trade (id, client_id, action, stock, quantity, price, amount, cost, loan_part, booked_by)
           values ($1, $2, 'BUY', 'TCS', 1, 1, 100, 100, 0, $3)`,
          [ids.trade, client.id, cashier.id],
        )
        await tx.run(
          `insert into lot (id, client_id, stock, source, trade_id, acquired_on, quantity, cost, open_quantity, open_cost)
           values ($1, $2, 'TCS', 'trade', $1, current_date, 1, 100, 1, 90)`,
          [ids.trade, client.id],
        )
        await tx.run(
          `insert into loan (id, client_id, status, terms, principal, decided_by, decided_at, accepted_at)
           values ($1, $2, 'approved', '{"amountPaise": 100}', 100, $3, now(), now())`,
          [ids.loan, client.id, cashier.id],
        )
        await tx.run(
          `insert into loan_repayment (id, loan_id, paid_on, interest, fee, principal, returned)
           values ($1, $2, current_date, 0, 0, 100, 0)`,
          [ids.loan_repayment, ids.loan],
        )
      })
    const remove = async () => {
      for (const [table, id] of Object.entries({ ...ids, lot: ids.trade }))
        await tamper(server, `delete from ${table} where id = $1`, [id])
    }
    const differences = (await found(add, remove)).join('\n')
    for (const part of [
      /CHG\d+, charge\.approved: fees/,
      /CHG\d+, charge\.approved: gst/,
      /TRD\d+, cost of what is left/,
      /TRD\d+, trade\.bought: invested/,
      /invested of SD\d+ against its open positions/,
      /loans_receivable of SD\d+/,
      new RegExp(`Loan ${ids.loan}, loan\\.accepted: loans_receivable`),
      new RegExp(`Repayment ${ids.loan_repayment}, loan\\.repaid: loans_receivable`),
    ])
      expect(differences).toMatch(part)
  })
})

test('an entry of a transaction that commits after a later one is checked by the next check', async () => {
  const other = await moneyClient(server, { rupees: 10 })
  await server.db.transaction(async (tx) => {
    await bookAdjustment({ db: tx }, client.id, 5n)
    await bookAdjustment(server, other.id, 5n)
    // The check waits a second for the transaction, then leaves the point where it was.
    const before = await point()
    expect(await whats(false)).toEqual([])
    expect(await point()).toEqual(before)
  })
  await tamper(server, `update entry set amount = 6 where client_id = $1 and debit = 'adjustment'`, [client.id])
  expect(await whats(false)).toContain('All ledger accounts together')
  await tamper(server, `update entry set amount = 5 where client_id = $1 and debit = 'adjustment'`, [client.id])
  expect(await whats(false)).toEqual([])
})

test('the server checks everything once a day, in one process', async () => {
  const log = makeLog('silent')
  const books = [createBooks(db, log, bookChecks), createBooks(db, log, bookChecks)]
  await tamper(server, 'update entry set amount = amount + 1 where client_id = $1', [client.id])
  for (const each of books) {
    await each.checkIfDue()
    expect(each.state()).toBe('balanced')
    // The point that this check stored is new; within its margin the next check would read the changed entry again.
    await age()
  }
  await server.db.run(`update books_point set share_at = now() - interval '25 hours', tried_at = null`)
  const later = [createBooks(db, log, bookChecks), createBooks(db, log, bookChecks)]
  for (const each of later) await each.checkIfDue()
  expect(later.map((each) => each.state())).toEqual(['unbalanced', 'unbalanced'])
  await tamper(server, 'update entry set amount = amount - 1 where client_id = $1', [client.id])
})
