import { createHash, randomBytes } from 'node:crypto'
import type { BankDay } from '@sauda/contract/money/bank-day'
import { decimalRupees } from '@sauda/contract/platform/money'
import { expect, test } from 'vitest'
import { clientCells, importText } from '../../test/client-import.ts'
import { establishedOperator } from '../../test/operator.ts'
import { atPayouts, hdfcLine, layoutNamed, settleToday } from '../../test/payout.ts'
import { atBank, newUtr, statementForm, statementText, type Written } from '../../test/reconciliation.ts'
import { testServer } from '../../test/server.ts'
import { dayInIndia } from '../platform/india.ts'

// A broker with one person: the day of complete-day.test.ts in small, without a second operator.

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'single' })
const { db, call } = server
const me = await establishedOperator(server, 'admin', 'Asha')
const bank = atBank(server, me.token)
const payouts = atPayouts(server, me)
const today = dayInIndia(new Date())
const opening = 5_000_000
const written: Written[] = []
let imported = 0

/** Carried out at once; fails if a second person is needed. */
async function done(method: string, path: string, body?: object) {
  const answer = await call(method, path, { token: me.token, ...(body && { body }) })
  expect([path, answer.status, answer.status === 200 ? '' : answer.body.message]).toEqual([path, 200, ''])
  expect([path, answer.body.waitsForSecond ?? false]).toEqual([path, false])
  return answer.body
}
const sumOf = (lines: readonly Written[]) => lines.reduce((sum, l) => sum + (l.credit ?? 0) - (l.debit ?? 0), opening)

test('one person finishes a whole day alone', async () => {
  const [account] = await done('GET', '/desk/bank-accounts')
  const { _id: bankId, name, receives, upiId, upiName } = account
  const number = { accountNumber: '50100123456789', ifsc: 'HDFC0001234' }
  await done('PUT', `/desk/bank-accounts/${bankId}`, { name, receives, upiId, upiName, ...number })
  await done('PUT', `/desk/payout-layouts/${bankId}`, layoutNamed('HDFC ENet'))
  const importNew = async () => {
    const text = statementText(written.slice(imported), sumOf(written.slice(0, imported)))
    await done('POST', `/desk/reconciliation/statements?bankAccountId=${bankId}`, statementForm(text))
    imported = written.length
  }

  // The first clients, with their balances.
  const cells = Array.from({ length: 4 }, () => clientCells({ balance: '100000' }))
  await done('POST', '/desk/client-imports', statementForm(importText(cells), 'clients.csv'))
  const clients = await db.rows<{ id: string; email: string; name: string; number: string }>(
    "select id, email, name, 'SD' || number as number from client where email = any ($1)",
    [cells.map(({ email }) => email)],
  )
  expect(clients).toHaveLength(4)
  const people = await Promise.all(
    clients.map(async (client) => {
      const token = randomBytes(32).toString('base64url')
      await db.run(
        `insert into session (id, token_hash, client_id, ip, device, expires_at)
         values (gen_random_uuid(), $1, $2, '127.0.0.1', 'test', now() + interval '1 day')`,
        [createHash('sha256').update(token).digest(), client.id],
      )
      return { ...client, token }
    }),
  )

  // Deposits: an ordinary one, a large one, and one paid by another person.
  const deposit = async (n: number, amount: number, utr: string) =>
    (
      await call('POST', '/user/wallet/add-money', {
        token: people[n]!.token,
        body: { id: people[n]!.id, amount, utr },
      })
    ).body.transaction._id as string
  const [small, large, other] = [newUtr(), newUtr(), newUtr()]
  await deposit(0, 5000, small)
  await deposit(1, 900_000, large)
  await deposit(2, 70_000, other)
  written.push(
    { text: 'UPI', reference: small, credit: 5000 },
    { text: 'NEFT', reference: large, credit: 900_000 },
    { text: `NEFT CR-SBIN0000001-RAMESH KUMAR-${other}`, reference: other, credit: 70_000 },
  )
  // Exceptions.
  const [charge, interest, note, penny, stranger, unknown] = Array.from({ length: 6 }, () => newUtr())
  written.push(
    { text: 'CHARGES', reference: charge!, debit: 15_000 },
    { text: 'INTEREST', reference: interest!, credit: 12_500 },
    { text: 'REWARD', reference: note!, credit: 11_000 },
    { text: 'IMPS', reference: penny!, debit: 1 },
    { text: 'NEFT STRANGER', reference: stranger!, credit: 901.25 },
    { text: 'NEFT WITHOUT NAME', reference: unknown!, credit: 750 },
  )
  await importNew()
  for (const reference of [small, large, other]) {
    const line = await bank.find(reference)
    await done('POST', `/desk/reconciliation/lines/${line._id}/approve`, { paymentId: line.payment?._id })
  }
  const book = async (reference: string, booking: object) =>
    done('POST', `/desk/reconciliation/lines/${(await bank.find(reference))._id}/book`, {
      reason: 'As the bank says',
      ...booking,
    })
  await book(charge!, { kind: 'charge' })
  await book(interest!, { kind: 'interest' })
  await done('POST', `/desk/reconciliation/lines/${(await bank.find(note!))._id}/settle`, { note: 'Asked the bank' })
  await book(penny!, { kind: 'penny_drop', saudaId: people[0]!.number, nameAtBank: 'ASHA RAO' })
  await book(stranger!, { kind: 'return' })
  await done('POST', `/desk/reconciliation/lines/${(await bank.find(unknown!))._id}/credit`, {
    clientId: people[3]!.id,
    reason: 'Receipt seen',
  })
  const receipt = await bank.line((await bank.find(stranger!))._id)
  const sentBack = newUtr()
  written.push({ text: 'NEFT RETURNED', reference: sentBack, debit: 901.25 })
  await importNew()
  await book(sentBack, { kind: 'returned', returnId: receipt.bookings?.[0]?._id })
  expect(await bank.show('exception')).toEqual([])

  // Payouts, of clients whose deposits the same person approved; one fails.
  const withdrawals = [await payouts.withdraw(people[0]!, 60_000), await payouts.withdraw(people[1]!, 700_000)]
  const batch = await done('POST', '/desk/payouts', { bankId, withdrawals })
  expect((await payouts.file(batch._id)).status).toBe(200)
  const named = (await payouts.batch(batch._id)).payouts
  const of = (id: string | undefined) => named.find((each) => each._id === id)?.transactionId ?? ''
  const utr = newUtr()
  const answer = [
    hdfcLine(of(withdrawals[0]), '60000.00', utr),
    hdfcLine(of(withdrawals[1]), '700000.00', '', 'R', 'INVALID ACCOUNT'),
  ].join('\n')
  expect((await payouts.answer(batch._id, answer)).body).toMatchObject({ paid: { count: 1 }, failed: { count: 1 } })
  written.push({ text: `NEFT ${of(withdrawals[0])}`, reference: utr, debit: 60_000 })

  // The settlement pays what everybody has left.
  const day = await settleToday(server)
  const { lines } = await done('GET', `/desk/settlements?day=${day}`)
  const due = lines.filter(({ payable }: { payable: number }) => payable > 0)
  const body = { day, bankId, clients: due.map(({ clientId }: { clientId: string }) => clientId) }
  const settled = await done('POST', '/desk/settlements', body)
  const paid = (await payouts.batch(settled.batch._id)).payouts as unknown as {
    transactionId: string
    amount: number
  }[]
  const answers = paid.map(({ transactionId, amount }) => {
    const reference = newUtr()
    written.push({ text: `NEFT ${transactionId}`, reference, debit: amount })
    return hdfcLine(transactionId, decimalRupees(BigInt(Math.round(amount * 100))), reference)
  })
  expect((await payouts.answer(settled.batch._id, answers.join('\n'))).body).toMatchObject({
    paid: { count: due.length },
  })
  await importNew()
  for (const line of await bank.show('approve'))
    await done('POST', `/desk/reconciliation/lines/${line._id}/approve`, { paymentId: line.payment?._id })

  // Every account of the broker is signed off.
  const accounts = await done('GET', '/desk/bank-accounts')
  for (const { _id } of accounts) {
    const path = `/desk/bank-days/${_id}`
    const closing = sumOf(written)
    const shown: BankDay = await done('GET', `${path}?day=${today}`)
    expect([shown.points.filter(({ blocks }) => blocks), shown.bankClosing]).toEqual([[], closing])
    await done('POST', `${path}/close`, { day: today, version: shown.version })
    expect((await done('GET', `${path}?day=${today}`)).state).toBe('closed')
  }
  expect(await done('GET', '/desk/books')).toMatchObject({ balanced: true, differences: [] })
  expect(await db.rows("select kind from proposal where status = 'pending'")).toEqual([])
  const waived = await db.row<{ count: number }>(
    "select count(*)::int as count from audit where action = 'approval.waive'",
  )
  expect(waived?.count).toBeGreaterThan(12)
})
