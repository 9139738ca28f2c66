import { expect, test } from 'vitest'
import { moneyClient, moneyClients } from '../../../test/money.ts'
import { often } from '../../../test/often.ts'
import { newOperator } from '../../../test/operator.ts'
import { atBank, newUtr, statementText } from '../../../test/reconciliation.ts'
import { twoOfEach } from '../../../test/race.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { balancedBooks } from '../../../test/books.ts'

const server = await testServer({ DATABASE_CONNECTIONS: '20', RATE_LIMITS: 'off' })
const operators = [
  await newOperator(server, 'admin', 'Kiran'),
  await newOperator(server, 'admin', 'Omar'),
  await newOperator(server, 'admin', 'Leela'),
]
const parallel = 30
const rounds = often(2, 10)
const at = (n: number) => operators[n % operators.length]!
const bank = atBank(server, operators[0]!.token)
const times = <T>(work: (n: number) => Promise<T>) => Promise.all(Array.from({ length: parallel }, (_, n) => work(n)))

const inTurn = twoOfEach(operators.length)

const { ask, deposit, balanceOf } = walletSteps(server, operators[0]!)
const afterwards = async () => {
  await balancedBooks(server, operators[0]!)
  const row = await server.db.row<{ deadlocks: bigint }>(
    'select deadlocks from pg_stat_database where datname = current_database()',
  )
  expect(row?.deadlocks).toBe(0n)
}

test('30 imports of one file at once add every line once', async () => {
  const lines = Array.from({ length: 200 }, (_, n) => ({
    text: `UPI ${n % 7}`,
    credit: 10 + (n % 3),
    reference: n % 2 ? newUtr() : '',
  }))
  const text = statementText(lines)
  const answers = await times((n) => inTurn(n, () => atBank(server, at(n).token).importText(text)))
  expect(answers.map(({ status }) => status)).toEqual(Array.from({ length: parallel }, () => 200))
  expect(answers.reduce((sum, { body }) => sum + body.added, 0)).toBe(lines.length)
  expect(answers.filter(({ body }) => body.added > 0)).toHaveLength(1)
  const { body } = await server.call('GET', '/desk/reconciliation/statements', operators[0])
  expect(body.statements).toHaveLength(1)
  await afterwards()
})

test('of 30 imports under one key one is executed; the others wait or get its answer', async () => {
  const text = statementText([{ credit: 1.5, reference: newUtr() }])
  const answers = await times(() => inTurn(0, () => bank.importText(text, { 'idempotency-key': 'race-import-1' })))
  for (const { status, body } of answers) expect(status === 200 ? body.added : status).toBe(status === 200 ? 1 : 409)
})

test('overlapping files imported at once by two servers: each line is stored once', async () => {
  const utrs = Array.from({ length: 60 }, newUtr)
  const files = Array.from({ length: 6 }, (_, n) =>
    statementText(utrs.slice(n * 8, n * 8 + 20).map((reference) => ({ reference, credit: 2.5 }))),
  )
  const added = (
    await Promise.all(files.map((text, n) => inTurn(n, () => atBank(server, at(n).token).importText(text))))
  ).map(({ body }) => body.added as number)
  expect(added.reduce((sum, count) => sum + count, 0)).toBe(60)
  await afterwards()
})

test('of 30 approvals of one line, on both pages, exactly one credits it and the others name the operator', async () => {
  for (let round = 0; round < rounds; round++) {
    const [client, utr] = [await moneyClient(server), newUtr()]
    const id = await deposit(client, 500 + round, utr)
    await bank.bring({ reference: utr, credit: 500 + round })
    const line = await bank.find(utr)
    const answers = await times((n) =>
      n % 2 === 0
        ? atBank(server, at(n).token).approve(line)
        : server.call('POST', `/desk/wallet/transactions/${id}/approve`, {
            token: at(n).token,
            body: { reference: utr },
          }),
    )
    const won = answers.findIndex(({ status }) => status === 200)
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(
      new Set(answers.filter(({ status }) => status !== 200).map(({ status, body }) => `${status} ${body.message}`)),
    ).toEqual(new Set([`409 Already decided by ${at(won).name}`]))
    expect(await balanceOf(client)).toBe(500 + round)
    expect(await bank.line(line._id)).toMatchObject({ state: 'matched', payment: { _id: id } })
  }
  await afterwards()
})

test('of an approval from the statement and a manual rejection, one succeeds', async () => {
  for (let round = 0; round < rounds; round++) {
    const [client, utr] = [await moneyClient(server), newUtr()]
    const id = await deposit(client, 600 + round, utr)
    await bank.bring({ reference: utr, credit: 600 + round })
    const line = await bank.find(utr)
    const answers = await times((n) =>
      n % 2 === 0
        ? atBank(server, at(n).token).approve(line)
        : server.call('POST', `/desk/wallet/transactions/${id}/reject`, {
            token: at(n).token,
            body: { reason: 'Not found' },
          }),
    )
    const won = answers.flatMap(({ status }, n) => (status === 200 ? [n] : []))
    expect(won).toHaveLength(1)
    const approved = won[0]! % 2 === 0
    expect(await balanceOf(client)).toBe(approved ? 600 + round : 0)
    expect((await bank.line(line._id)).state).toBe(approved ? 'matched' : 'exception')
  }
  await afterwards()
})

test('30 concurrent approvals of all exact matches credit each once', async () => {
  const clients = await moneyClients(server, 10)
  const utrs = clients.map(newUtr)
  for (const [n, client] of clients.entries()) await deposit(client, 700, utrs[n]!)
  await bank.bring(...utrs.map((reference) => ({ reference, credit: 700 })))
  const matches = (await bank.show('approve'))
    .filter(({ amount, confidence }) => amount === 700 && confidence === 'exact')
    .map(({ _id, payment }) => ({ lineId: _id, paymentId: payment!._id }))
  expect(matches).toHaveLength(10)
  const answers = await times((n) => inTurn(n, () => atBank(server, at(n).token).send('/approve', { matches })))
  expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([200]))
  const refused = answers.flatMap(({ body }) => body.results).filter(({ outcome }) => outcome === 'refused')
  for (const { message } of refused) expect(message).toMatch(/^Already decided by (Kiran|Omar|Leela)$/)
  for (const client of clients) expect(await balanceOf(client)).toBe(700)
  await afterwards()
})

test('of two lines approved at once for one deposit, one is used', async () => {
  for (let round = 0; round < rounds; round++) {
    const client = await moneyClient(server)
    const asked = await ask(client, 'add-money', { amount: 800 + round })
    const [one, other] = [newUtr(), newUtr()]
    await bank.bring(
      { text: asked.reference, reference: one, credit: 800 + round },
      { text: asked.reference, reference: other, credit: 800 + round },
    )
    const lines = [await bank.find(one), await bank.find(other)]
    const answers = await times((n) => atBank(server, at(n).token).approve(lines[n % 2]!))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(await balanceOf(client)).toBe(800 + round)
    expect((await Promise.all(lines.map(({ _id }) => bank.line(_id)))).map(({ state }) => state).toSorted()).toEqual([
      'exception',
      'matched',
    ])
  }
  await afterwards()
})

test('of 30 notes at once on one exception one is stored', async () => {
  const utr = newUtr()
  await bank.bring({ reference: utr, credit: 9.99 })
  const line = await bank.find(utr)
  const answers = await times((n) => atBank(server, at(n).token).settle(line, `Note ${n}`))
  const won = answers.findIndex(({ status }) => status === 200)
  expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
  expect(new Set(answers.filter(({ status }) => status !== 200).map(({ body }) => body.message))).toEqual(
    new Set([`Already decided by ${at(won).name}`]),
  )
  expect(await bank.line(line._id)).toMatchObject({ settled: { note: `Note ${won}`, by: at(won).name } })
})
