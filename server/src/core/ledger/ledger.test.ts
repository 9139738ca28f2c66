import { randomUUID } from 'node:crypto'
import { describe, expect, test } from 'vitest'
import type { LedgerAccount } from '@sauda/contract/core/ledger'
import { commonErrors } from '@sauda/contract/platform/error'
import { moneyClient } from '../../../test/money.ts'
import { testServer } from '../../../test/server.ts'
import { figuresOf, lockedFigures, post } from './ledger.ts'

const server = await testServer()
const { db } = server.app.context

const insufficientError = { status: 422, message: 'Too little' }
type Leg = [from: LedgerAccount, to: LedgerAccount, paise: bigint]
const book = (clientId: string, legs: Leg[], causeId = randomUUID(), otherwise = insufficientError) =>
  db.transaction((tx) =>
    post(
      tx,
      {
        event: 'adjustment.approved',
        clientId,
        causeId,
        reason: 'Test',
        postings: legs.map(([from, to, paise]) => ({ from, to, paise })),
      },
      otherwise,
    ),
  )
const entriesOf = (clientId: string) =>
  server.db.rows('select debit, credit, amount from entry where client_id = $1 order by id', [clientId])

describe('a journal', () => {
  test('moves every amount from one ledger account to another, in one transaction', async () => {
    const { id } = await moneyClient(server)
    await book(id, [
      ['bank', 'cash', 100_000n],
      ['cash', 'withheld', 40_000n],
      ['cash', 'invested', 25_001n],
      ['loans_receivable', 'loan', 7n],
      ['cashback_expense', 'cashback', 1n],
    ])
    expect(await figuresOf(db, id)).toEqual({
      cash: 34_999n,
      invested: 25_001n,
      loan: 7n,
      cashback: 1n,
      withheld: 40_000n,
      unsettled: 0n,
      dues: 0n,
    })
    expect(await entriesOf(id)).toHaveLength(5)
    expect((await entriesOf(id))[1]).toEqual({ debit: 'cash', credit: 'withheld', amount: 40_000n })
  })

  test('may pass through an account that ends at zero, and omits postings of zero', async () => {
    const { id } = await moneyClient(server)
    await book(id, [
      ['cash', 'withheld', 500n],
      ['bank', 'cash', 500n],
      ['clearing', 'cash', 0n],
    ])
    expect(await figuresOf(db, id)).toMatchObject({ cash: 0n, withheld: 500n })
    expect(await entriesOf(id)).toHaveLength(2)
  })

  test('of a closed account is booked if its dues, paid from its own cash, leave every balance as it was', async () => {
    const { id } = await moneyClient(server)
    await server.db.run("update client_ledger set closure = 'closed', frozen = true where client_id = $1", [id])
    await expect(book(id, [['bank', 'cash', 300n]])).rejects.toMatchObject(commonErrors.accountClosed)
    await book(id, [
      ['bank', 'cash', 300n],
      ['client_dues', 'fees', 300n],
    ])
    expect(await figuresOf(db, id)).toMatchObject({ cash: 0n, dues: 0n })
    expect(await entriesOf(id)).toContainEqual({ debit: 'cash', credit: 'client_dues', amount: 300n })
  })

  test('of a frozen and closing client is rejected because of the freeze if closing clients may book it', async () => {
    const { id } = await moneyClient(server)
    await server.db.run("update client_ledger set closure = 'open', frozen = true where client_id = $1", [id])
    const post =
      "select book_journal(gen_random_uuid(), 'withdrawal.requested', $1, gen_random_uuid(), null, '{bank}', '{fees}', '{100}')"
    await expect(server.db.run(post, [id])).rejects.toMatchObject({ constraint: 'client_ledger_frozen' })
  })

  test('that would make an account negative is rejected with the error of the command, and nothing is booked', async () => {
    const { id } = await moneyClient(server, { rupees: 10 })
    for (const account of ['cash', 'invested', 'loan', 'cashback', 'withheld'] as const) {
      const legs: Leg[] = [
        ['bank', account === 'cash' ? 'loan' : 'cash', 1n],
        [account, 'bank', 1001n],
      ]
      await expect(book(id, legs)).rejects.toMatchObject(insufficientError)
      await expect(book(id, legs, undefined, commonErrors.fault)).rejects.toThrow(/check constraint|less than nothing/)
    }
    expect(await figuresOf(db, id)).toMatchObject({ cash: 1000n, loan: 0n })
    expect(await entriesOf(id)).toHaveLength(1)
    expect(
      await server.db.rows("select from journal where client_id = $1 and event = 'adjustment.approved'", [id]),
    ).toEqual([])
  })

  test('is booked once for each cause', async () => {
    const { id } = await moneyClient(server)
    const cause = randomUUID()
    await book(id, [['bank', 'cash', 5n]], cause)
    await expect(book(id, [['bank', 'cash', 5n]], cause)).rejects.toThrow(/unique constraint "journal_once(_\d+)?"/)
    expect(await figuresOf(db, id)).toMatchObject({ cash: 5n })
  })

  test.each<[string, Leg[]]>([
    ['an amount below zero', [['bank', 'cash', -5n]]],
    ['an account nobody has', [['bank', 'casch' as LedgerAccount, 5n]]],
    ['one account on both sides', [['bank', 'bank', 5n]]],
    ['nothing to move', [['bank', 'cash', 0n]]],
    ['no posting', []],
    ['more than can be counted', [['bank', 'cash', 2n ** 63n]]],
  ])('with %s is a server error, not a rejection', async (_, legs) => {
    const { id } = await moneyClient(server)
    await expect(book(id, legs)).rejects.not.toHaveProperty('status')
    await expect(book(id, legs)).rejects.toThrow()
    expect(await entriesOf(id)).toEqual([])
  })

  test('of an unknown client is a server error', async () => {
    await expect(book(randomUUID(), [['bank', 'cash', 5n]])).rejects.toThrow('has no ledger accounts')
  })

  test('is exact up to the largest amount a column holds', async () => {
    const { id } = await moneyClient(server)
    await book(id, [['bank', 'cash', 2n ** 63n - 1n]])
    await expect(book(id, [['bank', 'cash', 1n]])).rejects.toThrow('out of range')
    expect((await figuresOf(db, id)).cash).toBe(2n ** 63n - 1n)
  })
})

test('balances of an unknown client are not found', async () => {
  await expect(figuresOf(db, randomUUID())).rejects.toMatchObject({ status: 404 })
  await expect(db.transaction((tx) => lockedFigures(tx, randomUUID()))).rejects.toMatchObject({ status: 404 })
})

test('locked balances do not change until the transaction ends', async () => {
  const { id } = await moneyClient(server, { rupees: 10 })
  let booked: Promise<void> | undefined
  await db.transaction(async (tx) => {
    const before = await lockedFigures(tx, id)
    booked = book(id, [['bank', 'cash', 5n]])
    await new Promise((resolve) => setTimeout(resolve, 100))
    expect(await figuresOf(tx, id)).toEqual(before)
  })
  await booked
  expect(await figuresOf(db, id)).toMatchObject({ cash: 1005n })
})

describe("the application's role", () => {
  test.each(['client_ledger', 'journal', 'entry'])('cannot insert, update, delete or truncate in %s', async (table) => {
    const { id } = await moneyClient(server, { rupees: 10 })
    const column = { client_ledger: 'cash', journal: 'reason', entry: 'amount' }[table]
    for (const statement of [
      `insert into ${table} default values`,
      `update ${table} set ${column} = ${column} where client_id = '${id}'`,
      `delete from ${table} where client_id = '${id}'`,
      `truncate ${table} cascade`,
      `alter table ${table} disable trigger all`,
      `drop table ${table} cascade`,
      `create trigger t before insert on ${table} for each row execute function refuse_change()`,
      `alter table ${table} owner to sauda_app`,
    ])
      await expect(db.run(statement)).rejects.toThrow(/permission denied|must be owner/)
    // PostgreSQL only warns, and grants nothing.
    await db.run(`grant all on ${table} to sauda_app`)
    const may = await db.row(
      `select has_table_privilege($1, 'insert, update, delete, truncate, references, trigger') as write,
              has_any_column_privilege($1, 'insert, update, references') as columns,
              has_table_privilege($1, 'select') as read, current_user as who`,
      [table],
    )
    expect(may).toEqual({ write: false, columns: false, read: true, who: 'sauda_app' })
    expect(await figuresOf(db, id)).toMatchObject({ cash: 1000n })
  })

  test.each(['audit', 'audit_seal'])('cannot change or delete in %s', async (table) => {
    for (const statement of [`update ${table} set hash = null`, `delete from ${table}`, `truncate ${table} cascade`])
      await expect(
        db.run(statement.replace('hash = null', table === 'audit' ? 'ip = null' : 'hash = hash')),
      ).rejects.toThrow('permission denied')
  })

  test('cannot replace or shadow functions that run with more rights', async () => {
    for (const statement of [
      'drop function book_journal',
      `create or replace function refuse_change() returns trigger language plpgsql as 'begin return null; end'`,
      `create function public.sum(bigint) returns bigint language sql as 'select 0::bigint'`,
      'set session_replication_role = replica',
      'drop trigger entry_append_only on entry',
      'drop trigger client_opens_ledger on client',
      'create table public.mine (a int)',
      'delete from migration where name is not null',
    ])
      await expect(db.run(statement)).rejects.toThrow(/permission denied|must be owner/)
  })

  test('opens the accounts of a new client with zero balances', async () => {
    const client = await server.newClient()
    expect(await figuresOf(db, client.id)).toEqual({
      cash: 0n,
      invested: 0n,
      loan: 0n,
      cashback: 0n,
      withheld: 0n,
      unsettled: 0n,
      dues: 0n,
    })
  })

  test.each(['journal', 'entry', 'audit', 'audit_seal'])('is not the only protection of %s', async (table) => {
    await moneyClient(server, { rupees: 10 })
    const column = { journal: 'reason', entry: 'amount', audit: 'ip', audit_seal: 'hash' }[table]
    await server.db.run("insert into audit (era, actor_kind, action) select era, 'system', 'test.row' from audit_era")
    await server.db.run(
      'insert into audit_seal (position, audit_id, hash) select max(id) + 1000000, max(id) + 1000000, $1 from audit on conflict do nothing',
      [Buffer.alloc(32)],
    )
    for (const statement of [
      `update ${table} set ${column} = ${column}`,
      `delete from ${table}`,
      `truncate ${table} cascade`,
    ])
      await expect(server.db.run(statement)).rejects.toThrow('never changed or deleted')
  })

  test('is the role of every statement the server runs', async () => {
    const { worksAsRole } = await import('../../platform/role.ts')
    expect([await worksAsRole(db), await worksAsRole(server.db)]).toEqual([true, false])
    await db.transaction(async (tx) => expect(await tx.row('select current_user as who')).toEqual({ who: 'sauda_app' }))
  })
})
