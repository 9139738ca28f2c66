import { randomUUID } from 'node:crypto'
import { clientErrors } from '@sauda/contract/client/client'
import { cannotClose } from '@sauda/contract/client/closure'
import { commonErrors } from '@sauda/contract/platform/error'
import { decimalRupees, paiseOf } from '@sauda/contract/platform/money'
import { loginErrors } from '@sauda/contract/core/session'
import { walletErrors } from '@sauda/contract/money/wallet'
import { expect, test } from 'vitest'
import { newSettlement, bookTrades, storeContracts } from '../../../test/clearing.ts'
import { eventually } from '../../../test/events.ts'
import { form } from '../../../test/form.ts'
import { acceptAadhaar, kycSteps, newPan } from '../../../test/kyc.ts'
import { fund, moneyClient, type MoneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { atPayouts, hdfcLine, payingBank } from '../../../test/payout.ts'
import { receivingAccount, newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { settingSteps, spouse } from '../../../test/setting.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { balancedBooks } from '../../../test/books.ts'
import { requireRow } from '../../platform/db.ts'
import { reopenClosure } from './closure.sql.ts'
import { returnClosure, sendStatements } from './closure.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy', STEP_UP: 'off' })
const { call, db } = server
const kiran = await establishedOperator(server, 'cashier', 'Kiran')
const omar = await establishedOperator(server, 'cashier', 'Omar')
const admin = await establishedOperator(server, 'admin', 'Nisha')
const bankId = await payingBank(server)
const desk = atPayouts(server, kiran)
type Who = Pick<MoneyClient, 'id' | 'token'>
const read = ({ token }: Who) => call('GET', '/user/closure', { token })
const close = ({ token }: Who) => call('POST', '/user/closure', { token, body: {} })
const cancel = ({ token }: Who) => call('POST', '/user/closure/cancel', { token })
const clientAtDesk = async ({ id }: Who) => (await call('GET', `/desk/clients/${id}`, { token: admin.token })).body
const addMoney = ({ id, token }: Who) =>
  call('POST', '/user/wallet/add-money', { token, body: { id, amount: 500, utr: newUtr() } })
const finalStatements = async (email: string) =>
  (
    await db.rows(
      "select from mail where recipient = $1 and subject = 'Your account is closed' and attachment is not null",
      [email],
    )
  ).length
const figures = ({ id }: Who) =>
  db.row<{ cash: bigint; withheld: bigint; closure: string | null }>(
    'select cash, withheld, closure from client_ledger where client_id = $1',
    [id],
  )

function complain({ token }: Who) {
  const complaint = form({})
  complaint.append('category', 'trade')
  complaint.append('text', 'The trade was not mine')
  return call('POST', '/user/complaints', { token, body: complaint })
}

/** Two operators credit it. */
async function addCashback({ id }: Who, rupees: number) {
  const body = { clientId: id, kind: 'cashback', amount: rupees, reason: 'Festive offer' }
  const { _id } = (await call('POST', '/desk/ledger/adjustments', { token: kiran.token, body })).body
  expect((await call('POST', `/desk/ledger/adjustments/${_id}/approve`, { token: omar.token })).status).toBe(200)
}
const cashbackOf = async ({ id }: Who) =>
  (await db.row<{ cashback: bigint }>('select cashback from client_ledger where client_id = $1', [id]))?.cashback

/** The closing withdrawal in a released batch. */
async function batched(client: Who) {
  const { payout } = (await read(client)).body.closure
  const { body } = await desk.create(bankId, [payout.requestId])
  expect((await desk.decide(body.proposalId, omar)).status).toBe(200)
  return {
    batchId: body._id as string,
    name: payout.transactionId as string,
    amount: decimalRupees(paiseOf(payout.amount)),
  }
}

test('open items prevent the closing; without a balance the account is closed at once, and the login says so', async () => {
  const client = await server.newClient()
  const { id, email, password } = client
  await db.run("update client set kyc_status = 'VERIFIED' where id = $1", [id])
  await addMoney(client)
  await complain(client)
  const { items } = (await read(client)).body
  expect(items).toEqual([
    {
      kind: 'request',
      id: expect.any(String),
      text: expect.stringMatching(/^Deposit ADD\d+ of ₹500\.00 is being checked\. We aim/),
    },
    { kind: 'complaint', id: expect.any(String), text: expect.stringMatching(/^Complaint CMP\d+ is open\./) },
  ])
  expect((await close(client)).body).toEqual(cannotClose(items.map(({ text }: { text: string }) => text)))
  await db.run("update complaint set status = 'closed', closed_at = now() where client_id = $1", [id])
  await db.run(
    "update wallet_request set status = 'rejected', reason = 'x', decided_at = now(), decided_by = $2 where client_id = $1",
    [id, admin.id],
  )
  expect(await close(client)).toMatchObject({ status: 200, body: { view: { closure: { status: 'closed' } } } })
  expect((await read(client)).status).toBe(401)
  expect(await db.rows('select from session where client_id = $1', [id])).toHaveLength(0)
  const login = (typed: string) => call('POST', '/user/login', { body: { email, password: typed } })
  expect(await login(password)).toMatchObject({ status: 401, body: { ...loginErrors.closed, need: 'closed' } })
  expect((await login('wrong')).body.message).toBe(loginErrors.wrongLogin.message)
  await eventually(async () => (await finalStatements(email)) > 0)
  expect(await finalStatements(email)).toBe(1)
  expect(await clientAtDesk(client)).toMatchObject({ closing: 'closed', frozen: false, closure: { status: 'closed' } })
  const unfreeze = await call('POST', `/desk/clients/${id}/unfreeze`, { token: admin.token, body: { reason: 'No' } })
  expect(unfreeze.body).toEqual(clientErrors.closed)
})

test('the balance is paid by a batch: a failed payout leaves the request open, the next one closes the account', async () => {
  const client = await moneyClient(server, { rupees: 1200.5 })
  expect((await close(client)).status).toBe(200)
  expect(await figures(client)).toEqual({ cash: 0n, withheld: 120_050n, closure: 'open' })
  expect((await close(client)).status).toBe(200)
  expect(
    await db.rows('select from wallet_request where client_id = $1 and type = $2', [client.id, 'withdrawal']),
  ).toHaveLength(1)
  expect((await addMoney(client)).body).toEqual(commonErrors.closing)
  const charge = { clientId: client.id, chargeType: 'Brokerage', description: 'Late', amount: 10 }
  expect((await call('POST', '/desk/charges', { token: kiran.token, body: charge })).body).toEqual(
    commonErrors.accountClosing,
  )

  const first = await batched(client)
  expect((await cancel(client)).body).toEqual(walletErrors.notCancellable)
  await desk.answer(first.batchId, hdfcLine(first.name, first.amount, '', 'R', 'ACCOUNT CLOSED'))
  expect((await desk.decide((await desk.batch(first.batchId)).proposalId, omar)).status).toBe(200)
  const failed = (await read(client)).body
  expect(failed).toMatchObject({ balance: 1200.5, items: [], closure: { status: 'open', canCancel: true } })
  expect(failed.closure.failure).toContain('ACCOUNT CLOSED')
  expect((await clientAtDesk(client)).closure.failure).toBe(failed.closure.failure)
  expect((await addMoney(client)).body).toEqual(commonErrors.closing)

  expect((await close(client)).status).toBe(200)
  const second = await batched(client)
  await desk.answer(second.batchId, hdfcLine(second.name, second.amount, newUtr()))
  expect(await figures(client)).toEqual({ cash: 0n, withheld: 0n, closure: 'closed' })
  expect((await read(client)).status).toBe(401)
  await eventually(async () => (await finalStatements(client.email)) === 1)
  const filtered = await call('GET', `/desk/clients?state=closed&search=${client.email}`, { token: admin.token })
  expect(filtered.body.clients).toHaveLength(1)
  const timeline = (await call('GET', `/desk/clients/${client.id}/timeline?kind=setting`, { token: admin.token })).body
  expect(timeline.rows.map(({ action }: { action: string }) => action)).toEqual(
    expect.arrayContaining(['closure.complete', 'closure.request', 'closure.fail']),
  )
  await expect(fund(server, client.id, 10)).rejects.toMatchObject({ constraint: 'client_ledger_closed' })
})

test('a complaint made while the payout is under way keeps the account open, so that its reply can be read', async () => {
  const client = await moneyClient(server, { rupees: 300 })
  const { requestId } = (await close(client)).body.view.closure.payout
  await complain(client)
  expect((await walletSteps(server, omar).approve(requestId)).status).toBe(200)
  expect((await read(client)).body).toMatchObject({
    balance: 0,
    closure: { status: 'open', failure: expect.stringMatching(/^Complaint CMP\d+ is open\./) },
  })
  await db.run("update complaint set status = 'closed', closed_at = now() where client_id = $1", [client.id])
  expect((await close(client)).body.view.closure.status).toBe('closed')
})

test('documents and settings of a closed account await no decision, and are decided once it is open again', async () => {
  const reviewer = await establishedOperator(server, 'reviewer')
  const [documents, settings] = [await kycSteps(server), settingSteps(server)]
  const client = await server.newClient()
  await settings.ask(client, 'nominee', { nominees: [spouse], optedOut: false })
  await documents.upload(client)
  const request = await db.row<{ id: string }>('select id from setting_request where client_id = $1', [client.id])
  const inQueue = async () => {
    const { items } = (await call('GET', '/desk/queue', { token: reviewer.token })).body
    return items.flatMap((item: { clientId: string; kind: string }) => (item.clientId === client.id ? [item.kind] : []))
  }
  const decisions = { pan: newPan(), aadhaar: acceptAadhaar }
  const decided = async () => [
    await documents.decide(reviewer, client.id, decisions),
    await settings.approve(reviewer, request?.id ?? ''),
  ]
  expect((await inQueue()).toSorted()).toEqual(['kyc', 'setting'])
  expect((await close(client)).body.view.closure.status).toBe('closed')
  expect(await inQueue()).toEqual([])
  expect((await decided()).map(({ body }) => body)).toEqual([commonErrors.accountClosed, commonErrors.accountClosed])

  const closing = await db.row<{ id: string }>('select id from closure where client_id = $1', [client.id])
  await db.transaction((tx) => reopenClosure(tx, closing?.id ?? '', client.id, 'The bank returned the payment'))
  expect((await inQueue()).toSorted()).toEqual(['kyc', 'setting'])
  expect((await decided()).map(({ status }) => status)).toEqual([200, 200])
})

test('a data request and a complaint of a closed account are answered by mails without a link to log in', async () => {
  const { token } = await establishedOperator(server, 'support')
  const client = await server.newClient({ name: 'Chitra Nayr' })
  const body = { kind: 'correction', text: 'My name is Chitra Nair' }
  const asked = await call('POST', '/user/privacy/requests', { token: client.token, body })
  expect((await close(client)).body.view.closure.status).toBe('closed')
  // Otherwise the job sends it at any time, and it could be the newest mail below.
  await sendStatements(server.app.context, async () => ({ name: 'statement.pdf', bytes: Buffer.alloc(0) }))
  const withoutLink = async () => {
    const text = (await server.mailTo(client.email))?.text
    expect(text).toContain('Your account is closed, so you can no longer log in.')
    expect(text).not.toContain('http')
  }
  const answered = { token: admin.token, body: { answer: 'We corrected it', name: 'Chitra Nair' } }
  const [{ _id }] = asked.body.requests
  expect((await call('POST', `/desk/privacy/requests/${_id}/complete`, answered)).status).toBe(200)
  await withoutLink()
  const receivedOn = new Date().toISOString().slice(0, 10)
  const complaint = { clientId: client.id, source: 'exchange', category: 'trade', text: 'No note', receivedOn }
  const recorded = await call('POST', '/desk/complaints', { token, body: complaint })
  await withoutLink()
  const escalate = `/desk/complaints/${recorded.body._id}/escalate`
  expect((await call('POST', escalate, { token, body: { text: 'For the compliance officer' } })).status).toBe(200)
  await withoutLink()
})

test('a charge of a closed account is rejected because it is closed, not because its login is frozen', async () => {
  const client = await moneyClient(server)
  await close(client)
  const charge = { clientId: client.id, chargeType: 'Brokerage', description: 'Late', amount: 10 }
  expect((await call('POST', '/desk/charges', { token: kiran.token, body: charge })).body).toEqual(
    commonErrors.accountClosed,
  )
})

test('while an account is being closed no adjustment is requested, and the mail of its last payout names no screen', async () => {
  const client = await moneyClient(server, { rupees: 300 })
  await addCashback(client, 12.5)
  const request = async () => {
    const body = { clientId: client.id, kind: 'credit', amount: 5, reason: 'Interest' }
    return (await call('POST', '/desk/ledger/adjustments', { token: kiran.token, body })).body
  }
  await close(client)
  expect(await request()).toEqual(commonErrors.accountClosing)
  const { requestId } = (await read(client)).body.closure.payout
  expect((await walletSteps(server, omar).approve(requestId)).status).toBe(200)
  expect(await cashbackOf(client)).toBe(0n)
  expect(await request()).toEqual(commonErrors.accountClosed)
  const mail = await requireRow(
    server.db.row<{ id: string; body: Buffer }>(
      "select id, body from mail where recipient = $1 and subject like '%paid to your bank account'",
      [client.email],
    ),
  )
  expect(server.app.context.secret.decrypt('mail', mail.body, mail.id).toString()).not.toContain('http')
})

test('a trade that the exchange reports before the payout keeps the account open, and the reasons are sentences', async () => {
  const client = await moneyClient(server, { rupees: 300 })
  await close(client)
  const { requestId } = (await read(client)).body.closure.payout
  const { id: settlementId } = await newSettlement(server)
  await bookTrades(server, client, { intraday: [{ settlementId, result: -500n }] })
  await storeContracts(server)
  await complain(client)
  expect((await walletSteps(server, omar).approve(requestId)).status).toBe(200)
  expect((await read(client)).body).toMatchObject({
    balance: 0,
    closure: {
      status: 'open',
      failure: expect.stringMatching(
        /^You owe ₹5\.00 for executed trades\. To pay it, cancel the closing, then add funds\. Complaint CMP\d+ is open\./,
      ),
    },
  })
})

test('the client cancels: the money is back and requests are possible again', async () => {
  const client = await moneyClient(server, { rupees: 300 })
  expect((await cancel(client)).status).toBe(409)
  await close(client)
  expect(await cancel(client)).toMatchObject({ status: 200, body: { view: { balance: 300 } } })
  expect(await figures(client)).toEqual({ cash: 30_000n, withheld: 0n, closure: null })
  expect((await addMoney(client)).status).toBe(200)
  expect((await cancel(client)).status).toBe(409)
})

test('cancelling the withdrawal in the wallet cancels the closing too', async () => {
  const client = await moneyClient(server, { rupees: 300 })
  const { requestId } = (await close(client)).body.view.closure.payout
  await call('POST', `/user/wallet/transaction/${requestId}/cancel`, { token: client.token })
  expect((await read(client)).body.closure).toBeUndefined()
  expect((await figures(client))?.closure).toBeNull()
})

test('of 30 requests at once in two tabs, one withdrawal is made', async () => {
  const client = await moneyClient(server, { rupees: 300 })
  const results = await Promise.all(Array.from({ length: 30 }, () => close(client)))
  // A busy server may reject some.
  expect(results.filter(({ status }) => status !== 200 && status !== 503)).toEqual([])
  expect(
    await db.rows('select from wallet_request where client_id = $1 and type = $2', [client.id, 'withdrawal']),
  ).toHaveLength(1)
  const cancels = await Promise.all(
    Array.from({ length: 30 }, (_, n) => (n % 2 === 0 ? cancel(client) : close(client))),
  )
  expect(cancels.map(({ status }) => status)).not.toContain(500)
  const { cash = 0n, withheld = 0n } = (await figures(client)) ?? {}
  expect(cash + withheld).toBe(30_000n)
})

test('a deposit approved at the same moment is either paid out with the balance or prevents the closing', async () => {
  const bankAccountId = await receivingAccount(server)
  for (let round = 0; round < 5; round += 1) {
    const client = await moneyClient(server, { rupees: 300 })
    const { body } = await addMoney(client)
    const approve = `/desk/wallet/transactions/${body.transaction._id}/approve`
    const [approved, closed] = await Promise.all([
      call('POST', approve, { token: kiran.token, body: { reference: newUtr(), bankAccountId } }),
      close(client),
    ])
    expect(approved.status).toBe(200)
    const held = closed.status === 200 ? 80_000n : 0n
    expect(await figures(client)).toMatchObject({ cash: 80_000n - held, withheld: held })
  }
})

test('new deposits at the same moment as the closing are rejected or prevent it', async () => {
  for (let round = 0; round < 5; round += 1) {
    const client = await moneyClient(server, { rupees: 300 })
    const [closed, ...added] = await Promise.all([close(client), ...Array.from({ length: 8 }, () => addMoney(client))])
    const pending = await db.rows(
      "select from wallet_request where client_id = $1 and type = 'added' and status = 'pending'",
      [client.id],
    )
    expect(added.map(({ status }) => status)).not.toContain(500)
    if (closed.status === 200) expect(pending).toHaveLength(0)
    else expect(pending.length).toBeGreaterThan(0)
  }
})

test('a payment that the bank returns after the account was closed opens it again, with the cashback that had ended', async () => {
  const client = await moneyClient(server, { rupees: 300 })
  await addCashback(client, 25)
  expect((await read(client)).body).toMatchObject({ balance: 300, cashback: 25 })
  await close(client)
  expect(await figures(client)).toMatchObject({ cash: 0n, withheld: 30_000n })
  expect(await cashbackOf(client)).toBe(2500n)
  const { requestId } = (await read(client)).body.closure.payout
  await call('POST', `/desk/wallet/transactions/${requestId}/approve`, {
    token: omar.token,
    body: { reference: newUtr() },
  })
  expect((await figures(client))?.closure).toBe('closed')
  expect(await cashbackOf(client)).toBe(0n)
  const by = { operator: admin, ip: '127.0.0.1' }
  await db.transaction((tx) => returnClosure(server.app.context, tx, { clientId: client.id, paise: 30_000n, by }))
  expect((await figures(client))?.closure).toBe('open')
  expect(await clientAtDesk(client)).toMatchObject({
    frozen: false,
    closure: { failure: 'The bank returned the payment' },
  })
  expect(await cashbackOf(client)).toBe(2500n)
  await balancedBooks(server, kiran)
})

test('somebody else’s session, an id in the body and a forged key change nothing', async () => {
  const client = await moneyClient(server, { rupees: 300 })
  expect((await call('POST', '/user/closure', { body: {} })).status).toBe(401)
  expect((await call('POST', '/user/closure', { token: kiran.token, body: {} })).status).toBe(401)
  const key = randomUUID()
  const keyed = () =>
    call('POST', '/user/closure', { token: client.token, body: {}, headers: { 'idempotency-key': key } })
  const [once, again] = [await keyed(), await keyed()]
  expect(again.body).toEqual(once.body)
})
