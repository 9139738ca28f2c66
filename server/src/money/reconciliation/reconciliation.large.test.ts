import { setTimeout as wait } from 'node:timers/promises'
import { tradeFileRules } from '@sauda/contract/trading/trade-file'
import { expect, test } from 'vitest'
import { newOperator } from '../../../test/operator.ts'
import { statementForm } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const cashier = await newOperator(server, 'cashier')
const dealer = await newOperator(server, 'dealer')
const other = await newOperator(server, 'support')

/** Reading such a file in the thread of the server takes several seconds; receiving it, a small part of one. */
const blocked = 1000
const pause = 25

/**
 * Milliseconds of processor time that the thread of the server used between two answers to another caller while `work`
 * ran; other programs on the machine do not change them.
 */
async function longestGap(work: Promise<unknown>): Promise<number> {
  let isRunning = true
  const done = work.finally(() => (isRunning = false))
  let longest = 0
  while (isRunning) {
    const before = process.threadCpuUsage()
    // Without a pause the calls would take a whole core.
    await wait(pause)
    // Not /health, which fails when the database of a loaded machine takes a second.
    expect((await server.call('GET', '/desk/me', { token: other.token })).status).toBe(200)
    const { user, system } = process.threadCpuUsage(before)
    longest = Math.max(longest, (user + system) / 1000)
  }
  await done
  return longest
}

const header = 'Date,Narration,Ref No,Withdrawal,Deposit,Balance\n'
const filled = (unit: string, start = '', length = 9 * 1024 * 1024) =>
  start + unit.repeat(Math.floor((length - start.length) / unit.length))
const line = (n: number) => `19/11/2026,"${'RAVI KUMAR '.repeat(38)}",${600_000_000_000 + n},,500.00,\n`

test.each([
  ['one line of empty cells', filled(','), 'Line 1: it has more than a million characters. A line end may be missing.'],
  ['one line in quotes', filled('","'), 'Line 1: it has more than a million characters. A line end may be missing.'],
  [
    'cells below the header',
    filled(',', header),
    'Line 2: it has more than a million characters. A line end may be missing.',
  ],
  [
    'short lines',
    filled('a\n', header),
    'This file has more than 50,000 lines. Please import it in parts, for example month by month.',
  ],
  ['20,000 payments', header + Array.from({ length: 20_000 }, (_, n) => line(n)).join(''), undefined],
])('other callers are answered while a statement of 9 MB is read: %s', async (_what, text, message) => {
  const work = server.call('POST', '/desk/reconciliation/preview', { token: cashier.token, body: statementForm(text) })
  expect(await longestGap(work)).toBeLessThan(blocked)
  expect((await work).body.message).toBe(message)
})

test('other callers are answered while a trade file of nothing but line ends is read', async () => {
  const head = 'reference,client,action,stock,quantity,price\n'
  const body = { csv: filled('\n', head, tradeFileRules.characters) }
  const work = server.call('POST', '/desk/trades/import/preview', { token: dealer.token, body })
  expect(await longestGap(work)).toBeLessThan(blocked)
  expect((await work).body.message).toBe('The file has no trades in it')
})
