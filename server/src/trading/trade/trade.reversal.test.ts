import { describe, expect, test } from 'vitest'
import { withApprovals } from '../../../test/approvals.ts'
import { loanSteps } from '../../../test/loan.ts'
import { fund, moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { tradeSteps } from '../../../test/trade.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const first = await newOperator(server, 'admin', 'Nisha')
const second = await newOperator(server, 'dealer', 'Omar')
const { desk, buy, sell, ask, approve, history, portfolio, wallet, books } = tradeSteps(server, first)
const loan = loanSteps(server, first)
const queue = async () =>
  (await server.call('GET', '/desk/queue?kind=reversal', { token: second.token })).body.items as { id: string }[]
const effectOf = async ({ _id }: { _id: string }) =>
  (await server.call('GET', `/desk/reversals/${_id}`, { token: second.token })).body.effect
const withdraw = ({ id, token }: { id: string; token: string }, amount: number) =>
  server.call('POST', '/user/wallet/withdraw', { token, body: { id, amount } })

test('of a buy returns the money to its source and records both operators and the reason', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  await loan.running(client, { amount: 10_000, fee: 0 })
  const trade = await buy(client, 'TCS', 2, 2000)
  expect(await wallet(client)).toMatchObject({ balance: 0, investedAmount: 4000, loanAmount: 7000 })

  const asked = await ask(trade, 'Booked for the wrong client')
  expect(asked).toMatchObject({
    status: 'pending',
    requestedBy: 'Nisha',
    trade: { _id: trade._id, clientName: client.name },
  })
  expect(await queue()).toMatchObject([
    { kind: 'reversal', id: asked._id, clientId: client.id, amount: 4000, firstApproval: 'Nisha' },
  ])
  expect(await wallet(client)).toMatchObject({ investedAmount: 4000 })
  expect(await effectOf(asked)).toEqual({ dues: 0, balance: 1000, invested: -4000, loan: 3000, unsettled: 0 })
  expect((await history(client))[0]?.reversed).toBeUndefined()

  const { status, body } = await approve(asked, second)
  expect([status, body]).toMatchObject([200, { status: 'approved', decidedBy: 'Omar' }])
  expect(await wallet(client)).toMatchObject({ balance: 1000, investedAmount: 0, loanAmount: 10_000 })
  expect(await history(client)).toMatchObject([
    {
      _id: trade._id,
      status: 'CLOSED',
      quantity: 0,
      bookedQuantity: 2,
      amount: 4000,
      reversed: { reason: 'Booked for the wrong client', at: body.decidedAt },
    },
  ])
  expect(await queue()).toEqual([])
  expect(await effectOf(asked)).toBeUndefined()
  const statement = await server.call('GET', `/user/statement/${client.id}`, { token: client.token })
  expect(statement.body.entries[0]).toMatchObject({
    event: 'trade.reversed',
    reason: `${trade.tradeId}, 2 TCS at ₹2,000.00. Reason: Booked for the wrong client`,
  })
  expect((await server.mailTo(client.email))?.text).toContain('Reason: Booked for the wrong client')
})

describe('of a sell', () => {
  test('takes the profit back and opens the position again, as it was', async () => {
    const client = await moneyClient(server, { rupees: 1000 })
    await loan.running(client, { amount: 1000, fee: 0 })
    const position = await buy(client, 'TCS', 3, 500)
    const sale = await sell(position, 1, 700)
    const kept = await sell(position, 2, 400)
    const before = await wallet(client)
    const asked = await ask(sale)
    expect(await effectOf(asked)).toEqual({ dues: 0, balance: -533.33, invested: 500, loan: -166.67, unsettled: 0 })
    expect((await approve(asked, second)).status).toBe(200)
    expect(await wallet(client)).toMatchObject({
      balance: Math.round((before.balance - 700 + 166.67) * 100) / 100,
      investedAmount: 500,
      loanAmount: Math.round((before.loanAmount - 166.67) * 100) / 100,
    })
    const trades = await history(client)
    expect(trades.find(({ _id }) => _id === position._id)).toMatchObject({ status: 'OPEN', quantity: 1, cost: 500 })
    expect(trades.find(({ _id }) => _id === sale._id)).toMatchObject({ quantity: 0, bookedQuantity: 1, profitLoss: 0 })
    expect(trades.find(({ _id }) => _id === kept._id)).toMatchObject({ quantity: 2, profitLoss: -200 })
    expect(await portfolio(client)).toMatchObject({ totalPnL: -200, sales: 1, openPositions: 1, totalInvestment: 500 })
    await sell(position, 1, 500)
  })

  test('gives back what a loss took from borrowed money', async () => {
    const client = await moneyClient(server, { rupees: 100 })
    await loan.running(client, { amount: 1000, fee: 0 })
    const position = await buy(client, 'TCS', 1, 1100)
    const sale = await sell(position, 1, 500)
    expect(await wallet(client)).toMatchObject({ balance: 0, loanAmount: 500, investedAmount: 0 })
    await approve(await ask(sale), second)
    expect(await wallet(client)).toMatchObject({ balance: 0, loanAmount: 0, investedAmount: 1100 })
  })

  test('is rejected while the money is spent, and possible once it is back', async () => {
    const client = await moneyClient(server, { rupees: 1000 })
    const sale = await sell(await buy(client, 'TCS', 1, 1000), 1, 1500)
    await withdraw(client, 800)
    const asked = await ask(sale)
    expect(await approve(asked, second)).toMatchObject({
      status: 409,
      body: { message: 'Insufficient balance: the client has used the money that this reversal takes back' },
    })
    expect(await wallet(client)).toMatchObject({ balance: 700, withheld: 800, investedAmount: 0 })
    await fund(server, client.id, 800)
    expect((await approve(asked, second)).status).toBe(200)
    expect(await wallet(client)).toMatchObject({ balance: 0, investedAmount: 1000 })
  })
})

describe('is rejected', () => {
  const refusal = async (answer: ReturnType<typeof desk>) => {
    const { status, body } = await answer
    return [status, body.message]
  }

  test('to the requesting operator, who may cancel it', () =>
    withApprovals(server, 'policy', async () => {
      const trade = await buy(await moneyClient(server, { rupees: 100 }), 'TCS', 1, 100)
      const asked = await ask(trade)
      expect(await refusal(approve(asked, first))).toEqual([
        409,
        'You requested this yourself. Another operator must decide it.',
      ])
      expect(await refusal(desk(`trades/${trade._id}/reversal`, { reason: 'Again' }))).toEqual([
        409,
        'A reversal of this trade is awaiting a second operator',
      ])
      expect((await desk(`reversals/${asked._id}/reject`, {})).body).toMatchObject({
        status: 'rejected',
        decidedBy: 'Nisha',
      })
      expect(await refusal(approve(asked, second))).toEqual([409, 'Already decided by Nisha'])
      expect((await ask(trade)).status).toBe('pending')
    }))

  test('of a buy that was sold from since, until that is reversed', async () => {
    const position = await buy(await moneyClient(server, { rupees: 1000 }), 'TCS', 2, 500)
    const asked = await ask(position)
    const sale = await sell(position, 1, 500)
    const soldSince = [409, 'Part of this position was sold. Reverse those sales first.']
    expect(await refusal(approve(asked, second))).toEqual(soldSince)
    await desk(`reversals/${asked._id}/reject`, {})
    expect(await refusal(desk(`trades/${position._id}/reversal`, { reason: 'Wrong' }))).toEqual(soldSince)
    await approve(await ask(sale), second)
    expect((await approve(await ask(position), second)).status).toBe(200)
  })

  test('a second time, and of an unknown trade', async () => {
    const trade = await buy(await moneyClient(server, { rupees: 100 }), 'TCS', 1, 100)
    await approve(await ask(trade), second)
    expect(await refusal(desk(`trades/${trade._id}/reversal`, { reason: 'Wrong' }))).toEqual([
      409,
      'This trade has already been reversed',
    ])
    expect(await refusal(desk(`trades/${trade._id}/sell`, { quantity: 1, price: 1 }))).toEqual([
      409,
      'This position is closed',
    ])
    const nobody = '00000000-0000-4000-8000-000000000000'
    for (const path of [`trades/${nobody}/reversal`, `reversals/${nobody}/approve`, `reversals/${nobody}/reject`])
      expect(await refusal(desk(path, { reason: 'Wrong' }))).toEqual([404, 'Not found'])
  })
})

test('pending ones are listed first, and the books balance', async () => {
  const trade = await buy(await moneyClient(server, { rupees: 100 }), 'TCS', 1, 100)
  const waiting = await ask(trade)
  const { reversals } = (await server.call('GET', '/desk/reversals', { token: first.token })).body
  const statuses = reversals.map(({ status }: { status: string }) => status)
  expect(statuses).toEqual(
    statuses.toSorted((one: string, other: string) => Number(other === 'pending') - Number(one === 'pending')),
  )
  expect(reversals.map(({ _id }: { _id: string }) => _id)).toContain(waiting._id)
  const one = await server.call('GET', `/desk/trades/${trade._id}`, { token: first.token })
  expect(one.body).toMatchObject({ waitingReversal: { _id: waiting._id, requestedBy: 'Nisha' }, sales: [] })
  expect(await books()).toMatchObject({ balanced: true, differences: [] })
})
