import { approvalErrors, creditedInBatch } from '@sauda/contract/core/approval'
import { batchFaults, cannotBatch, ownFirstApproval, payoutErrors } from '@sauda/contract/money/payout'
import { commonErrors } from '@sauda/contract/platform/error'
import { expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { establishedOperator, newOperator, type NewOperator } from '../../../test/operator.ts'
import { atPayouts, hdfcLine, payingBank } from '../../../test/payout.ts'
import { newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'

// The page of a batch, the review of the request about it and the decision say the same.
const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
const kiran = await establishedOperator(server, 'cashier', 'Kiran')
const omar = await establishedOperator(server, 'cashier', 'Omar')
const lata = await establishedOperator(server, 'cashier', 'Lata')
const [admin] = [await establishedOperator(server, 'admin', 'Asha'), await establishedOperator(server, 'admin', 'Bela')]
const bankId = await payingBank(server)
const desk = atPayouts(server, kiran)

type Batch = { readonly _id: string; readonly proposalId?: string; readonly obstacle?: string }

const open = async (id: string, { token }: NewOperator): Promise<Batch> =>
  (await call('GET', `/desk/payouts/${id}`, { token })).body

/** What the page of the batch, the review and the approval say to this operator. */
async function saidTo(by: NewOperator, batchId: string) {
  const { proposalId, obstacle } = await open(batchId, by)
  const review = (await call('GET', `/desk/proposals/${proposalId}`, { token: by.token })).body
  const { status, body } = await desk.decide(proposalId, by)
  return { page: obstacle, review: review.obstacle, decision: status === 200 ? undefined : body.message }
}
const everywhere = (message: string | undefined) => ({ page: message, review: message, decision: message })

async function prepared(
  amount = 500,
  before: (client: MoneyClient, id: string) => Promise<unknown> = async () => null,
) {
  const client = await moneyClient(server, { rupees: amount + 500 })
  const id = await desk.withdraw(client, amount)
  await before(client, id)
  const { body } = await desk.create(bankId, [id])
  return { client, id, batchId: body._id as string, name: body.payouts[0].transactionId as string }
}
async function released(amount = 500) {
  const batch = await prepared(amount)
  expect(await saidTo(omar, batch.batchId)).toEqual(everywhere(undefined))
  return batch
}
const firstApproval = (by: NewOperator) => (_: MoneyClient, id: string) =>
  call('POST', `/desk/wallet/transactions/${id}/approve`, { token: by.token, body: { reference: newUtr() } })
/** The operator is the client from now on. */
const become = (by: NewOperator, client: MoneyClient) =>
  db.run('update operator set email = (select email from client where id = $2) where id = $1', [by.id, client.id])

test('an operator who gave a first approval, credited the client or is the client reads why they cannot release', async () => {
  const first = await prepared(250_000, firstApproval(omar))
  expect(await saidTo(omar, first.batchId)).toEqual(everywhere(ownFirstApproval([first.name]).message))
  const credited = await prepared(400, async (client) => {
    const { deposit, approve } = walletSteps(server, omar)
    const approved = await approve(await deposit(client, 300), newUtr(), omar, { bankAccountId: bankId })
    expect([approved.status, approved.body.message]).toEqual([200, undefined])
    expect(approved.body).toMatchObject({ status: 'approved' })
  })
  expect(await saidTo(omar, credited.batchId)).toEqual(everywhere(creditedInBatch(credited.client.name).message))
  expect(await saidTo(lata, credited.batchId)).toEqual(everywhere(undefined))
  const own = await prepared()
  const insider = await establishedOperator(server, 'cashier', 'Tara')
  await become(insider, own.client)
  expect(await saidTo(insider, own.batchId)).toEqual(everywhere(commonErrors.ownAccount.message))
})

test('everybody reads that payouts are stopped, or that a first approval lapsed', async () => {
  const stopped = await prepared()
  await call('POST', '/desk/payout-stop', { token: admin.token, body: { reason: 'A wrong payee' } })
  expect(await saidTo(omar, stopped.batchId)).toEqual(everywhere(payoutErrors.stopped.message))
  await db.run('update payout_stop set stopped_at = null, reason = null, stopped_by = null')
  const nisha = await establishedOperator(server, 'cashier', 'Nisha')
  const lapsed = await prepared(250_000, firstApproval(nisha))
  await call('POST', `/desk/operators/${nisha.id}/disable`, { token: admin.token })
  const { message } = cannotBatch(lapsed.name, batchFaults.firstApproval)
  expect(await saidTo(omar, lapsed.batchId)).toEqual(everywhere(message))
})

test('its maker, an operator without the right and a new operator read why they cannot release it', async () => {
  const { batchId } = await prepared()
  const auditor = await establishedOperator(server, 'auditor')
  expect((await open(batchId, kiran)).obstacle).toBe(approvalErrors.ownRequest.message)
  expect((await open(batchId, auditor)).obstacle).toBe(commonErrors.noRight.message)
  const said = await saidTo(await newOperator(server, 'cashier', 'Nova'), batchId)
  expect(said).toEqual(everywhere(said.decision))
  expect(said.decision).toMatch(/^Your login or your role is new/)
})

test('the review of a cancellation says that the bank has answered every payment', async () => {
  const { batchId, name } = await released()
  await desk.cancel(batchId)
  await desk.answer(batchId, hdfcLine(name, '500.00', newUtr()))
  expect(await saidTo(omar, batchId)).toEqual(everywhere(payoutErrors.nothingOpen.message))
})

test('an operator who is one of the clients reads why they cannot approve a cancellation or a failure', async () => {
  const cancelled = await released()
  await desk.cancel(cancelled.batchId)
  const failed = await released()
  await desk.answer(failed.batchId, hdfcLine(failed.name, '500.00', '', 'R'))
  for (const { client, batchId } of [cancelled, failed]) {
    const insider = await establishedOperator(server, 'cashier', 'Tara')
    await become(insider, client)
    expect(await saidTo(insider, batchId)).toEqual(everywhere(commonErrors.ownAccount.message))
    expect(await saidTo(omar, batchId)).toEqual(everywhere(undefined))
  }
})
