import { expect, test } from 'vitest'
import { decidePending } from '../../../test/approvals.ts'
import { moneyClient } from '../../../test/money.ts'
import { establishedOperator, type NewOperator } from '../../../test/operator.ts'
import { newIsin, priceFileForm, priceFileName, priceFileText, type PriceRow } from '../../../test/price-file.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore, tradeSteps } from '../../../test/trade.ts'
import { dateText, dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call, db } = server
const [deepa, dev, esha] = await Promise.all(
  ['Deepa', 'Dev', 'Esha'].map((name) => establishedOperator(server, 'dealer', name)),
)
const [before = '', last = ''] = daysBefore(dayInIndia(new Date()), 2)
const [first, second] = [31, 32].map(newIsin) as [string, string]
await db.run(
  `insert into instrument (id, symbol, name, aliases, exchange, kind, lot, tick, fractional, active, isin)
   select gen_random_uuid(), symbol, symbol, '{}', 'NSE', 'share', 1, 0.05, false, true, isin
     from unnest($1::text[], $2::text[]) n (symbol, isin)`,
  [
    ['DEMOONE', 'DEMOTWO'],
    [first, second],
  ],
)

async function importPrices(day: string, rows: readonly PriceRow[], by: NewOperator | undefined) {
  const body = priceFileForm(priceFileText({ day }, rows), priceFileName(day))
  expect((await call('POST', '/desk/closing-prices', { token: by?.token ?? '', body })).status).toBe(200)
}
const buyAs = async (by: NewOperator | undefined, stock: string, price = 100) => {
  const client = await moneyClient(server, { rupees: 1000 })
  return (await tradeSteps(server, by ?? { token: '' }).tryBuy(client, stock, 1, price)).body
}
const ownClose = `The price is compared with the close of ${dateText(last)}, which this dealer imported or accepted`

test('the dealer who imported a close, and the one who accepted it, trade at it with a second dealer only', async () => {
  const usual = { symbol: 'DEMOONE', isin: first, close: '100.00' }
  // The first file of the exchange waits for a second dealer.
  await importPrices(before, [usual, { ...usual, symbol: 'DEMOTWO', isin: second, close: '50.00' }], esha)
  expect((await decidePending(server, dev ?? { token: '' })).status).toBe(200)
  await importPrices(last, [usual, { ...usual, symbol: 'DEMOTWO', isin: second, previous: '50.00' }], deepa)
  expect(await buyAs(deepa, 'DEMOONE')).toMatchObject({ waitsForSecond: true, secondReasons: [ownClose] })
  // Dev accepts the close of the other share, which doubled.
  const decision = { exchange: 'NSE', day: last, isin: second, accept: true, reason: 'Checked with the exchange' }
  expect(await call('POST', '/desk/closing-prices/decide', { token: dev?.token ?? '', body: decision })).toMatchObject({
    status: 200,
  })
  for (const by of [deepa, dev])
    expect(await buyAs(by, 'DEMOTWO')).toMatchObject({ waitsForSecond: true, secondReasons: [ownClose] })
  for (const [by, stock] of [
    [dev, 'DEMOONE'],
    [esha, 'DEMOONE'],
    [esha, 'DEMOTWO'],
  ] as const)
    expect(await buyAs(by, stock)).not.toHaveProperty('waitsForSecond')
})

test('the ticket says it before, and another dealer’s approval books it', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  const steps = tradeSteps(server, deepa ?? { token: '' })
  const order = { clientId: client.id, stockName: 'DEMOONE', quantity: 1, price: 100 }
  expect((await steps.desk('trades/buy/preview', order)).body.warnings).toContain(
    `${ownClose}. A second operator must approve it`,
  )
  const { body } = await steps.desk('trades/buy', order)
  const approved = await call('POST', `/desk/proposals/${body._id}/approve`, { token: esha?.token ?? '' })
  expect(approved.status).toBe(200)
  expect(await steps.history(client)).toMatchObject([{ stockName: 'DEMOONE', quantity: 1 }])
})
