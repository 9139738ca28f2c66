import type { Browser, Page } from '@playwright/test'
import { decision, deskWindow, lastTradingDays, openAtDesk, send } from './at-desk.ts'
import { policyWithoutWaiting } from './harness.ts'
import { atDesk, clientWith, newOperator, type Operator, reportPayment, walletOf } from './money.ts'
import { call, type Cards, type Client, deskToken, enter } from './people.ts'
import { expect, ownServer, test } from './test.ts'
import { listingForm, tradeFile } from './trade-file.ts'

// Trade days are booked in their order, so this installation has no others.
const sauda = ownServer({ env: policyWithoutWaiting })

/** A client with ₹20,000, and the list of securities. */
async function ready(cards: Cards, cashier: Operator): Promise<Client> {
  const client = await clientWith(sauda, cards, 'Chitra', 0)
  const { _id, utr } = await reportPayment(sauda, client, 20_000)
  for (const token of [undefined, cashier.token])
    await atDesk(sauda, `/wallet/transactions/${_id}/approve`, { reference: utr }, token)
  await atDesk(sauda, '/exchange-codes', { exchange: 'NSE', column: 'Brkr', code: '90001', meaning: 'own' })
  const tariff = { delivery: '20', intraday: '20', etf: '20', minimum: 0, dealerFee: 0 }
  await atDesk(sauda, '/trade-charges/plans', { name: 'Flat', from: '2026-01-01', ...tariff })
  await atDesk(sauda, '/securities/files', listingForm())
  return client
}

/** The code of recorded trades needs a second operator, who sees them. */
async function giveUcc(browser: Browser, admin: Page, client: Client): Promise<void> {
  await openAtDesk(admin, `/desk/clients/${client.userId}`)
  await admin.getByRole('button', { name: /^Record UCC and demat account/ }).click()
  const dialog = admin.getByRole('dialog')
  await dialog.getByLabel('UCC').fill('00CH7')
  await dialog.getByLabel('Primary demat account').fill('IN300123 10456789')
  await dialog.getByLabel('Reason').fill('Account opening form')
  await dialog.getByRole('button', { name: 'Record' }).click()
  await expect(admin.getByText('A second operator must approve')).toBeVisible()
  const reviewer = await deskWindow(browser, sauda, await newOperator(sauda, 'Rohan Iyer', 'reviewer'))
  await approveFrom(reviewer, 'UCC or demat account', '1 recorded trade without a client, ₹15,001.00')
  await reviewer.context().close()
  await openAtDesk(admin, `/desk/clients/${client.userId}`)
  await expect(admin.getByText('00CH7, IN30012310456789')).toBeVisible()
}

async function phoneOf(browser: Browser, client: Client, path: string): Promise<Page> {
  const viewport = { width: 390, height: 844 }
  const context = await browser.newContext({ baseURL: sauda.url, viewport, hasTouch: true, isMobile: true })
  const phone = await context.newPage()
  await enter(phone, client, path)
  return phone
}

const csv = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\r\n')),
})

/** Approves the request that is alone in the queue. */
async function approveFrom(desk: Page, kind: string, shows: string): Promise<void> {
  await openAtDesk(desk, '/desk/queue')
  await desk.getByRole('link').filter({ hasText: kind }).click()
  await expect(desk.getByText(shows).last()).toBeVisible()
  await decision(desk).getByRole('radio', { name: 'Approve' }).check()
  await send(desk, /^Approve/)
}

async function bookLatestDay(desk: Page, result: RegExp): Promise<void> {
  const row = desk.getByRole('table', { name: 'Trade days' }).getByRole('row').nth(1)
  await row.getByRole('button', { name: 'Book the day' }).click()
  await expect(desk.getByRole('dialog')).toContainText('There is no final BSE file of this day')
  await desk.getByRole('dialog').getByRole('button', { name: 'Book without BSE' }).click()
  await expect(row).toContainText(result)
}

test('a purchase and a sale from the exchange’s files to the released proceeds, with each step on the client’s phone', async ({
  browser,
  cards,
}) => {
  const deepa = await newOperator(sauda, 'Deepa Nair', 'dealer')
  const cashier = await newOperator(sauda, 'Meena Kulkarni', 'cashier')
  const admin = await deskWindow(browser, sauda)
  const client = await ready(cards, cashier)
  const [, , soldOn = '', boughtOn = ''] = await lastTradingDays(sauda, deepa.token)
  const dealer = await deskWindow(browser, sauda, deepa, '/desk/trade/files')
  const file = dealer.getByLabel('Trade file of an exchange')
  const phone = await phoneOf(browser, client, '/account/position')
  const purchase = { number: '700001', client: '00ch7', price: '1500.10', settlement: '2026771' }

  await test.step('a price with a separator is rejected with its line; the preview names an unknown UCC', async () => {
    await file.setInputFiles(tradeFile(boughtOn, [{ ...purchase, price: '"1,500.10"' }]))
    await expect(dealer.getByRole('alert')).toContainText('Line 2: the price “1,500.10” is not a plain number')
    await file.setInputFiles(tradeFile(boughtOn, [purchase, { ...purchase, number: '700009', client: 'CH7' }]))
    await expect(dealer.getByText('Unknown UCC: 2')).toBeVisible()
    await dealer.getByRole('button', { name: 'Record 2 trades' }).click()
    await expect(dealer.getByText('Approval requested')).toBeVisible()
  })
  await test.step('the administrator approves the file, which lists the trade without a client', async () => {
    await approveFrom(admin, 'Trade file of an exchange', 'Value bought: ₹30,002.00')
    const latest = dealer.getByRole('table', { name: 'Trade days' }).getByRole('row').nth(1)
    await expect(latest).toContainText('Check 2 trades')
    await latest.getByRole('rowheader').getByRole('button').click()
    await expect(dealer.getByRole('table', { name: 'Trades to check' })).toContainText('Unknown UCC')
  })
  await test.step('two operators give the code of the trade to the client, whose trade it becomes', async () => {
    await giveUcc(browser, admin, client)
    await dealer.getByRole('button', { name: 'Record what is known now' }).click()
    await expect(dealer.getByRole('button', { name: 'Check 1 trade' })).toBeVisible()
  })
  await test.step('a client without a plan is named; with one the day is booked again, and the phone shows the position with its charges', async () => {
    await bookLatestDay(dealer, /Booked, with clients to check/)
    await atDesk(sauda, '/trade-charges/plans/assign', { plan: 'Flat', from: '2026-01-01', clientId: client.userId })
    await bookLatestDay(dealer, /Booked(?!, with clients to check)/)
    await expect(dealer.getByRole('table', { name: /^Clients with trades on/ })).toContainText('₹15,001.00')
    await expect(phone.getByText('TCS').first()).toBeVisible()
    await phone.goto('/account/position/order-history')
    await expect(phone.getByRole('region', { name: 'Charges by trade day' })).toContainText('₹37.73')
  })
  await test.step('after the sale the phone names the proceeds, which cannot be withdrawn', async () => {
    await phone.goto('/account/home')
    await expect(phone.getByText('₹4,961.27').first()).toBeVisible()
    const sale = { ...purchase, number: '700002', price: '1540.00', side: 'S', settlement: '2026772' } as const
    await file.setInputFiles(tradeFile(soldOn, [sale]))
    await dealer.getByRole('button', { name: 'Record 1 trade' }).click()
    await expect(dealer.getByText('Approval requested')).toBeVisible()
    await approveFrom(admin, 'Trade file of an exchange', 'Value sold: ₹15,400.00')
    await bookLatestDay(dealer, /Booked/)
    await expect(phone.getByText(/^₹15,364\.51 from sales can be withdrawn/)).toBeVisible()
    expect(await walletOf(sauda, client)).toMatchObject({ balance: 4961.27, withdrawable: 4961.27 })
  })
  await closeOutAndReverse(soldOn, dealer, admin, client)
  await settle(browser, soldOn, admin, cashier)
  await test.step('the phone shows the proceeds as balance without being reloaded; the settlement is complete', async () => {
    await expect(phone.getByText(/from sales can be withdrawn/)).toHaveCount(0)
    await expect(phone.getByText('₹4,961.27')).toHaveCount(0)
    await expect(phone.getByText('₹20,325.78').first()).toBeVisible()
    expect(await walletOf(sauda, client)).toMatchObject({ balance: 20_325.78, withdrawable: 20_325.78 })
    await openAtDesk(admin, '/desk/trade/settlement')
    await expect(admin.getByRole('row', { name: /NSE-M-2026772/ })).toContainText('Complete')
    expect(await call(sauda, 'GET', '/desk/books', { token: await deskToken(sauda) })).toMatchObject({
      differences: [],
    })
  })
})

/** The sale is not delivered and closed out; the close-out is reversed, and a newer delivery file ends the shortage. */
async function closeOutAndReverse(soldOn: string, dealer: Page, admin: Page, client: Client): Promise<void> {
  await openAtDesk(dealer, '/desk/trade/settlement')
  const deliver = (short: number) =>
    dealer
      .getByLabel('Obligation file, settlement master or delivery file')
      .setInputFiles(
        csv(`DeliveryDpo_NCL_CM_EquityT1_CM_90001_${soldOn.replaceAll('-', '')}_F_0000.csv`, [
          'ClntId,ISIN,SttlmTp,SctiesSttlmTxId,QtyORShrtQty',
          `00CH7,INE467B01029,M,2026772,${short}`,
        ]),
      )
  const row = dealer.getByRole('table', { name: 'Shortages' }).getByRole('row').filter({ hasText: client.name })
  const dialog = dealer.getByRole('dialog')
  const figures = () => walletOf(sauda, client)
  const before = await figures()
  await test.step('a delivery file opens the shortage, whose close-out waits for the administrator', async () => {
    await deliver(10)
    await expect(dealer.getByText('NSE-M-2026772: 1 shortage')).toBeVisible()
    await dealer.getByRole('button', { name: 'Details of NSE-M-2026772' }).click()
    await row.getByRole('button', { name: 'Close out' }).click()
    await dialog.getByRole('radio', { name: 'Auction' }).check()
    await dialog.getByLabel('Number of the auction settlement').fill('2026773')
    await dialog.getByLabel('Day of the auction').fill(soldOn)
    await dialog.getByLabel('Price').fill('1560')
    await dialog.getByRole('button', { name: 'Close out' }).click()
    await expect(row.getByRole('link', { name: 'Close-out awaiting approval' })).toBeVisible()
    await expect(row.getByRole('button')).toHaveCount(0)
    await approveFrom(admin, 'Close-out of a shortage', 'Auction of 10 TCS sold and not delivered')
    await expect(row).toContainText('Ended by')
    expect(await figures()).not.toEqual(before)
  })
  await test.step('its reversal waits for the administrator too; the wallet is as before, and the shortage is open again', async () => {
    await row.getByRole('button', { name: 'Reverse' }).click()
    await dialog.getByLabel('Reason').fill('The auction was annulled')
    await dialog.getByRole('button', { name: 'Reverse the close-out' }).click()
    await row.getByRole('link', { name: 'Reversal awaiting approval' }).click()
    await expect(dealer).toHaveURL(/\/desk\/proposal\//)
    await expect(dealer.getByText('The auction was annulled').first()).toBeVisible()
    await dealer.goBack()
    await approveFrom(admin, 'Reversal of a close-out', 'Sales booked as before')
    await dealer.getByRole('button', { name: 'Details of NSE-M-2026772' }).click()
    await expect(row.getByRole('button', { name: 'Close out' })).toBeVisible()
    expect(await figures()).toEqual(before)
  })
  await test.step('a newer delivery file ends the shortage once the administrator has seen what it releases', async () => {
    await deliver(0)
    await expect(dealer.getByText('The file waits for a second operator')).toBeVisible()
    await approveFrom(admin, 'File of a clearing corporation', 'does not name the shortage of 10')
    await expect(row).toContainText('Not short any more in DeliveryDpo_NCL')
  })
}

/** From the obligation file of the day of the sale to the bank's line of the pay-out, booked by two operators. */
async function settle(browser: Browser, soldOn: string, admin: Page, cashier: Operator): Promise<void> {
  await test.step('the administrator imports the obligation file; the settlement waits for the bank', async () => {
    const columns =
      'Sgmt,SttlmTp,SctiesSttlmTxId,ISIN,ClntId,RptgDt,FndsPayOutDt,DalyBuyTradgVol,DalySellTradgVol,DalyBuyTradgVal,DalySellTradgVal'
    const row = `CM,M,2026772,INE467B01029,,${soldOn},,,10,,15400.00`
    await openAtDesk(admin, '/desk/trade/settlement')
    await admin
      .getByLabel('Obligation file, settlement master or delivery file')
      .setInputFiles(csv(`Obligation_NCL_CM_0_CM_90001_${soldOn.replaceAll('-', '')}_F_0000.csv`, [columns, row]))
    await expect(admin.getByRole('row', { name: /NSE-M-2026772/ })).toContainText('Waiting for the pay-out line')
  })
  await test.step('the cashier imports the bank’s line of the pay-out and books it with the administrator', async () => {
    const today = new Intl.DateTimeFormat('en-GB', { timeZone: 'Asia/Kolkata' }).format(new Date())
    const lines = [
      'Date,Narration,Chq./Ref.No.,Withdrawal Amt.,Deposit Amt.',
      `${today},NCL SETTLEMENT M 2026772,NCLP772772772,,15400.00`,
    ]
    const desk = await deskWindow(browser, sauda, cashier, '/desk/reconciliation')
    await desk.getByRole('link', { name: 'Import statement' }).click()
    await desk.getByLabel('Bank statement').setInputFiles(csv('pay-out.csv', lines))
    await desk.getByRole('button', { name: 'Import 1 new line' }).click()
    await expect(desk.getByText('1 new line imported')).toBeVisible()
    await desk.getByRole('link', { name: 'View bank entries' }).click()
    await desk.getByRole('navigation', { name: 'Lines' }).getByRole('link', { name: 'Exceptions' }).click()
    await desk.getByRole('row').filter({ hasText: 'NCLP772772772' }).getByRole('link').first().click()
    await expect(desk.getByRole('region', { name: 'Decision' })).toBeVisible()
    await desk.getByRole('heading', { level: 1 }).click()
    await desk.keyboard.press('b')
    const dialog = desk.getByRole('dialog', { name: 'Book this line' })
    await dialog.getByRole('radio', { name: 'Pay-in or pay-out of a settlement' }).check()
    await dialog.getByRole('checkbox', { name: /NSE-M-2026772/ }).check()
    await dialog.getByLabel('Reason').fill('Pay-out of the settlement')
    await dialog.getByRole('button', { name: 'Book' }).click()
    await expect(desk.getByText('Requested by Meena Kulkarni')).toBeVisible()
    await approveFrom(admin, 'Booking of a line', 'Pay-out of NSE-M-2026772 with ₹15,400.00')
  })
}
