import { ledgerEvents, type LedgerEvent } from '@sauda/contract/core/ledger'
import { expect, test } from 'vitest'
import { bookAdjustment, moneyClient } from '../../../test/money.ts'
import { testServer } from '../../../test/server.ts'
import { bookedBy } from './books.causes.ts'
import { bookChecks } from './checks.sql.ts'
import { newParts } from '../../core/ledger/books.sql.ts'
import { firstId, newId } from '../../platform/id.ts'

const server = await testServer({}, { without: ['books'] })
const { db } = server.app.context
const client = await moneyClient(server, { rupees: 1000, bank: false })
const causeChecks = bookChecks.filter(({ by }) => by === 'cause')
const lastId = firstId.replaceAll('0', 'f')

/** Between two ids that differ in their last digit, no other lies. */
const nextOf = (id: string) => `${id.slice(0, -1)}${(Number.parseInt(id.slice(-1), 16) ^ 1).toString(16)}`

/** What a complete check says about a cause, and a check of what was booked last. */
async function differencesOf(id: string) {
  const [from = '', to = ''] = [id, nextOf(id)].toSorted()
  const slice = id === from ? { from, to } : { from: id, to: lastId }
  const { before = 0n } = (await db.row<{ before: bigint }>('select max(id) - 1 as before from entry')) ?? {}
  const [complete, recent]: [string[], string[]] = [[], []]
  for (const { run, news } of causeChecks) {
    complete.push(...(await run(db, 100, slice)).map(({ what }) => what))
    for (const part of await newParts(db, news, { entryId: before, at: new Date() }))
      recent.push(...(await run(db, 100, part)).map(({ what }) => what))
  }
  return { complete, recent }
}

/** As the application's role, which may call these functions and no more. */
const book = (event: LedgerEvent, causeId: string, clientId: string, [from, to] = ['adjustment', 'cash']) =>
  db.run("select book_journal(gen_random_uuid(), $1, $3, $2, 'Correction', array[$4], array[$5], '{100}')", [
    event,
    causeId,
    clientId,
    from,
    to,
  ])
const bookHouse = (event: LedgerEvent, causeId: string) =>
  db.run("select post_house_journal(gen_random_uuid(), $1, $2, null, '{adjustment}', '{fees}', '{100}', null, null)", [
    event,
    causeId,
  ])

test.each(ledgerEvents)('names a journal %s that the application wrote without a cause', async (event) => {
  for (const isHouse of [false, true]) {
    const causeId = newId()
    await (isHouse ? bookHouse(event, causeId) : book(event, causeId, client.id))
    const { complete, recent } = await differencesOf(causeId)
    const isNamed = expect.arrayContaining([expect.stringMatching(new RegExp(`^No cause, ${event}: `))])
    expect({ isHouse, complete, recent }).toEqual({ isHouse, complete: isNamed, recent: isNamed })
  }
})

test('names a journal whose accounts are all those of the other side', async () => {
  const causeId = newId()
  await book('trade.confirmed', causeId, client.id, ['cash', 'loan'])
  expect((await differencesOf(causeId)).complete).toEqual(['No cause, trade.confirmed: a booking'])
})

test('every event of the database has its cause', async () => {
  const row = await db.row<{ events: string[] }>('select ledger_events() as events')
  expect(Object.keys(bookedBy).toSorted()).toEqual(row?.events.toSorted())
})

test('names a journal of another client, of another amount and of another event than its cause', async () => {
  const causeId = await bookAdjustment(server, client.id, 100n)
  const name = `Adjustment ${causeId}, adjustment.approved`
  expect(await differencesOf(causeId)).toEqual({ complete: [], recent: [] })
  await book('cashback.restored', causeId, client.id, ['cashback_expense', 'cashback'])
  const other = ['No cause, cashback.restored: cashback']
  expect(await differencesOf(causeId)).toEqual({ complete: other, recent: other })
  const change = (statement: string) =>
    server.db.transaction(async (tx) => {
      await tx.run('set local session_replication_role = replica')
      await tx.run(statement, [causeId])
    })
  await change('update adjustment set amount = 99 where id = $1')
  expect((await differencesOf(causeId)).complete.toSorted()).toEqual([`${name}: adjustment`, ...other])
  await change('update adjustment set amount = 100, client_id = gen_random_uuid() where id = $1')
  expect((await differencesOf(causeId)).complete.toSorted()).toEqual(
    [`${name}: adjustment`, 'No cause, adjustment.approved: adjustment', ...other].toSorted(),
  )
})

test('names a contract note whose shares differ from what the client invested, and money that is not of its trades', async () => {
  const contract = async (from: string, to: string) => {
    const id = newId()
    await db.run(
      `insert into contract (id, client_id, day, bought, sold, brokerage, exchange_charges, sebi_fee, stt, stamp_duty, gst)
       values ($1, $2, current_date, 0, 0, 0, 0, 0, 0, 0, 0)`,
      [id, client.id],
    )
    await book('contract.booked', id, client.id, [from, to])
    const { complete } = await differencesOf(id)
    await server.db.run('update contract set reversed_at = now() where id = $1', [id])
    return complete
  }
  const isNamed = (account: string) => [
    expect.stringMatching(new RegExp(`^SD\\d+ on the trade day [\\d-]+, contract.booked: ${account}$`)),
  ]
  expect(await contract('cash', 'invested')).toEqual(isNamed('invested'))
  expect(await contract('adjustment', 'cash')).toEqual(isNamed('adjustment'))
  expect(await contract('cash', 'stt')).toEqual(isNamed('stt'))
})
