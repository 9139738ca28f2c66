import { type AccountHistory, accountOn, historyRules } from '@sauda/contract/trading/account-history'
import { paiseOf } from '@sauda/contract/platform/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { postEach } from '../../../test/ledger.ts'
import { loanSteps } from '../../../test/loan.ts'
import { fund, moneyClient, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { tradeSteps } from '../../../test/trade.ts'
import { tamper } from '../../../test/tamper.ts'
import { dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const [dealer, second] = [await newOperator(server, 'admin'), await newOperator(server, 'admin')]
const steps = tradeSteps(server, dealer)
const get = (path: string, token: string) => server.call('GET', path, { token })

/** One day passes: everything booked so far was booked a day earlier. */
async function dayPasses() {
  const ages: Record<string, readonly string[]> = {
    journal: ['at'],
    trade: ['created_at'],
    trade_reversal: ['created_at', 'decided_at'],
    wallet_request: ['created_at', 'decided_at'],
  }
  for (const [table, columns] of Object.entries(ages))
    await tamper(
      server,
      `update ${table} set ${columns.map((column) => `${column} = ${column} - interval '1 day'`).join(', ')}`,
    )
}

const dayBefore = (day: string, days: number) =>
  new Date(Date.parse(day) - days * 86_400_000).toISOString().slice(0, 10)

type Recorded = { worth: bigint; cash: bigint; onHold: bigint; holdings: string[]; requests: string[] }

/** What the other calls return today. */
async function recorded({ id, token }: MoneyClient): Promise<Recorded> {
  const [worth, portfolio, requests] = [
    (await get(`/user/worth/${id}`, token)).body,
    (await get(`/user/portfolio/${id}`, token)).body,
    (await get(`/user/wallet/transactions/${id}`, token)).body,
  ]
  return {
    worth: paiseOf(worth.worth),
    cash: paiseOf(worth.cash),
    onHold: paiseOf(worth.onHold),
    holdings: portfolio.holdings
      .map(
        (each: { stockName: string; quantity: number; cost: number }) =>
          `${each.stockName} ${each.quantity} ${each.cost}`,
      )
      .toSorted(),
    requests: requests.transactions
      .filter(({ status }: { status: string }) => status === 'pending')
      .map(({ transactionId }: { transactionId: string }) => transactionId)
      .toSorted(),
  }
}

function replayed(history: AccountHistory, day: string): Recorded {
  const { amount, parts, holdings, requests } = accountOn(history, day)
  const gain = holdings.reduce((sum, { value, cost }) => sum + value - cost, 0n)
  expect(parts.cash + parts.holdings + parts.onHold + parts.unsettled - parts.dues - parts.loan).toBe(amount)
  return {
    worth: amount - gain,
    cash: parts.cash,
    onHold: parts.onHold,
    holdings: holdings
      .map(({ symbol, quantity, cost }) => `${symbol} ${Number(quantity)} ${Number(cost) / 100}`)
      .toSorted(),
    requests: requests.map(({ name }) => name).toSorted(),
  }
}

const actions = ['deposit', 'withdraw', 'cancel', 'buy', 'sell', 'reverse', 'nothing'] as const

/** Rejected actions change nothing. */
async function act(action: (typeof actions)[number], client: MoneyClient, n: number): Promise<void> {
  const { id, token } = client
  if (action === 'deposit') await fund(server, id, 100 + n)
  if (action === 'withdraw')
    await server.call('POST', '/user/wallet/withdraw', { token, body: { id, amount: 100 + n } })
  if (action === 'buy') await steps.tryBuy(client, ['TCS', 'SBIN', 'INFY'][n % 3]!, 1 + (n % 5), 100 + n)
  if (action === 'cancel') {
    const { transactions } = (await get(`/user/wallet/transactions/${id}`, token)).body
    const pending = transactions.find(({ status }: { status: string }) => status === 'pending')
    if (pending) await server.call('POST', `/user/wallet/transaction/${pending._id}/cancel`, { token, body: {} })
  }
  const trades = action === 'sell' || action === 'reverse' ? await steps.history(client) : []
  const trade = trades[n % Math.max(1, trades.length)]
  if (action === 'sell' && trade) await steps.trySell(trade._id, 1, 90 + n)
  if (action === 'reverse' && trade) {
    const asked = await steps.desk(`trades/${trade._id}/reversal`, { reason: 'Booked twice' })
    if (asked.status === 200) await steps.approve(asked.body, second)
  }
}

test('the account of every past day equals what the other calls returned at its end', async () => {
  const client = await moneyClient(server, { rupees: 20_000 })
  await loanSteps(server, dealer).running(client)
  const [plan = []] = fc.sample(
    fc.array(fc.array(fc.tuple(fc.constantFrom(...actions), fc.nat({ max: 500 })), { maxLength: 4 }), {
      minLength: 14,
      maxLength: 14,
    }),
    1,
  )
  const past: Recorded[] = []
  const first = [
    ['buy', 4],
    ['withdraw', 0],
  ] as const
  for (const day of [first, ...plan]) {
    for (const [action, n] of day) await act(action, client, n)
    past.unshift(await recorded(client))
    await dayPasses()
  }
  const { body: history } = await get(`/user/account-history/${client.id}`, client.token)
  expect(history.to).toBe(dayInIndia(new Date()))
  for (const [index, expected] of past.entries())
    expect(
      replayed(history, dayBefore(history.to, index + 1)),
      `${index + 1} days ago: ${JSON.stringify(plan)}`,
    ).toEqual(expected)
  expect(replayed(history, history.to)).toEqual(past[0])
  expect(past.at(-1)).toMatchObject({ holdings: [expect.any(String)], requests: [expect.any(String)] })
  const operator = await newOperator(server, 'support')
  expect((await get(`/desk/clients/${client.id}/account-history`, operator.token)).body).toEqual(history)
})

test('its flows add up to what was added and taken out, and have each charge that the account paid', async () => {
  const client = await moneyClient(server)
  const flows = [
    ['deposit.approved', 'bank', 'cash', 500_00n],
    ['deposit.approved', 'bank', 'cash', 250_00n],
    ['line.reversed', 'cash', 'bank', 50_00n],
    ['withdrawal.requested', 'cash', 'withheld', 120_00n],
    ['withdrawal.paid', 'withheld', 'bank', 120_00n],
    ['loan.repaid', 'cash', 'fees', 30_00n],
    ['charge.approved', 'bank', 'fees', 980_00n],
  ] as const
  await postEach(server, client.id, flows)
  const { body: history } = await get(`/user/account-history/${client.id}`, client.token)
  const { body: worth } = await get(`/user/worth/${client.id}`, client.token)
  expect((await get(`/user/account-history/${client.id}?days=5`, client.token)).body).toEqual(history)
  const day = history.to
  expect(history.flows).toEqual([
    { day, kind: 'added', amount: worth.added },
    { day, kind: 'charges', amount: 30 },
    { day, kind: 'takenOut', amount: worth.takenOut },
  ])
  expect([worth.added, worth.takenOut]).toEqual([700, 120])

  // What happened before the last days is in the figures of the first one, but is no flow of it.
  await dayPasses()
  await dayPasses()
  const { body: recent } = await get(`/user/account-history/${client.id}?days=1`, client.token)
  expect([recent.from, recent.flows]).toEqual([dayBefore(day, 1), []])
  expect(accountOn(recent, recent.from).amount).toBe(paiseOf(worth.worth))
})

test('nobody reads the account of another client', async () => {
  const [one, other] = [await moneyClient(server), await moneyClient(server)]
  expect((await get(`/user/account-history/${one.id}`, other.token)).status).toBe(404)
  expect((await get(`/desk/clients/${one.id}/account-history`, other.token)).status).toBe(401)
  expect((await get('/desk/clients/01a1f78c-b22f-71a4-b086-7ea421676494/account-history', dealer.token)).status).toBe(
    404,
  )
})

test('without a stored close a holding is valued at cost; a stock that was sold before the two years is left out', async () => {
  const client = await moneyClient(server, { rupees: 20_000 })
  await steps.buy(client, 'TCS', 2, 1000)
  const old = await steps.buy(client, 'INFY', 1, 1500)
  await steps.sell(old, 1, 1500)
  const history = async (): Promise<AccountHistory> =>
    (await get(`/user/account-history/${client.id}`, client.token)).body
  const today = await history()
  expect(accountOn(today, today.to).holdings).toMatchObject([{ symbol: 'TCS', value: 200_000n }])
  await tamper(server, "update trade set created_at = created_at - interval '3 years' where client_id = $1", [
    client.id,
  ])
  expect((await history()).holdings.map(({ symbol }) => symbol)).toEqual(['TCS'])
})

test('before the first booking there is nothing', async () => {
  const client = await moneyClient(server)
  const { body } = await get(`/user/account-history/${client.id}`, client.token)
  expect(body).toMatchObject({ from: body.to, figures: [], holdings: [], requests: [] })
  expect(accountOn(body, body.to).amount).toBe(0n)
})

test('of very many requests the newest are listed, oldest first', async () => {
  const client = await moneyClient(server)
  const added = historyRules.requests + 5
  await server.db.run(
    `insert into wallet_request (id, client_id, type, amount, status, reference, created_at)
     select gen_random_uuid(), $1::uuid, 'added', n, 'pending', 'SD' || $1::text || n, now() - make_interval(days => 400) + make_interval(secs => n)
       from generate_series(1, $2::int) n`,
    [client.id, added],
  )
  const { requests }: AccountHistory = (await get(`/user/account-history/${client.id}`, client.token)).body
  expect([requests.length, requests[0]?.amount, requests.at(-1)?.amount]).toEqual([
    historyRules.requests,
    0.06,
    added / 100,
  ])
})
