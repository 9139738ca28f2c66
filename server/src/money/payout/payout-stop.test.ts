import { payoutErrors } from '@sauda/contract/money/payout'
import { beforeEach, expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { atPayouts, payingBank, settleToday } from '../../../test/payout.ts'
import { testServer } from '../../../test/server.ts'
import { tamper } from '../../../test/tamper.ts'
import { decidePending } from '../../../test/approvals.ts'
import { walletSteps } from '../../../test/wallet.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call, mailTo } = server
const nila = await establishedOperator(server, 'admin', 'Nila')
const dev = await establishedOperator(server, 'admin', 'Dev')
const kiran = await establishedOperator(server, 'cashier', 'Kiran')
const omar = await establishedOperator(server, 'cashier', 'Omar')
const bankId = await payingBank(server)
const desk = atPayouts(server, kiran)

const state = async () => (await call('GET', '/desk/payout-stop', { token: kiran.token })).body.stopped
const stop = (token = nila.token) => call('POST', '/desk/payout-stop', { token, body: { reason: 'A wrong payee' } })
const lift = () => call('POST', '/desk/payout-stop/lift', { token: nila.token, body: { reason: 'Checked' } })
const { approve } = walletSteps(server, omar)
beforeEach(() => db.run('update payout_stop set stopped_at = null, reason = null, stopped_by = null'))

test('one administrator stops every way to pay at once; requests of clients still work', async () => {
  const client = await moneyClient(server, { rupees: 5000 })
  const [single, first, second] = [
    await desk.withdraw(client, 100),
    await desk.withdraw(client, 200),
    await desk.withdraw(client, 300),
  ]
  const released = (await desk.create(bankId, [first])).body
  expect((await desk.decide(released.proposalId, omar)).status).toBe(200)
  const prepared = (await desk.create(bankId, [second])).body

  expect((await stop(kiran.token)).status).toBe(403)
  expect((await stop()).body.stopped).toMatchObject({ reason: 'A wrong payee', by: 'Nila' })
  expect(await state()).toMatchObject({ reason: 'A wrong payee' })
  const day = await settleToday(server)
  const settled = await call('POST', '/desk/settlements', {
    token: kiran.token,
    body: { day, bankId, clients: [client.id] },
  })
  for (const { body } of [await approve(single), await desk.decide(prepared.proposalId, omar), settled])
    expect(body).toEqual(payoutErrors.stopped)
  expect((await desk.file(released._id)).status).toBe(payoutErrors.stopped.status)
  expect(await db.rows('select from settlement')).toEqual([])
  expect(await desk.withdraw(client, 400)).toBeTruthy()
  expect((await mailTo(dev.email))?.subject).toBe('All payouts are stopped')
  expect(await db.rows("select from audit where action = 'payout.stop'")).toHaveLength(1)
})

test('a second administrator must approve that payouts are resumed', async () => {
  const client = await moneyClient(server, { rupees: 500 })
  const id = await desk.withdraw(client, 100)
  expect((await lift()).body).toEqual(payoutErrors.notStopped)
  await stop()
  expect((await lift()).body).toMatchObject({ waitsForSecond: true, stopped: { reason: 'A wrong payee' } })
  const subject = 'payout.resume'
  expect((await decidePending(server, nila, { subject })).status).toBe(409)
  expect((await approve(id)).body).toEqual(payoutErrors.stopped)
  expect((await decidePending(server, dev, { subject })).status).toBe(200)
  expect(await state()).toBeUndefined()
  expect((await approve(id)).status).toBe(200)
})

test('a check of the books that finds a difference stops payouts', async () => {
  const client = await moneyClient(server, { rupees: 500 })
  await tamper(server, 'update client_ledger set cash = cash + 1 where client_id = $1', [client.id])
  expect((await call('GET', '/desk/books', { token: kiran.token })).body.balanced).toBe(false)
  expect((await state()).reason).toMatch(/^The check of the books found a difference: /)
  await tamper(server, 'update client_ledger set cash = cash - 1 where client_id = $1', [client.id])
})
