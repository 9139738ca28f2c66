import { tradeErrors } from '@sauda/contract/trading/trade-error'
import { expect, test } from 'vitest'
import { liveOperator, liveSettings } from '../../../test/live.ts'
import { moneyClient } from '../../../test/money.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer(liveSettings)

test('live mode buys no currency pairs, neither at the ticket nor from a file', async () => {
  const token = await liveOperator(server, 'dealer')
  const client = await moneyClient(server, { rupees: 100_000 })
  const desk = (path: string, body: object) => server.call('POST', `/desk/${path}`, { token, body })
  const order = { clientId: client.id, stockName: 'USD/INR', quantity: 100, price: 85 }
  const rejected = { status: 422, body: { message: tradeErrors.noPairs.message } }
  expect(await desk('trades/buy/preview', order)).toMatchObject(rejected)
  expect(await desk('trades/buy', order)).toMatchObject(rejected)
  const { body } = await server.call('GET', `/desk/clients/${client.id}`, { token })
  const csv = `reference,client,action,stock,quantity,price\nA1,${body.saudaId},BUY,USD/INR,100,85\n`
  expect((await desk('trades/import/preview', { csv })).body.lines).toMatchObject([
    { status: 'wrong', problem: tradeErrors.noPairs.message.replace(/\.$/, '') },
  ])
})
