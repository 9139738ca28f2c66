import fc from 'fast-check'
import { expect, test } from 'vitest'
import { fund, moneyClients } from '../../../test/money.ts'
import { chargeCommands } from '../../../test/money-commands/charge.ts'
import { loanCommands } from '../../../test/money-commands/loan.ts'
import { newClientModel, type MoneyModel, type MoneyReal } from '../../../test/money-commands/model.ts'
import { often } from '../../../test/often.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off', GSTIN: '27AAAAA0000A1Z5' })
const { db } = server
const admin = await newOperator(server, 'admin')
const sequences = often(12, 300)

async function setup(): Promise<{ model: MoneyModel; real: MoneyReal }> {
  const clients = (await moneyClients(server, 2)).map(newClientModel)
  for (const model of clients) {
    await fund(server, model.client.id, 40_000)
    model.cash = model.bank = 40_000_00n
  }
  const row = await db.row<{ today: string }>(
    `select to_char(now() at time zone 'Asia/Kolkata', 'YYYY-MM-DD') as today`,
  )
  return {
    model: { clients, references: new Map() },
    real: { server, deskToken: admin.token, today: row?.today ?? '' },
  }
}

test(
  'any sequence of loans and charges leaves the books equal to the model, with the GST of charges and fees',
  { timeout: 900_000 },
  async () => {
    const commands = fc.commands([...loanCommands, ...chargeCommands], { maxCommands: 60, size: 'max' })
    await fc.assert(
      fc.asyncProperty(commands, async (sequence) => {
        await fc.asyncModelRun(setup, sequence)
        const { body } = await server.call('GET', '/desk/books', { token: admin.token })
        expect(body).toMatchObject({ balanced: true, differences: [] })
      }),
      { numRuns: sequences, endOnFailure: false },
    )
  },
)
