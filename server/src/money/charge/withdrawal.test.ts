import { globSync, readFileSync } from 'node:fs'
import { chargeTexts, type ChargeStatus } from '@sauda/contract/money/charge'
import { describe, expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer, type Answer } from '../../../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { db, call } = server
const admin = await newOperator(server, 'admin')

/** A charge far larger than the balance, a year overdue, left in the given state. */
async function owe(client: MoneyClient, until: ChargeStatus): Promise<void> {
  const { body } = await call('POST', '/desk/charges', {
    token: admin.token,
    body: {
      clientId: client.id,
      chargeType: 'TDS',
      description: 'Tax',
      amount: 9_00_000,
      gst: 1_62_000,
      dueDate: '2025-01-01',
    },
  })
  const steps = { PENDING: 0, CANCELLED: 0, PAID: 1, REJECTED: 2, APPROVED: 2 }[until]
  if (until === 'CANCELLED') {
    const path = `/desk/charges/${body._id}/cancel`
    await call('POST', path, { token: admin.token, body: { reason: 'Raised twice' } })
  }
  if (steps > 0) {
    const transactionId = String(Math.floor(100_000_000_000 + Math.random() * 899_999_999_999))
    await call('POST', `/user/charges/${body._id}/pay`, { token: client.token, body: { transactionId } })
  }
  if (steps > 1) {
    await call('POST', `/desk/charges/${body._id}/${until === 'REJECTED' ? 'reject' : 'approve'}`, {
      token: admin.token,
      body: until === 'REJECTED' ? { reason: 'Not found' } : {},
    })
  }
  await db.run(`update charge set created_at = now() - interval '1 year' where id = $1`, [body._id])
}

const withdraw = (client: MoneyClient) =>
  call('POST', '/user/wallet/withdraw', { token: client.token, body: { id: client.id, amount: 1000 } })
const approve = (id: string) =>
  call('POST', `/desk/wallet/transactions/${id}/approve`, {
    token: admin.token,
    body: { reference: `N${id.replaceAll('-', '').slice(-20)}` },
  })

/** The texts for the client, without the parts that differ from request to request. */
const textsOf = ({ status, body }: Answer) => {
  const { type, amount, status: state, reason, waitsForSecond } = body.transaction ?? body
  return { status, message: body.message, type, amount, state, reason, waitsForSecond }
}

describe('a withdrawal does not depend on charges', () => {
  test.each<readonly ChargeStatus[]>([
    ['PENDING'],
    ['PAID'],
    ['REJECTED'],
    ['APPROVED'],
    ['PENDING', 'PAID', 'REJECTED', 'APPROVED', 'PENDING'],
  ])('with charges in %s %s %s %s it is requested, paid and mailed as without any', async (...owed) => {
    const [free, owing] = [await moneyClient(server, { rupees: 1000 }), await moneyClient(server, { rupees: 1000 })]
    for (const status of owed) await owe(owing, status)
    const wallet = async ({ id, token }: MoneyClient) => (await call('GET', `/user/wallet/${id}`, { token })).body
    expect(await wallet(owing)).toEqual(await wallet(free))

    const [asked, without] = [await withdraw(owing), await withdraw(free)]
    expect(asked.status).toBe(200)
    expect(textsOf(asked)).toEqual(textsOf(without))
    const [paid, paidWithout] = [await approve(asked.body.transaction._id), await approve(without.body.transaction._id)]
    expect(paid).toMatchObject({ status: 200, body: { status: 'approved' } })
    expect(textsOf(paid)).toEqual(textsOf(paidWithout))
    expect(await wallet(owing)).toMatchObject({ balance: 0, withheld: 0 })
  })

  test('no code of the wallet or the ledger mentions charges', () => {
    const files = globSync('{money/wallet,core/ledger,money/bank}/**/*.ts', {
      cwd: new URL('../../', import.meta.url).pathname,
    })
      .filter((path) => !path.includes('.test.'))
      .map((path) => [path, readFileSync(new URL(`../../${path}`, import.meta.url), 'utf8')] as const)
    expect(files.length).toBeGreaterThan(20)
    const aware = files.filter(([, text]) => /\b(from|join|update|into)\s+charge\b|\/charge\b/i.test(text))
    expect(aware.map(([path]) => path)).toEqual([])
  })

  test('the sentence about it is the same everywhere', () => {
    expect(chargeTexts.honest).toBe('You never need to pay a charge to withdraw.')
  })
})
