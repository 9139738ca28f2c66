import { randomUUID } from 'node:crypto'
import { operatorRules } from '@sauda/contract/operator'
import { expect, test } from 'vitest'
import { form } from '../../test/form.ts'
import { moneyClient } from '../../test/money.ts'
import { newOperator } from '../../test/operator.ts'
import { jpeg } from '../../test/picture.ts'
import { testServer } from '../../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const asha = await newOperator(server, 'reviewer', 'Asha Desk')
const bela = await newOperator(server, 'reviewer', 'Bela Desk')
const dealer = await newOperator(server, 'dealer')

async function waitingClient() {
  const client = await server.newClient()
  const body = form({ pan: await jpeg(), aadhaar: await jpeg() })
  const { status } = await server.call('POST', '/user/upload-docs', { token: client.token, body })
  expect(status).toBe(200)
  return client
}
const first = await waitingClient()
const second = await waitingClient()

const queue = async (token: string, kind = '') => {
  const { status, body } = await server.call('GET', `/desk/queue${kind && `?kind=${kind}`}`, { token })
  expect(status).toBe(200)
  return body.items
}
const take = (token: string, id: string, release?: boolean) =>
  server.call('POST', '/desk/queue/take', { token, body: { kind: 'kyc', id, ...(release && { release }) } })

test('shows what waits, oldest first, to whom may decide it', async () => {
  const items = await queue(asha.token)
  expect(items.map((item: { clientId: string }) => item.clientId)).toEqual([first.id, second.id])
  expect(items[0]).toMatchObject({ kind: 'kyc', id: first.id, clientName: 'Asha Rao', since: expect.any(String) })
  expect(await queue(asha.token, 'kyc')).toHaveLength(2)
  expect(await queue(asha.token, 'deposit')).toEqual([])
  expect(await queue(dealer.token)).toEqual([])
})

test('a kind nobody knows is refused with the kinds there are', async () => {
  const answer = await server.call('GET', '/desk/queue?kind=coffee', { token: asha.token })
  expect(answer).toMatchObject({
    status: 400,
    body: { message: 'Choose kyc, deposit, withdrawal, loan, charge, reversal or setting' },
  })
})

test('who comes second is told who came first', async () => {
  expect((await take(asha.token, first.id)).status).toBe(200)
  expect((await take(asha.token, first.id)).status).toBe(200)
  expect(await take(bela.token, first.id)).toMatchObject({ status: 409, body: { message: 'Asha Desk has taken this' } })
  expect(await take(bela.token, first.id, true)).toMatchObject({ status: 409 })
  expect((await queue(bela.token))[0].takenBy).toBe('Asha Desk')
  expect((await take(asha.token, first.id, true)).status).toBe(200)
  expect((await queue(bela.token))[0].takenBy).toBeUndefined()
  expect((await take(asha.token, first.id, true)).status).toBe(200)
  const rows = await server.db.rows<{ action: string }>(
    "select action from audit where subject_id = $1 and action like 'queue.%' order by id",
    [first.id],
  )
  expect(rows.map((row) => row.action)).toEqual(['queue.take', 'queue.take', 'queue.release'])
})

test('of many who take the same at once one gets it', async () => {
  const operators = [asha, bela]
  for (let n = 0; n < 4; n++) operators.push(await newOperator(server, 'reviewer', `Reviewer ${n}`))
  const answers = await Promise.all(operators.map((operator) => take(operator.token, second.id)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409, 409])
})

test('what somebody left lying may be taken over', async () => {
  await server.db.run('update queue_claim set taken_at = now() - make_interval(mins => $1)', [
    operatorRules.claimMinutes + 1,
  ])
  expect((await queue(bela.token)).map((item: { takenBy?: string }) => item.takenBy)).toEqual([undefined, undefined])
  expect((await take(bela.token, second.id)).status).toBe(200)
  expect((await queue(asha.token))[1].takenBy).toBe('Bela Desk')
})

test('taking a request is on record with its client', async () => {
  const cashier = await newOperator(server, 'cashier')
  const client = await moneyClient(server)
  const body = { id: client.id, amount: 500 }
  const asked = await server.call('POST', '/user/wallet/add-money', { token: client.token, body })
  const item = { kind: 'deposit', id: asked.body.transaction._id }
  for (const more of [{}, { release: true }])
    await server.call('POST', '/desk/queue/take', { token: cashier.token, body: { ...item, ...more } })
  const rows = await server.db.rows<{ action: string; after: object }>(
    "select action, after from audit where subject_id = $1 and action like 'queue.%' order by id",
    [client.id],
  )
  expect(rows).toEqual([
    { action: 'queue.take', after: item },
    { action: 'queue.release', after: item },
  ])
})

test('nobody takes what does not wait, or what they may not decide', async () => {
  expect((await take(asha.token, randomUUID())).status).toBe(404)
  expect((await take(dealer.token, first.id)).status).toBe(404)
})
