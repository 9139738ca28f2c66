import type { LineBookingKind } from '@sauda/contract/money/line-booking'
import { expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { atBank, newUtr, type Written } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { balancedBooks } from '../../../test/books.ts'

// One operator is enough here, so that all 30 carry it out and none only proposes.
const server = await testServer({ DATABASE_CONNECTIONS: '20', RATE_LIMITS: 'off', APPROVALS: 'single' })
const operators = [await newOperator(server, 'admin', 'Kiran'), await newOperator(server, 'admin', 'Omar')]
const bank = atBank(server, operators[0]!.token)

const bring = async (written: Written, reference = newUtr()) => {
  await bank.bring({ ...written, reference })
  return (await bank.find(reference))._id
}
const { deposit, withdraw, approve } = walletSteps(server, operators[0]!)

type Booking = { kind: LineBookingKind; paymentId?: string; returnId?: string; parts?: object[] }
type Case = { lineId: string; booking: Booking; client?: MoneyClient; balance?: number }

const cases: Record<string, () => Promise<Case>> = {
  'a bank charge': async () => ({ lineId: await bring({ debit: 31 }), booking: { kind: 'charge' } }),
  'bank interest': async () => ({ lineId: await bring({ credit: 32 }), booking: { kind: 'interest' } }),
  'a return to the payer': async () => ({ lineId: await bring({ credit: 33 }), booking: { kind: 'return' } }),
  'the payment of a return': async () => {
    const receipt = await bring({ credit: 34 })
    await bank.send(`/lines/${receipt}/book`, { kind: 'return', reason: 'Unknown payer' })
    const returnId = (await bank.line(receipt)).bookings?.[0]?._id
    return { lineId: await bring({ debit: 34 }), booking: { kind: 'returned', ...(returnId && { returnId }) } }
  },
  'a payout returned to the client': async () => {
    const client = await moneyClient(server, { rupees: 500 })
    const reference = newUtr()
    await approve(await withdraw(client, 200), reference)
    return { lineId: await bring({ credit: 200 }, reference), booking: { kind: 'client' }, client, balance: 500 }
  },
  'a late line with another amount': async () => {
    const client = await moneyClient(server)
    const paymentId = await deposit(client, 700, newUtr())
    await approve(paymentId)
    return { lineId: await bring({ credit: 750 }), booking: { kind: 'late', paymentId }, client, balance: 750 }
  },
  'a split': async () => {
    const client = await moneyClient(server)
    const parts = [
      { paymentId: await deposit(client, 300, newUtr()), amount: 300 },
      { paymentId: await deposit(client, 400, newUtr()), amount: 410 },
    ]
    return { lineId: await bring({ credit: 710 }), booking: { kind: 'split', parts }, client, balance: 710 }
  },
}

test.each(Object.entries(cases))(
  'of 30 operators at once exactly one books %s, and one reverses it',
  async (_, make) => {
    const { lineId, booking, client, balance } = await make()
    const thirty = (path: string, body: object) =>
      Promise.all(
        Array.from({ length: 30 }, (_each, n) =>
          server.call('POST', `/desk/reconciliation/lines/${lineId}/${path}`, {
            token: operators[n % 2]!.token,
            headers: { 'idempotency-key': crypto.randomUUID() },
            body: { ...body, reason: 'As the advice of the bank says' },
          }),
        ),
      )
    const statuses = (answers: { status: number }[]) => answers.map(({ status }) => status).toSorted((a, b) => a - b)
    const once = [200, ...Array.from({ length: 29 }, () => 409)]
    expect(statuses(await thirty('book', booking))).toEqual(once)
    if (client) expect((await server.call('GET', `/user/wallet/${client.id}`, client)).body.balance).toBe(balance)
    const expected = booking.kind === 'split' ? Array.from({ length: 30 }, () => 409) : once
    expect(statuses(await thirty('reverse', {}))).toEqual(expected)
    await balancedBooks(server, operators[0]!)
  },
)
