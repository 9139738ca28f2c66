import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { loanSteps } from '../../../test/loan.ts'
import { moneyClient, moneyClients } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { raceAtTable, twoOfEach } from '../../../test/race.ts'
import { testServer, type Answer } from '../../../test/server.ts'
import { tradeSteps } from '../../../test/trade.ts'

const server = await testServer({ DATABASE_CONNECTIONS: '20', RATE_LIMITS: 'off' })
const dealer = await newOperator(server, 'admin', 'Nisha')
const other = await newOperator(server, 'admin', 'Omar')
const { desk, tryBuy, trySell, buy, sell, ask, approve, wallet, books } = tradeSteps(server, dealer)
const loan = loanSteps(server, dealer)

const parallel = 30
const times = <T>(count: number, work: (n: number) => Promise<T>) =>
  Promise.all(Array.from({ length: count }, (_, n) => work(n)))
const statuses = (answers: readonly Pick<Answer, 'status'>[]) =>
  Object.fromEntries(
    Object.entries(Object.groupBy(answers, ({ status }) => status)).map(([status, list = []]) => [status, list.length]),
  )
const balanced = { balanced: true, differences: [] }
const deadlocks = async () =>
  (await server.db.row<{ n: bigint }>('select deadlocks as n from pg_stat_database where datname = current_database()'))
    ?.n

test('of 30 buys of ₹100 with ₹1,000 exactly ten succeed', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  expect(statuses(await times(parallel, () => tryBuy(client, 'TCS', 1, 100)))).toEqual({ 200: 10, 422: 20 })
  expect(await wallet(client)).toMatchObject({ balance: 0, investedAmount: 1000 })
  expect(await books()).toMatchObject(balanced)
})

test('of 30 buys that need balance and loan together exactly as many succeed as they pay for', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  await loan.running(client, { amount: 1100, fee: 0 })
  expect(statuses(await times(parallel, () => tryBuy(client, 'TCS', 1, 300)))).toEqual({ 200: 7, 422: 23 })
  expect(await wallet(client)).toMatchObject({ balance: 0, loanAmount: 0, investedAmount: 2100 })
  expect(await books()).toMatchObject(balanced)
})

test('of 30 sells of the whole position exactly one succeeds', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  for (let round = 0; round < 3; round++) {
    const { _id } = await buy(client, 'TCS', 10, 100)
    expect(statuses(await times(parallel, () => trySell(_id, 10, 100)))).toEqual({ 200: 1, 409: parallel - 1 })
    expect(await wallet(client)).toMatchObject({ balance: 1000, investedAmount: 0 })
  }
  expect(await books()).toMatchObject(balanced)
})

test('of dealers who saw the same position the first one sells, and the others learn by whom', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  const { _id } = await buy(client, 'TCS', 10, 100)
  const part = { quantity: 4, price: 100, left: 10 }
  const bySell = await times(6, (n) => desk(`trades/${_id}/sell`, part, n % 2 === 0 ? dealer : other))
  expect(statuses(bySell)).toEqual({ 200: 1, 409: 5 })
  const winner = bySell.find(({ status }) => status === 200)?.body.bookedBy as string
  const message = `${winner} sold from this position meanwhile. Left: 6`
  expect(bySell.filter(({ status }) => status === 409).map(({ body }) => body.message)).toEqual(Array(5).fill(message))

  await desk(`trades/${_id}/sell`, { quantity: 6, price: 100, left: 6 }, other)
  const late = await desk(`trades/${_id}/sell`, { quantity: 6, price: 100, left: 6 })
  expect(late.body.message).toBe('Omar sold the rest of this position meanwhile')
  expect(await wallet(client)).toMatchObject({ balance: 1000, investedAmount: 0 })
})

test('a dealer who has not seen a reversal of a sale learns the open quantity', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  const position = await buy(client, 'TCS', 10, 100)
  expect((await approve(await ask(await sell(position, 4, 100)), other)).status).toBe(200)
  const late = await desk(`trades/${position._id}/sell`, { quantity: 6, price: 100, left: 6 })
  expect(late.body.message).toBe('This position changed meanwhile. Open: 10')
})

test('30 sells of a third of a position never sell more than there is', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  const { _id } = await buy(client, 'TCS', 10, 100)
  const answers = await raceAtTable(
    server,
    'client_ledger',
    Array.from({ length: parallel }, () => () => trySell(_id, 3, 110)),
  )
  expect(statuses(answers)).toEqual({ 200: 3, 422: parallel - 3 })
  expect(await wallet(client)).toMatchObject({ balance: 990, investedAmount: 100 })
  expect(await books()).toMatchObject(balanced)
})

test('of a buy and a withdrawal of the same money, one succeeds', async () => {
  for (let round = 0; round < 10; round++) {
    const client = await moneyClient(server, { rupees: 500 })
    const answers = await times(parallel, (n) =>
      n % 2 === 0
        ? tryBuy(client, 'TCS', 1, 500)
        : server.call('POST', '/user/wallet/withdraw', { token: client.token, body: { id: client.id, amount: 500 } }),
    )
    expect(statuses(answers)).toEqual({ 200: 1, 422: parallel - 1 })
    const { investedAmount, withheld, balance } = await wallet(client)
    expect([balance, investedAmount + withheld]).toEqual([0, 500])
  }
  expect(await books()).toMatchObject(balanced)
})

test('sells and repayments at once never leave more borrowed money unused than is owed', async () => {
  for (let round = 0; round < 5; round++) {
    const client = await moneyClient(server, { rupees: 1000 })
    const { _id: loanId } = await loan.running(client, { amount: 1000, fee: 0, ratePercent: 0 })
    const position = await buy(client, 'TCS', 20, 100)
    await sell(position, 5, 100)
    const answers = await times(parallel, (n) =>
      n % 2 === 0
        ? trySell(position._id, 1, 100)
        : server.call('POST', '/user/loan/repay', { token: client.token, body: { loanId, amount: 50 } }),
    )
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const { principal } = (await server.db.row<{ principal: bigint }>('select principal from loan where id = $1', [
      loanId,
    ]))!
    expect((await wallet(client)).loanAmount * 100).toBeLessThanOrEqual(Number(principal))
  }
  expect(await books()).toMatchObject(balanced)
})

test('of 30 reversals requested at once one becomes pending, and of 30 approvals one succeeds', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  const trade = await buy(client, 'TCS', 10, 100)
  const asked = await times(parallel, () => desk(`trades/${trade._id}/reversal`, { reason: 'Booked twice' }))
  expect(statuses(asked)).toEqual({ 200: 1, 409: parallel - 1 })
  const one = asked.find(({ status }) => status === 200)!.body
  expect(statuses(await times(parallel, () => approve(one, other)))).toEqual({ 200: 1, 409: parallel - 1 })
  expect(await wallet(client)).toMatchObject({ balance: 1000, investedAmount: 0 })
  expect(await books()).toMatchObject(balanced)
})

test('a reversal of a buy and sells from it: the first one prevents the other', async () => {
  const before = await deadlocks()
  for (let round = 0; round < 10; round++) {
    const client = await moneyClient(server, { rupees: 1000 })
    const trade = await buy(client, 'TCS', 10, 100)
    const one = await ask(trade)
    const answers = await times(parallel, (n) => (n % 3 === 0 ? approve(one, other) : trySell(trade._id, 10, 120)))
    expect(statuses(answers)).toEqual({ 200: 1, 409: parallel - 1 })
    expect((await wallet(client)).investedAmount).toBe(0)
  }
  expect(await books()).toMatchObject(balanced)
  expect(await deadlocks()).toBe(before)
})

test('30 concurrent requests with one key are one buy with one response', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  const [key, body] = [randomUUID(), { clientId: client.id, stockName: 'TCS', quantity: 1, price: 100 }]
  const call = () =>
    server.call('POST', '/desk/trades/buy', { token: dealer.token, body, headers: { 'idempotency-key': key } })
  const answers = await times(parallel, call)
  expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
  const later = await call()
  expect(later.status).toBe(200)
  for (const { status, body: said } of answers) if (status === 200) expect(said).toEqual(later.body)
  expect(await wallet(client)).toMatchObject({ balance: 900, investedAmount: 100 })
})

test('30 uploads of one file at once, and of files that share lines, book every line once', async () => {
  const before = await deadlocks()
  const clients = await moneyClients(server, 10, { rupees: 1000 })
  const rows = await server.db.rows<{ id: string; number: bigint }>(
    'select id, number from client where id = any($1)',
    [clients.map(({ id }) => id)],
  )
  const line = (n: number) => `R${n},SD${rows[n % 10]!.number},BUY,TCS,1,100`
  const file = (numbers: readonly number[]) => ({
    csv: ['reference,client,action,stock,quantity,price', ...numbers.map(line)].join('\n'),
  })
  const up = Array.from({ length: 20 }, (_, n) => n)
  const inTurn = twoOfEach(2)
  const answers = await times(parallel, (n) =>
    inTurn(n, () => desk('trades/import', file(n % 4 < 2 ? up : up.toReversed()), n % 2 === 0 ? other : dealer)),
  )
  expect(statuses(answers)).toEqual({ 200: parallel })
  expect(answers.filter(({ body }) => body.fresh === 20)).toHaveLength(1)
  for (const client of clients) expect(await wallet(client)).toMatchObject({ balance: 800, investedAmount: 200 })
  expect(await books()).toMatchObject(balanced)
  expect(await deadlocks()).toBe(before)
})
