import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { newUtr } from '../../../test/reconciliation.ts'
import { record } from '../../../test/record.ts'
import { testServer } from '../../../test/server.ts'

// How often a decision about money waits for the database: what its checks read is sent together.
const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
await establishedOperator(server, 'admin', 'Asha Admin')
await establishedOperator(server, 'admin', 'Bela Admin')
const cashier = await establishedOperator(server, 'cashier', 'Kiran')
const client = await moneyClient(server, { rupees: 50_000 })

async function send(method: 'GET' | 'POST', path: string, token: string, body?: object) {
  const headers = { authorization: `Bearer ${token}`, ...(body && { 'idempotency-key': randomUUID() }) }
  const { statusCode, payload } = await server.app.http.inject({
    method,
    url: `/api${path}`,
    headers,
    ...(body && { payload: body }),
  })
  expect([statusCode, payload]).toEqual([200, expect.anything()])
  return JSON.parse(payload)
}

const ask = async (path: 'add-money' | 'withdraw', more: object = {}): Promise<string> =>
  (await send('POST', `/user/wallet/${path}`, client.token, { id: client.id, amount: 500, ...more })).transaction._id

const page = (id: string) => send('GET', `/desk/wallet/transactions/${id}`, cashier.token)
const approve = (id: string, more: object = {}) =>
  send('POST', `/desk/wallet/transactions/${id}/approve`, cashier.token, { reference: newUtr(), ...more })

const countTrips = async (work: () => Promise<unknown>) => (await record(work)).length

test('a withdrawal waits for the database at most six times', async () => {
  expect(await countTrips(() => ask('withdraw'))).toBeLessThanOrEqual(6)
})

test.each(['add-money', 'withdraw'] as const)('the approval of %s waits at most eight times', async (path) => {
  const id = await ask(path)
  expect(await countTrips(() => approve(id))).toBeLessThanOrEqual(8)
})

test.each(['add-money', 'withdraw'] as const)(
  'as the desk sends it, with what the operator reviewed, the approval of %s waits at most ten times',
  async (path) => {
    const id = await ask(path)
    const { version } = await page(id)
    expect(await countTrips(() => approve(id, { version }))).toBeLessThanOrEqual(10)
  },
)

test('no check of an approval reads the same twice', async () => {
  const id = await ask('withdraw')
  const sent = (await record(() => approve(id))).flat()
  const texts = sent.map(({ text, values }) => `${text} ${values.map(String).join()}`)
  expect(texts.filter((text, at) => texts.indexOf(text) < at)).toEqual([])
})
