import type { Page } from '@playwright/test'
import { dateText } from '@sauda/contract/platform/day-text'
import { decision, deskWindow, lastTradingDays, openAtDesk, send } from './at-desk.ts'
import { policyWithoutWaiting } from './harness.ts'
import { inspect } from './inspect.ts'
import { clientWith, newOperator, type Trade } from './money.ts'
import { call, enter, toast } from './people.ts'
import { expect, ownServer, test } from './test.ts'

const policy = ownServer({ env: policyWithoutWaiting })

const header = 'TradDt,Sgmt,Src,ISIN,TckrSymb,SctySrs,HghPric,LwPric,ClsPric,PrvsClsgPric,TtlTradgVol'

/** The price file of NSE for a day, with closes and previous closes of two shares. */
const priceFile = (
  day: string,
  prices: readonly (readonly [isin: string, symbol: string, close: string, before: string])[],
) => ({
  name: `BhavCopy_NSE_CM_0_0_0_${day.replaceAll('-', '')}_F_0000.csv`,
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      header,
      ...prices.map(
        ([isin, symbol, close, before]) =>
          `${day},CM,NSE,${isin},${symbol},EQ,${close},${close},${close},${before},100`,
      ),
    ].join('\n'),
  ),
})

/** A trading day in the table of price files. */
const rowOf = (desk: Page, day: string) =>
  desk
    .getByRole('table', { name: 'Price files of the last trading days' })
    .getByRole('row')
    .filter({ hasText: dateText(day) })

test('closing prices are imported, and one that may lack a corporate action waits for another dealer', async ({
  browser,
  cards,
}) => {
  const [deepa, dev] = [
    await newOperator(policy, 'Deepa Nair', 'dealer'),
    await newOperator(policy, 'Dev Khan', 'dealer'),
  ]
  const [last = '', before = ''] = await lastTradingDays(policy, deepa.token)
  const client = await clientWith(policy, cards, 'Meenal', 9_000)
  // No price of the day is known yet.
  const trade = await call<Trade>(policy, 'POST', '/desk/trades/buy', {
    token: (await newOperator(policy, 'Esha Rao', 'dealer')).token,
    body: {
      clientId: client.userId,
      stockName: 'TCS',
      quantity: 2,
      price: 3200,
    },
  })
  const desk = await deskWindow(browser, policy, deepa, '/desk/trade/prices')
  const file = desk.getByLabel('Price file of an exchange')
  const importPrices = desk.getByRole('button', { name: 'Import 2 prices' })

  await test.step('a file that was named for another day is rejected with a sentence', async () => {
    const copy = priceFile(before, [['INE467B01029', 'TCS', '3120', '3100']])
    await file.setInputFiles({ ...copy, name: copy.name.replace(before.replaceAll('-', ''), last.replaceAll('-', '')) })
    await expect(desk.getByRole('alert')).toContainText('the exchange serves a copy of the last session')
  })
  const other = await deskWindow(browser, policy, dev, '/desk/trade/prices')
  await test.step('the first file of the exchange counts once another dealer has seen it', async () => {
    await file.setInputFiles(
      priceFile(before, [
        ['INE467B01029', 'TCS', '3120', '3100'],
        ['INE002A01018', 'RELIANCE', '2945.30', '2930'],
      ]),
    )
    await expect(desk.getByText('Every price passed the checks.')).toBeVisible()
    await expect(desk.getByText('It is the first price file of NSE')).toBeVisible()
    await importPrices.click()
    await expect(desk.getByText('The file waits for a second operator')).toBeVisible()
    await other.getByRole('link', { name: /^Use the closing prices of / }).click()
    await decision(other).getByRole('radio', { name: 'Approve' }).check()
    await send(other, /^Approve/)
    await openAtDesk(other, '/desk/trade/prices')
    await expect(rowOf(other, before)).toContainText(/2 prices.*approved by Dev Khan/)
    await expect(rowOf(other, last)).toContainText('Missing')
  })
  await test.step('a fall by half waits, and the importer cannot accept it', async () => {
    await file.setInputFiles(
      priceFile(last, [
        ['INE467B01029', 'TCS', '3131', '3120'],
        ['INE002A01018', 'RELIANCE', '1480', '2945.30'],
      ]),
    )
    await importPrices.click()
    await expect(desk.getByText('Waiting for another operator: 1 price.')).toBeVisible()
    await expect(rowOf(desk, last)).toContainText('1 to decide')
    await desk.getByRole('button', { name: 'Decide' }).click()
    await desk.getByRole('dialog').getByLabel('Reason').fill('Bonus 1:1 of today')
    await desk.getByRole('button', { name: 'Accept the price' }).click()
    await expect(desk.getByRole('dialog')).toContainText(
      'You imported this price, so another operator must decide on it.',
    )
  })
  await test.step('another dealer accepts it', async () => {
    await other.getByRole('button', { name: 'Decide' }).click()
    await other.getByRole('dialog').getByLabel('Reason').fill('Bonus 1:1 of today')
    await other.getByRole('button', { name: 'Accept the price' }).click()
    await expect(other.getByText('Price accepted')).toBeVisible()
    await expect(other.getByRole('button', { name: 'Decide' })).toBeHidden()
    await expect(desk.getByText('Waiting for a decision')).toBeHidden()
    await expect(rowOf(other, last)).toContainText('2 prices')
    await expect(rowOf(other, last)).not.toContainText('to decide')
  })
  await test.step('another dealer confirms the price of a trade that was booked without one to compare with', async () => {
    await openAtDesk(other, `/desk/trade/${trade._id}`)
    await expect(other.getByRole('heading', { name: 'Buy of TCS' })).toBeVisible()
    await expect(other.getByText(/cannot be compared: no prices of .* by another operator are stored/)).toBeVisible()
    await other.getByRole('button', { name: 'Confirm price' }).click()
    await expect(other.getByText('Price to confirm')).toBeHidden()
    await expect(other.getByText(trade.tradeId)).toBeVisible()
  })
})

const infy = 'INE009A01021'
const book = (name: string, text: string) => ({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })

test('the price of 31 January 2018 that two operators imported is the cost of what a client bought before', async ({
  browser,
  page,
  cards,
}) => {
  const [deepa, dev] = [
    await newOperator(policy, 'Deepa Nair', 'dealer'),
    await newOperator(policy, 'Dev Khan', 'dealer'),
  ]
  const client = await clientWith(policy, cards, 'Vimla', 0)
  const desk = await deskWindow(browser, policy, deepa, '/desk/trade/prices')
  const list = desk.getByLabel('Price list of 31 January 2018')
  const named = (name: string, high: string) =>
    book(
      name,
      `SYMBOL,SERIES,HIGH,TIMESTAMP,ISIN\nINFY,EQ,${high},31-JAN-2018,${infy}\nTCS,EQ,3125,31-JAN-2018,INE467B01029\n`,
    )
  await list.setInputFiles(named('prices.csv', '1167'))
  await expect(desk.getByRole('alert')).toContainText('The list must have the name the exchange gave it')
  await list.setInputFiles(named('cm31JAN2018bhav.csv', '1,167'))
  await expect(desk.getByRole('alert')).toContainText('Line 2: it has 6 cells where 5 are expected')
  await list.setInputFiles(named('cm31JAN2018bhav.csv', '1167.50'))
  await expect(desk.getByText('It is the first list of NSE with prices of 31 Jan 2018')).toBeVisible()
  await inspect(desk, 'fair-value 00 reading')
  await desk.getByRole('button', { name: 'Import 2 prices of 31 Jan 2018' }).click()
  await expect(desk.getByText('The file waits for a second operator')).toBeVisible()
  const other = await deskWindow(browser, policy, dev, '/desk/trade/prices')
  await other.getByRole('link', { name: /^Use the highest prices of 31 Jan 2018 / }).click()
  await decision(other).getByRole('radio', { name: 'Approve' }).check()
  await inspect(other, 'fair-value 01 review')
  await send(other, /^Approve/)
  await desk.reload()
  await expect(
    desk.getByText(/^NSE: cm31JAN2018bhav.csv, 2 prices, imported by Deepa Nair, approved by Dev Khan/),
  ).toBeVisible()

  await enter(page, client, '/account/tax?for=elsewhere')
  await page
    .getByLabel('Tradebook of another broker')
    .setInputFiles(
      book(
        'old.csv',
        [
          'symbol,isin,trade_date,trade_type,quantity,price,trade_id',
          `INFY,${infy},2016-05-10,buy,10,600,1`,
          `INFY,${infy},2025-07-01,sell,4,1600,2`,
          `INFY,${infy},2025-07-02,sell,4,900,3`,
          '',
        ].join('\n'),
      ),
    )
  await page.getByRole('button', { name: 'Import 3 trades' }).click()
  await expect(toast(page, '3 trades imported')).toBeVisible()
  await page.getByLabel('Financial year').selectOption('2025-26')
  const figures = page.getByRole('table', { name: 'By your own statement' })
  // 4 × 1,600 − 4 × 1,167.50, and 4 × 900 − 4 × 900.
  await expect(figures.getByRole('row').filter({ hasText: 'Equity long term' })).toContainText('+₹1,730.00')
  await figures.getByRole('button', { name: 'Equity long term' }).click()
  const dialog = page.getByRole('dialog')
  const used = (sold: string) => dialog.getByRole('row').filter({ hasText: `Sold ${sold}` })
  await expect(used('1 Jul 2025')).toContainText(
    'Price of 31 Jan 2018 used: ₹1,167.50 a share, which adds ₹2,270.00 to the cost',
  )
  await expect(used('2 Jul 2025')).toContainText('adds ₹1,200.00 to the cost')
  await inspect(page, 'fair-value 02 sales')
})
