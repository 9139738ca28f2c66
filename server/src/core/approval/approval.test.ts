import { creditedInBatch, creditedReason } from '@sauda/contract/core/approval'
import type { Role } from '@sauda/contract/broker/operator'
import { loanErrors } from '@sauda/contract/money/loan'
import { describe, expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator, newOperator, type NewOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server

const established = (role: Role, name: string) => establishedOperator(server, role, name)
const admin = await established('admin', 'Asha Admin')
await established('admin', 'Bela Admin')
const cashier = await established('cashier', 'Chitra')
const colleague = await established('cashier', 'Deepa')

let count = 0
const newReference = () => `7${String((count += 1)).padStart(11, '0')}`
const { deposit, withdraw, approve: approveUnder, balanceOf } = walletSteps(server, cashier)
const approve = (id: string, by: NewOperator = cashier, reference = newReference()) => approveUnder(id, reference, by)
/** Starts a day on which neither cashier has approved anything. */
const newDay = () =>
  db.run(
    "update wallet_request set decided_at = decided_at - interval '2 days', first_approval_at = first_approval_at - interval '2 days'",
  )

describe('a deposit without a bank line', () => {
  test('of up to ₹10,000 per client and day needs one operator, above that two', async () => {
    await newDay()
    const client = await moneyClient(server)
    expect((await approve(await deposit(client, 6000))).body).toMatchObject({
      status: 'approved',
      waitsForSecond: false,
    })
    const id = await deposit(client, 4000.01)
    const first = await approve(id)
    expect(first.body).toMatchObject({
      status: 'pending',
      waitsForSecond: true,
      secondReasons: [
        'No bank statement has this payment, and one operator may approve up to ₹10,000.00 per client and day without it',
      ],
    })
    expect(await balanceOf(client)).toBe(6000)
    expect(await approve(id)).toMatchObject({
      status: 409,
      body: { message: expect.stringContaining('A second operator must approve it too') },
    })
    expect((await approve(id, colleague)).body).toMatchObject({ status: 'approved', waitsForSecond: false })
    expect(await balanceOf(client)).toBe(10_000.01)
  })

  test('counts ₹1,00,000 a day for one operator, also if 30 are approved in parallel', async () => {
    await newDay()
    const ids = await Promise.all(Array.from({ length: 30 }, async () => deposit(await moneyClient(server), 9000)))
    const answers = await Promise.all(ids.map((id) => approve(id)))
    expect(answers.map(({ body }) => body.waitsForSecond).filter((waits) => !waits)).toHaveLength(11)
  })

  test('counts per client, also if two operators approve in parallel', async () => {
    await newDay()
    for (let round = 0; round < 5; round += 1) {
      const client = await moneyClient(server)
      const [one, other] = [await deposit(client, 9000), await deposit(client, 9000)]
      const answers = await Promise.all([approve(one), approve(other, colleague)])
      expect(answers.map(({ body }) => body.waitsForSecond).toSorted()).toEqual([false, true])
    }
  })

  test('with a line of the bank that proves it needs one operator whatever its amount', async () => {
    await newDay()
    const client = await moneyClient(server)
    const id = await deposit(client, 900_000)
    const reference = newReference()
    await insertLine({ amount: 900_000, reference })
    expect((await approve(id, cashier, reference)).body).toMatchObject({ status: 'approved', waitsForSecond: false })
  })

  test('with a line of another amount needs two', async () => {
    await newDay()
    const client = await moneyClient(server)
    const reference = newReference()
    await insertLine({ amount: 900_001, reference })
    expect((await approve(await deposit(client, 900_000), cashier, reference)).body.waitsForSecond).toBe(true)
  })
})

/** Inserts a line of a statement that an administrator imported, with a confirmed balance, repeated by a later one. */
async function insertLine({ amount, reference }: { amount: number; reference: string }) {
  await db.run(
    `with s as (insert into bank_statement (id, file_name, file_hash, first_on, last_on, lines, added, imported_by, imported_at, accepted_at, broker_bank_id)
       values (gen_random_uuid(), 'bank.csv', '\\x00', current_date, current_date, 1, 1, $3, now() + interval '1 hour', now(),
               (select id from broker_bank where receives)) returning id, broker_bank_id)
     insert into bank_line (id, statement_id, repeated_by, line_number, identity, occurrence, booked_on, direction, amount, text, reference, names, broker_bank_id)
     select gen_random_uuid(), s.id, s.id, 1, decode(md5($2), 'hex'), 1, current_date, 'credit', $1, 'UPI/RAVI/' || $2 || '/PAY', $2, array[$2], s.broker_bank_id from s`,
    [amount * 100, reference, admin.id],
  )
}

describe('a withdrawal', () => {
  const funded = async () => {
    const client = await moneyClient(server, { rupees: 3_000_000 })
    await newDay()
    return client
  }

  test('of up to ₹50,000 per client in 24 hours needs one operator, the next one two', async () => {
    const client = await funded()
    expect((await approve(await withdraw(client, 30_000))).body.waitsForSecond).toBe(false)
    expect((await approve(await withdraw(client, 20_000), colleague)).body.waitsForSecond).toBe(false)
    const { body } = await approve(await withdraw(client, 100), colleague)
    expect(body).toMatchObject({
      waitsForSecond: true,
      secondReasons: ['One operator may approve withdrawals of up to ₹50,000.00 per client in 24 hours'],
    })
  })

  test('cannot be paid in twenty parts by the operator who credited the deposit', async () => {
    const client = await funded()
    const reference = newReference()
    await insertLine({ amount: 9_000_000, reference })
    expect((await approve(await deposit(client, 9_000_000), cashier, reference)).body.status).toBe('approved')
    for (let part = 0; part < 20; part += 1) {
      const id = await withdraw(client, 50_000)
      expect((await approve(id)).body).toMatchObject({
        status: 'pending',
        secondReasons: expect.arrayContaining([creditedReason]),
      })
    }
  })

  test('does not get its last approval from the operator who credited the deposit', async () => {
    const client = await funded()
    const reference = newReference()
    await insertLine({ amount: 100_000, reference })
    await approve(await deposit(client, 100_000), cashier, reference)
    const id = await withdraw(client, 60_000)
    expect((await approve(id, colleague)).body.waitsForSecond).toBe(true)
    expect(await approve(id)).toMatchObject({
      status: 409,
      body: creditedInBatch(client.name),
    })
  })
})

describe('waiting periods', () => {
  test('a new operator approves nothing for 24 hours; a waiver lifts it, is mailed to all administrators and shown', async () => {
    await newDay()
    const fresh = await newOperator(server, 'cashier', 'Esha New')
    const id = await deposit(await moneyClient(server), 500)
    expect(await approve(id, fresh)).toMatchObject({
      status: 409,
      body: {
        message: expect.stringMatching(
          /^Your login or your role is new: you can approve from .+ [ap]m\. Chitra and Deepa can approve this now\.$/,
        ),
      },
    })
    // The hour from which somebody can, where nobody can now.
    const away = [cashier.id, colleague.id]
    await db.run('update operator set disabled_at = now() where id = any ($1)', [away])
    const next = await newOperator(server, 'cashier', 'Farida Next')
    await db.run(
      "update operator set created_at = created_at - interval '2 hours', role_since = role_since - interval '2 hours' where id = $1",
      [next.id],
    )
    expect((await approve(id, fresh)).body.message).toMatch(
      /\. No operator can approve this now; Farida Next can from \d.+ [ap]m\.$/,
    )
    await db.run('update operator set disabled_at = now() where id = $1', [next.id])
    expect((await approve(id, fresh)).body.message).toMatch(
      /No other operator has the right to; an administrator can add one\.$/,
    )
    await db.run('update operator set disabled_at = null where id = any ($1)', [away])
    const waive = (reason: string) =>
      call('POST', '/desk/approvals/break-glass', { token: fresh.token, body: { reason } })
    expect((await waive(' ')).status).toBe(400)
    expect((await waive('All other cashiers are ill')).status).toBe(200)
    for (const { email } of [admin])
      expect(await server.mailTo(email)).toMatchObject({
        subject: 'Esha New waived their waiting periods',
        text: expect.stringContaining('All other cashiers are ill'),
      })
    expect((await call('GET', '/desk/approvals', { token: cashier.token })).body).toMatchObject({
      mode: 'policy',
      setUpPhase: false,
      breakGlass: [{ operator: 'Esha New', reason: 'All other cashiers are ill' }],
    })
    expect((await approve(id, fresh)).body.status).toBe('approved')
  })

  test('an operator and the one who added them do not decide for each other for 72 hours', async () => {
    await newDay()
    const puppet = await established('cashier', 'Puppet')
    await db.run("update operator set created_by = $2, created_at = now() - interval '2 days' where id = $1", [
      puppet.id,
      cashier.id,
    ])
    const id = await deposit(await moneyClient(server), 50_000)
    expect((await approve(id)).body.waitsForSecond).toBe(true)
    expect(await approve(id, puppet)).toMatchObject({
      status: 409,
      body: { message: expect.stringMatching(/^You and Chitra cannot approve each other's requests before/) },
    })
    await db.run("update operator set created_at = now() - interval '4 days' where id = $1", [puppet.id])
    expect((await approve(id, puppet)).body.status).toBe('approved')
  })
})

describe('a loan', () => {
  test('of more than ₹1,00,000 per client is offered when a second operator approves it', async () => {
    const lender = await established('lender', 'Farah')
    const second = await established('lender', 'Gita')
    const client = await moneyClient(server)
    const { body } = await call('POST', `/user/loan/request/${client.id}`, { token: client.token, body: {} })
    const loanId = body.loan._id as string
    const terms = { amount: 100_001, ratePercent: 12, months: 12, fee: 0 }
    const offered = await call('POST', `/desk/loans/${loanId}/offer`, { token: lender.token, body: terms })
    const reasons = ['One operator may lend a client up to ₹1,00,000.00']
    expect(offered.body).toMatchObject({ status: 'pending', waitsForSecond: true, secondReasons: reasons })
    const again = await call('POST', `/desk/loans/${loanId}/offer`, { token: lender.token, body: terms })
    expect(again).toMatchObject({ status: 409, body: loanErrors.offerWaits })
    const queue = await call('GET', '/desk/queue?kind=loan', { token: second.token })
    // The request and its pending offer are one case.
    const own = queue.body.items.filter(({ clientId }: { clientId: string }) => clientId === client.id)
    expect(own).toMatchObject([{ type: 'loan.offer' }])
    const [proposal] = own
    expect(proposal).toMatchObject({ clientId: client.id, firstApprovalById: lender.id })
    const address = `/desk/proposals/${proposal.id}`
    expect((await call('GET', address, { token: second.token })).body).toMatchObject({
      summary: `Offer a loan of ₹1,00,001.00 to ${client.name}`,
      reasons,
      requestedBy: 'Farah',
    })
    expect((await call('GET', address, { token: cashier.token })).status).toBe(403)
    expect((await call('POST', `${address}/approve`, { token: lender.token })).status).toBe(409)
    expect((await call('POST', `${address}/approve`, { token: cashier.token })).status).toBe(403)
    const answers = await Promise.all(
      Array.from({ length: 5 }, () => call('POST', `${address}/approve`, { token: second.token })),
    )
    expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 409, 409, 409, 409])
    const loans = await call('GET', `/user/loan/get-loans-by-user/${client.id}`, { token: client.token })
    expect(loans.body[0]).toMatchObject({ status: 'admin_approved' })
  })
})
