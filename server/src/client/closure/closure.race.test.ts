import { commonErrors } from '@sauda/contract/platform/error'
import { expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { raceAtTable } from '../../../test/race.ts'
import { testServer, type Answer } from '../../../test/server.ts'

const server = await testServer({ DATABASE_CONNECTIONS: '20', RATE_LIMITS: 'off', STEP_UP: 'off' })
const { call, db } = server
const cashier = await establishedOperator(server, 'cashier')

const close = ({ token }: MoneyClient) => call('POST', '/user/closure', { token, body: {} })
const withdraw = ({ id, token }: MoneyClient) =>
  call('POST', '/user/wallet/withdraw', { token, body: { id, amount: 100 } })
const reject = (id: string) =>
  call('POST', `/desk/wallet/transactions/${id}/reject`, { token: cashier.token, body: { reason: 'Tested' } })

async function stateOf({ id }: MoneyClient) {
  const ledger = (await db.row<{ cash: bigint; withheld: bigint; closure: string | null }>(
    'select cash, withheld, closure from client_ledger where client_id = $1',
    [id],
  ))!
  const pending = await db.rows<{ amount: bigint }>(
    "select amount from wallet_request where client_id = $1 and type = 'withdrawal' and status = 'pending'",
    [id],
  )
  return { ...ledger, pending: pending.map(({ amount }) => amount) }
}
const sum = (amounts: readonly bigint[]) => amounts.reduce((total, each) => total + each, 0n)

test('of a closing and withdrawals at once, either the closing pays everything or the withdrawals stay open items', async () => {
  for (let round = 0; round < 6; round += 1) {
    const client = await moneyClient(server, { rupees: 1000 })
    const calls = [
      ...Array.from({ length: 6 }, () => () => withdraw(client)),
      ...[1, 2, 3].map(() => () => close(client)),
    ]
    const answers: Answer[] = await raceAtTable(
      server,
      'wallet_request',
      // Another one first in each round.
      [...calls.slice(round), ...calls.slice(0, round)],
    )
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const { cash, withheld, closure, pending } = await stateOf(client)
    expect([cash + withheld, withheld]).toEqual([100_000n, sum(pending)])
    if (closure === 'open') {
      // The closing came first, with its own withdrawal only.
      expect([cash, pending]).toEqual([0n, [100_000n]])
      expect((await withdraw(client)).body).toEqual(commonErrors.closing)
    } else expect(pending.length).toBeGreaterThan(0)
  }
})

test('a withdrawal that the desk decides while its client closes the account is counted once', async () => {
  for (let round = 0; round < 4; round += 1) {
    const client = await moneyClient(server, { rupees: 1000 })
    const { body } = await withdraw(client)
    const both = [() => reject(body.transaction._id), () => close(client)]
    const answers = await raceAtTable(server, 'wallet_request', round % 2 === 0 ? both : both.toReversed())
    expect(answers.filter(({ status }) => status >= 500)).toEqual([])
    const { cash, withheld, closure, pending } = await stateOf(client)
    expect([cash + withheld, withheld]).toEqual([100_000n, sum(pending)])
    // Rejected before the closing, whose payout has everything; or after it was refused because of the open item.
    expect(closure === 'open' ? pending : [cash]).toEqual([100_000n])
  }
})
