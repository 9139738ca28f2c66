import type { Locator, Page } from '@playwright/test'
import { deskWindow, openAtDesk } from './at-desk.ts'
import type { Sauda } from './harness.ts'
import { atDesk, clientWith, newOperator, reportPayment, tradesOf, walletOf, type Trade } from './money.ts'
import { call, enter, type Client } from './people.ts'
import { serveBrand } from './served-brand.ts'
import { hide } from './settled.ts'
import { expect, moving, test } from './test.ts'

test.use(moving)

const dialog = (page: Page): Locator => page.getByRole('dialog')
const figures = (page: Page): Locator => page.getByRole('region', { name: 'Summary of your positions' })
const figure = (page: Page, title: string): Locator =>
  figures(page)
    .locator('section')
    .filter({ has: page.getByRole('heading', { name: title }) })
const positions = (page: Page): Locator => page.getByRole('table', { name: 'Open Positions' })
const position = (page: Page, stock: string): Locator => positions(page).getByRole('row').filter({ hasText: stock })
const closed = (page: Page): Locator => page.getByRole('region', { name: 'Closed Trades' })
const simulate = (page: Page): Locator => page.getByRole('switch', { name: 'Simulate prices' })
const profit = (page: Page, stock: string): Locator => position(page, stock).getByRole('cell').last()

const textOf = (cell: Locator): Promise<string | null> => cell.textContent()

const buy = (sauda: Sauda, { userId }: Client, stockName: string, quantity: number, price: number): Promise<Trade> =>
  atDesk(sauda, '/trades/buy', { clientId: userId, stockName, quantity, price })

/** The sums of the statement, by figure of the client. */
async function sumsOf(sauda: Sauda, { token, userId }: Client): Promise<{ cash: number; invested: number }> {
  const path = `/user/statement/${userId}`
  const { entries } = await call<{ entries: { debit: string; credit: string; amount: number }[] }>(sauda, 'GET', path, {
    token,
  })
  const sum = (account: string): number =>
    entries.reduce(
      (paise, { debit, credit, amount }) =>
        paise + Math.round(amount * 100) * (Number(credit === account) - Number(debit === account)),
      0,
    ) / 100
  return { cash: sum('cash'), invested: sum('invested') }
}

/** The dealer's ticket, filled in and confirmed. */
async function bookBuy(desk: Page, client: Client, stock: string, quantity: string, price: string): Promise<void> {
  const ticket = desk.getByRole('form', { name: 'Order entry' })
  await openAtDesk(desk, `/desk/trade?client=${client.userId}`)
  // The client named in the address is loaded.
  await expect(ticket.getByText(/^Balance ₹/)).toBeVisible()
  await ticket.getByRole('combobox', { name: 'Stock' }).fill(stock)
  await desk.getByRole('option', { name: stock }).first().click()
  await ticket.getByLabel('Quantity').fill(quantity)
  await ticket.getByLabel('Price').fill(price)
  await ticket.getByRole('button', { name: 'Review' }).click()
  await dialog(desk).getByRole('button', { name: 'Book buy' }).click()
  await expect(desk.getByText(/^TRD\d+ is booked/)).toBeVisible()
}

async function bookSale(desk: Page, client: Client, stock: string, quantity: string, price: string): Promise<void> {
  await openAtDesk(desk, `/desk/clients/${client.userId}?show=trades`)
  await desk.getByRole('button', { name: new RegExp(`^Square off ${stock} TRD`) }).click()
  await dialog(desk).getByLabel('Quantity').fill(quantity)
  await dialog(desk).getByLabel('Price').fill(price)
  await dialog(desk).getByRole('button', { name: 'Review' }).click()
  await dialog(desk).getByRole('button', { name: 'Book sale' }).click()
  await expect(dialog(desk)).toBeHidden()
}

test('updates the client’s screens at once and to the paisa when a dealer buys and sells', async ({
  browser,
  page,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Anjali', 1_00_000.5)
  await enter(page, client, '/account/position')
  await expect(page).toHaveURL('/account/position/position')
  await expect(page).toHaveTitle('Positions | Sauda')
  await expect(page.getByText('No open positions.')).toBeVisible()
  await expect(page.getByText('No closed trades.')).toBeVisible()
  await expect(simulate(page)).toBeHidden()
  // Gone as soon as the page is loaded again.
  await page.evaluate(() => document.body.setAttribute('data-stays', ''))
  const desk = await deskWindow(browser, sauda, await newOperator(sauda, 'Divya Menon', 'dealer'))

  await test.step('the position appears when it is booked, and moves, visibly simulated', async () => {
    await bookBuy(desk, client, 'RELIANCE', '10', '2,450.55')
    await expect(position(page, 'RELIANCE')).toContainText('₹2,450.55')
    await expect(position(page, 'RELIANCE')).toContainText('₹24,505.50')
    await expect(figure(page, 'Available')).toContainText('₹75,495.00')
    await expect(figure(page, 'Total P&L')).toContainText('Realised ₹0.00')
    await expect(profit(page, 'RELIANCE')).toContainText('₹')
    await expect(page.getByRole('button', { name: 'Simulated' })).toHaveCount(1)
    await expect(page.getByText(/^Total P&L would be .*~$/)).toBeVisible()
    await expect(page.getByText(/^Would be worth ₹.*~/)).toBeVisible()
    const first = await textOf(profit(page, 'RELIANCE'))
    await expect.poll(() => textOf(profit(page, 'RELIANCE'))).not.toBe(first)
  })

  await test.step('she sees part of it sold', async () => {
    await bookSale(desk, client, 'RELIANCE', '4', '2512.30')
    await expect(position(page, 'RELIANCE')).toContainText('₹14,703.30')
    const row = closed(page).getByRole('row').nth(1)
    for (const words of ['RELIANCE', '+2.52%', 'CLOSED', 'SELL', '₹2,450.55', '₹2,512.30'])
      await expect(row).toContainText(words)
    for (const width of [390, 768, 1280]) {
      await page.setViewportSize({ width, height: 844 })
      await expect(row).toContainText('Closed at ₹2,512.30')
      await expect(row.getByText(/\+₹247(?!\.)/)).toBeVisible()
    }
    await page.setViewportSize({ width: 1280, height: 720 })
    await expect(figure(page, 'Available')).toContainText('₹85,544.20')
    await expect(figure(page, 'Total P&L')).toContainText('Realised +₹247.00')
    await expect(figure(page, 'Invested')).toContainText('₹14,703.30')
    await expect(page.locator('body[data-stays]')).toBeVisible()
  })

  await test.step('orders and portfolio show the same', async () => {
    await page.getByRole('link', { name: 'Orders' }).click()
    await expect(page).toHaveTitle('Order History | Sauda')
    const row = page.getByRole('table', { name: 'Order history' }).getByRole('row').nth(2)
    await expect(row.getByRole('cell')).toHaveText([
      '4',
      '₹2,450.55',
      '₹2,512.30',
      '+₹247.00',
      'SELL',
      /^\d+:\d\d [ap]m$/,
    ])
    await expect(page.getByRole('row', { name: /P&L \+₹247\.00/ })).toBeVisible()
    await page.getByRole('link', { name: 'Portfolio' }).click()
    const card = (title: string) =>
      page.getByRole('region', { name: 'Your money' }).locator('section', { hasText: title })
    await expect(card('Last profit')).toContainText(/\+₹247(?!\.)/)
    await expect(card('Last profit')).toContainText('Sold 4 RELIANCE on')
    await expect(card('Total Amount')).toContainText('₹85,544.20')
    await expect(
      page.getByRole('table', { name: 'Allocation of your investments' }).getByRole('row').nth(1),
    ).toHaveText('RELIANCE₹14,703.30100.00%')
    await expect(
      page.getByRole('table', { name: 'Realised profit and loss by day' }).getByRole('cell').last(),
    ).toHaveText('+₹247.00')
    await page.getByRole('radio', { name: '1M' }).check()
    await expect(page.getByText(/realised since/)).toBeVisible()
    await page.getByRole('button', { name: /, 1 sale/ }).click()
    await expect(page).toHaveURL(/\?day=\d{4}-\d\d-\d\d$/)
    // Beside the charts on a desktop, in the place of the side column.
    const sales = page.getByRole('complementary', { name: /^Sales on/ })
    await expect(sales).toContainText('Sold 4 at ₹2,512.30')
    await expect(page.getByRole('complementary')).toHaveCount(1)
    await page.goBack()
    await expect(sales).toHaveCount(0)
    await page.goto('/account/wallet/statement')
    for (const [what, change] of [
      ['Bought', '−₹24,505.50'],
      ['Sold', '+₹10,049.20'],
    ] as const)
      await expect(page.getByRole('row').filter({ hasText: what }).filter({ hasText: change })).toBeVisible()
  })

  await test.step('the server rejects it too', async () => {
    expect(await walletOf(sauda, client)).toMatchObject({ balance: 85_544.2, investedAmount: 14_703.3 })
    expect(await call(sauda, 'GET', `/user/portfolio/${client.userId}`, client)).toMatchObject({
      totalInvestment: 14_703.3,
      totalPnL: 247,
    })
    expect(await tradesOf(sauda, client)).toMatchObject([
      { action: 'SELL', quantity: 4, profitLoss: 247 },
      { action: 'BUY', quantity: 6, status: 'OPEN' },
    ])
    expect(await sumsOf(sauda, client)).toEqual({ cash: 85_544.2, invested: 14_703.3 })
  })
  await desk.context().close()
})

test('sends no simulated number, and stops simulating permanently when switched off', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Bhavna', 50_000)
  await buy(sauda, client, 'TCS', 10, 3500)
  await enter(page, client, '/account/position/position')
  await expect(profit(page, 'TCS')).toContainText('₹')
  // A request for a resource by its address, for the share by its name, or for events since the last one, sends no figures.
  const carriers: string[] = []
  page.on('request', (request) => {
    const asked = new URL(request.url()).search
    const isBare =
      request.method() === 'GET' && request.postData() === null && /^(\?symbols=TCS|\?age=\d+)?$/.test(asked)
    if (!isBare) carriers.push(`${request.method()} ${request.url()}`)
  })
  for (let tick = 0; tick < 4; tick += 1) {
    const before = await textOf(profit(page, 'TCS'))
    await expect.poll(() => textOf(profit(page, 'TCS'))).not.toBe(before)
  }
  expect(carriers).toEqual([])
  expect(await page.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))).not.toContain('₹')

  // On a phone each figure has a line and its note, and no amount is cut off.
  await page.setViewportSize({ width: 390, height: 844 })
  expect(await figures(page).evaluate((strip) => strip.scrollWidth - strip.clientWidth)).toBe(0)
  expect((await figures(page).boundingBox())?.height).toBeLessThan(110)

  await simulate(page).uncheck()
  await expect(profit(page, 'TCS')).toHaveText('–No live price')
  await expect(page.getByText('Simulated')).toHaveCount(0)
  await expect(figure(page, 'Total P&L')).toContainText('₹0.00')
  await page.reload()
  await expect(simulate(page)).not.toBeChecked()
  await expect(profit(page, 'TCS')).toHaveText('–No live price')
})

test('simulates from the last price that the other screens show, and names each simulated figure', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Farida', 50_000)
  await buy(sauda, client, 'TCS', 10, 1000)
  const close = { symbol: 'TCS', price: '3000', previousClose: '2990', at: '2026-11-05T10:00:00.000Z', state: 'close' }
  const clock = { now: '2026-11-05T12:00:00.000Z', feed: 'none', source: '', late: false }
  await page.route('**/api/user/quotes?**', (route) => route.fulfill({ json: { clock, quotes: [close] } }))
  await enter(page, client, '/account/position/position')

  const last = position(page, 'TCS').getByRole('cell').nth(3)
  const stored = position(page, 'TCS').getByRole('cell').nth(4)
  const price = position(page, 'TCS').getByRole('cell').nth(5)
  await expect(positions(page).getByRole('columnheader').nth(6)).toHaveText('Simulated')
  // The stored figures stay beside the simulated ones.
  await expect(last).toHaveText('₹3,000.00')
  await expect(stored).toContainText('+₹20,000.00')
  await expect(figure(page, 'Total P&L')).toContainText('+₹20,000')
  // At most 5% below the close; the purchase was at 1,000.
  await expect
    .poll(async () => Number((await textOf(price))?.match(/₹([\d,.]+\.\d\d)/)?.[1]?.replace(',', '')))
    .toBeGreaterThan(2700)
  await expect(price).toContainText('+₹')
  const tints = () =>
    price.evaluate((cell) => cell.getAnimations({ subtree: true }).map(({ effect }) => effect?.getTiming().duration))
  await expect.poll(tints).toEqual([600])
  await page.emulateMedia({ reducedMotion: 'reduce' })
  // Off with reduced motion, until switched on.
  await expect(simulate(page)).not.toBeChecked()
  await simulate(page).check()
  await expect(positions(page).getByRole('columnheader').nth(6)).toHaveText('Simulated')
  const before = await textOf(price)
  await expect.poll(async () => [(await textOf(price)) === before, await tints()]).toEqual([false, []])
  await page.emulateMedia({ reducedMotion: 'no-preference' })

  await position(page, 'TCS').getByRole('button').click()
  // The page of the stock has no simulated figure.
  const sheet = page.getByRole('dialog', { name: /^TCS/ })
  await expect(sheet).toContainText('Unrealised P&L+₹20,000.00')
  await expect(sheet).toContainText('₹3,000.00 +0.33% Close of 5 Nov 2026')
  await expect(sheet.getByText('Simulated')).toHaveCount(0)
  await page.goBack()
  await expect(sheet).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await expect(profit(page, 'TCS').getByText('Simulated')).toBeVisible()
  await simulate(page).uncheck()
  await expect(last).toHaveText('₹3,000.00')
  await expect(profit(page, 'TCS')).toContainText('+₹20,000.00')
  await expect(page.getByText('Simulated')).toHaveCount(0)
})

test('does not simulate with reduced motion or in a hidden tab', async ({ page, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Charu', 50_000)
  await buy(sauda, client, 'TCS', 10, 3500)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.clock.install()
  await enter(page, client, '/account/position/position')
  await expect(simulate(page)).not.toBeChecked()
  await expect(profit(page, 'TCS')).toHaveText('–No live price')

  await simulate(page).check()
  await expect(profit(page, 'TCS')).toContainText('₹')
  await page.clock.runFor(1500)
  await expect(profit(page, 'TCS')).not.toContainText('₹0.00')
  await hide(page, true)
  const still = await textOf(profit(page, 'TCS'))
  await page.clock.runFor(60_000)
  expect(await textOf(profit(page, 'TCS'))).toBe(still)
  await hide(page, false)
  await page.clock.runFor(1500)
  await expect.poll(() => textOf(profit(page, 'TCS'))).not.toBe(still)
})

test('simulates nothing in live mode, and dates a stale price', async ({ page, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Deepti', 50_000)
  await buy(sauda, client, 'TCS', 10, 3500)
  await serveBrand(page, { mode: 'live' })
  const at = '2026-11-05T09:59:00.000Z'
  const clock = { now: '2026-11-05T12:00:00.000Z', feed: 'up', source: 'NSE', late: false }
  await page.route('**/api/user/quotes?**', (route) =>
    route.fulfill({ json: { clock, quotes: [{ symbol: 'TCS', price: '3512.35', at, state: 'stale' }] } }),
  )
  await page.route('**/api/user/prices?**', (route) => route.abort())
  const scripts: string[] = []
  page.on('request', (request) => scripts.push(request.url()))
  await enter(page, client, '/account/position/position')
  await expect(profit(page, 'TCS')).toContainText('+₹123.50')
  // Shown once for all prices.
  await expect(page.getByText(/Stale as of .*3:29 pm/)).toHaveCount(1)
  await expect(page.getByText('Prices: NSE')).toBeVisible()
  await expect(figure(page, 'Total P&L')).toContainText('+₹123.5')
  await expect(page.getByText('Simulated')).toHaveCount(0)
  await expect(simulate(page)).toBeHidden()
  expect(scripts.filter((url) => /\/simulation-/.test(url))).toEqual([])
})

test('shows empty lists and an error when trades cannot be loaded', async ({ page, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Esha', 50_000)
  await buy(sauda, client, 'TCS', 10, 3500)
  await page.route('**/api/user/{trade,portfolio}/**', (route) => route.fulfill({ status: 500, json: {} }))
  await enter(page, client, '/account/position/position')
  await expect(page.getByText('No open positions.')).toBeVisible()
  await expect(page.getByText('Your positions could not be loaded.')).toBeVisible()
  await expect(page.getByText('No closed trades.')).toBeVisible()
  await expect(page.getByText('Some figures could not be loaded')).toBeVisible()
  await expect(figure(page, 'Available')).toContainText('₹15,000.00')
  for (const title of ['Total P&L', 'Invested']) await expect(figure(page, title).getByText('–')).toBeVisible()
  await expect(figures(page)).not.toContainText('₹0.00')
  // The failure of the trades is only logged; that of the portfolio has the general toast.
  await expect(page.getByRole('alert').filter({ hasText: 'An error occurred. Please try again.' })).toHaveCount(1)
  await page.goto('/account/position/order-history')
  await expect(page.getByText('No sell orders found.')).toBeVisible()
  await expect(page.getByText('Your orders could not be loaded.')).toBeVisible()
  await page.goto('/portfolio/overview')
  const lastProfit = page.getByRole('region', { name: 'Your money' }).getByText('Could not be loaded')
  await expect(lastProfit).toBeVisible()
  await expect(page.getByText('Your holdings could not be loaded.')).toBeVisible()

  await page.unrouteAll()
  const again = page.getByRole('button', { name: 'Try again' })
  await page.getByRole('status').filter({ hasText: 'Some figures could not be loaded' }).locator(again).click()
  await expect(lastProfit).toBeHidden()
  await again.click()
  await expect(page.getByRole('table', { name: 'Allocation of your investments' })).toContainText('TCS')
})

test('a position opens the page of its stock at an address of its own', async ({ page, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Gauri', 1_00_000)
  const first = await buy(sauda, client, 'TCS', 10, 3500)
  await buy(sauda, client, 'TCS', 5, 3400)
  await buy(sauda, client, 'INFY', 4, 1500)
  const sale = await atDesk<Trade>(sauda, `/trades/${first._id}/sell`, { quantity: 4, price: 3600 })
  await page.setViewportSize({ width: 390, height: 844 })
  await enter(page, client, '/account/position/position')
  await expect(position(page, 'TCS').first()).toContainText('2 purchases')
  await expect(position(page, 'TCS').first()).toContainText('₹38,000.00')
  // The header of the column, each of the four rows, and the totals below them.
  await expect(page.getByText('Simulated', { exact: true })).toHaveCount(6)
  const { y = 844, height = 0 } = (await position(page, 'INFY').boundingBox()) ?? {}
  expect(y + height).toBeLessThan(844 - 64)

  const infy = positions(page).getByRole('button', { name: /^INFY TRD/ })
  await infy.click()
  await expect(page).toHaveURL('/account/position/position?stock=INFY')
  await expect(dialog(page)).toHaveAccessibleName(/^INFY · /)
  const width = await dialog(page).evaluate((sheet) => sheet.parentElement?.clientWidth)
  await expect.poll(() => dialog(page).boundingBox()).toEqual({ x: 0, y: 0, width, height: 844 })
  await dialog(page)
    .getByRole('region', { name: 'Lots' })
    .getByRole('button', { name: '₹6,000.00', description: 'Where it came from' })
    .click()
  await expect(dialog(page)).toContainText('Balance → Invested')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveAccessibleName(/^INFY · /)
  await page.goBack()
  await expect(dialog(page)).toHaveCount(0)

  await page.setViewportSize({ width: 1440, height: 900 })
  await page.goto('/account/position/position?stock=TCS')
  const lots = dialog(page).getByRole('region', { name: 'Lots' })
  await expect(lots).toContainText('6 of 10 bought at ₹3,500.00')
  await expect(lots).toContainText('5 at ₹3,400.00')
  await expect(dialog(page)).toContainText('You hold11')
  await expect(dialog(page).getByRole('region', { name: /^This financial year/ })).toContainText(
    'Realised+₹400.00ChargesNot known yetNet so far+₹400.00charges of 3 trades not known',
  )
  await expect(dialog(page).getByRole('region', { name: 'Trades' })).toContainText('Sold 4 at ₹3,600.00+₹400.00')
  await expect(dialog(page).getByText('Dashed line: average price ₹3,454.5455')).toBeVisible()
  await dialog(page).getByRole('slider', { name: 'TCS, closing prices' }).press('End')
  await expect(dialog(page).getByRole('slider')).toHaveAttribute('aria-valuetext', /Sold 4 at ₹3,600.00/)
  expect((await dialog(page).boundingBox())?.width).toBe(400)
  await page.reload()
  await expect(lots).toContainText('6 of 10 bought')
  await page.keyboard.press('Escape')
  await expect(dialog(page)).toHaveCount(0)
  await expect(page).toHaveURL('/account/position/position')
  await infy.click()
  await expect(dialog(page)).toHaveAccessibleName(/^INFY · /)
  await page.keyboard.press('Escape')
  await expect(infy).toBeFocused()

  await page.getByRole('link', { name: 'Orders' }).click()
  await page.getByRole('table', { name: 'Order history' }).getByRole('button', { name: /^TCS/ }).click()
  await expect(page).toHaveURL('/account/position/order-history?stock=TCS')
  await expect(dialog(page)).toContainText(sale.tradeId)
  await page.goto('/account/position/position?stock=NOSUCH')
  await expect(dialog(page)).toContainText('We have no stock with this symbol')
})

test('the first position begins at most 250 px from the top, and a row on a phone has two lines', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Ganga', 1_00_000)
  await buy(sauda, client, 'TCS', 10, 3500)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enter(page, client, '/account/position/position')
  for (const [width, height] of [
    [1440, 44],
    [390, 64],
  ] as const) {
    await page.setViewportSize({ width, height: 900 })
    for (const name of ['rowheader', 'cell'] as const)
      await expect(position(page, 'TCS').getByRole(name).first()).toBeInViewport({ ratio: 1 })
    const row = await position(page, 'TCS').boundingBox()
    expect(row?.y).toBeLessThanOrEqual(250)
    expect(row?.height).toBeCloseTo(height, 0)
  }
})

test('a list with its detail beside it works with the keyboard and with Back', async ({ page, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Harini', 0)
  for (const amount of [1100, 1200]) await reportPayment(sauda, client, amount)
  await page.setViewportSize({ width: 1440, height: 900 })
  await enter(page, client, '/account/wallet/transaction-history')
  const [newest, older] = [page.getByRole('row').nth(1), page.getByRole('row').nth(2)]
  const detail = page.getByRole('complementary', { name: /^Deposit ADD/ })
  await expect(newest).toBeVisible()
  await expect(page.getByRole('complementary')).toHaveCount(0)

  await newest.getByRole('button').focus()
  await page.keyboard.press('ArrowDown')
  await expect(older.getByRole('button')).toBeFocused()
  await expect(detail).toHaveCount(0)
  await page.keyboard.press('Enter')
  await expect(detail).toContainText('₹1,100.00')
  await expect(detail.getByRole('heading', { level: 2 })).toBeFocused()
  await expect(older).toHaveAttribute('aria-current', 'true')

  await older.getByRole('button').focus()
  await page.keyboard.press('ArrowUp')
  await expect(detail).toContainText('₹1,200.00')
  await expect(newest.getByRole('button')).toBeFocused()
  const address = page.url()
  await page.reload()
  await expect(detail).toContainText('₹1,200.00')
  await page.goBack()
  await expect(detail).toHaveCount(0)

  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto(address)
  await expect(dialog(page)).toContainText('₹1,200.00')
})

test('shows a reversed trade with its reason', async ({ page, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Fatima', 50_000)
  const { _id: bought } = await buy(sauda, client, 'TCS', 10, 3500)
  const { _id: sold } = await atDesk<Trade>(sauda, `/trades/${bought}/sell`, { quantity: 10, price: 3600 })
  const other = await newOperator(sauda, 'Omar Sheikh', 'dealer')
  await enter(page, client, '/account/position/position')
  await expect(closed(page)).toContainText('+₹1,000')
  for (const id of [sold, bought]) {
    const reason = id === sold ? 'Booked with a wrong quantity or price' : 'Booked for the wrong client'
    const { _id } = await atDesk<{ _id: string }>(sauda, `/trades/${id}/reversal`, { reason })
    await atDesk(sauda, `/reversals/${_id}/approve`, {}, other.token)
  }
  const reversed = page.getByRole('region', { name: 'Reversed trades' })
  await expect(reversed.getByRole('listitem')).toHaveCount(2)
  await expect(reversed).toContainText('Sold 10 at ₹3,600.00')
  await expect(reversed).toContainText('Booked for the wrong client')
  await expect(page.getByText('No closed trades.')).toBeVisible()
  await expect(figure(page, 'Available')).toContainText('₹50,000.00')
  await page.getByRole('link', { name: 'Orders' }).click()
  const row = page.getByRole('row').filter({ hasText: 'TCS' })
  await expect(row).toContainText('Reversed')
  await expect(row).toContainText('Booked with a wrong quantity or price')
  await expect(row).toContainText('₹0.00')
  // On the page of the stock each is a struck-through row with its contra entry.
  await row.getByRole('button').click()
  const trades = dialog(page).getByRole('region', { name: 'Trades' }).getByRole('list').getByRole('listitem')
  await expect(trades).toHaveText([
    /^Sold 10 at ₹3,600\.00\+₹1,000\.00/,
    /^Contra entry of TRD\d+−₹1,000\.00Reversed on .*: Booked with a wrong quantity or price$/,
    /^Bought 10 at ₹3,500\.00/,
    /^Contra entry of TRD\d+Reversed on .*: Booked for the wrong client$/,
  ])
  await expect(trades.locator('s')).toHaveText(['Sold 10 at ₹3,600.00', '+₹1,000.00', 'Bought 10 at ₹3,500.00'])
  await expect(dialog(page)).toContainText('You hold none of it.')
  await expect(dialog(page).getByRole('region', { name: /^This financial year/ })).toContainText('Net₹0.00')
})
