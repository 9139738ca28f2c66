import { rupeesOf } from '@sauda/contract/platform/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutNetwork } from '../../../test/inject.ts'
import { fund, moneyClients } from '../../../test/money.ts'
import { lend, loanCommands, repay } from '../../../test/money-commands/loan.ts'
import { clientOf, newClientModel, type MoneyModel, type MoneyReal } from '../../../test/money-commands/model.ts'
import { sell, tradeCommands } from '../../../test/money-commands/trade.ts'
import { runSteps, prepareWatch } from '../../../test/money-commands/world.ts'
import { often } from '../../../test/often.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { balancedBooks } from '../../../test/books.ts'

/** Repays a part of the loan from new money, while positions hold what was disbursed. */
const payBack = fc
  .tuple(fc.nat({ max: 7 }), fc.bigInt(1n, 300_000n), fc.nat({ max: 700 }))
  .map(([choice, paise, share]) => ({
    check: () => true,
    toString: () => `pay in ${paise} paise, then repay ${share} ‰ and perhaps sell (client ${choice})`,
    async run(model: MoneyModel, real: MoneyReal) {
      const { call } = real.server
      const one = clientOf(model, choice)
      const body = { clientId: one.client.id, kind: 'credit', amount: rupeesOf(paise), reason: 'Paid in' }
      const { _id } = (await call('POST', '/desk/ledger/adjustments', { token: first.token, body })).body
      const { status } = await call('POST', `/desk/ledger/adjustments/${_id}/approve`, {
        token: second.token,
        body: {},
      })
      if (status !== 200) throw new Error(`the adjustment was refused: ${status}`)
      one.cash += paise
      one.adjustment += paise
      await repay(choice, share).run(model, real)
      const held = one.positions.findIndex(({ open }) => open.loanPart > 0n)
      if (held >= 0 && share % 2 === 0) await sell(choice, held, 1000, 1000 + share).run(model, real)
    },
  }))

/** Trades paid with borrowed money, while that is being paid back: with all features together that is too rare. */
const commands = fc.oneof(...tradeCommands, ...tradeCommands, ...loanCommands, payBack, payBack, payBack)

const sequences = often(6, 300)
const atOnce = 6
const length = 60

const server = withoutNetwork(await testServer({ RATE_LIMITS: 'off' }))
const [first, second] = [await newOperator(server, 'admin', 'Nisha'), await newOperator(server, 'admin', 'Omar')]
await prepareWatch(server.db)

async function newWorld(): Promise<{ model: MoneyModel; real: MoneyReal }> {
  const clients = (await moneyClients(server, 2)).map(newClientModel)
  const row = await server.db.row<{ today: string }>(
    `select to_char(now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as today`,
  )
  const real = { server, deskToken: first.token, secondToken: second.token, today: row?.today ?? '' }
  const model = { clients, references: new Map() }
  for (const [choice, one] of clients.entries()) {
    const id = await fund(server, one.client.id, 1000)
    one.cash = one.bank = 100_000n
    one.requests.push({ id, type: 'added', amount: 100_000n, status: 'approved' })
    await lend(choice, { amount: 5000, ratePercent: 12, months: 6, fee: 0 }).run(model, real)
  }
  return { model, real }
}

test(
  `${sequences} × ${length} trades with a loan: invested is the cost of open positions, realised what sales brought`,
  { timeout: 600_000 },
  async () => {
    const sequence = fc.array(commands, { minLength: length, maxLength: length })
    const outcome = await fc.check(
      fc.asyncProperty(fc.array(sequence, { minLength: atOnce, maxLength: atOnce }), async (worlds) => {
        await Promise.all(
          worlds.map(async (steps) => {
            const { model, real } = await newWorld()
            await runSteps(server.db, steps, model, real)
          }),
        )
      }),
      { numRuns: Math.ceil(sequences / atOnce), endOnFailure: true },
    )
    if (outcome.errorInstance) throw outcome.errorInstance
    expect(outcome.failed).toBe(false)
    // The run had enough trades of each kind for these checks to be meaningful.
    const made = await server.db.row(
      `select count(*) filter (where action = 'BUY' and loan_part > 0) > 0 as borrowed,
              count(*) filter (where to_loan > 0) > 0 as returned, count(*) filter (where to_loan < loan_part and amount < cost) > 0 as lost,
              count(*) filter (where action = 'BUY' and reversal_id is not null) > 0 as buys_undone,
              count(*) filter (where action = 'SELL' and reversal_id is not null) > 0 as sells_undone from trade`,
    )
    expect(made).toEqual({
      borrowed: true,
      returned: true,
      lost: true,
      buys_undone: true,
      sells_undone: true,
    })
    await balancedBooks(server, first)
  },
)
