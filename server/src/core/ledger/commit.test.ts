import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { commitTrap } from '../../../test/commit-trap.ts'
import { fund, moneyClient, moneyOperator } from '../../../test/money.ts'
import { isNightly } from '../../../test/often.ts'
import { startProgram, type Program } from '../../../test/program.ts'
import { testServer } from '../../../test/server.ts'
import { tradeSteps } from '../../../test/trade.ts'

const SECRET_KEY = 'k'.repeat(40)
/** Only the database of this server is used: the program below works on it. */
const { db, databaseUrl } = await testServer({ SECRET_KEY })
const folder = mkdtempSync(join(tmpdir(), 'sauda-commit-'))
const trap = await commitTrap(databaseUrl)
// Statements travel as text, so that the trap can read them.
const settings = {
  DATABASE_URL: trap.url,
  DATA_DIR: folder,
  SECRET_KEY,
  PREPARED_STATEMENTS: 'off',
}
let program = await startProgram(settings)
afterAll(async () => {
  await program.kill()
  trap.close()
  rmSync(folder, { recursive: true, force: true })
})

const operator = await moneyOperator({ db })
const other = await moneyOperator({ db })
const books = async () => (await program.call('GET', '/desk/books', { token: operator.token })).body

type SentRequest = { path: string; token: string; body: object; key: string }
type SendRequest = (running: Program) => Promise<SentRequest & { count: string; id: string }>

/** Every kind of request for money before it is sent; `count` counts its effect. */
const requests: Record<string, SendRequest> = {
  'a withdrawal': async () => {
    const client = await moneyClient({ db }, { rupees: 1000 })
    const count = "select count(*)::int as n from wallet_request where client_id = $1 and type = 'withdrawal'"
    return {
      path: '/user/wallet/withdraw',
      token: client.token,
      body: { id: client.id, amount: 300 },
      key: randomUUID(),
      count,
      id: client.id,
    }
  },
  'an add-fund request': async () => {
    const client = await moneyClient({ db })
    const count = 'select count(*)::int as n from wallet_request where client_id = $1'
    return {
      path: '/user/wallet/add-money',
      token: client.token,
      body: { id: client.id, amount: 300 },
      key: randomUUID(),
      count,
      id: client.id,
    }
  },
  'the approval of a deposit': async (running) => {
    const client = await moneyClient({ db })
    const asked = await running.call('POST', '/user/wallet/add-money', {
      token: client.token,
      body: { id: client.id, amount: 300 },
    })
    const { _id } = asked.body.transaction
    const count = "select count(*)::int as n from journal where client_id = $1 and event = 'deposit.approved'"
    const body = { reference: _id.replaceAll('-', '').slice(-20) }
    return {
      path: `/desk/wallet/transactions/${_id}/approve`,
      token: operator.token,
      body,
      key: randomUUID(),
      count,
      id: client.id,
    }
  },
  'the refusal of a withdrawal': async (running) => {
    const client = await moneyClient({ db }, { rupees: 1000 })
    const asked = await running.call('POST', '/user/wallet/withdraw', {
      token: client.token,
      body: { id: client.id, amount: 300 },
    })
    const { _id } = asked.body.transaction
    const count = "select count(*)::int as n from journal where client_id = $1 and event = 'withdrawal.refused'"
    return {
      path: `/desk/wallet/transactions/${_id}/reject`,
      token: operator.token,
      body: { reason: 'No' },
      key: randomUUID(),
      count,
      id: client.id,
    }
  },
  'a buy': async () => {
    const client = await moneyClient({ db }, { rupees: 1000 })
    return {
      path: '/desk/trades/buy',
      token: operator.token,
      body: { clientId: client.id, stockName: 'TCS', quantity: 3, price: 300 },
      key: randomUUID(),
      count: "select count(*)::int as n from journal where client_id = $1 and event = 'trade.bought'",
      id: client.id,
    }
  },
  'a sell': async (running) => {
    const client = await moneyClient({ db }, { rupees: 1000 })
    const position = await tradeSteps(running, operator).buy(client, 'TCS', 3, 300)
    return {
      path: `/desk/trades/${position._id}/sell`,
      token: operator.token,
      body: { quantity: 2, price: 310 },
      key: randomUUID(),
      count: "select count(*)::int as n from journal where client_id = $1 and event = 'trade.sold'",
      id: client.id,
    }
  },
  'the reversal of a trade': async (running) => {
    const client = await moneyClient({ db }, { rupees: 1000 })
    const { buy, ask } = tradeSteps(running, operator)
    const { _id } = await ask(await buy(client, 'TCS', 3, 300))
    return {
      path: `/desk/reversals/${_id}/approve`,
      token: other.token,
      body: {},
      key: randomUUID(),
      count: "select count(*)::int as n from journal where client_id = $1 and event = 'trade.reversed'",
      id: client.id,
    }
  },
  'an adjustment': async (running) => {
    const client = await moneyClient({ db })
    await fund({ db }, client.id, 10)
    const body = { clientId: client.id, kind: 'credit', amount: 5, reason: 'Goodwill' }
    const { _id } = (await running.call('POST', '/desk/ledger/adjustments', { token: operator.token, body })).body
    const count = "select count(*)::int as n from journal where client_id = $1 and event = 'adjustment.approved'"
    return {
      path: `/desk/ledger/adjustments/${_id}/approve`,
      token: other.token,
      body: {},
      key: randomUUID(),
      count,
      id: client.id,
    }
  },
}

const effects = async ({ path, count, id }: { path: string; count: string; id: string }) => [
  path,
  (await db.row<{ n: number }>(count, [id]))?.n,
]

// Withheld commits hold locks that other requests need; those that passed do not, so one death is enough for all.
const names = Object.keys(requests)
// Each death before a commit needs a start of the program: in `npm test` one of a client, of a desk and of a trade.
const usual = ['a withdrawal', 'the approval of a deposit', 'a sell']
const deaths: [string[], 'before' | 'after'][] = [
  ...names.filter((name) => isNightly || usual.includes(name)).map((name): [string[], 'before'] => [[name], 'before']),
  [names, 'after'],
]

test.each(deaths)(
  '%j on a server that dies just %s the commit: one effect and one answer when repeated with its key',
  async (kinds, when) => {
    const asked = await Promise.all(kinds.map((kind) => (requests[kind] as SendRequest)(program)))
    const each = (n: number) => asked.map(({ path }) => [path, n])
    trap.set(when, asked.length, () => void program.kill())
    await Promise.all(asked.map((one) => expect(program.call('POST', one.path, one)).rejects.toThrow('fetch failed')))
    expect(await Promise.all(asked.map(effects))).toEqual(each(when === 'before' ? 0 : 1))
    program = await startProgram(settings)
    expect(await books()).toMatchObject({ balanced: true, differences: [] })

    for (const one of asked) {
      const first = await program.call('POST', one.path, one)
      expect([one.path, first.status]).toEqual([one.path, 200])
      expect(first.headers.get('idempotency-replayed')).toBe(when === 'after' ? 'true' : null)
      const second = await program.call('POST', one.path, one)
      expect([second.status, second.body]).toEqual([200, first.body])
    }
    expect(await Promise.all(asked.map(effects))).toEqual(each(1))
    expect(await books()).toMatchObject({ balanced: true, differences: [] })
  },
)
