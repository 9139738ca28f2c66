import { randomUUID } from 'node:crypto'
import { walletErrors } from '@sauda/contract/money/wallet'
import { describe, expect, test } from 'vitest'
import { withApprovals } from '../../../test/approvals.ts'
import { moneyClient, moneyClients, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off', WITHDRAWAL_SECOND_APPROVAL: '1000' })
const cashier = await newOperator(server, 'cashier', 'Nisha')
const colleague = await newOperator(server, 'cashier', 'Omar')
const support = await newOperator(server, 'support', 'Tara')

const used = [409, 'This UTR belongs to another payment']
let references = 0
const newReference = () => `6${String((references += 1)).padStart(11, '0')}`

const ask = async ({ id, token }: MoneyClient, path: 'add-money' | 'withdraw', body: object) =>
  (await server.call('POST', `/user/wallet/${path}`, { token, body: { id, ...body } })).body.transaction
const decide = (id: string, verb: 'approve' | 'reject', body: object, by = cashier) =>
  server.call('POST', `/desk/wallet/transactions/${id}/${verb}`, { token: by.token, body })
const approve = (id: string, reference = newReference(), by = cashier) => decide(id, 'approve', { reference }, by)
/** Past the cool-off, which a change by the client would start. */
const setNumber = async (clientId: string, number: string) => {
  const columns = await server.app.context.accounts.columns(server.db, clientId, number)
  await server.db.run('update bank_details set account_number = $2, account_lookup = $3 where client_id = $1', [
    clientId,
    columns.account_number,
    columns.account_lookup,
  ])
}

const look = async (id: string) =>
  (await server.call('GET', `/desk/wallet/transactions/${id}`, { token: cashier.token })).body
const wallet = async ({ id, token }: MoneyClient) => (await server.call('GET', `/user/wallet/${id}`, { token })).body
const statusAndMessage = ({ status, body }: { status: number; body: { message: string } }) => [status, body.message]
const auditOf = (id: string) =>
  server.db.rows<{ action: string; actor_name: string; after: Record<string, unknown> }>(
    "select action, actor_name, after from audit where after ->> 'requestId' = $1 order by id",
    [id],
  )

describe('a deposit', () => {
  test('is credited once an operator approves it under the bank’s reference, and mailed to the client', async () => {
    const client = await moneyClient(server)
    const { _id, transactionId } = await ask(client, 'add-money', { amount: 750.25, utr: '612345678901' })
    const { status, body } = await approve(_id, ' 612345678901 ')
    expect(status).toBe(200)
    expect(body).toMatchObject({ _id, status: 'approved', bankReference: '612345678901', waitsForSecond: false })
    expect(await wallet(client)).toMatchObject({ balance: 750.25, withheld: 0 })
    const mail = await server.mailTo(client.email)
    expect(mail?.subject).toBe('₹750.25 added to your Sauda wallet')
    expect(mail?.text).toContain(`Request ${transactionId}, bank reference 612345678901.`)
    expect((await auditOf(_id)).map(({ action, actor_name }) => [action, actor_name])).toEqual([
      ['wallet.add-fund', client.name],
      ['wallet.approve', 'Nisha'],
    ])
    expect((await auditOf(_id))[1]?.after).toMatchObject({
      amount: '750.25',
      status: 'approved',
      reference: '612345678901',
    })
    const notices = await server.db.rows('select topic, client_id from notice where subject_id = $1', [_id])
    expect(notices).toContainEqual({ topic: 'wallet', client_id: client.id })
  })

  test('is rejected with a reason the client sees; no money moves', async () => {
    const client = await moneyClient(server)
    const { _id, transactionId } = await ask(client, 'add-money', { amount: 500 })
    const { status, body } = await decide(_id, 'reject', { reason: ' We did not find this payment ' })
    expect([status, body.status, body.reason]).toEqual([200, 'rejected', 'We did not find this payment'])
    expect(await wallet(client)).toMatchObject({ balance: 0 })
    const mail = await server.mailTo(client.email)
    expect(mail?.subject).toBe('Deposit of ₹500.00 rejected')
    expect(mail?.text).toContain(`Request ${transactionId} was rejected. Reason: We did not find this payment`)
    expect(mail?.text).toContain('What to do: If the money left your bank, send a new request with the 12-digit UTR')
  })

  test('needs a bank reference of 6 to 30 letters and digits, and a rejection its reason', async () => {
    const { _id } = await ask(await moneyClient(server), 'add-money', { amount: 500 })
    for (const reference of ['', 'AB12', 'A'.repeat(31), 'AB-12', 7, undefined])
      expect((await decide(_id, 'approve', { reference })).status).toBe(400)
    for (const reason of ['', '   ', 'x'.repeat(301), undefined])
      expect((await decide(_id, 'reject', { reason })).status).toBe(400)
    expect((await look(_id)).status).toBe('pending')
  })

  test('may be approved under another UTR than the client entered; both are then used', async () => {
    const [asha, ravi] = await moneyClients(server, 2)
    const { _id } = await ask(asha!, 'add-money', { amount: 500, utr: '611111111111' })
    expect((await approve(_id, '611111111112')).status).toBe(200)
    for (const utr of ['611111111111', '611111111112']) {
      const body = { id: ravi!.id, amount: 500, utr }
      expect(
        statusAndMessage(await server.call('POST', '/user/wallet/add-money', { token: ravi!.token, body })),
      ).toEqual(used)
    }
  })

  test('is not credited under another payment’s reference, in upper or lower case', async () => {
    const [asha, ravi] = await moneyClients(server, 2)
    const first = await ask(asha!, 'add-money', { amount: 500 })
    const second = await ask(ravi!, 'add-money', { amount: 500 })
    expect((await approve(first._id, 'HDFCR52026')).status).toBe(200)
    expect(statusAndMessage(await approve(second._id, 'hdfcr52026'))).toEqual([
      409,
      `${used[1]}: ${first.transactionId} of ${asha!.name}, approved. If the bank has one entry with this UTR, reject this request. If it has two, approve this one from its own bank entry.`,
    ])
    expect((await look(second._id)).status).toBe('pending')
    expect(await wallet(ravi!)).toMatchObject({ balance: 0 })
  })

  test('is not credited under the UTR of the client’s other request, which the operator reads with the next step', async () => {
    const client = await moneyClient(server)
    const utr = newReference()
    const first = await ask(client, 'add-money', { amount: 500, utr })
    const second = await ask(client, 'add-money', { amount: 500 })
    expect(statusAndMessage(await approve(second._id, utr))).toEqual([
      409,
      `${used[1]}: ${first.transactionId} of ${client.name}, pending. Reject the request to which the bank entry does not belong, then approve the other one.`,
    ])
    const again = { token: client.token, body: { id: client.id, amount: 500, utr } }
    expect(statusAndMessage(await server.call('POST', '/user/wallet/add-money', again))).toEqual(used)
  })

  test('that is rejected releases its UTR', async () => {
    const client = await moneyClient(server)
    const first = await ask(client, 'add-money', { amount: 500, utr: '622222222222' })
    await decide(first._id, 'reject', { reason: 'The amount received differs from the amount requested' })
    const second = await ask(client, 'add-money', { amount: 450, utr: '622222222222' })
    expect((await look(second._id)).warnings).toContainEqual({
      code: 'usedUtr',
      severity: 'medium',
      blocks: false,
      sentence: `UTR also given for ${first.transactionId} of the same client (rejected)`,
      link: `/wallet/${first._id}`,
    })
    expect((await approve(second._id, '622222222222')).status).toBe(200)
  })
})

describe('a withdrawal', () => {
  test('is paid under the bank’s reference', async () => {
    const client = await moneyClient(server, { rupees: 900 })
    const { _id } = await ask(client, 'withdraw', { amount: 900 })
    expect((await approve(_id, 'n123456')).body).toMatchObject({ status: 'approved', bankReference: 'N123456' })
    expect(await wallet(client)).toMatchObject({ balance: 0, withheld: 0 })
    const mail = await server.mailTo(client.email)
    expect(mail?.subject).toBe('₹900.00 paid to your bank account')
    expect(mail?.text).toMatch(/We paid ₹900\.00 to Ravi \d+, account number ••••\d{4}, IFSC HDFC0000001/)
  })

  test('that is rejected returns the money', async () => {
    const client = await moneyClient(server, { rupees: 900 })
    const { _id } = await ask(client, 'withdraw', { amount: 900 })
    await decide(_id, 'reject', { reason: 'The bank did not accept the payment' })
    expect(await wallet(client)).toMatchObject({ balance: 900, withheld: 0 })
    expect((await server.mailTo(client.email))?.subject).toBe(
      'Withdrawal of ₹900.00 rejected; the money is back in your balance',
    )
  })

  test('shows the complete account number only to operators who may pay', async () => {
    const client = await moneyClient(server, { rupees: 900 })
    const { _id } = await ask(client, 'withdraw', { amount: 900 })
    const whole = (await look(_id)).payTo.accountNumber
    expect(whole).toMatch(/^\d{6,18}$/)
    const { body } = await server.call('GET', `/desk/wallet/transactions/${_id}`, { token: support.token })
    expect(body.payTo).toMatchObject({ accountNumber: `••••${whole.slice(-4)}`, ifsc: 'HDFC0000001' })
  })

  test('above the threshold needs two different operators', () =>
    withApprovals(server, 'policy', async () => {
      const client = await moneyClient(server, { rupees: 5000 })
      const { _id } = await ask(client, 'withdraw', { amount: 1000.01 })
      expect(await look(_id)).toMatchObject({ needsTwo: true, status: 'pending' })
      expect((await approve(_id, 'FIRST00001')).body).toMatchObject({ status: 'pending', waitsForSecond: true })
      expect(await server.mailTo(client.email)).toBeUndefined()
      expect(await look(_id)).toMatchObject({
        status: 'pending',
        firstApproval: 'Nisha',
        firstApprovalById: cashier.id,
        firstApprovalAt: expect.any(String),
        firstApprovalReference: 'FIRST00001',
      })
      const queue = (await server.call('GET', '/desk/queue?kind=withdrawal', { token: colleague.token })).body.items
      expect(queue).toContainEqual(expect.objectContaining({ id: _id, firstApproval: 'Nisha' }))
      expect(statusAndMessage(await approve(_id, 'FIRST00001'))).toEqual([
        409,
        'You gave the first approval. A second operator must approve it too.',
      ])
      expect((await approve(_id, 'SECOND0001', colleague)).body).toMatchObject({
        status: 'approved',
        bankReference: 'SECOND0001',
        waitsForSecond: false,
      })
      expect(await wallet(client)).toMatchObject({ balance: 3999.99, withheld: 0 })
      expect(await look(_id)).toMatchObject({ firstApproval: 'Nisha', decidedBy: 'Omar' })
      expect((await auditOf(_id)).map(({ action, actor_name }) => [action, actor_name])).toEqual([
        ['wallet.withdraw', client.name],
        ['wallet.approve-first', 'Nisha'],
        ['wallet.approve', 'Omar'],
      ])
    }))

  test('needs the bank’s reference from the second operator, who pays, and not from the first', () =>
    withApprovals(server, 'policy', async () => {
      const client = await moneyClient(server, { rupees: 5000 })
      const { _id } = await ask(client, 'withdraw', { amount: 1500 })
      expect((await decide(_id, 'approve', {})).body).toMatchObject({ status: 'pending', waitsForSecond: true })
      expect(await look(_id)).not.toHaveProperty('firstApprovalReference')
      expect(statusAndMessage(await decide(_id, 'approve', {}))[1]).toBe(
        'You gave the first approval. A second operator must approve it too.',
      )
      expect(statusAndMessage(await decide(_id, 'approve', {}, colleague))).toEqual([400, 'Enter the bank reference'])
      expect((await approve(_id, newReference(), colleague)).body).toMatchObject({ status: 'approved' })
      const small = await ask(client, 'withdraw', { amount: 500 })
      expect(statusAndMessage(await decide(small._id, 'approve', {}))).toEqual([400, 'Enter the bank reference'])
    }))

  test('of exactly the threshold needs one operator', async () => {
    const client = await moneyClient(server, { rupees: 1000 })
    const { _id } = await ask(client, 'withdraw', { amount: 1000 })
    expect(await look(_id)).toMatchObject({ needsTwo: false })
    expect((await approve(_id)).body).toMatchObject({ status: 'approved' })
  })

  test('may be rejected after its first approval, by the same operator too; its references are free again', () =>
    withApprovals(server, 'policy', async () => {
      const client = await moneyClient(server, { rupees: 5000 })
      const { _id } = await ask(client, 'withdraw', { amount: 5000 })
      await approve(_id, 'AGAIN00001')
      expect((await decide(_id, 'reject', { reason: 'You asked us to cancel it' })).body.status).toBe('rejected')
      expect(await wallet(client)).toMatchObject({ balance: 5000, withheld: 0 })
      const next = await ask(client, 'withdraw', { amount: 500 })
      expect((await approve(next._id, 'AGAIN00001')).status).toBe(200)
    }))
})

describe('a withdrawal that its client cancels', () => {
  const cancel = ({ token }: MoneyClient, id: string) =>
    server.call('POST', `/user/wallet/transaction/${id}/cancel`, { token })

  test('returns to the balance, once, and can no longer be decided', async () => {
    const client = await moneyClient(server, { rupees: 5000 })
    const { _id } = await ask(client, 'withdraw', { amount: 900 })
    const answers = await Promise.all(Array.from({ length: 30 }, () => cancel(client, _id)))
    expect(answers.map(({ status }) => status)).toEqual(answers.map(() => 200))
    expect(answers[0]?.body.transaction).toMatchObject({ status: 'rejected', reason: 'Cancelled by you' })
    expect(await wallet(client)).toMatchObject({ balance: 5000, withheld: 0 })
    expect(statusAndMessage(await approve(_id))).toEqual([409, 'The client cancelled this withdrawal'])
    expect((await auditOf(_id)).map(({ action }) => action)).toEqual(['wallet.withdraw', 'wallet.cancel'])
    const { body } = await server.call('GET', `/user/wallet/transaction/${_id}`, { token: client.token })
    expect(body.canCancel).toBe(false)
    expect(body.steps.at(-1)).toMatchObject({ who: 'you', at: expect.any(String) })
    const statement = await server.call('GET', `/user/statement/${client.id}/events?search=cancelled`, {
      token: client.token,
    })
    expect(statement.body.events).toMatchObject([
      { title: 'Withdrawal cancelled, money returned', entries: [{ label: 'Withdrawal cancelled, money returned' }] },
    ])
  })

  test('stays once an operator has approved it, and is nobody else’s to cancel', () =>
    withApprovals(server, 'policy', async () => {
      const [client, other] = await moneyClients(server, 2, { rupees: 9000 })
      const { _id } = await ask(client!, 'withdraw', { amount: 5000 })
      expect(statusAndMessage(await cancel(other!, _id))).toEqual([404, 'Not found'])
      await decide(_id, 'approve', {})
      expect(statusAndMessage(await cancel(client!, _id))).toEqual([409, walletErrors.notCancellable.message])
      const deposit = await ask(client!, 'add-money', { amount: 500 })
      expect(statusAndMessage(await cancel(client!, deposit._id))).toEqual([409, walletErrors.notCancellable.message])
    }))

  test('while an operator approves it: one of the two succeeds', async () => {
    const client = await moneyClient(server, { rupees: 9000 })
    for (let round = 0; round < 8; round++) {
      const { _id } = await ask(client, 'withdraw', { amount: 500 })
      const [cancelled, approved] = await Promise.all([cancel(client, _id), approve(_id)])
      expect([cancelled.status, approved.status].toSorted()).toEqual([200, 409])
    }
    expect((await wallet(client)).withheld).toBe(0)
  })
})

test('each command writes its own journal', async () => {
  const client = await moneyClient(server)
  const deposit = await ask(client, 'add-money', { amount: 900 })
  await approve(deposit._id)
  const [paid, refused] = [
    await ask(client, 'withdraw', { amount: 500 }),
    await ask(client, 'withdraw', { amount: 400 }),
  ]
  await approve(paid._id)
  await decide(refused._id, 'reject', { reason: 'You asked us to cancel it' })
  const entries = await server.db.rows(
    `select j.event, j.cause_id as cause, e.debit, e.credit, e.amount from entry e join journal j on j.id = e.journal_id and e.client_id = j.client_id
      where e.client_id = $1 order by e.id`,
    [client.id],
  )
  expect(entries).toEqual([
    { event: 'deposit.approved', cause: deposit._id, debit: 'bank', credit: 'cash', amount: 90_000n },
    { event: 'withdrawal.requested', cause: paid._id, debit: 'cash', credit: 'withheld', amount: 50_000n },
    { event: 'withdrawal.requested', cause: refused._id, debit: 'cash', credit: 'withheld', amount: 40_000n },
    { event: 'withdrawal.paid', cause: paid._id, debit: 'withheld', credit: 'bank', amount: 50_000n },
    { event: 'withdrawal.refused', cause: refused._id, debit: 'withheld', credit: 'cash', amount: 40_000n },
  ])
})

describe('who decides', () => {
  test('names the deciding operator by id, because two operators may have the same name', async () => {
    const namesake = await newOperator(server, 'cashier', 'Nisha')
    const requests = await Promise.all([moneyClient(server), moneyClient(server)])
    const [first, second] = await Promise.all(requests.map((client) => ask(client, 'add-money', { amount: 500 })))
    await approve(first._id)
    await approve(second._id, newReference(), namesake)
    expect(await look(first._id)).toMatchObject({ decidedBy: 'Nisha', decidedById: cashier.id })
    expect(await look(second._id)).toMatchObject({ decidedBy: 'Nisha', decidedById: namesake.id })
  })

  test('has the right for that kind: wallet.approve for deposits, wallet.pay for withdrawals', async () => {
    const client = await moneyClient(server, { rupees: 900 })
    const noRight = [403, 'Your role does not include this. Ask an administrator.']
    for (const { _id } of [
      await ask(client, 'add-money', { amount: 500 }),
      await ask(client, 'withdraw', { amount: 500 }),
    ]) {
      expect(statusAndMessage(await approve(_id, newReference(), support))).toEqual(noRight)
      expect(statusAndMessage(await decide(_id, 'reject', { reason: 'No' }, support))).toEqual(noRight)
      expect((await look(_id)).status).toBe('pending')
      expect((await server.call('POST', `/desk/wallet/transactions/${_id}/approve`, { body: {} })).status).toBe(401)
      expect((await approve(_id, newReference(), client as never)).status).toBe(401)
    }
    const kinds = (await server.call('GET', '/desk/queue', { token: support.token })).body.items
    expect(kinds).toEqual([])
  })

  test('the second operator learns who decided first', async () => {
    const client = await moneyClient(server, { rupees: 900 })
    const first = await ask(client, 'add-money', { amount: 500 })
    const second = await ask(client, 'withdraw', { amount: 500 })
    await approve(first._id)
    await decide(second._id, 'reject', { reason: 'You asked us to cancel it' })
    for (const { _id } of [first, second]) {
      expect(statusAndMessage(await approve(_id, newReference(), colleague))).toEqual([409, 'Already decided by Nisha'])
      expect(statusAndMessage(await decide(_id, 'reject', { reason: 'No' }, colleague))).toEqual([
        409,
        'Already decided by Nisha',
      ])
    }
  })

  test('an unknown request is not found', async () => {
    expect(statusAndMessage(await approve(randomUUID()))).toEqual([404, 'Not found'])
    expect(statusAndMessage(await decide(randomUUID(), 'reject', { reason: 'No' }))).toEqual([404, 'Not found'])
    expect(
      (await server.call('GET', `/desk/wallet/transactions/${randomUUID()}`, { token: cashier.token })).status,
    ).toBe(404)
  })

  test('a decision ends the claim', async () => {
    const { _id } = await ask(await moneyClient(server), 'add-money', { amount: 500 })
    const take = { token: cashier.token, body: { kind: 'deposit', id: _id } }
    expect((await server.call('POST', '/desk/queue/take', take)).status).toBe(200)
    expect((await look(_id)).takenBy).toBe('Nisha')
    await approve(_id)
    expect(await server.db.rows('select from queue_claim where item_id = $1', [_id])).toEqual([])
  })
})

describe('warnings', () => {
  test('name requests of the same client, type and amount within the hour, not those of other clients', async () => {
    const [asha, ravi] = await moneyClients(server, 2, { rupees: 7777 })
    const mine = await ask(asha!, 'add-money', { amount: 4321.05 })
    const again = await ask(asha!, 'add-money', { amount: 4321.05 })
    await ask(ravi!, 'add-money', { amount: 4321.05 })
    const old = await ask(asha!, 'add-money', { amount: 4321.05 })
    // A trade of the same amount, which is another type of case.
    await ask(asha!, 'withdraw', { amount: 4321.05 })
    await server.db.run("update wallet_request set created_at = created_at - interval '61 minutes' where id = $1", [
      old._id,
    ])
    const { warnings } = await look(mine._id)
    expect(warnings.map(({ sentence }: { sentence: string }) => sentence)).toEqual([
      'A deposit of ₹4,321.05 was followed by a withdrawal of ₹4,321.05 within a day',
      `Another pending deposit of the same amount within the hour: ${again.transactionId}`,
    ])
  })

  test('name a UTR in use before a request of the same amount', async () => {
    const [asha, ravi] = await moneyClients(server, 2)
    const used = await ask(ravi!, 'add-money', { amount: 500, utr: '733333333333' })
    await decide(used._id, 'reject', { reason: 'The amount received differs from the amount requested' })
    const first = await ask(asha!, 'add-money', { amount: 1234.5 })
    const { _id } = await ask(asha!, 'add-money', { amount: 1234.5, utr: '733333333333' })
    const { saudaId } = await look(used._id)
    const { warnings } = await look(_id)
    expect(warnings.map(({ sentence }: { sentence: string }) => sentence)).toEqual([
      `UTR also given for ${used.transactionId} of ${saudaId} (rejected)`,
      `Another pending deposit of the same amount within the hour: ${first.transactionId}`,
    ])
  })

  test('name clients with the same bank details, and a change of them since', async () => {
    const [asha, ravi, other] = await moneyClients(server, 3, { rupees: 500 })
    await server.db.run(
      "update wallet_request set decided_at = now() - interval '2 days', created_at = now() - interval '2 days' where client_id = any($1)",
      [[asha!.id]],
    )
    const { _id } = await ask(asha!, 'withdraw', { amount: 151 })
    expect((await look(_id)).warnings).toEqual([])
    const { payTo } = await look(_id)
    await setNumber(ravi!.id, payTo.accountNumber)
    const { saudaId } = await look((await ask(ravi!, 'withdraw', { amount: 152 }))._id)
    expect((await look(_id)).warnings).toEqual([
      expect.objectContaining({ sentence: `${saudaId} has the same bank details`, link: `/clients/${ravi!.id}` }),
    ])
    // Ravi's earlier withdrawal went there, whatever the bank details are now.
    for (const { id } of [asha!, ravi!, other!]) await setNumber(id, '000000000')
    expect((await look(_id)).warnings).toEqual([
      expect.objectContaining({ sentence: 'The client has changed the bank details since this request' }),
      expect.objectContaining({ sentence: `${saudaId} has the same bank details`, link: `/clients/${ravi!.id}` }),
    ])
  })
})
