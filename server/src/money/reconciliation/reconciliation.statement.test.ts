import type { Contradiction } from '@sauda/contract/money/bank-statement'
import { expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { atBank, newAccount, newUtr, type Written } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { decidePending, pendingProposal } from '../../../test/approvals.ts'

// Later statements that contradict earlier ones, and statements that are withdrawn.
const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
await establishedOperator(server, 'admin', 'Asha Admin')
await establishedOperator(server, 'admin', 'Bela Admin')
const importer = await establishedOperator(server, 'cashier', 'Kiran')
const other = await establishedOperator(server, 'cashier', 'Deepa')
const third = await establishedOperator(server, 'cashier', 'Chitra')
const bank = atBank(server, other.token)

const bring = (accountId: string, opening: number | undefined, ...lines: Written[]) =>
  atBank(server, importer.token).bringTo(accountId, lines, opening)
const contradictions = async (): Promise<Contradiction[]> =>
  (await call('GET', '/desk/reconciliation/contradictions', { token: other.token })).body.contradictions
const decide = (statementId: string | undefined, verb: string, by = other) =>
  call('POST', `/desk/reconciliation/statements/${statementId}/${verb}`, {
    token: by.token,
    body: { reason: 'Compared with the bank' },
  })
const approveProposal = () => decidePending(server, third)
const { deposit, withdraw: request, approve } = walletSteps(server, third)
/** An approved deposit on a line of the account. */
async function credited(rupees: number) {
  const client = await moneyClient(server)
  const reference = newUtr()
  return { client, reference, id: await deposit(client, rupees, reference) }
}
const approveLine = async (reference: string) => {
  expect((await bank.approve(await bank.find(reference))).body).toMatchObject({ waitsForSecond: false })
}
const withdraw = async (client: MoneyClient, amount: number) => approve(await request(client, amount))

test('a line that a later statement lacks is an exception that names importer and approval, and holds payouts', async () => {
  const accountId = await newAccount(server)
  const { client, reference, id } = await credited(5000)
  const real = { text: 'NEFT REAL', credit: 100, ago: 4 }
  await bring(accountId, 1000, real, { reference, text: 'FORGED', credit: 5000, ago: 3 })
  await approveLine(reference)
  const reading = await bring(accountId, 1000, real, { text: 'LATER', credit: 7, ago: 1 })
  expect(reading).toMatchObject({ contradicts: 1 })
  const [found] = await contradictions()
  expect(found).toMatchObject({
    importedBy: 'Kiran',
    entries: [
      { text: 'FORGED', absent: true, earlierImporter: 'Kiran', approved: { clientName: client.name, by: 'Deepa' } },
    ],
  })
  expect(await withdraw(client, 200)).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('A later bank statement contradicts a payment of this client') },
  })
  expect((await decide(found?.statementId, 'correct')).body).toMatchObject({ waitsForSecond: true })
  expect((await decide(found?.statementId, 'explain')).status).toBe(409)
  expect((await approveProposal()).status).toBe(200)
  expect(await contradictions()).toEqual([])
  // The line counts nowhere; the deposit is missing in the statements.
  expect(await bank.ofPayment(id)).toMatchObject([{ exception: 'missing' }])
  expect(await db.rows("select from withdrawn_line where line ->> 'text' = 'FORGED'")).toHaveLength(1)
  expect((await withdraw(client, 200)).status).toBe(200)
})

test('a corrected statement replaces the balances of the lines after two operators agreed, and the day can be closed', async () => {
  const accountId = await newAccount(server)
  const [first, second] = [
    { text: 'FIRST', credit: 100, ago: 5 },
    { text: 'SECOND', credit: 200, ago: 3 },
  ]
  await bring(accountId, 1000, first, second)
  await bring(accountId, 1000, first, { text: 'LATE', credit: 50, ago: 4 }, second, { text: 'NEXT', debit: 1, ago: 2 })
  const day = async (ago: number) => {
    const on = new Date(Date.now() + 5.5 * 3_600_000 - ago * 86_400_000).toISOString().slice(0, 10)
    return (await call('GET', `/desk/bank-days/${accountId}?day=${on}`, { token: other.token })).body
  }
  const [found] = await contradictions()
  expect(found?.entries).toMatchObject([{ text: 'SECOND', absent: false, before: 1300, after: 1350 }])
  expect((await decide(found?.statementId, 'correct')).body).toMatchObject({ waitsForSecond: true })
  expect((await approveProposal()).status).toBe(200)
  expect(await contradictions()).toEqual([])
  expect(await day(3)).toMatchObject({ bankClosing: 1350 })
  const blocking = (await day(3)).points.filter(({ blocks }: { blocks: boolean }) => blocks)
  expect(blocking).toEqual([])
})

test('two operators withdraw an entry of today that a corrected statement lacks, and the day can be closed', async () => {
  const accountId = await newAccount(server)
  const [first, gone, last] = [
    { text: 'T1', credit: 100 },
    { text: 'T2', credit: 50 },
    { text: 'T3', credit: 200 },
  ]
  await bring(accountId, 1000, first, gone, last)
  await bring(accountId, 1000, first, last)
  const [found] = await contradictions()
  expect(found?.entries).toMatchObject([
    { text: 'T2', absent: true },
    { text: 'T3', absent: false, before: 1350, after: 1300 },
  ])
  expect((await decide(found?.statementId, 'correct')).body).toMatchObject({ waitsForSecond: true })
  expect((await approveProposal()).status).toBe(200)
  const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)
  const { body } = await call('GET', `/desk/bank-days/${accountId}?day=${today}`, { token: other.token })
  expect(body).toMatchObject({ bankClosing: 1300 })
  expect(body.points.filter(({ blocks }: { blocks: boolean }) => blocks)).toEqual([])
})

test('a booking that waits for a second operator while its entry is withdrawn is rejected with a sentence', async () => {
  const accountId = await newAccount(server)
  const [first, gone, last] = [
    { text: 'W1', credit: 100 },
    { text: 'W2', credit: 50, reference: newUtr() },
    { text: 'W3', credit: 200 },
  ]
  await bring(accountId, 1000, first, gone, last)
  const line = await bank.find(gone.reference)
  const booked = await bank.send(`/lines/${line._id}/book`, { kind: 'return', reason: 'The payer asked for it' })
  expect(booked.body).toMatchObject({ waitsForSecond: true })
  const waiting = await pendingProposal(server)
  await bring(accountId, 1000, first, last)
  const [found] = await contradictions()
  expect((await decide(found?.statementId, 'correct')).body).toMatchObject({ waitsForSecond: true })
  expect((await decidePending(server, third, { subject: 'statement.correct' })).status).toBe(200)
  const act = (verb: string) => call('POST', `/desk/proposals/${waiting}/${verb}`, { token: third.token })
  const shown = await call('GET', `/desk/proposals/${waiting}`, { token: third.token })
  expect(shown).toMatchObject({ status: 200, body: { obstacle: expect.any(String) } })
  expect([404, 409]).toContain((await act('approve')).status)
  expect((await act('reject')).status).toBe(200)
  expect((await call('GET', '/desk/books', { token: other.token })).body).toMatchObject({ balanced: true })
})

test('a second operator can keep the earlier lines with a reason', async () => {
  const accountId = await newAccount(server)
  await bring(accountId, 1000, { text: 'A', credit: 1, ago: 4 }, { text: 'B', credit: 2, ago: 3 })
  await bring(accountId, 1000, { text: 'A', credit: 1, ago: 4 }, { text: 'C', credit: 3, ago: 1 })
  const [found] = await contradictions()
  expect((await decide(found?.statementId, 'explain')).body).toMatchObject({ waitsForSecond: true })
  expect((await approveProposal()).status).toBe(200)
  expect(await contradictions()).toEqual([])
  expect(await bank.find('B')).toMatchObject({ amount: 2 })
})

test('statements that follow on, overlap, or begin and end within a day contradict nothing', async () => {
  const accountId = await newAccount(server)
  const lines = [
    { text: 'K1', credit: 1, ago: 3 },
    { text: 'K2', credit: 2, ago: 2 },
    { text: 'K3', credit: 3, ago: 2 },
    { text: 'K4', credit: 4, ago: 1 },
    { text: 'K5', credit: 5 },
  ] as const
  await bring(accountId, 1000, ...lines.slice(0, 2))
  await bring(accountId, 1003, ...lines.slice(2, 4))
  await bring(accountId, 1001, ...lines.slice(1))
  // Without running balances only the days between the first and the last one are known to be complete.
  await bring(accountId, undefined, lines[0], lines[3])
  const open = (await contradictions()).flatMap(({ entries }) => entries.map(({ text }) => text))
  expect(open).toEqual(['K2', 'K3'])
  const [found] = await contradictions()
  await decide(found?.statementId, 'withdraw')
  expect((await approveProposal()).status).toBe(200)
  expect(await contradictions()).toEqual([])
})

test('a statement is withdrawn by two operators once its bookings are reversed, and may be imported again', async () => {
  const accountId = await newAccount(server)
  const reference = newUtr()
  const lines = [{ reference, text: 'CHARGES', debit: 20, ago: 2 }]
  await bring(accountId, 1000, ...lines)
  const line = await bank.find(reference)
  expect((await bank.send(`/lines/${line._id}/book`, { kind: 'charge', reason: 'Fee' })).status).toBe(200)
  const { body } = await call('GET', '/desk/reconciliation/statements', { token: other.token })
  const statementId = body.statements[0]._id
  expect(await decide(statementId, 'withdraw')).toMatchObject({
    status: 409,
    body: { message: expect.stringContaining('Reverse the bookings of these entries first: CHARGES') },
  })
  const reverse = () => bank.send(`/lines/${line._id}/reverse`, { reason: 'Wrong file' })
  expect((await reverse()).status).toBe(200)
  expect((await decide(statementId, 'withdraw')).body).toMatchObject({ waitsForSecond: true })
  // Booked again while the request waits.
  const waiting = await pendingProposal(server)
  expect((await bank.send(`/lines/${line._id}/book`, { kind: 'charge', reason: 'Fee' })).status).toBe(200)
  const { obstacle } = (await call('GET', `/desk/proposals/${waiting}`, { token: third.token })).body
  expect(obstacle).toContain('Reverse the bookings of these entries first: CHARGES')
  expect((await approveProposal()).body.message).toBe(obstacle)
  expect((await reverse()).status).toBe(200)
  expect((await approveProposal()).status).toBe(200)
  expect((await bank.page(`search=${reference}`)).lines).toEqual([])
  expect((await decide(statementId, 'withdraw')).status).toBe(409)
  expect(await bring(accountId, 1000, ...lines)).toMatchObject({ added: 1 })
  const audited = await db.rows(
    "select from audit where action = 'reconciliation.statement-withdraw' and subject_id = $1",
    [accountId],
  )
  expect(audited).toHaveLength(1)
})

test('column layouts are read once a second operator approved them', async () => {
  const accountId = await newAccount(server)
  const body = { header: ['When', 'What', 'Out', 'In'], date: 0, text: 1, withdrawal: 2, deposit: 3 }
  const path = `/desk/reconciliation/layouts/${accountId}`
  expect((await call('PUT', path, { token: other.token, body })).body).toMatchObject({ waitsForSecond: true })
  const saved = async () =>
    (await call('GET', '/desk/reconciliation/layouts', { token: other.token })).body.layouts.map(
      ({ bankAccountId }: { bankAccountId: string }) => bankAccountId,
    )
  expect(await saved()).not.toContain(accountId)
  expect((await approveProposal()).status).toBe(200)
  expect(await saved()).toContain(accountId)
})

test('a payment is missing only in the statements of the account it is booked to', async () => {
  const [own, another] = [await newAccount(server), await newAccount(server)]
  const { id } = await credited(300)
  expect((await approve(id, newUtr(), other, { bankAccountId: own })).status).toBe(200)
  await db.run(
    "update wallet_request set created_at = now() - interval '4 days', decided_at = now() - interval '4 days' where id = $1",
    [id],
  )
  const days = [
    { text: `T${id}`, credit: 1, ago: 6 },
    { text: `U${id}`, credit: 1, ago: 1 },
  ]
  await bring(another, 0, ...days)
  expect(await bank.ofPayment(id)).toEqual([])
  await bring(own, 0, ...days.map((line) => ({ ...line, text: `${line.text} own` })))
  const [missing] = await bank.ofPayment(id)
  expect(missing).toMatchObject({ exception: 'missing', state: 'exception' })
  // A note closes it for this account only.
  expect((await bank.settle(missing!)).status).toBe(200)
  await db.run('update wallet_request set broker_bank_id = $2 where id = $1', [id, another])
  await db.run("update wallet_request set decided_at = now() - interval '1 day' where id = $1", [id])
  await bring(another, 2, { text: `V${id}`, credit: 1 })
  expect((await bank.ofPayment(id)).map(({ state }) => state).toSorted()).toEqual(['exception', 'settled'])
})
