import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, expect, test } from 'vitest'
import { commitTrap } from '../../../test/commit-trap.ts'
import { fund, moneyClient, moneyOperator, type MoneyClient } from '../../../test/money.ts'
import { isNightly } from '../../../test/often.ts'
import { startProgram, type Program } from '../../../test/program.ts'
import { testServer } from '../../../test/server.ts'
import { tradeSteps } from '../../../test/trade.ts'
import { walletSteps } from '../../../test/wallet.ts'

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

const booked = (event: string) => `select count(*)::int as n from journal where client_id = $1 and event = '${event}'`
const requested = 'select count(*)::int as n from wallet_request where client_id = $1'
/** A request about a client with a key; `count` counts its effect. */
const about = ({ id }: MoneyClient, count: string, { token }: { token: string }, path: string, body: object = {}) => ({
  path,
  token,
  body,
  key: randomUUID(),
  count,
  id,
})

/** Every kind of request for money before it is sent. */
const requests: Record<string, SendRequest> = {
  'a withdrawal': async () => {
    const client = await moneyClient({ db }, { rupees: 1000 })
    const count = `${requested} and type = 'withdrawal'`
    return about(client, count, client, '/user/wallet/withdraw', { id: client.id, amount: 300 })
  },
  'an add-fund request': async () => {
    const client = await moneyClient({ db })
    return about(client, requested, client, '/user/wallet/add-money', { id: client.id, amount: 300 })
  },
  'the approval of a deposit': async (running) => {
    const client = await moneyClient({ db })
    const id = await walletSteps(running, operator).deposit(client, 300)
    const body = { reference: id.replaceAll('-', '').slice(-20) }
    return about(client, booked('deposit.approved'), operator, `/desk/wallet/transactions/${id}/approve`, body)
  },
  'the refusal of a withdrawal': async (running) => {
    const client = await moneyClient({ db }, { rupees: 1000 })
    const id = await walletSteps(running, operator).withdraw(client, 300)
    const path = `/desk/wallet/transactions/${id}/reject`
    return about(client, booked('withdrawal.refused'), operator, path, { reason: 'No' })
  },
  'a buy': async () => {
    const client = await moneyClient({ db }, { rupees: 1000 })
    const body = { clientId: client.id, stockName: 'TCS', quantity: 3, price: 300 }
    return about(client, booked('trade.bought'), operator, '/desk/trades/buy', body)
  },
  'a sell': async (running) => {
    const client = await moneyClient({ db }, { rupees: 1000 })
    const { _id } = await tradeSteps(running, operator).buy(client, 'TCS', 3, 300)
    return about(client, booked('trade.sold'), operator, `/desk/trades/${_id}/sell`, { quantity: 2, price: 310 })
  },
  'the reversal of a trade': async (running) => {
    const client = await moneyClient({ db }, { rupees: 1000 })
    const { buy, ask } = tradeSteps(running, operator)
    const { _id } = await ask(await buy(client, 'TCS', 3, 300))
    return about(client, booked('trade.reversed'), other, `/desk/reversals/${_id}/approve`)
  },
  'an adjustment': async (running) => {
    const client = await moneyClient({ db })
    await fund({ db }, client.id, 10)
    const body = { clientId: client.id, kind: 'credit', amount: 5, reason: 'Goodwill' }
    const { _id } = (await running.call('POST', '/desk/ledger/adjustments', { token: operator.token, body })).body
    return about(client, booked('adjustment.approved'), other, `/desk/ledger/adjustments/${_id}/approve`)
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
