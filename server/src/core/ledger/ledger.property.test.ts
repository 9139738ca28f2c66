import fc from 'fast-check'
import { expect, test } from 'vitest'
import { adjustmentCommands } from '../../../test/money-commands/adjustment.ts'
import { chargeCommands } from '../../../test/money-commands/charge.ts'
import { loanCommands } from '../../../test/money-commands/loan.ts'
import { newClientModel, type MoneyModel, type MoneyReal } from '../../../test/money-commands/model.ts'
import { tradeCommands } from '../../../test/money-commands/trade.ts'
import { walletCommands } from '../../../test/money-commands/wallet.ts'
import { runSteps, prepareWatch } from '../../../test/money-commands/world.ts'
import { fund, moneyClients } from '../../../test/money.ts'
import { often } from '../../../test/often.ts'
import { newOperator } from '../../../test/operator.ts'
import { withoutNetwork } from '../../../test/inject.ts'
import { testServer } from '../../../test/server.ts'
import { balancedBooks } from '../../../test/books.ts'

/** The commands of every feature; a new feature adds its own here. */
const commands = fc.oneof(
  ...walletCommands,
  ...adjustmentCommands,
  ...loanCommands,
  ...chargeCommands,
  ...tradeCommands,
)

const sequences = often(36, 300)
/** Independent sets of clients whose sequences run at the same time. */
const atOnce = 6
const length = 60

const server = withoutNetwork(await testServer({ RATE_LIMITS: 'off' }))
const [first, second] = [await newOperator(server, 'admin', 'Nisha'), await newOperator(server, 'admin', 'Omar')]
await prepareWatch(server.db)

async function newWorld(): Promise<{ model: MoneyModel; real: MoneyReal }> {
  const clients = (await moneyClients(server, 3)).map(newClientModel)
  for (const one of clients.slice(0, 2)) {
    const id = await fund(server, one.client.id, 1000)
    one.cash = one.bank = 100_000n
    one.requests.push({ id, type: 'added', amount: 100_000n, status: 'approved' })
  }
  const row = await server.db.row<{ today: string }>(
    `select to_char(now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as today`,
  )
  const real = { server, deskToken: first.token, secondToken: second.token, today: row?.today ?? '' }
  return { model: { clients, references: new Map() }, real }
}

test(
  `${sequences} × ${length} commands of several clients and operators: after each the books match the model`,
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
      // Shrinking does not make the failure easier to read.
      { numRuns: Math.ceil(sequences / atOnce), endOnFailure: true },
    )
    if (outcome.errorInstance) throw outcome.errorInstance
    expect(outcome.failed).toBe(false)
    await balancedBooks(server, first)
  },
)
