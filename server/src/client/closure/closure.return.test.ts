import { createHash, randomBytes } from 'node:crypto'
import { expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { atPayouts } from '../../../test/payout.ts'
import { atBank, newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { decidePending } from '../../../test/approvals.ts'
import { balancedBooks } from '../../../test/books.ts'

// Payments that the bank returns after the account was closed.
const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy', STEP_UP: 'off' })
const { call, db } = server
const kiran = await establishedOperator(server, 'cashier', 'Kiran')
const omar = await establishedOperator(server, 'cashier', 'Omar')
const desk = atPayouts(server, kiran)
const bank = atBank(server, kiran.token)
const close = ({ token }: MoneyClient) => call('POST', '/user/closure', { token, body: {} })
/** With a new session: the closing ended the one before. */
async function signedIn(client: MoneyClient): Promise<MoneyClient> {
  const token = randomBytes(32).toString('base64url')
  await db.run(
    `insert into session (id, token_hash, client_id, ip, device, expires_at)
     values (gen_random_uuid(), $1, $2, '127.0.0.1', 'test', now() + interval '1 day')`,
    [createHash('sha256').update(token).digest(), client.id],
  )
  return { ...client, token }
}
const figures = ({ id }: MoneyClient) =>
  db.row('select cash, cashback, closure from client_ledger where client_id = $1', [id])

const wallet = walletSteps(server, kiran)
/** The bank has paid a withdrawal; returns its UTR. */
async function approve(id: string): Promise<string> {
  const reference = newUtr()
  expect((await wallet.approve(id, reference)).body.status).toBe('approved')
  return reference
}
const paid = async (client: MoneyClient, rupees: number) => approve(await desk.withdraw(client, rupees))

const decide = async (lineId: string) => {
  const { status, body } = await decidePending(server, omar, { subject: lineId })
  expect([status, body.status]).toEqual([200, 'approved'])
}

/** The bank returns it, as two operators book; returns the id of the bank entry. */
async function returned(utr: string, rupees: number): Promise<string> {
  await bank.bring({ text: 'NEFT RETURN', reference: utr, credit: rupees })
  const { _id, exception } = await bank.find(utr)
  expect(exception).toBe('reversed')
  const body = { kind: 'client', reason: 'The account does not exist' }
  expect((await bank.send(`/lines/${_id}/book`, body)).body).toMatchObject({ waitsForSecond: true })
  await decide(_id)
  return _id
}

const booksBalance = () => balancedBooks(server, kiran)

test('an earlier withdrawal that the bank returns after the closing opens the account again', async () => {
  const client = await moneyClient(server, { rupees: 730 })
  const utr = await paid(client, 730)
  expect((await close(client)).body.view.closure.status).toBe('closed')
  await returned(utr, 730)
  expect(await figures(client)).toEqual({ cash: 73_000n, cashback: 0n, closure: 'open' })
  const mails = await db.rows<{ subject: string }>('select subject from mail where recipient = $1', [client.email])
  expect(mails).toContainEqual({ subject: 'The bank returned ₹730.00; your account is open again' })
  await booksBalance()
})

test('the mail about a returned payment promises no login that an operator has frozen', async () => {
  const support = await establishedOperator(server, 'support')
  const mailOf = async (isFrozen: boolean) => {
    const client = await moneyClient(server, { rupees: 736 })
    const utr = await paid(client, 136)
    const { requestId } = (await close(client)).body.view.closure.payout
    const body = { reason: 'Password stolen' }
    if (isFrozen) await call('POST', `/desk/clients/${client.id}/freeze`, { token: support.token, body })
    await approve(requestId)
    await returned(utr, 136)
    expect(await figures(client)).toMatchObject({ closure: 'open' })
    const subject = 'The bank returned ₹136.00; your account is open again'
    const query = 'select id from mail where recipient = $1 and subject = $2'
    const mail = await db.row<{ id: string }>(query, [client.email, subject])
    return (await call('GET', `/desk/clients/${client.id}/mails/${mail?.id}`, { token: support.token })).body.text
  }
  expect(await mailOf(false)).toContain('You can log in again.')
  const text = await mailOf(true)
  expect(text).toContain('Your login is blocked.')
  expect(text).not.toContain('log in again')
})

test('a returned withdrawal restores the cashback too; reversing the return closes the account again', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  const body = { clientId: client.id, kind: 'cashback', amount: 25, reason: 'Festive offer' }
  const { _id } = (await call('POST', '/desk/ledger/adjustments', { token: kiran.token, body })).body
  expect((await call('POST', `/desk/ledger/adjustments/${_id}/approve`, { token: omar.token })).status).toBe(200)
  const utr = await paid(client, 731)
  const { requestId } = (await close(client)).body.view.closure.payout
  await approve(requestId)
  expect(await figures(client)).toEqual({ cash: 0n, cashback: 0n, closure: 'closed' })
  const lineId = await returned(utr, 731)
  expect(await figures(client)).toEqual({ cash: 73_100n, cashback: 2500n, closure: 'open' })
  for (const _ of [1, 2]) {
    await bank.send(`/lines/${lineId}/reverse`, { reason: 'Booked by mistake' })
    await decide(lineId)
    expect((await close(await signedIn(client))).body.view.closure.status).toBe('closed')
    expect(await figures(client)).toEqual({ cash: 0n, cashback: 0n, closure: 'closed' })
    await bank.send(`/lines/${lineId}/book`, { kind: 'client', reason: 'It was right' })
    await decide(lineId)
    expect(await figures(client)).toEqual({ cash: 73_100n, cashback: 2500n, closure: 'open' })
  }
  await booksBalance()
})

test('the payment of a charge that the bank takes back is booked after the closing; the account stays closed', async () => {
  const client = await moneyClient(server)
  const charge = { clientId: client.id, chargeType: 'Brokerage', description: 'November', amount: 100, gst: 18 }
  const { _id } = (await call('POST', '/desk/charges', { token: omar.token, body: charge })).body
  const transactionId = newUtr()
  await call('POST', `/user/charges/${_id}/pay`, { token: client.token, body: { transactionId } })
  expect((await call('POST', `/desk/charges/${_id}/approve`, { token: kiran.token, body: {} })).status).toBe(200)
  expect((await close(client)).body.view.closure.status).toBe('closed')
  await bank.bring({ text: 'UPI REVERSAL', reference: transactionId, debit: 118 })
  const line = await bank.find(transactionId)
  expect(line.exception).toBe('reversed')
  const booking = { kind: 'client', reason: 'The bank reversed it' }
  const requested = await bank.send(`/lines/${line._id}/book`, booking)
  expect([requested.status, requested.body.message]).toEqual([200, undefined])
  if (requested.body.waitsForSecond) await decide(line._id)
  expect((await bank.line(line._id)).state).toBe('matched')
  expect(await figures(client)).toMatchObject({ closure: 'closed' })
  await booksBalance()
})

test('a deposit that the bank takes back after the closing is borne by the broker; the account stays closed', async () => {
  const client = await moneyClient(server)
  const utr = newUtr()
  const id = await wallet.deposit(client, 750, utr)
  expect((await wallet.approve(id, utr, omar)).body.status).toBe('approved')
  await approve((await close(client)).body.view.closure.payout.requestId)
  const closed = { cash: 0n, cashback: 0n, closure: 'closed' }
  expect(await figures(client)).toEqual(closed)
  const borne = async () =>
    (await call('GET', '/desk/books', { token: kiran.token })).body.accounts.find(
      (each: { account: string }) => each.account === 'adjustment',
    ).balance
  const before = await borne()

  await bank.bring({ text: 'UPI CHARGEBACK', reference: utr, debit: 750 })
  const line = await bank.find(utr)
  expect(line.exception).toBe('reversed')
  const body = { kind: 'client', reason: 'The payer disputed it' }
  expect((await bank.send(`/lines/${line._id}/book`, body)).body).toMatchObject({ waitsForSecond: true })
  await decide(line._id)
  expect((await bank.line(line._id)).state).toBe('matched')
  expect(await figures(client)).toEqual(closed)
  expect((await borne()) - before).toBe(-750)
  const audited = await db.rows("select from audit where action = 'reconciliation.book' and subject_id = $1", [
    client.id,
  ])
  expect(audited).toHaveLength(1)
  await booksBalance()

  await bank.send(`/lines/${line._id}/reverse`, { reason: 'Booked by mistake' })
  await decide(line._id)
  expect(await borne()).toBe(before)
  await booksBalance()
})

test('a second payment of a withdrawal after the closing is borne by the broker until the bank returns it', async () => {
  const client = await moneyClient(server, { rupees: 640 })
  const { requestId } = (await close(client)).body.view.closure.payout
  const { transactionId } = (await call('GET', `/desk/wallet/transactions/${requestId}`, { token: kiran.token })).body
  const first = newUtr()
  await bank.bring({ text: `NEFT ${transactionId}`, reference: first, debit: 640 })
  expect((await bank.approve(await bank.find(first))).status).toBe(200)
  expect(await figures(client)).toMatchObject({ closure: 'closed' })
  const again = newUtr()
  await bank.bring({ text: `NEFT ${transactionId}`, reference: again, debit: 640 })
  const line = await bank.find(again)
  expect(line.exception).toBe('duplicate')
  const body = { kind: 'client', reason: 'The bank paid twice' }
  expect((await bank.send(`/lines/${line._id}/book`, body)).body).toMatchObject({ waitsForSecond: true })
  await decide(line._id)
  const closed = { cash: 0n, closure: 'closed' }
  expect(await figures(client)).toMatchObject(closed)
  await booksBalance()

  await bank.bring({ text: `RETURN NEFT ${transactionId}`, reference: again, credit: 640 })
  const back = (await bank.show('exception')).find(({ reference }) => reference === again)
  expect((await bank.send(`/lines/${back?._id}/book`, body)).body).toMatchObject({ waitsForSecond: true })
  await decide(back?._id ?? '')
  expect(await figures(client)).toMatchObject(closed)
  const rows = await db.rows(
    "select debit, credit, amount from entry where 'adjustment' in (debit, credit) order by id desc limit 2",
  )
  expect(rows).toEqual([
    { debit: 'bank', credit: 'adjustment', amount: 64_000n },
    { debit: 'adjustment', credit: 'bank', amount: 64_000n },
  ])
  await booksBalance()
})
