import { expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { tradeSteps } from '../../../test/trade.ts'
import { tamper } from '../../../test/tamper.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const [first, second] = [await newOperator(server, 'admin', 'Nisha'), await newOperator(server, 'admin', 'Omar')]
const { buy, sell, ask, approve, books } = tradeSteps(server, first)

const client = await moneyClient(server, { rupees: 1000 })
const row = await server.db.row<{ name: string }>("select 'SD' || number as name from client where id = $1", [
  client.id,
])
const saudaId = row?.name ?? ''
const position = await buy(client, 'TCS', 5, 100)
const sale = await sell(position, 2, 120)
const reversed = await sell(position, 1, 150)
await approve(await ask(reversed), second)

/** Changes rows without the triggers, runs the check, and restores them. */
async function differencesWith(change: string, back: string): Promise<object[]> {
  const past = (statement: string) => tamper(server, statement)
  await past(change)
  const { differences } = await books()
  await past(back)
  expect(await books()).toMatchObject({ balanced: true, differences: [] })
  return differences
}

const set = (what: string, id: string, table = 'trade') => `update ${table} set ${what} where id = '${id}'`
const setLot = (what: string) => set(what, position._id, 'lot')

test('compares invested with the open positions, and a position’s open part with its sells', async () => {
  const less = await differencesWith(setLot('open_cost = 299_99'), setLot('open_cost = 300_00'))
  expect(less).toEqual([
    { what: `invested of ${saudaId} against its open positions`, clientId: client.id, shown: 299.99, entries: 300 },
    { what: `${position.tradeId}, cost of what is left`, clientId: client.id, shown: 299.99, entries: 300 },
  ])
  const more = await differencesWith(setLot('open_quantity = 4'), setLot('open_quantity = 3'))
  expect(more).toEqual([
    { what: `${position.tradeId}, left of it 4 and not 3`, clientId: client.id, shown: 0, entries: 0 },
  ])
  const lent = await differencesWith(setLot('open_loan_part = 1'), setLot('open_loan_part = 0'))
  expect(lent).toEqual([
    { what: `${position.tradeId}, borrowed part of what is left`, clientId: client.id, shown: 0.01, entries: 0 },
  ])
})

test('compares the profit of a sale with its clearing entries', async () => {
  const changed = await differencesWith(set('amount = 250_00', sale._id), set('amount = 240_00', sale._id))
  expect(changed).toEqual([
    { what: `${sale.tradeId}, trade.sold: clearing`, clientId: client.id, shown: 50, entries: 40 },
  ])
})

test('a reversal without its entries, and entries without their reversal', async () => {
  const id = '(select id from trade_reversal limit 1)'
  const undone = await differencesWith(set(`reversal_id = ${id}`, sale._id), set('reversal_id = null', sale._id))
  const whats = undone.map((difference) => (difference as { what: string }).what)
  expect(whats).toContain(`${sale.tradeId}, trade.reversed: invested`)
  expect(whats).toContain(`${sale.tradeId}, trade.reversed: clearing`)
  expect(whats).toContain(`${position.tradeId}, cost of what is left`)
  const forgotten = await differencesWith(
    set('reversal_id = null', reversed._id),
    set(`reversal_id = ${id}`, reversed._id),
  )
  expect(forgotten.map((difference) => (difference as { what: string }).what)).toContain(
    'No cause, trade.reversed: invested',
  )
})

test('reports an entry of a trade with another amount', async () => {
  const entry = (id: string, amount: number) =>
    `update entry set amount = ${amount} where credit = 'invested' and journal_id = (select id from journal where cause_id = '${id}' and event = 'trade.bought')`
  const differences = await differencesWith(entry(position._id, 500_01), entry(position._id, 500_00))
  const whats = differences.map((difference) => (difference as { what: string }).what)
  expect(whats).toContain(`invested of ${saudaId}`)
  expect(whats).toContain(`${position.tradeId}, trade.bought: invested`)
})

test('reports securities that differ from what clients invested, and a purchase without its lot', async () => {
  const contra = (id: string, amount: number) =>
    `update entry set amount = ${amount} where debit = 'securities' and journal_id = (select id from journal where cause_id = '${id}' and event = 'trade.bought')`
  expect(await differencesWith(contra(position._id, 500_01), contra(position._id, 500_00))).toEqual([
    { what: `${position.tradeId}, trade.bought: securities`, clientId: client.id, shown: 500, entries: 500.01 },
  ])
  const id = '01a1fe50-a054-70d6-a94a-e7915fd5e3d2'
  const added = await differencesWith(
    `with j as (insert into journal (id, event, cause_id, cash, invested, loan, cashback, withheld) values ('${id}', 'securities.opened', '${id}', 0, 0, 0, 0, 0) returning id)
     insert into entry (journal_id, debit, credit, amount) select id, 'securities', 'opening', 100_00 from j`,
    `with e as (delete from entry where journal_id = '${id}') delete from journal where id = '${id}'`,
  )
  expect(added).toEqual([
    { what: 'No cause, securities.opened: securities', shown: 0, entries: 100 },
    { what: 'securities of all clients', shown: 300, entries: 400 },
  ])
  const lost = await differencesWith(
    `create table lost as select * from lot; delete from lot where id = '${position._id}'`,
    `insert into lot select * from lost; drop table lost`,
  )
  expect(lost).toContainEqual({ what: `${position.tradeId}, lot`, clientId: client.id, shown: 500, entries: 0 })
})

test('what was acquired never changes, and no lot is deleted', async () => {
  for (const change of [
    'quantity = 6',
    'cost = 1',
    "stock = 'INFY'",
    "isin = 'INE467B01029'",
    'acquired_on = acquired_on - 1',
  ])
    await expect(server.db.run(setLot(change))).rejects.toThrow('Rows of lot are never changed or deleted')
  await expect(server.db.run('delete from lot')).rejects.toThrow('never changed or deleted')
  await expect(server.app.context.db.run('delete from lot')).rejects.toThrow('permission denied')
})

test('booked trades cannot be changed or deleted, not even by the database’s owner', async () => {
  for (const change of ['price = 1', 'quantity = 1', 'amount = 1', 'client_id = gen_random_uuid()', 'day = day - 1'])
    await expect(server.db.run(set(change, sale._id))).rejects.toThrow('What was booked is never changed')
  await expect(server.db.run(set('reversal_id = null', reversed._id))).rejects.toThrow(
    'What was booked is never changed',
  )
  await expect(server.db.run(`delete from trade where id = '${sale._id}'`)).rejects.toThrow('never changed or deleted')
  await expect(server.db.run('truncate trade cascade')).rejects.toThrow('never changed or deleted')
  await expect(server.app.context.db.run(`delete from trade_reversal`)).rejects.toThrow('permission denied')
})
