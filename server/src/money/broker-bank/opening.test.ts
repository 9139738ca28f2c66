import { bookedSince, type BrokerBank, brokerBankErrors } from '@sauda/contract/money/broker-bank'
import type { BankDay } from '@sauda/contract/money/bank-day'
import { beforeOpening } from '@sauda/contract/money/reconciliation'
import { describe, expect, test } from 'vitest'
import { clientCells, importText } from '../../../test/client-import.ts'
import { establishedOperator, newOperator, type NewOperator } from '../../../test/operator.ts'
import {
  atBank,
  newAccount,
  newUtr,
  relyOnStatements,
  statementForm,
  statementText,
  type Written,
} from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { pendingProposal } from '../../../test/approvals.ts'
import { balancedBooks } from '../../../test/books.ts'
import { addDays, dateText, dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
const kiran = await establishedOperator(server, 'cashier', 'Kiran')
const omar = await establishedOperator(server, 'cashier', 'Omar')
const dealer = await establishedOperator(server, 'dealer', 'Deepa')
const bank = atBank(server, kiran.token)

const today = dayInIndia(new Date())
const day = (ago: number): string => addDays(today, -ago)
const key = () => ({ 'idempotency-key': crypto.randomUUID() })
const open = (account: string, body: object, by = kiran) =>
  call('POST', `/desk/bank-accounts/${account}/opening`, { token: by.token, body, headers: key() })
const reverse = (account: string, by = kiran) =>
  call('POST', `/desk/bank-accounts/${account}/opening/reverse`, {
    token: by.token,
    body: { reason: 'Read from the wrong statement' },
    headers: key(),
  })
const decide = (proposalId: string, by: NewOperator, verb = 'approve') =>
  call('POST', `/desk/proposals/${proposalId}/${verb}`, { token: by.token })
/** The pending proposal about this account. */
const pending = (account: string) => pendingProposal(server, account)
async function opened(account: string, ago: number, amount: number): Promise<void> {
  expect((await open(account, { day: day(ago), amount })).body.waitsForSecond).toBe(true)
  const proposal = await pending(account)
  expect((await accountOf(account)).pending).toBe(proposal)
  expect((await decide(proposal, omar)).status).toBe(200)
  expect((await accountOf(account)).pending).toBeUndefined()
}
const accountOf = async (account: string): Promise<BrokerBank & { opening?: object; pending?: string }> =>
  (await call('GET', '/desk/bank-accounts', { token: kiran.token })).body.find(({ _id }: BrokerBank) => _id === account)
const books = async () => {
  const body = await balancedBooks(server, kiran)
  return (name: string): number =>
    [...body.accounts, ...body.bankAccounts].find((each) => (each.account ?? each._id) === name)?.balance ?? 0
}
const cash = async (on = today) => {
  const { body } = await call('GET', `/desk/reports/cash?from=${on}&to=${on}`, { token: kiran.token })
  const names: string[] = body.columns.map(({ name }: { name: string }) => name)
  return Object.fromEntries(names.map((name, at) => [name, body.rows[0].cells[at]]))
}
const bring = (account: string, opening: number | undefined, ...lines: Written[]) =>
  bank.send(`/statements?bankAccountId=${account}`, statementForm(statementText(lines, opening)), key())
const read = async (account: string, on: string): Promise<BankDay> =>
  (await call('GET', `/desk/bank-days/${account}?day=${on}`, { token: kiran.token })).body
async function close(account: string, on: string): Promise<void> {
  const { version } = await read(account, on)
  const { body } = await call('POST', `/desk/bank-days/${account}/close`, {
    token: kiran.token,
    body: { day: on, version },
    headers: key(),
  })
  expect([body.message, (await decide(body.proposalId, omar)).status]).toEqual([undefined, 200])
}

describe('the opening balance of a bank account', () => {
  test('is booked by two operators, and bank less client money begins with it', async () => {
    const account = await newAccount(server)
    const before = { books: await books(), cash: await cash() }
    expect((await open(account, { day: day(0), amount: 50_000.25 }, dealer)).status).toBe(403)
    const { status, body } = await open(account, { day: day(0), amount: 50_000.25 })
    expect([status, body.waitsForSecond]).toEqual([200, true])
    expect((await books())('bank')).toBe(before.books('bank'))
    expect((await open(account, { day: day(0), amount: 1 }, omar)).body).toEqual(brokerBankErrors.openingPending)
    const proposalId = await pending(account)
    expect((await decide(proposalId, kiran)).status).toBe(409)
    const review = (await call('GET', `/desk/proposals/${proposalId}`, { token: omar.token })).body
    expect(JSON.stringify(review)).toContain('₹50,000.25')
    expect((await decide(proposalId, omar)).status).toBe(200)

    const imported = await call('POST', '/desk/client-imports', {
      token: kiran.token,
      body: statementForm(importText([clientCells({ balance: '45000' })]), 'clients.csv'),
    })
    expect((await decide(imported.body.proposalId, omar)).status).toBe(200)
    const now = await books()
    expect(now(account)).toBe(-50_000.25)
    expect(now('opening') - before.books('opening')).toBeCloseTo(50_000.25 - 45_000, 2)
    const [first, last] = [before.cash, await cash()]
    const grown = (name: string) => Math.round(100 * (Number(last[name]) - Number(first[name]))) / 100
    expect(
      ['Received', 'Opening balances', 'Bank balance', 'Client money', 'Bank less client money'].map(grown),
    ).toEqual([0, 50_000.25, 50_000.25, 45_000, 5_000.25])
    expect(await accountOf(account)).toMatchObject({
      opening: { day: today, amount: 50_000.25, requestedBy: 'Kiran', bookedBy: 'Omar' },
    })
    const audited = await db.rows("select after from audit where action = 'broker-bank.open' and subject_id = $1", [
      account,
    ])
    expect(audited).toMatchObject([{ after: { day: today, amount: '50000.25' } }])
  })

  test('begins the first day close, which shows the difference from the statement', async () => {
    const account = await newAccount(server)
    await opened(account, 3, 1000)
    const line = { ago: 3, reference: newUtr(), text: 'INTEREST', credit: 4.5 }
    expect((await bring(account, 1000, line)).status).toBe(200)
    await relyOnStatements(server)
    const { _id } = await bank.find(line.reference)
    expect((await bank.send(`/lines/${_id}/book`, { kind: 'interest', reason: 'As advised' })).status).toBe(200)
    expect(await read(account, day(3))).toMatchObject({
      from: day(3),
      opening: 1000,
      exceptions: 4.5,
      closing: 1004.5,
      bankClosing: 1004.5,
      items: [],
    })
    expect(await accountOf(account)).toMatchObject({ opening: { statement: { day: day(3), difference: 0 } } })
    await close(account, day(3))
    await bring(account, 1004.5, { ago: 1, text: 'FEE', debit: 4.5 })
    expect(await read(account, day(1))).toMatchObject({ opening: 1004.5, exceptions: 0, bankClosing: 1000 })

    const other = await newAccount(server)
    await opened(other, 3, 1000)
    await bring(other, 990, { ago: 2, text: `FEE ${newUtr()}`, debit: 5 })
    const shown = await read(other, day(2))
    expect(shown).toMatchObject({ opening: 1000, closing: 1000, bankClosing: 985 })
    expect(shown.items[0]).toMatchObject({
      kind: 'before',
      amount: -10,
      text: 'The first statement begins with ₹990.00, the books have ₹1,000.00',
    })
    expect(shown.items.reduce((sum, { amount }) => sum + amount, shown.closing)).toBe(985)
    expect(await accountOf(other)).toMatchObject({ opening: { statement: { day: day(2), difference: -10 } } })
  })

  test('is entered once, and again only after two operators reversed it', async () => {
    const account = await newAccount(server)
    expect((await reverse(account)).body).toEqual(brokerBankErrors.noOpening)
    await opened(account, 2, 700)
    expect((await open(account, { day: day(2), amount: 1 })).body).toEqual(brokerBankErrors.opened)
    const { body } = await reverse(account)
    expect(body.waitsForSecond).toBe(true)
    expect((await reverse(account, omar)).body).toEqual(brokerBankErrors.openingPending)
    const proposalId = await pending(account)
    expect((await decide(proposalId, kiran)).status).toBe(409)
    expect((await books())(account)).toBe(-700)
    expect((await decide(proposalId, omar)).status).toBe(200)
    expect((await books())(account)).toBe(0)
    expect((await read(account, day(2))).opening).toBe(0)
    expect((await accountOf(account)).opening).toBeUndefined()
    await opened(account, 2, 900)
    expect((await read(account, day(2))).opening).toBe(900)
    const rows = await db.rows(
      'select amount, reversal_reason from bank_opening where broker_bank_id = $1 order by id',
      [account],
    )
    expect(rows).toEqual([
      { amount: 70_000n, reversal_reason: 'Read from the wrong statement' },
      { amount: 90_000n, reversal_reason: null },
    ])
    await expect(db.run('update bank_opening set amount = 1 where broker_bank_id = $1', [account])).rejects.toThrow()
    await expect(db.run('delete from bank_opening where broker_bank_id = $1', [account])).rejects.toThrow()
  })

  test('cannot be for a day after the first bank entry or in the future', async () => {
    const account = await newAccount(server)
    await bring(account, 100, { ago: 3, text: `FEE ${newUtr()}`, debit: 5 })
    expect(await open(account, { day: day(2), amount: 95 })).toMatchObject({
      status: 409,
      body: bookedSince(dateText(day(3))),
    })
    expect((await open(account, { day: addDays(today, 1), amount: 95 })).body).toEqual(brokerBankErrors.openingFuture)
    await opened(account, 3, 100)
    expect((await read(account, day(3))).items).toMatchObject([{ kind: 'bankPayment', amount: -5 }])
  })

  test('is rejected at the approval if an earlier entry was imported since the request', async () => {
    const account = await newAccount(server)
    expect((await open(account, { day: day(1), amount: 95 })).status).toBe(200)
    await bring(account, 100, { ago: 3, text: `FEE ${newUtr()}`, debit: 5 })
    expect((await decide(await pending(account), omar)).body).toEqual(bookedSince(dateText(day(3))))
    expect((await books())(account)).toBe(0)
  })

  test('makes statements with earlier entries rejected', async () => {
    const account = await newAccount(server)
    await opened(account, 2, 95)
    const early = await bring(
      account,
      100,
      { ago: 3, text: `FEE ${newUtr()}`, debit: 5 },
      { ago: 1, text: `FEE ${newUtr()}`, debit: 5 },
    )
    expect(early).toMatchObject({ status: 422, body: beforeOpening(dateText(day(2))) })
    expect((await bring(account, 95, { ago: 1, text: `FEE ${newUtr()}`, debit: 5 })).status).toBe(200)
  })

  test('counts for the next open day where days are signed off already, and explains the balance before the statements', async () => {
    const account = await newAccount(server)
    await bring(account, 500, { ago: 4, text: `FEE ${newUtr()}`, debit: 5 })
    await relyOnStatements(server)
    await close(account, day(4))
    expect(await read(account, day(4))).toMatchObject({ state: 'closed', items: [{ kind: 'before', amount: 500 }, {}] })
    await opened(account, 4, 500)
    await bring(account, 495, { ago: 0, text: `FEE ${newUtr()}`, debit: 5 })
    expect(await read(account, today)).toMatchObject({
      opening: 0,
      exceptions: 500,
      closing: 500,
      bankClosing: 490,
      items: [{ kind: 'bankPayment' }, { kind: 'bankPayment' }],
    })
  })

  test('explains the balance of an account on which nothing was booked yet', async () => {
    const account = await newAccount(server)
    await opened(account, 2, 640)
    const empty = statementForm(`Account of ${account}\n${statementText([], 5)}`)
    const days = `&from=${day(2)}&to=${day(2)}`
    expect((await bank.send(`/statements?bankAccountId=${account}${days}`, empty, key())).body.lines).toBe(0)
    const balance = { day: day(2), opening: 640, closing: 640 }
    const path = `/desk/bank-days/${account}/balance`
    expect((await call('POST', path, { token: kiran.token, body: balance, headers: key() })).status).toBe(200)
    expect(await read(account, day(2))).toMatchObject({ opening: 640, closing: 640, bankClosing: 640, items: [] })
    await close(account, day(2))
  })

  test('of zero is recorded and moves no money', async () => {
    const account = await newAccount(server)
    await opened(account, 1, 0)
    expect(await accountOf(account)).toMatchObject({ opening: { amount: 0 } })
    await books()
  })
})

test('with APPROVALS=single one operator enters and reverses it, and the audit log says so', async () => {
  const single = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'single' })
  const { token } = await newOperator(single, 'cashier')
  const account = await newAccount(single)
  const path = `/desk/bank-accounts/${account}/opening`
  const entered = await single.call('POST', path, { token, body: { day: today, amount: 300 }, headers: key() })
  expect(entered).toMatchObject({ status: 200, body: { opening: { amount: 300 } } })
  expect(entered.body.waitsForSecond).toBeUndefined()
  const body = { reason: 'Wrong account' }
  expect((await single.call('POST', `${path}/reverse`, { token, body, headers: key() })).status).toBe(200)
  await balancedBooks(single, { token })
  const rows = await single.db.rows("select after ->> 'waived' as waived from audit where action = 'approval.waive'")
  const waived = JSON.stringify(['The opening balance of a bank account always needs a second operator'])
  expect(rows).toEqual([{ waived }, { waived }])
})
