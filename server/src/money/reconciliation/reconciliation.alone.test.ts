import type { BankLine } from '@sauda/contract/money/reconciliation'
import { describe, expect, test } from 'vitest'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator, newOperator, type NewOperator } from '../../../test/operator.ts'
import { atBank, newAccount, newUtr, type Written } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { dateText } from '../../platform/india.ts'

// Which exact matches an operator may approve together: those that the operator may approve alone (settled, section 14).
const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
await establishedOperator(server, 'admin', 'Asha Admin')
await establishedOperator(server, 'admin', 'Bela Admin')
const importer = await establishedOperator(server, 'cashier', 'Kiran')
const approver = await establishedOperator(server, 'cashier', 'Deepa')
const third = await establishedOperator(server, 'cashier', 'Chitra')
const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)

/** Imported by one operator and confirmed by another, with an opening balance of ₹1,00,000. */
async function proven(...lines: Written[]) {
  const accountId = await newAccount(server)
  await atBank(server, importer.token).bringTo(accountId, lines, 100_000)
  const closing = lines.reduce((sum, { credit = 0, debit = 0 }) => sum + credit - debit, 100_000)
  const body = { day: today, closing }
  expect((await call('POST', `/desk/bank-days/${accountId}/balance`, { token: third.token, body })).status).toBe(200)
}
const { deposit, withdraw } = walletSteps(server, approver)
const approve = (id: string, body: object, by: NewOperator) =>
  call('POST', `/desk/wallet/transactions/${id}/approve`, { token: by.token, body })
const listed = async (reference: string, by: NewOperator): Promise<BankLine | undefined> =>
  (await atBank(server, by.token).page(`search=${reference}`)).lines[0]
async function together(line: BankLine | undefined, by: NewOperator) {
  const matches = [{ lineId: line?._id, paymentId: line?.payment?._id }]
  return (await atBank(server, by.token).send('/approve', { matches })).body.results[0]
}
const firstApprovals = async (id: string) =>
  (await db.row<{ by: string | null }>('select first_approval_by as by from wallet_request where id = $1', [id]))?.by

describe('an exact match that one operator may not approve alone says why and who may', () => {
  test('because the operator imported it; another one approves it', async () => {
    const client = await moneyClient(server)
    const utr = newUtr()
    const id = await deposit(client, 150_000, utr)
    await proven({ reference: utr, credit: 150_000 })
    const own = await listed(utr, importer)
    expect(own).toMatchObject({ confidence: 'exact', obstacle: { approvers: ['Chitra', 'Deepa'] } })
    const [reason] = own?.obstacle?.reasons ?? []
    expect(reason).toContain('You imported statement.csv')
    expect(await together(own, importer)).toMatchObject({
      outcome: 'refused',
      message: expect.stringContaining(reason!),
    })
    expect(await firstApprovals(id)).toBeNull()
    const other = await listed(utr, approver)
    expect(other).not.toHaveProperty('obstacle')
    expect(await together(other, approver)).toMatchObject({ outcome: 'approved' })
  })

  test('because somebody else paid, until a second operator confirmed that account', async () => {
    const client = await moneyClient(server)
    const [utr, later] = [newUtr(), newUtr()]
    const paid = { credit: 700, text: `UPI-RAMESH KUMAR-ramesh.${utr}@oksbi-SBIN0000001-4126-ADD FUND` }
    const id = await deposit(client, 700, utr)
    await proven({ ...paid, reference: utr })
    const line = await listed(utr, approver)
    expect(line?.obstacle?.reasons).toEqual([
      `The payer is RAMESH KUMAR, but the client is ${client.name}. A second operator must compare both names`,
    ])
    expect(await together(line, approver)).toMatchObject({ outcome: 'refused' })
    await approve(id, { reference: utr }, approver)
    expect((await approve(id, { reference: utr }, third)).body.status).toBe('approved')
    await deposit(client, 700, later)
    await proven({ ...paid, reference: later })
    const next = await listed(later, approver)
    expect(next).not.toHaveProperty('obstacle')
    expect(next?.reason).not.toContain('RAMESH')
    expect(await together(next, approver)).toMatchObject({ outcome: 'approved' })
  })

  test('but one operator is enough if the holder of the client’s bank account paid', async () => {
    const client = await moneyClient(server)
    await db.run("update bank_details set holder_name = 'Sunita Devi' where client_id = $1", [client.id])
    const utr = newUtr()
    await deposit(client, 750, utr)
    await proven({ reference: utr, credit: 750, text: 'UPI-SUNITA DEVI-sunita@oksbi-SBIN0000001-4126-ADD' })
    const line = await listed(utr, approver)
    expect(line?.reason).not.toContain('SUNITA')
    expect(await together(line, approver)).toMatchObject({ outcome: 'approved' })
  })

  test('because the operator gave the first approval, or another one did, whose approval is to be checked', async () => {
    const client = await moneyClient(server, { rupees: 90_000 })
    const utr = newUtr()
    const id = await withdraw(client, 60_000)
    expect((await approve(id, {}, approver)).body).toMatchObject({ waitsForSecond: true })
    const { number } = (await db.row<{ number: bigint }>('select number from wallet_request where id = $1', [id]))!
    await proven({ reference: utr, debit: 60_000, text: `NEFT WDR${number}` })
    const own = await listed(utr, approver)
    expect(own?.obstacle?.reasons).toEqual(['You gave the first approval. A second operator must approve it too.'])
    expect(own?.obstacle?.approvers).toEqual(['Chitra', 'Kiran'])
    const other = await listed(utr, third)
    expect(other?.obstacle).toEqual({ reasons: ['Deepa gave the first approval. Open the request to give the second'] })
    expect(await together(other, third)).toMatchObject({ outcome: 'refused' })
    const { version } = (await call('GET', `/desk/wallet/transactions/${id}`, { token: third.token })).body
    const path = `/desk/reconciliation/lines/${other!._id}/approve`
    const approved = await call('POST', path, { token: third.token, body: { paymentId: id, version } })
    expect(approved.body).toMatchObject({ waitsForSecond: false })
  })

  test('because the operator’s login is new', async () => {
    const fresh = await newOperator(server, 'cashier', 'Farida')
    const utr = newUtr()
    await deposit(await moneyClient(server), 620, utr)
    await proven({ reference: utr, credit: 620 })
    const line = await listed(utr, fresh)
    expect(line?.obstacle?.reasons[0]).toContain('Your login or your role is new')
    expect(line?.obstacle?.approvers).toEqual(['Chitra', 'Deepa', 'Kiran'])
    expect(await together(line, fresh)).toMatchObject({ outcome: 'refused' })
  })
})

describe('the list of bank lines shows', () => {
  test('that a decision about a line is pending with a second operator, and who requested it', async () => {
    const utr = newUtr()
    await proven({ reference: utr, credit: 810 })
    const line = await listed(utr, approver)
    const body = { kind: 'return', reason: 'The payer asked for it' }
    const path = `/desk/reconciliation/lines/${line?._id}/book`
    expect((await call('POST', path, { token: approver.token, body })).body).toMatchObject({ waitsForSecond: true })
    expect(await listed(utr, third)).toMatchObject({ requested: { by: 'Deepa' } })
  })

  test('who gave the first approval of its request', async () => {
    const client = await moneyClient(server)
    const utr = newUtr()
    const id = await deposit(client, 25_000, utr)
    await approve(id, { reference: utr, bankAccountId: await newAccount(server) }, approver)
    await proven({ reference: utr, credit: 25_000 })
    expect(await listed(utr, third)).toMatchObject({ firstApproval: 'Deepa' })
  })

  test('for which day a booking counts, if the day of the line is closed', async () => {
    const utr = newUtr()
    await proven({ reference: utr, credit: 815, ago: 3 })
    expect(await listed(utr, third)).not.toHaveProperty('countsOn')
    await db.run(
      `update broker_bank b set closed_through = l.booked_on from bank_line l where l.reference = $1 and b.id = l.broker_bank_id`,
      [utr],
    )
    expect(await listed(utr, third)).toMatchObject({ countsOn: today })
  })
})

test('the pages of a request and of a pending booking show for which day it counts, if that of the line is closed', async () => {
  const client = await moneyClient(server)
  const [utr, other] = [newUtr(), newUtr()]
  const id = await deposit(client, 25_000, utr)
  await proven({ reference: utr, credit: 25_000, ago: 3 })
  await proven({ reference: other, credit: 816, ago: 3 })
  await db.run(
    `update broker_bank b set closed_through = l.booked_on from bank_line l where l.reference = any ($1) and b.id = l.broker_bank_id`,
    [[utr, other]],
  )
  const { body: found } = await call('GET', `/desk/reconciliation/payments/${id}`, { token: third.token })
  expect(found.lines).toMatchObject([{ reference: utr, countsOn: today }])
  const counts = { label: 'Counts for', value: { text: `${dateText(today)}, because the day of the entry is closed` } }
  const request = (await call('GET', `/desk/wallet/transactions/${id}`, { token: third.token })).body
  expect(request.evidence[0].facts).toContainEqual(counts)
  const line = await listed(other, approver)
  const body = { kind: 'return', reason: 'The payer asked for it' }
  await call('POST', `/desk/reconciliation/lines/${line?._id}/book`, { token: approver.token, body })
  const { proposalId } = (await listed(other, third))?.requested ?? {}
  const review = (await call('GET', `/desk/proposals/${proposalId}`, { token: third.token })).body
  expect(review.evidence[0].facts).toContainEqual(counts)
})

test('a second approval of another amount is rejected with the figure of the bank', async () => {
  const client = await moneyClient(server)
  const utr = newUtr()
  const id = await deposit(client, 25_000, utr)
  await approve(id, { reference: utr, amount: 24_000, bankAccountId: await newAccount(server) }, approver)
  await proven({ reference: utr, credit: 24_500 })
  const { status, body } = await approve(id, { reference: utr, amount: 24_500 }, third)
  expect([status, body.message]).toEqual([
    409,
    'The first approval was for ₹24,000.00. The bank entry is of ₹24,500.00. Approve the same amount, or reject the deposit.',
  ])
})

test('the columns of one bank account wait for a second operator once; another choice is rejected until then', async () => {
  const accountId = await newAccount(server)
  const layout = { header: ['When', 'What', 'Out', 'In'], date: 0, text: 1, withdrawal: 2, deposit: 3 }
  const save = (body: object, by: NewOperator) =>
    call('PUT', `/desk/reconciliation/layouts/${accountId}`, { token: by.token, body })
  expect((await save(layout, approver)).body).toMatchObject({ waitsForSecond: true })
  const { status, body } = await save({ ...layout, withdrawal: 3, deposit: 2 }, third)
  expect([status, body.message]).toEqual([
    409,
    'Deepa has already chosen columns for this bank account. Approve or reject that request first; it is in the queue.',
  ])
  const rows = await db.rows("select from proposal where kind = 'statement-layout.change' and status = 'pending'")
  expect(rows).toHaveLength(1)
})
