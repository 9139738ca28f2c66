import { expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { atBank, newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { call } = server
const kiran = await newOperator(server, 'cashier', 'Kiran')
const bank = atBank(server, kiran.token)

const deposit = async (amount: number, utr = newUtr()) => {
  const client = await moneyClient(server)
  const { _id: id, transactionId: name } = await walletSteps(server, kiran).ask(client, 'add-money', { amount, utr })
  return { client, utr, id, name }
}
const queued = async (id: string) => {
  const { body } = await call('GET', '/desk/queue?kind=deposit', { token: kiran.token })
  return body.items.find((item: { id: string }) => item.id === id)
}

test('a deposit in the queue shows what the bank statements say, with request, UTR and client ID', async () => {
  const [found, likely, differs, notYet] = [
    await deposit(611),
    await deposit(622),
    await deposit(633),
    await deposit(644),
  ]
  await bank.bring(
    { reference: found.utr, credit: 611 },
    { text: `UPI ${likely.utr}`, reference: newUtr(), credit: 622 },
    { reference: differs.utr, credit: 600 },
    { reference: newUtr(), credit: 999 },
  )
  const { saudaId } = (await call('GET', `/desk/wallet/transactions/${found.id}`, { token: kiran.token })).body
  expect(await queued(found.id)).toMatchObject({
    name: found.name,
    reference: found.utr,
    saudaId,
    bank: { finding: 'found', confidence: 'exact' },
  })
  expect((await queued(likely.id)).bank).toEqual({ finding: 'found', confidence: 'likely' })
  expect((await queued(differs.id)).bank).toEqual({ finding: 'differs', amount: 600 })
  expect((await queued(notYet.id)).bank).toEqual({ finding: 'notYet' })
})

test('a payer whose name differs from the client’s is named, and not approved in bulk but on the line itself', async () => {
  const { client, utr, id } = await deposit(715)
  const text = `UPI-MEENA JOSHI-MEENA@OKSBI-SBIN0000001-${utr}-ADD FUND`
  await bank.bring({ text, reference: utr, credit: 715 })
  const line = await bank.find(utr)
  expect(line).toMatchObject({ confidence: 'exact', payer: 'MEENA JOSHI' })
  expect(line.reason).toContain('The payer “MEENA JOSHI” differs from the client’s name.')
  const { body } = await bank.send('/approve', { matches: [{ lineId: line._id, paymentId: id }] })
  expect(body.results).toEqual([
    {
      lineId: line._id,
      outcome: 'refused',
      message: `The payer is MEENA JOSHI, but the client is ${client.name}. Open the entry and compare both names.`,
    },
  ])
  expect((await bank.approve(line)).status).toBe(200)
  expect((await call('GET', `/user/wallet/${client.id}`, { token: client.token })).body.balance).toBe(715)
})

test('the client’s name in capitals and with an initial agrees', async () => {
  const { client, utr, id } = await deposit(729)
  await server.db.run("update client set name = 'Ravi Kumar' where id = $1", [client.id])
  await bank.bring({ text: `UPI-RAVI K-RAVI@OKSBI-SBIN0000001-${utr}-ADD FUND`, reference: utr, credit: 729 })
  const line = await bank.find(utr)
  expect(line.payer).toBe('RAVI K')
  const { body } = await bank.send('/approve', { matches: [{ lineId: line._id, paymentId: id }] })
  expect(body.results[0].outcome).toBe('approved')
})

test('a credit of the amount of a request whose UTR was mistyped is offered as a possible match, with the difference', async () => {
  const [typed, real] = [newUtr(), newUtr()]
  const { id, name: transactionId, client } = await deposit(747, typed)
  await bank.bring({ reference: real, credit: 747 })
  const [line] = (await bank.page(`search=${real}`)).lines
  expect(line).toMatchObject({
    state: 'exception',
    exception: 'unasked',
    reason: `No request, charge or QR has this reference. ${transactionId} of ${client.name} asks for the same amount with the UTR ${typed}; the bank’s reference is ${real}.`,
    possible: [{ _id: id, kind: 'deposit', name: transactionId, clientName: client.name, reference: typed }],
  })
  expect((await bank.line(line!._id)).possible).toHaveLength(1)
  const approved = await call('POST', `/desk/wallet/transactions/${id}/approve`, {
    token: kiran.token,
    body: { reference: real },
  })
  expect(approved.status).toBe(200)
  expect((await bank.find(real)).state).toBe('matched')
})
