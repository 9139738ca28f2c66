import { segmentNotActive } from '@sauda/contract/trading/trade-error'
import { expect, test } from 'vitest'
import { moneyClient, type MoneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { settingSteps } from '../../../test/setting.ts'
import { testServer } from '../../../test/server.ts'
import { tradeSteps } from '../../../test/trade.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const admin = await newOperator(server, 'admin')
const { desk, buy, sell, tryBuy } = tradeSteps(server, admin)
const settings = settingSteps(server)

const setSegments = async (client: MoneyClient, value: object) => {
  const { body } = await settings.ask(client, 'segment', value)
  await settings.approve(admin, body.settings.segment.request._id)
}
const onlyEquity = { equity: true, fno: false, currency: false, commodity: false }
const { status, message } = segmentNotActive('currency')

test('a purchase outside the active segments is rejected, alone, in a preview and in a file; a sale never is', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  const pair = await buy(client, 'USD/INR', 2, 84)
  await setSegments(client, onlyEquity)

  const body = { status, body: { status, message } }
  expect(await tryBuy(client, 'USD/INR', 1, 84)).toMatchObject(body)
  const wanted = { clientId: client.id, stockName: 'USD/INR', quantity: 1, price: 84 }
  expect(await desk('trades/buy/preview', wanted)).toMatchObject(body)
  const row = await server.db.row<{ name: string }>("select 'SD' || number as name from client where id = $1", [
    client.id,
  ])
  const csv = [
    'reference,client,action,stock,quantity,price,position',
    `S1,${row?.name},BUY,TCS,1,100,`,
    `S2,${row?.name},BUY,USD/INR,1,84,`,
    `S3,${row?.name},SELL,USD/INR,1,85,${pair.tradeId}`,
  ].join('\n')
  expect((await desk('trades/import/preview', { csv })).body.lines).toMatchObject([
    { status: 'new' },
    { status: 'wrong', problem: message.replace(/\.$/, '') },
    { status: 'new' },
  ])
  expect(await desk('trades/import', { csv })).toMatchObject({
    status: 422,
    body: { message: `Line 3: ${message} Nothing was booked.` },
  })

  expect((await buy(client, 'TCS', 1, 100)).status).toBe('OPEN')
  expect((await sell(pair, 2, 85)).action).toBe('SELL')

  await setSegments(client, { ...onlyEquity, currency: true })
  expect((await buy(client, 'USD/INR', 1, 84)).status).toBe('OPEN')
})
