import { describe, expect, test } from 'vitest'
import { moneyClient, moneyClients } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const admin = await newOperator(server, 'admin')
const client = await moneyClient(server, { rupees: 5000 })

const sentence = /^[A-Z][^{}[\]]*[\w₹.]$/
const figures = () =>
  server.db.row("select md5(string_agg(l::text, '|' order by client_id)) as digest from client_ledger l")

/** JSON as text: what `JSON.stringify` never writes must be rejected too. */
const wrongAmounts: [amount: string, status: number][] = [
  ['1e308', 400],
  ['1e999', 400],
  ['-1e308', 400],
  ['0.001', 400],
  ['100.005', 400],
  ['100.999999999', 400],
  ['100.00000000000000000001', 400],
  ['100.000000000000001', 400],
  ['99999999999999999999999999', 400],
  ['9007199254740992', 400],
  ['9007199254740993', 400],
  ['10000000000', 400],
  ['1000000000.01', 400],
  ['1e-7', 400],
  ['100e-3', 422],
  ['-100', 400],
  ['-0.01', 400],
  ['-0', 422],
  ['0', 422],
  ['0.5', 422],
  ['99.99', 422],
  ['"100"', 400],
  ['"1e3"', 400],
  ['""', 400],
  ['NaN', 400],
  ['Infinity', 400],
  ['-Infinity', 400],
  ['0x64', 400],
  ['0100', 400],
  ['1_000', 400],
  ['+100', 400],
  ['100.', 400],
  ['.5', 400],
  ['null', 400],
  ['[]', 400],
  ['[100]', 400],
  ['{}', 400],
  ['{"valueOf":100}', 400],
  ['true', 400],
  ['false', 400],
  ['undefined', 400],
]

describe.each(['intent', 'add-money', 'withdraw'])('POST /user/wallet/%s', (call) => {
  test.each(wrongAmounts)('with amount %s is rejected with a sentence and status %i', async (amount, status) => {
    const before = await figures()
    const body = `{"id":"${client.id}","amount":${amount}}`
    const answer = await server.call('POST', `/user/wallet/${call}`, {
      token: client.token,
      body,
      headers: { 'content-type': 'application/json' },
    })
    expect(answer.status).toBe(status)
    expect(answer.body.message).toMatch(sentence)
    expect(await figures()).toEqual(before)
  })

  test('without an amount, with two, or with a prototype is rejected', async () => {
    for (const body of [
      `{"id":"${client.id}"}`,
      `{"id":"${client.id}","amount":200,"__proto__":{"amount":100}}`,
      `{"id":"${client.id}","amount":200,"constructor":{"prototype":{"amount":100}}}`,
      '[]',
      'null',
      '7',
      '"amount"',
      '',
    ]) {
      const { status, body: said } = await server.call('POST', `/user/wallet/${call}`, {
        token: client.token,
        body,
        headers: { 'content-type': 'application/json' },
      })
      expect(status).toBe(400)
      expect(said.message).toMatch(sentence)
    }
  })
})

test('the amount of an adjustment follows the same rules', async () => {
  for (const [amount, status] of wrongAmounts) {
    const fine = ['0.5', '99.99', '100e-3'].includes(amount)
    const answer = await server.call('POST', '/desk/ledger/adjustments', {
      token: admin.token,
      body: `{"clientId":"${client.id}","kind":"credit","reason":"Goodwill","amount":${amount}}`,
      headers: { 'content-type': 'application/json' },
    })
    expect([amount, answer.status]).toEqual([amount, fine ? 200 : status])
  }
})

test.each([100, 100.1, 100.05, 1e2, 99_999.99, 100.1 + 0.2])('%s rupees are exact to the paisa', async (amount) => {
  const [asha] = await moneyClients(server, 1)
  const token = asha!.token
  const written = Math.round(amount * 100) / 100
  const asked = await server.call('POST', '/user/wallet/add-money', { token, body: { id: asha!.id, amount: written } })
  const path = `/desk/wallet/transactions/${asked.body.transaction._id}/approve`
  await server.call('POST', path, { token: admin.token, body: { reference: asked.body.transaction.transactionId } })
  const { body } = await server.call('GET', `/user/wallet/${asha!.id}`, { token })
  expect(body.balance).toBe(written)
})

test('the largest amount is ₹100 crore', async () => {
  const body = { id: client.id, amount: 1_000_000_000 }
  expect((await server.call('POST', '/user/wallet/add-money', { token: client.token, body })).status).toBe(200)
  expect((await server.call('POST', '/user/wallet/withdraw', { token: client.token, body })).body.message).toBe(
    'Insufficient balance for withdrawal',
  )
})

test.each([
  ['utr', ['0'.repeat(13), "1' or '1'='1", '١٢٣٤٥٦٧٨٩٠١', '12345678901\u0000', {}, [], null, 123456789012]],
  ['reference', ['x'.repeat(36), '\u0000', '\ud800', "'; drop table entry; --", {}, [], null, 1]],
])('a hostile %s is rejected with a sentence', async (field, values) => {
  for (const value of values) {
    const { status, body } = await server.call('POST', '/user/wallet/add-money', {
      token: client.token,
      body: { id: client.id, amount: 500, [field]: value },
    })
    expect([400, 409]).toContain(status)
    expect(body.message).toMatch(sentence)
  }
})
