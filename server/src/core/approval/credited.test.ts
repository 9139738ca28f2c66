import { creditedReason } from '@sauda/contract/core/approval'
import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import { expect, test } from 'vitest'
import { clientCells, importText } from '../../../test/client-import.ts'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { atBank, newUtr, statementForm } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { decidePending } from '../../../test/approvals.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
const maker = await establishedOperator(server, 'cashier', 'Kiran')
const checker = await establishedOperator(server, 'cashier', 'Omar')
const other = await establishedOperator(server, 'cashier', 'Priya')
const fourth = await establishedOperator(server, 'cashier', 'Rohan')
// They book trades too.
await db.run("insert into role_rights (role, rights) select 'cashier', $1", [
  ['wallet.approve', 'wallet.pay', 'ledger.read', 'ledger.adjust', 'client.read', 'trade.book'],
])

type Client = { readonly id: string; readonly token: string }
const amount = 6000

const post = async (path: string, body: unknown, { token }: { readonly token: string } = maker) => {
  const answer = await call('POST', path, { token, body })
  expect(answer).toMatchObject({ status: 200 })
  return answer.body
}
const approveProposal = async () => expect((await decidePending(server, checker)).status).toBe(200)
const { deposit, withdraw, approve } = walletSteps(server, maker)
const receipt = async (): Promise<string> => {
  const reference = newUtr()
  const bank = atBank(server, maker.token)
  await bank.bring({ text: 'NEFT', reference, credit: amount })
  return `/desk/reconciliation/lines/${(await bank.find(reference))._id}`
}

/** Each credits a client with the amount, requested by one and approved by the other. */
const credits: Record<string, () => Promise<Client>> = {
  'an adjustment': async () => {
    const client = await moneyClient(server)
    const body = { clientId: client.id, kind: 'credit', amount, reason: 'Correction' }
    const { _id } = await post('/desk/ledger/adjustments', body)
    await post(`/desk/ledger/adjustments/${_id}/approve`, {}, checker)
    return client
  },
  'an unidentified receipt': async () => {
    const client = await moneyClient(server)
    await post(`${await receipt()}/credit`, { clientId: client.id, reason: 'Sent the receipt' })
    await approveProposal()
    return client
  },
  'a receipt for several requests': async () => {
    const client = await moneyClient(server)
    const parts = [
      { paymentId: await deposit(client, 1500), amount: 1500 },
      { paymentId: await deposit(client, 4500), amount: 4500 },
    ]
    await post(`${await receipt()}/book`, { kind: 'split', parts, reason: 'As the advice says' })
    await approveProposal()
    return client
  },
  // A rejected withdrawal that the bank paid all the same is booked to the client; a third operator does that.
  'the reversal of a debit': async () => {
    const client = await moneyClient(server, { rupees: amount })
    const [id, reference] = [await withdraw(client, amount), newUtr()]
    await post(`/desk/wallet/transactions/${id}/reject`, { reason: 'The bank rejected it' }, other)
    const { transactionId } = (await call('GET', `/desk/wallet/transactions/${id}`, { token: other.token })).body
    const bank = atBank(server, other.token)
    await bank.bring({ text: `NEFT ${transactionId}`, reference, debit: amount })
    const line = `/desk/reconciliation/lines/${(await bank.find(reference))._id}`
    await post(`${line}/book`, { kind: 'client', reason: 'The bank paid it' }, other)
    expect((await decidePending(server, fourth)).status).toBe(200)
    await post(`${line}/reverse`, { reason: 'The bank took it back' })
    await approveProposal()
    return client
  },
  'an opening balance': async () => {
    const cells = clientCells({ balance: String(amount) })
    await post('/desk/client-imports', statementForm(importText([cells])))
    await approveProposal()
    const invitation = /welcome#(\S+)/.exec((await server.mailTo(cells.email ?? ''))?.text ?? '')?.[1]
    await post('/user/invitation', { invitation, newPassword: 'Quiet-River-27' })
    const { _id, token } = await post('/user/login', { email: cells.email, password: 'Quiet-River-27' })
    return { id: _id, token }
  },
  'a reversed purchase': async () => {
    const client = await moneyClient(server, { rupees: amount })
    const bought = await post('/desk/trades/buy', { clientId: client.id, stockName: 'TCS', quantity: 1, price: amount })
    const { _id } = await post(`/desk/trades/${bought._id}/reversal`, { reason: 'Wrong client' })
    await post(`/desk/reversals/${_id}/approve`, {}, checker)
    return client
  },
}

test.each(Object.entries(credits))(
  '%s is not paid out alone by the operator who requested or approved it',
  async (_, credit) => {
    const client = await credit()
    for (const by of [maker, checker]) {
      const id = await withdraw(client, amount / 2)
      expect(await approve(id, newUtr(), by)).toMatchObject({ status: 200, body: { secondReasons: [creditedReason] } })
      expect((await approve(id, newUtr(), other)).body).toMatchObject({ status: 'approved' })
    }
  },
)

test('two operators who made an adjustment pay it out together', async () => {
  const client = await credits['an adjustment']?.()
  if (!client) throw new Error('no client')
  const id = await withdraw(client, amount)
  expect((await approve(id)).body).toMatchObject({ waitsForSecond: true })
  expect((await approve(id, newUtr(), checker)).body).toMatchObject({ status: 'approved' })
})

test('a pending deposit names the withdrawal that its approver cannot pay, until one of them is decided', async () => {
  const client = await moneyClient(server, { rupees: amount })
  const withdrawal = await withdraw(client, amount)
  const { transaction } = await post('/user/wallet/add-money', { id: client.id, amount: 160 }, client)
  const barring = async () => {
    const { body } = await call('GET', `/desk/wallet/transactions/${transaction._id}`, { token: maker.token })
    return body.warnings.filter(({ code }: { code: string }) => code === 'barsPayment')
  }
  const { transactionId } = (await call('GET', `/desk/wallet/transactions/${withdrawal}`, { token: maker.token })).body
  const sentence = `Whoever approves this deposit cannot pay ${transactionId} of ${formatRupees(paiseOf(amount))} for 24 hours`
  expect(await barring()).toMatchObject([{ sentence, blocks: false, link: `/wallet/${withdrawal}` }])
  await post(`/desk/wallet/transactions/${withdrawal}/reject`, { reason: 'The bank rejected it' }, other)
  expect(await barring()).toEqual([])
})
