import { commonErrors } from '@sauda/contract/platform/error'
import { creditedInBatch } from '@sauda/contract/core/approval'
import { releasableFrom, releasersOf } from '@sauda/contract/core/payer'
import { batchFaults, cannotBatch, payoutErrors } from '@sauda/contract/money/payout'
import { walletErrors } from '@sauda/contract/money/wallet'
import { expect, test } from 'vitest'
import { moneyClient, moneyClients, type MoneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { atPayouts, hdfcLine, layoutNamed, payingBank } from '../../../test/payout.ts'
import { atBank, newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { decidePending } from '../../../test/approvals.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call, mailTo } = server
const kiran = await establishedOperator(server, 'cashier', 'Kiran')
const omar = await establishedOperator(server, 'cashier', 'Omar')
const hdfc = await payingBank(server)
const desk = atPayouts(server, kiran)

const { deposit, wallet } = walletSteps(server, omar)
const timeline = async ({ token }: MoneyClient, id: string) =>
  (await call('GET', `/user/wallet/transaction/${id}`, { token })).body
const events = async (requestId: string) =>
  (await db.rows<{ event: string }>('select event from journal where cause_id = $1 order by id', [requestId])).map(
    ({ event }) => event,
  )
const single = (id: string, verb: 'approve' | 'reject', by = omar, more = {}) =>
  call('POST', `/desk/wallet/transactions/${id}/${verb}`, {
    token: by.token,
    body: verb === 'approve' ? { reference: newUtr(), ...more } : { reason: 'The bank did not accept it' },
  })

/** A released batch of new clients' withdrawals of these amounts. */
async function released(...amounts: readonly number[]) {
  const clients = await moneyClients(server, amounts.length, { rupees: 50_000 })
  const ids = await Promise.all(clients.map((client, n) => desk.withdraw(client, amounts[n] ?? 0)))
  const { body } = await desk.create(hdfc, ids)
  expect((await desk.decide(body.proposalId, omar)).status).toBe(200)
  const { payouts, ...batch } = await desk.batch(body._id)
  const nameOf = (n: number) => payouts.find(({ _id }) => _id === ids[n])?.transactionId ?? ''
  return { clients, ids, batch, nameOf }
}

test('a batch is released by a second operator; the money and the client’s status wait for the bank’s answer', async () => {
  const [asha, bela] = (await moneyClients(server, 2, { rupees: 5000 })) as [MoneyClient, MoneyClient]
  const [one, other] = [await desk.withdraw(asha, 1500), await desk.withdraw(bela, 700)]
  const created = await desk.create(hdfc, [one, other, one])
  expect(created).toMatchObject({
    status: 200,
    body: { status: 'prepared', waitsForSecond: true, all: { count: 2, amount: 2200 }, open: { count: 2 } },
  })
  const { _id: batchId, name, proposalId } = created.body
  expect((await desk.file(batchId)).body).toEqual(payoutErrors.notReleased)
  expect((await desk.decide(proposalId, kiran)).status).toBe(409)
  const { items } = (await call('GET', '/desk/queue?kind=withdrawal', { token: omar.token })).body
  expect(items.find(({ id }: { id: string }) => id === proposalId)).toMatchObject({ amount: 2200 })
  expect(items.map(({ id }: { id: string }) => id)).not.toContain(one)
  expect((await desk.decide(proposalId, omar)).body.summary).toMatch(
    new RegExp(`^Release payout batch ${name}, paid from HDFC`),
  )

  const batch = await desk.batch(batchId)
  expect(batch).toMatchObject({ status: 'released', releasedBy: 'Omar', open: { count: 2, amount: 2200 } })
  expect((await desk.file(batchId)).headers.get('content-disposition')).toMatch(/filename="SAUD\d{4}\.\d{3}"/)
  expect(await events(one)).toEqual(['withdrawal.requested'])
  expect(await wallet(asha)).toMatchObject({ balance: 3500, withheld: 1500 })
  expect(await timeline(asha, one)).toMatchObject({ status: 'pending', canCancel: false })

  const nameOf = (id: string) => batch.payouts.find(({ _id }) => _id === id)?.transactionId ?? ''
  const utr = newUtr()
  const text = [
    hdfcLine(nameOf(one), '1500.00', utr),
    hdfcLine(nameOf(other), '700.00', '', 'R', 'INVALID ACCOUNT'),
  ].join('\n')
  expect((await desk.preview(batchId, text)).body).toMatchObject({ paid: { count: 1 }, failed: { amount: 700 } })
  expect((await desk.batch(batchId)).open.count).toBe(2)

  expect((await desk.answer(batchId, text)).body).toMatchObject({
    paid: { count: 1, amount: 1500 },
    failed: { count: 1, amount: 700 },
    unanswered: { count: 0 },
    waitsForSecond: true,
  })
  expect(await timeline(bela, other)).toMatchObject({ status: 'pending' })
  const { proposalId: failing } = await desk.batch(batchId)
  expect((await desk.decide(failing, kiran)).status).toBe(409)
  expect((await desk.decide(failing, omar)).status).toBe(200)
  expect(await timeline(asha, one)).toMatchObject({ status: 'approved', bankReference: utr })
  expect(await wallet(asha)).toMatchObject({ balance: 3500, withheld: 0 })
  const paid = "select bank_id from journal where cause_id = $1 and event = 'withdrawal.paid'"
  expect(await db.rows(paid, [one])).toEqual([{ bank_id: hdfc }])
  expect(await timeline(bela, other)).toMatchObject({
    status: 'rejected',
    reason: 'The bank did not make the payment: INVALID ACCOUNT',
  })
  expect(await wallet(bela)).toMatchObject({ balance: 5000, withheld: 0 })
  expect((await mailTo(bela.email))?.subject).toBe('Withdrawal of ₹700.00 rejected; the money is back in your balance')
  expect(await desk.batch(batchId)).toMatchObject({ paid: { count: 1 }, failed: { count: 1 }, open: { count: 0 } })
  const audited = await db.rows<{ action: string }>(
    "select action from audit where action like 'payout.%' and subject_id = $1 order by id",
    [batchId],
  )
  expect(audited.map(({ action }) => action)).toEqual([
    'payout.create',
    'payout.release',
    'payout.download',
    'payout.answer',
    'payout.fail',
  ])
})

test('what a bank writes as the reason of a failure is not read by the client if it names where to pay', async () => {
  const { clients, ids, batch, nameOf } = await released(600)
  const [client, id] = [clients[0] as MoneyClient, ids[0] ?? '']
  const text = hdfcLine(nameOf(0), '600.00', '', 'R', 'PAY DESK.PAYMENTS@OKHDFC')
  const { lines } = (await desk.preview(batch._id, text)).body
  expect(lines[0].detail).toContain('PAY DESK.PAYMENTS@OKHDFC')
  await desk.answer(batch._id, text)
  const { proposalId } = await desk.batch(batch._id)
  expect((await desk.decide(proposalId, omar)).status).toBe(200)
  expect(await timeline(client, id)).toMatchObject({ status: 'rejected', reason: 'The bank did not make the payment' })
})

test('the same answer again changes nothing, and a contradicting one is a problem to check with the bank', async () => {
  const { ids, batch, nameOf } = await released(500, 600, 700)
  const [utr, otherUtr] = [newUtr(), newUtr()]
  const text = [hdfcLine(nameOf(0), '500.00', utr), hdfcLine(nameOf(1), '600.00', '', 'R')].join('\n')
  await desk.answer(batch._id, text)
  // Sent again before the second operator has decided, it creates no second request.
  expect((await desk.answer(batch._id, text)).body).toMatchObject({ waitsForSecond: true })
  const { body: queue } = await call('GET', '/desk/queue?kind=withdrawal', { token: omar.token })
  expect(queue.items).toContainEqual(expect.objectContaining({ type: 'payout.fail', amount: 600 }))
  await desk.decide((await desk.batch(batch._id)).proposalId, omar)
  const before = await db.rows('select * from entry order by id')
  const again = await desk.answer(batch._id, text)
  expect(again.body.lines.map(({ outcome }: { outcome: string }) => outcome)).toEqual(['unchanged', 'unchanged'])
  const changed = [hdfcLine(nameOf(0), '500.00', otherUtr), hdfcLine(nameOf(1), '600.00', newUtr())].join('\n')
  expect((await desk.answer(batch._id, changed)).body.lines).toMatchObject([
    { outcome: 'problem', detail: `Already marked as paid under ${utr}; check it with the bank` },
    { outcome: 'problem', detail: 'Already marked as failed, and the money returned; check it with the bank' },
  ])
  expect(await db.rows('select * from entry order by id')).toEqual(before)
  expect(await events(ids[0] ?? '')).toEqual(['withdrawal.requested', 'withdrawal.paid'])
})

test('the review of a failed payment says so if the bank has paid it meanwhile', async () => {
  const { batch, nameOf } = await released(500)
  await desk.answer(batch._id, hdfcLine(nameOf(0), '500.00', '', 'R'))
  const { proposalId } = await desk.batch(batch._id)
  await desk.answer(batch._id, hdfcLine(nameOf(0), '500.00', newUtr()))
  const review = (await call('GET', `/desk/proposals/${proposalId}`, { token: omar.token })).body
  expect(review).toMatchObject({ obstacle: payoutErrors.nothingOpen.message, effects: [] })
})

test('a line of an answer with another amount, no UTR, an unknown status or another batch changes nothing', async () => {
  const { batch, nameOf } = await released(500, 600, 700, 800)
  const text = [
    hdfcLine(nameOf(0), '501.00', newUtr()),
    hdfcLine(nameOf(1), '600.00', ''),
    hdfcLine(nameOf(2), '700.00', newUtr(), 'P'),
    hdfcLine('WDR999999', '800.00', newUtr()),
    hdfcLine(nameOf(3), '800.00', newUtr()),
    hdfcLine(nameOf(3), '800.00', '', 'R'),
  ].join('\n')
  const { body } = await desk.answer(batch._id, text)
  expect(body.lines.map(({ detail }: { detail: string }) => detail)).toEqual([
    'The amount differs from the withdrawal',
    'The bank gives no UTR',
    '“P” is neither a paid nor a failed status',
    'This withdrawal is not in this batch',
    'The file has two different answers for this payment',
    'The file has two different answers for this payment',
  ])
  expect(body.unanswered.count).toBe(4)
  expect((await desk.answer(batch._id, 'a,b,c\n1,2,3')).body).toEqual(payoutErrors.unknownColumns)
})

test('a payment in a batch is settled by the next bank statement that names it, not by an operator', async () => {
  const { clients, ids, batch, nameOf } = await released(900)
  const [client, id] = [clients[0] as MoneyClient, ids[0] ?? '']
  expect((await single(id, 'approve')).body).toEqual(walletErrors.inBatch)
  expect((await single(id, 'reject')).body).toEqual(walletErrors.inBatch)
  const cancelled = await call('POST', `/user/wallet/transaction/${id}/cancel`, { token: client.token })
  expect(cancelled.body).toEqual(walletErrors.notCancellable)
  expect((await desk.create(hdfc, [id])).body).toEqual(cannotBatch(nameOf(0), batchFaults.inBatch))

  const bank = atBank(server, kiran.token)
  const utr = newUtr()
  await bank.bring({ text: `NEFT ${nameOf(0)} RAVI`, reference: utr, debit: 900 })
  expect((await bank.approve(await bank.find(utr))).body).toMatchObject({ waitsForSecond: false })
  expect(await timeline(client, id)).toMatchObject({ status: 'approved', bankReference: utr })
  expect((await desk.batch(batch._id)).paid).toEqual({ count: 1, amount: 900 })
})

test('a withdrawal above the limit needs its first approval before the batch, and its giver cannot release it', async () => {
  const client = await moneyClient(server, { rupees: 400_000 })
  const id = await desk.withdraw(client, 250_000)
  const { body } = await call('GET', '/desk/payouts/candidates', { token: kiran.token })
  expect(body.withdrawals.find(({ _id }: { _id: string }) => _id === id)).toMatchObject({
    missing: 'It needs a first approval',
  })
  expect((await desk.create(hdfc, [id])).body.message).toContain(batchFaults.firstApproval)
  await single(id, 'approve', omar)
  const created = await desk.create(hdfc, [id])
  expect((await desk.decide(created.body.proposalId, omar)).body.message).toMatch(
    /^You gave the first approval of WDR\d+ in this batch\. Another operator must release it\.$/,
  )
  const lata = await establishedOperator(server, 'cashier', 'Lata')
  expect((await desk.decide(created.body.proposalId, lata)).status).toBe(200)
  // RTGS from ₹2,00,000, but within the same bank as a transfer.
  expect(String((await desk.file(created.body._id)).body)).toMatch(/^I,SD\d+,\d{12},250000\.00,/)
})

test('a withdrawal above the limit whose first approval lapsed in the batch is left out before the release', async () => {
  const client = await moneyClient(server, { rupees: 400_000 })
  const [id, small] = [await desk.withdraw(client, 250_000), await desk.withdraw(client, 500)]
  const first = await establishedOperator(server, 'cashier', 'Nisha')
  await single(id, 'approve', first)
  const { _id, proposalId, payouts } = (await desk.create(hdfc, [id, small])).body
  const admin = await establishedOperator(server, 'admin', 'Asha')
  await call('POST', `/desk/operators/${first.id}/disable`, { token: admin.token })
  const { transactionId } = payouts.find((each: { _id: string }) => each._id === id)
  expect((await desk.decide(proposalId, omar)).body).toEqual(cannotBatch(transactionId, batchFaults.firstApproval))
  expect(await desk.batch(_id)).toMatchObject({ status: 'prepared', proposalStatus: 'pending' })
  const left = await call('POST', `/desk/payouts/${_id}/leave-out`, { token: kiran.token, body: { withdrawals: [id] } })
  expect(left.status).toBe(200)
  expect((await desk.decide(proposalId, omar)).status).toBe(200)
  expect(await desk.batch(_id)).toMatchObject({ status: 'released', open: { count: 1, amount: 500 } })
})

test('an operator who credited a client in the last 24 hours cannot release a batch that pays them', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  await single(await deposit(client, 500), 'approve', omar, { bankAccountId: hdfc })
  const { body } = await desk.create(hdfc, [await desk.withdraw(client, 400)])
  expect((await desk.decide(body.proposalId, omar)).body).toEqual(creditedInBatch(client.name))
})

test('the page of a withdrawal names the same obstacles as Payouts, and until when', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  await single(await deposit(client, 500), 'approve', omar, { bankAccountId: hdfc })
  const id = await desk.withdraw(client, 400)
  const { withdrawals } = (await call('GET', '/desk/payouts/candidates', { token: kiran.token })).body
  const { obstacles } = withdrawals.find(({ _id }: { _id: string }) => _id === id)
  const read = async () => (await call('GET', `/desk/wallet/transactions/${id}`, { token: omar.token })).body
  const { payers } = await read()
  expect(payers.obstacles).toEqual(obstacles)
  const [row] = await db.rows<{ until: Date }>(
    "select decided_at + interval '24 hours' as until from wallet_request where client_id = $1 and decided_by = $2",
    [client.id, omar.id],
  )
  const until = row?.until.toISOString()
  expect(obstacles).toContainEqual({ operatorId: omar.id, operator: omar.name, why: 'credited', until })
  const onlyOmar = payers.releasers.filter(({ operatorId }: { operatorId: string }) => operatorId === omar.id)
  expect(releasersOf(onlyOmar, [payers])).toEqual([])
  expect(releasableFrom(onlyOmar, [payers])).toBe(until)
  // Time does not let whoever gave the first approval pay too.
  const first = { operatorId: omar.id, operator: omar.name, why: 'firstApproval' as const }
  expect(releasableFrom(onlyOmar, [payers, { obstacles: [first] }])).toBeUndefined()
  expect(payers.releasers.map(({ operatorId }: { operatorId: string }) => operatorId)).toContain(kiran.id)
  await desk.create(hdfc, [id])
  expect((await read()).payers).toBeUndefined()
})

test('says which client of a batch prevents its release', async () => {
  const [credited, other] = [await moneyClient(server, { rupees: 1000 }), await moneyClient(server, { rupees: 1000 })]
  await single(await deposit(credited, 500), 'approve', omar, { bankAccountId: hdfc })
  const { body } = await desk.create(hdfc, [await desk.withdraw(other, 400), await desk.withdraw(credited, 400)])
  expect((await desk.decide(body.proposalId, omar)).body).toEqual(creditedInBatch(credited.name))
})

test('a rejected release and a cancelled batch give the withdrawals back, still pending', async () => {
  const client = await moneyClient(server, { rupees: 5000 })
  const id = await desk.withdraw(client, 1000)
  const first = await desk.create(hdfc, [id])
  await desk.decide(first.body.proposalId, kiran, 'reject')
  expect(await desk.batch(first.body._id)).toMatchObject({
    status: 'cancelled',
    cancelReason: 'Cancelled by its maker',
  })

  const { body } = await desk.create(hdfc, [id])
  await desk.decide(body.proposalId, omar)
  const asked = await desk.cancel(body._id)
  expect(asked.body).toMatchObject({ status: 'released', waitsForSecond: true, proposalKind: 'payout.cancel' })
  expect((await desk.cancel(body._id)).body).toEqual(payoutErrors.proposed)
  await desk.decide(asked.body.proposalId, omar)
  expect(await desk.batch(body._id)).toMatchObject({ status: 'cancelled', payouts: [{ status: 'removed' }] })
  expect((await desk.answer(body._id, hdfcLine('WDR100001', '1', newUtr()))).body).toEqual(payoutErrors.isCancelled)
  expect(await timeline(client, id)).toMatchObject({ status: 'pending' })
  expect((await single(id, 'approve', omar)).body.status).toBe('approved')
})

test('a bank account needs a layout, a number and a corporate code, and a layout needs a second administrator', async () => {
  const client = await moneyClient(server, { rupees: 5000 })
  const id = await desk.withdraw(client, 100)
  const { body: layouts } = await call('GET', '/desk/payout-layouts', { token: kiran.token })
  const first = layouts.find(({ layout }: { layout?: object }) => !layout)
  expect((await desk.create(first.bankId, [id])).body).toEqual(payoutErrors.noLayout)
  const admins = [
    await establishedOperator(server, 'admin', 'Asha'),
    await establishedOperator(server, 'admin', 'Bela'),
  ]
  const save = (layout: object, by = admins[0]) =>
    call('PUT', `/desk/payout-layouts/${first.bankId}`, { token: by?.token ?? '', body: layout })
  const hdfcLayout = layoutNamed('HDFC ENet')
  expect((await save(hdfcLayout, kiran)).body).toEqual(commonErrors.noRight)
  expect((await save({ ...hdfcLayout, row: ['{account}', '{amount}', '{secret}'] })).status).toBe(400)
  expect((await save({ ...hdfcLayout, row: ['{account}', '{amount}'] })).status).toBe(400)
  expect((await save({ ...hdfcLayout, corporateCode: '' })).body.waitsForSecond).toBe(true)
  const subject = 'payout-layout.change'
  expect((await decidePending(server, admins[0] ?? kiran, { subject })).status).toBe(409)
  expect((await decidePending(server, admins[1] ?? kiran, { subject })).status).toBe(200)
  expect((await desk.create(first.bankId, [id])).body).toEqual(payoutErrors.noDebitAccount)
  await db.run("update broker_bank set account_number = '123456789', ifsc = 'HDFC0001234' where id = $1", [
    first.bankId,
  ])
  expect((await desk.create(first.bankId, [id])).body).toEqual(payoutErrors.noCorporateCode)
})

test('the answer of a bank is listed among the files with its bytes, waiting while its failures wait', async () => {
  const { batch, nameOf } = await released(800)
  const text = hdfcLine(nameOf(0), '800.00', '', 'R', 'INVALID ACCOUNT')
  await desk.answer(batch._id, text)
  const answers = async () =>
    (await call('GET', '/desk/sent-files?kind=answer', { token: omar.token })).body.files.filter(
      ({ about }: { about: string }) => about === batch.name,
    )
  const [waiting] = await answers()
  const { proposalId } = await desk.batch(batch._id)
  expect(waiting).toMatchObject({ name: 'answer.csv', status: 'waiting', sentBy: 'Kiran', proposalId, kept: true })
  await desk.decide(proposalId, omar)
  expect(await answers()).toEqual([expect.objectContaining({ _id: waiting._id, status: 'counted', decidedBy: 'Omar' })])
  const { body } = await call('GET', `/desk/sent-files/answer/${waiting._id}`, { token: omar.token })
  expect(String(body)).toBe(text)
})

test('files of one bank account and date have different names; the same file keeps its name', async () => {
  const nameOfFile = async (id: string) =>
    /filename="([^"]+)"/.exec((await desk.file(id)).headers.get('content-disposition') ?? '')?.[1]
  const [early, late] = [await released(110), await released(120)]
  await server.db.run(
    "update payout_batch set released_at = released_at - interval '3 days', serial = 1 where id = $1",
    [early.batch._id],
  )
  const names = [await nameOfFile(late.batch._id), await nameOfFile(early.batch._id)]
  expect(new Set(names).size).toBe(2)
  expect(await Promise.all([nameOfFile(late.batch._id), nameOfFile(early.batch._id)])).toEqual(names)
})
