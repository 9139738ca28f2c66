import { reviewErrors } from '@sauda/contract/core/proposal-review'
import { expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { atPayouts, payingBank } from '../../../test/payout.ts'
import { newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'

// What the second operator sees before the release of a batch.
const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
const kiran = await establishedOperator(server, 'cashier', 'Kiran')
const omar = await establishedOperator(server, 'cashier', 'Omar')
const support = await establishedOperator(server, 'support')
const desk = atPayouts(server, kiran)

const freeze = (clientId: string) =>
  call('POST', `/desk/clients/${clientId}/freeze`, { token: support.token, body: { reason: 'Password stolen' } })
const review = async (proposalId: string) =>
  (await call('GET', `/desk/proposals/${proposalId}`, { token: omar.token })).body
const release = (proposalId: string, version: string) =>
  call('POST', `/desk/proposals/${proposalId}/approve`, { token: omar.token, body: { version } })
const cellsOf = ({ evidence }: { evidence: { rows: { text: string }[][] }[] }) =>
  evidence[0]?.rows[0]?.map(({ text }) => text)

test('a login frozen after the release was opened is shown before the batch is released', async () => {
  const client = await moneyClient(server, { rupees: 5000 })
  const { proposalId } = (await desk.create(await payingBank(server), [await desk.withdraw(client, 1000)])).body
  const opened = await review(proposalId)
  expect(cellsOf(opened)?.at(-1)).toBe('–')
  expect((await freeze(client.id)).status).toBe(200)
  expect(await release(proposalId, opened.version)).toMatchObject({ status: 409, body: reviewErrors.changed })
  const again = await review(proposalId)
  expect(cellsOf(again)?.at(-1)).toBe('The login of this client is frozen.')
  expect((await release(proposalId, again.version)).status).toBe(200)
})

test('so is one frozen after a single withdrawal was opened', async () => {
  const client = await moneyClient(server, { rupees: 5000 })
  const path = `/desk/wallet/transactions/${await desk.withdraw(client, 1000)}`
  const read = async () => (await call('GET', path, { token: omar.token })).body.version
  const approve = (version: string) =>
    call('POST', `${path}/approve`, { token: omar.token, body: { reference: newUtr(), version } })
  const version = await read()
  await freeze(client.id)
  expect(await approve(version)).toMatchObject({ status: 409, body: reviewErrors.changed })
  expect((await approve(await read())).body.status).toBe('approved')
})

test('a batch says what its bank account lacks by the books, with what the bank has not answered', async () => {
  const client = await moneyClient(server, { rupees: 5000 })
  const bankId = await payingBank(server)
  await db.run(
    `select post_house_journal(gen_random_uuid(), 'opening.bank', gen_random_uuid(), 'Opening', '{bank}', '{opening}',
                               array[1500_00::bigint], $1, current_date)`,
    [bankId],
  )
  const first = (await desk.create(bankId, [await desk.withdraw(client, 1000)])).body
  expect(first).not.toHaveProperty('tooLittle')
  await release(first.proposalId, (await review(first.proposalId)).version)
  const second = (await desk.create(bankId, [await desk.withdraw(client, 700)])).body
  const text = `By the books, ${second.bankName} lacks ₹200.00 for this batch and the payments that the bank has not answered.`
  expect(second.tooLittle).toBe(text)
  const { evidence, version } = await review(second.proposalId)
  expect(evidence[1].facts[0].value).toEqual({ text, warns: true })
  expect((await release(second.proposalId, version)).status).toBe(200)
  expect(await desk.batch(first._id)).not.toHaveProperty('tooLittle')
})
