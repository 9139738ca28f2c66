import { loanErrors, type Loan } from '@sauda/contract/money/loan'
import { formatRupees, paiseOf } from '@sauda/contract/platform/money'
import { commonErrors } from '@sauda/contract/platform/error'
import { walletErrors } from '@sauda/contract/money/wallet'
import { describe, expect, test } from 'vitest'
import { loanSteps, backdateLoan, useLoan } from '../../../test/loan.ts'
import { fund, moneyClient, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer, refusal } from '../../../test/server.ts'
import { balancedBooks } from '../../../test/books.ts'
import { dayInIndia } from '../../platform/india.ts'
import { newId } from '../../platform/id.ts'
import { dayNumber } from './loan.terms.ts'

const server = await testServer()
const { db, call } = server
const lender = await newOperator(server, 'lender')
const admin = await newOperator(server, 'admin')
const { request, offered, running } = loanSteps(server, lender)

const repay = ({ token }: MoneyClient, loanId: unknown, amount: unknown, headers?: Record<string, string>) =>
  call('POST', '/user/loan/repay', { token, body: { loanId, amount }, ...(headers && { headers }) })
const newest = async ({ id, token }: MoneyClient): Promise<Loan> =>
  (await call('GET', `/user/loan/get-loans-by-user/${id}`, { token })).body[0]
const figures = (clientId: string) =>
  db.row('select cash, invested, loan, cashback, withheld from client_ledger where client_id = $1', [clientId])
const none = { cash: 0n, invested: 0n, loan: 0n, cashback: 0n, withheld: 0n }
/** The client's debt by the entries. */
const receivable = async (clientId: string) =>
  (
    await db.row<{ lent: bigint }>(
      `select coalesce(sum(case 'loans_receivable' when debit then amount when credit then -amount else 0 end), 0)::bigint as lent
         from entry where client_id = $1`,
      [clientId],
    )
  )?.lent
const lastEntries = (clientId: string) =>
  db.rows(
    `select debit, credit, amount from entry
      where journal_id = (select id from journal where client_id = $1 and event = 'loan.repaid' order by at desc limit 1) order by id`,
    [clientId],
  )
const booksBalance = () => balancedBooks(server, admin)

describe('repaying', () => {
  test('uses unused loan money first, then the balance; never more than is owed', async () => {
    const client = await moneyClient(server, { rupees: 50_000 })
    const { _id } = await running(client)
    await useLoan(server, client.id, 45_000_00n)
    const { status, body } = await repay(client, _id, 20_000)
    expect({ status, message: body.message }).toEqual({
      status: 200,
      message: 'Payment received: ₹5,000.00 from your balance and ₹15,000.00 from unused loan money.',
    })
    expect(body.loan).toMatchObject({
      status: 'approved',
      principal: 40_000,
      firstFromOwn: 0,
      payoff: 40_600,
      repaid: 20_000,
    })
    expect(await lastEntries(client.id)).toEqual([
      { debit: 'loan', credit: 'loans_receivable', amount: 15_000_00n },
      { debit: 'cash', credit: 'loans_receivable', amount: 5_000_00n },
    ])
    expect(await figures(client.id)).toEqual({ ...none, cash: 45_000_00n, invested: 45_000_00n })
    expect(await receivable(client.id)).toBe(40_000_00n)

    expect(await repay(client, _id, 40_600.01)).toMatchObject(refusal(loanErrors.tooMuch))
    const closed = await repay(client, _id, 40_600)
    expect(closed.body).toMatchObject({
      message: 'Loan paid off: ₹40,600.00 from your balance.',
      loan: { status: 'closed', userAccepted: true, principal: 0, payoff: 0, outstanding: 0, repaid: 60_600 },
    })
    expect(closed.body.loan.next).toBeUndefined()
    expect(await receivable(client.id)).toBe(0n)
    expect(await figures(client.id)).toEqual({ ...none, cash: 4_400_00n, invested: 45_000_00n })
  })

  test('of a loan that was never used costs the balance its fee and interest alone', async () => {
    const client = await moneyClient(server, { rupees: 1000 })
    const { _id } = await running(client)
    const { body } = await repay(client, _id, 60_600)
    expect(body.message).toBe('Loan paid off: ₹600.00 from your balance and ₹60,000.00 from unused loan money.')
    expect(await figures(client.id)).toEqual({ ...none, cash: 400_00n })
    expect(await receivable(client.id)).toBe(0n)
  })

  test('interest never comes from borrowed money', async () => {
    const client = await moneyClient(server)
    const { _id } = await running(client)
    await backdateLoan(server, _id, 10)
    // Interest to date comes first, and there is no balance to pay it from.
    expect(await repay(client, _id, 100)).toMatchObject(refusal(loanErrors.insufficient))
    expect(await figures(client.id)).toEqual({ ...none, loan: 60_000_00n })
    expect((await newest(client)).repaid).toBe(0)
  })

  test('pays interest by the day, then principal, and the fee with the first instalment', async () => {
    const client = await moneyClient(server, { rupees: 100_000 })
    const { _id, terms } = await running(client)
    await useLoan(server, client.id, 60_000_00n)
    const schedule = terms?.schedule ?? []
    expect(schedule).toHaveLength(6)
    await backdateLoan(server, _id, 10)
    const first = await newest(client)
    const days = dayNumber(schedule[0]?.dueDate ?? '') - dayNumber(dayInIndia(new Date()))
    const interest = (600_00n * 10n * 2n + BigInt(days)) / (2n * BigInt(days))
    expect(paiseOf(first.payoff ?? 0)).toBe(60_600_00n + interest)

    await repay(client, _id, 20_000)
    expect(await lastEntries(client.id)).toEqual([
      { debit: 'cash', credit: 'fees', amount: interest },
      { debit: 'cash', credit: 'loans_receivable', amount: 20_000_00n - interest },
    ])
    // Into the second month, however long the first one was.
    await backdateLoan(server, _id, 25)
    const due = await newest(client)
    expect(due.next?.dueDate).toBe(due.terms?.schedule[0]?.dueDate)
    const paid = await repay(client, _id, due.next?.amount)
    expect(paid.status).toBe(200)
    expect(await lastEntries(client.id)).toEqual([
      { debit: 'cash', credit: 'fees', amount: paiseOf(due.next?.amount ?? 0) - 600_00n },
      { debit: 'cash', credit: 'fees', amount: 600_00n },
    ])
    // Advance payments cover more than the next instalment: only its interest is due then.
    expect(paid.body.loan.next.dueDate).toBe(due.terms?.schedule[1]?.dueDate)
  })

  test('late costs no more than was shown', async () => {
    const client = await moneyClient(server, { rupees: 70_000 })
    const { _id, total } = await running(client)
    await backdateLoan(server, _id, 400)
    expect(await newest(client)).toMatchObject({ payoff: total, outstanding: total, next: { amount: total } })
    expect((await repay(client, _id, total)).body.loan).toMatchObject({ status: 'closed', repaid: total })
    expect(await figures(client.id)).toEqual({ ...none, cash: 70_000_00n - (paiseOf(total) - 60_000_00n) })
  })

  test('the last repayment is mailed, and the client may request another loan', async () => {
    const client = await moneyClient(server, { rupees: 1000 })
    const { _id, payoff } = await running(client)
    await repay(client, _id, payoff)
    expect((await server.mailTo(client.email))?.text).toContain('owe nothing more')
    expect((await request(client)).status).toBe('pending')
    expect(await repay(client, _id, 1)).toMatchObject(refusal(loanErrors.notRunning))
  })
})

describe('a repayment is rejected', () => {
  test('if the loan is not active', async () => {
    const client = await moneyClient(server, { rupees: 1000 })
    const { _id } = await offered(client)
    expect(await repay(client, _id, 1)).toMatchObject(refusal(loanErrors.notRunning))
    expect(await repay(client, newId(), 1)).toMatchObject(refusal(commonErrors.notFound))
  })

  test('of zero, of more than is owed, of more than is available', async () => {
    const client = await moneyClient(server, { rupees: 100 })
    const { _id } = await running(client)
    await useLoan(server, client.id, 60_000_00n)
    expect(await repay(client, _id, 0)).toMatchObject(refusal(loanErrors.amountNeeded))
    expect(await repay(client, _id, 60_600.01)).toMatchObject(refusal(loanErrors.tooMuch))
    expect(await repay(client, _id, 100.01)).toMatchObject(refusal(loanErrors.insufficient))
    expect((await repay(client, _id, 100)).status).toBe(200)
  })

  test('without verified documents', async () => {
    const client = await moneyClient(server, { verified: false })
    expect(await repay(client, newId(), 1)).toMatchObject(refusal(commonErrors.notVerified))
  })

  const wrong = ['100', -1, 0.001, 1e308, 2 ** 53, null, undefined, [], {}, true, 'NaN', 1.005, '1e3']
  test.each(wrong)('with the amount %j', async (amount) => {
    const client = await moneyClient(server, { rupees: 1000 })
    const { _id } = await running(client)
    expect(await repay(client, _id, amount)).toMatchObject({
      status: 400,
      body: { message: expect.stringMatching(/^(Enter|Please|A number)/) },
    })
    expect(await figures(client.id)).toEqual({ ...none, cash: 1000_00n, loan: 60_000_00n })
  })

  test.each([undefined, null, 7, '', 'x', [], {}])('with loanId %j', async (loanId) => {
    const client = await moneyClient(server)
    expect((await repay(client, loanId, 1)).status).toBe(400)
  })
})

describe('borrowed money', () => {
  test('can never be withdrawn', async () => {
    const client = await moneyClient(server, { rupees: 500 })
    await running(client)
    const withdraw = (amount: number) =>
      call('POST', '/user/wallet/withdraw', { token: client.token, body: { id: client.id, amount } })
    expect(await withdraw(500.01)).toMatchObject(refusal(walletErrors.insufficient))
    expect((await withdraw(500)).status).toBe(200)
    expect(await withdraw(100)).toMatchObject(refusal(walletErrors.insufficient))
  })

  test('does not prevent a withdrawal, even with an overdue instalment', async () => {
    const client = await moneyClient(server, { rupees: 500 })
    const { _id } = await running(client)
    await backdateLoan(server, _id, 200)
    const { status } = await call('POST', '/user/wallet/withdraw', {
      token: client.token,
      body: { id: client.id, amount: 500 },
    })
    expect(status).toBe(200)
  })
})

describe('at the same moment', () => {
  test('30 whole repayments pay once', async () => {
    const client = await moneyClient(server, { rupees: 100_000 })
    const { _id, payoff } = await running(client)
    await useLoan(server, client.id, 60_000_00n)
    const answers = await Promise.all(Array.from({ length: 30 }, () => repay(client, _id, payoff)))
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(answers.filter(({ body }) => body.message === loanErrors.notRunning.message)).toHaveLength(29)
    expect(await figures(client.id)).toEqual({ ...none, cash: 39_400_00n, invested: 60_000_00n })
    expect(await receivable(client.id)).toBe(0n)
  })

  test('30 repayments and withdrawals never take more than is available, and each reports its effect', async () => {
    const client = await moneyClient(server, { rupees: 3000 })
    const { _id } = await running(client)
    await useLoan(server, client.id, 60_000_00n)
    const withdraw = () =>
      call('POST', '/user/wallet/withdraw', { token: client.token, body: { id: client.id, amount: 300 } })
    const [repaid, withdrawn] = await Promise.all([
      Promise.all(Array.from({ length: 15 }, () => repay(client, _id, 250))),
      Promise.all(Array.from({ length: 15 }, withdraw)),
    ])
    const done = (answers: { status: number }[]) => BigInt(answers.filter(({ status }) => status === 200).length)
    const [cash, withheld] = [3000_00n - done(repaid) * 250_00n - done(withdrawn) * 300_00n, done(withdrawn) * 300_00n]
    expect(await figures(client.id)).toEqual({ ...none, cash, withheld, invested: 60_000_00n })
    expect(cash < 300_00n).toBe(true)
    expect(await receivable(client.id)).toBe(60_000_00n - done(repaid) * 250_00n)
    expect(repaid.filter(({ status }) => status !== 200)).toMatchObject(
      repaid.filter(({ status }) => status !== 200).map(() => refusal(loanErrors.insufficient)),
    )
  })

  test('the same Idempotency-Key pays once', async () => {
    const client = await moneyClient(server, { rupees: 3000 })
    const { _id } = await running(client)
    await useLoan(server, client.id, 60_000_00n)
    const headers = { 'idempotency-key': 'repay-the-loan' }
    const answers = await Promise.all(Array.from({ length: 10 }, () => repay(client, _id, 250, headers)))
    const again = await repay(client, _id, 250, headers)
    expect(again.status).toBe(200)
    expect(answers.every(({ status }) => status === 200 || status === 409)).toBe(true)
    expect((await newest(client)).repaid).toBe(250)
    expect(await repay(client, _id, 251, headers)).toMatchObject({ status: 409 })
  })
})

test('a repayment is never changed or deleted', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  const { _id } = await running(client)
  await repay(client, _id, 1000)
  await expect(db.run('update loan_repayment set principal = 0 where loan_id = $1', [_id])).rejects.toThrow(/never/)
  await expect(db.run('delete from loan_repayment where loan_id = $1', [_id])).rejects.toThrow(/never/)
})

test('many small payments on many days repay the loan exactly', async () => {
  const client = await moneyClient(server, { rupees: 10_000 })
  const { _id, total } = await running(client, { amount: 5000, ratePercent: 24, months: 2, fee: 49.99 })
  await useLoan(server, client.id, 5000_00n)
  for (const [index, days] of [3, 4, 9, 14, 1, 20, 30].entries()) {
    await backdateLoan(server, _id, days)
    expect((await repay(client, _id, index === 0 ? 0.01 : 333.33)).status).toBe(200)
  }
  const { payoff, repaid = 0 } = await newest(client)
  expect(formatRupees(paiseOf(repaid))).toBe('₹1,999.99')
  expect((await repay(client, _id, payoff)).body.loan).toMatchObject({ status: 'closed', principal: 0 })
  expect((await newest(client)).repaid).toBeLessThanOrEqual(total)
  expect(await receivable(client.id)).toBe(0n)
})

test('the books agree with every loan of these tests, and name one that was tampered with', async () => {
  await booksBalance()
  const client = await moneyClient(server, { rupees: 1000 })
  const { _id } = await running(client)
  await fund(server, client.id, 1)
  await db.run('update loan set principal = principal - 1 where id = $1', [_id])
  const { body } = await call('GET', '/desk/books', { token: admin.token })
  expect(body.balanced).toBe(false)
  expect(body.differences).toEqual([
    expect.objectContaining({
      clientId: client.id,
      shown: 59_999.99,
      entries: 60_000,
      what: expect.stringContaining('loans_receivable of SD'),
    }),
    expect.objectContaining({
      clientId: client.id,
      shown: 60_000,
      entries: 59_999.99,
      what: expect.stringContaining('above what is owed'),
    }),
  ])
})
