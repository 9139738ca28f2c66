import type { Locator, Page } from '@playwright/test'
import { decision, deskWindow, lastTradingDays, openAtDesk, openCase, send } from './at-desk.ts'
import { staysOpen } from './closing.ts'
import type { Sauda } from './harness.ts'
import { clientWith, newOperator, walletOf, type Operator, tradesOf, type Trade } from './money.ts'
import { call, pauseResponses, logInAtDesk, newClient, toast, type Client } from './people.ts'
import { expect, test } from './test.ts'

const dialog = (page: Page): Locator => page.getByRole('dialog')
const ticket = (desk: Page): Locator => desk.getByRole('form', { name: 'Order entry' })

/** Another dealer with a window of their own. */
async function dealer(sauda: Sauda, name: string): Promise<Operator> {
  return newOperator(sauda, name, 'dealer')
}

/** Books the preconditions of a test without a screen. */
const book = (sauda: Sauda, { token }: Operator, { userId }: Client, quantity: number, price: number, stock = 'TCS') =>
  call<Trade>(sauda, 'POST', '/desk/trades/buy', {
    token,
    body: { clientId: userId, stockName: stock, quantity, price },
  })

/** Types into a combobox and picks the first item. */
async function pick(desk: Page, label: string, text: string, found: string): Promise<void> {
  await ticket(desk).getByRole('combobox', { name: label }).fill(text)
  await desk.getByRole('option', { name: found }).first().click()
}

async function fill(desk: Page, client: Client, stock: string, quantity: string, price: string): Promise<void> {
  await openAtDesk(desk, `/desk/trade?client=${client.userId}`)
  await expect(ticket(desk).getByRole('combobox', { name: 'Client' })).toHaveValue(new RegExp(client.name))
  await pick(desk, 'Stock', stock, stock)
  await ticket(desk).getByLabel('Quantity').fill(quantity)
  await ticket(desk).getByLabel('Price').fill(price)
}

const review = (desk: Page): Promise<void> => ticket(desk).getByRole('button', { name: 'Review' }).click()

/** Opens the dialog that closes the client's position in a stock. */
async function close(desk: Page, client: Client, stock: string): Promise<Locator> {
  await openAtDesk(desk, `/desk/clients/${client.userId}?show=trades`)
  await desk.getByRole('button', { name: new RegExp(`^Square off ${stock} TRD`) }).click()
  await expect(dialog(desk)).toContainText(`Square off ${stock} for ${client.name}`)
  return dialog(desk)
}

test('a dealer books a buy by keyboard alone, and the position is there at once', async ({ browser, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Urmila', 1_00_000)
  const desk = await deskWindow(browser, sauda, await dealer(sauda, 'Deepa Nair'))
  const { keyboard } = desk
  await keyboard.press('g')
  await keyboard.press('t')
  await expect(ticket(desk).getByRole('combobox', { name: 'Client' })).toBeFocused()
  await keyboard.type(client.email)
  await expect(desk.getByRole('option', { name: client.name })).toBeVisible()
  await keyboard.press('Enter')
  await expect(ticket(desk)).toContainText('Balance ₹1,00,000.00')
  await keyboard.press('Tab')
  // A symbol in full needs no choice, even if the field is left before the list has come.
  await keyboard.type('reliance')
  await keyboard.press('Tab')
  await expect(ticket(desk).getByRole('combobox', { name: 'Stock' })).toHaveValue('RELIANCE')
  await keyboard.type('10')
  await keyboard.press('Tab')
  await keyboard.type('2,500.50')

  const costs = desk.getByRole('region', { name: 'Cost' })
  await expect(costs).toContainText(/Cost₹25,005\.00/)
  await expect(costs).toContainText(/From the balance₹25,005\.00/)
  await expect(costs).toContainText(/From the loan₹0\.00/)
  await expect(costs).toContainText(/Balance after₹74,995\.00/)
  await keyboard.press('Enter')
  await expect(dialog(desk)).toContainText(
    `Buy 10 RELIANCE for ${client.name} at ₹2,500.50. ₹25,005.00 comes from the balance.`,
  )
  await expect(dialog(desk)).toContainText(
    /Client.*, SD\d+ChargesOnce an exchange file confirms itBalance after₹74,995\.00/,
  )
  await expect(dialog(desk).getByRole('button', { name: 'Book buy' })).toBeFocused()
  await keyboard.press('Enter')
  await expect(
    desk.getByText(/^TRD\d+ is booked: 10 RELIANCE bought for .* at ₹2,500\.50, ₹25,005\.00 in total\.$/),
  ).toBeVisible()
  await expect(
    desk.getByRole('table', { name: 'Open positions' }).getByRole('row', { name: /RELIANCE/ }),
  ).toContainText('25,005.00')
  // The next ticket of the same client begins with the stock.
  await expect(ticket(desk).getByRole('combobox', { name: 'Stock' })).toBeFocused()
  await expect(ticket(desk).getByLabel('Quantity')).toHaveValue('')
  expect(await walletOf(sauda, client)).toMatchObject({ balance: 74_995 })
  await desk.context().close()
})

test('order entry takes what the exchange says of a trade, and nothing moves while client and stock are chosen', async ({
  browser,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Omkar', 1_00_000)
  await sauda.backdate(client.userId, '2026-01-01')
  const deepa = await dealer(sauda, 'Deepa Nair')
  const desk = await deskWindow(browser, sauda, deepa, '/desk/trade')
  const quantity = ticket(desk).getByLabel('Quantity')
  const placed = async () => (await quantity.boundingBox())?.y
  const before = await placed()
  await expect(ticket(desk)).toContainText('Without a trade time, the time of booking counts')
  await fill(desk, client, 'INFY', '5', '1500')
  await expect(ticket(desk)).toContainText('Balance ₹1,00,000.00.')
  expect(await placed()).toBe(before)
  const left = async (label: string) => (await ticket(desk).getByText(label, { exact: true }).boundingBox())?.x
  expect([await left('Client'), await left('Stock')]).toEqual([await left('Quantity'), await left('Price')])

  await ticket(desk).getByText('Trade time, exchange and numbers (optional)').click()
  const number = ticket(desk).getByLabel('Order number')
  await number.fill('1')
  await number.press('Backspace')
  await expect(number).toHaveValue('')
  await expect(number).toBeFocused()
  await expect(number).toBeVisible()
  const [day = ''] = await lastTradingDays(sauda, deepa.token)
  await ticket(desk).getByLabel('Trade day').fill(day)
  await ticket(desk).getByText('Trade time, exchange and numbers (optional)').click()
  await expect(number).toBeHidden()
  await review(desk)
  await expect(number).toBeVisible()
  await expect(ticket(desk)).toContainText('Enter the day and the time of the trade')
  await ticket(desk).getByLabel('Trade time (IST)').fill('10:15:30')
  await ticket(desk).getByLabel('Exchange').selectOption('NSE')
  await ticket(desk).getByLabel('Order number').fill('1100000012345678')
  await review(desk)
  await expect(dialog(desk)).toContainText('10:15:30 am')
  await dialog(desk).getByRole('button', { name: 'Book buy' }).click()
  await desk.getByRole('link', { name: /^See TRD/ }).click()
  await expect(desk.getByRole('main')).toContainText('10:15:30 am')
  await expect(desk.getByRole('main')).toContainText('1100000012345678')
  await desk.context().close()
})

test('an impossible order shows its reason in place, and nothing is booked', async ({ browser, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Vanita', 10_000)
  const stranger = await newClient(sauda, 'Yasmin')
  const desk = await deskWindow(browser, sauda, await dealer(sauda, 'Deepa Nair'), '/desk/trade')
  await review(desk)
  for (const words of [
    'Choose a client',
    'Choose a stock',
    'Enter the quantity as a number above 0',
    'Enter the price in rupees',
  ])
    await expect(ticket(desk)).toContainText(words)
  await expect(ticket(desk).getByRole('combobox', { name: 'Client' })).toBeFocused()

  await fill(desk, client, 'INFY', '0', '1500')
  for (const wrong of ['0', '-5', 'abc', '1e308', '1.123456789']) {
    await ticket(desk).getByLabel('Quantity').fill(wrong)
    await review(desk)
    await expect(ticket(desk)).toContainText('Enter the quantity as a number above 0 with at most 8 decimals')
    await expect(ticket(desk).getByLabel('Quantity')).toHaveValue(wrong)
  }
  await ticket(desk).getByLabel('Quantity').fill('1')
  // Grouped like a number, but none: the field refuses it, and so does the review.
  for (const wrong of ['0,500', '123,45,678']) {
    // Not an edit of the number before, whose grouping is that of the field.
    await ticket(desk).getByLabel('Price').fill('')
    await ticket(desk).getByLabel('Price').fill(wrong)
    await review(desk)
    await expect(ticket(desk)).toContainText('Enter the amount in digits')
    await expect(ticket(desk).getByLabel('Price')).toBeFocused()
    await expect(dialog(desk)).toBeHidden()
  }
  await ticket(desk).getByLabel('Price').fill('1500')
  await ticket(desk).getByLabel('Quantity').fill('1.5')
  await review(desk)
  await expect(ticket(desk)).toContainText('This stock is traded in whole units only')
  await ticket(desk).getByLabel('Quantity').fill('7')
  await expect(desk.getByRole('region', { name: 'Cost' })).toContainText(/Missing₹500\.00/)
  await review(desk)
  await expect(ticket(desk)).toContainText('Insufficient balance for this trade')
  await expect(dialog(desk)).toBeHidden()

  await fill(desk, stranger, 'INFY', '1', '10')
  await expect(ticket(desk)).toContainText('Complete your document verification first')
  await review(desk)
  await expect(ticket(desk).getByRole('combobox', { name: 'Client' })).toBeFocused()
  await expect(dialog(desk)).toBeHidden()
  await ticket(desk).getByRole('combobox', { name: 'Stock' }).fill('no such stock')
  await expect(desk.getByText('No instrument matches').first()).toBeVisible()
  expect(await tradesOf(sauda, client)).toEqual([])
  expect(await walletOf(sauda, client)).toMatchObject({ balance: 10_000 })
  await desk.context().close()
})

test('the response to an order that was changed meanwhile neither opens a confirmation nor moves the focus', async ({
  browser,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Vrinda', 10_000)
  const desk = await deskWindow(browser, sauda, await dealer(sauda, 'Deepa Nair'))
  const quantity = ticket(desk).getByLabel('Quantity')
  const reviewing = ticket(desk).getByRole('button', { name: 'Checking' })
  const slowly = async (meanwhile: () => Promise<void>): Promise<void> => {
    const held = Promise.withResolvers<void>()
    await desk.route('**/trades/buy/preview', async (route) => {
      await held.promise
      await route.continue()
    })
    await review(desk)
    await expect(reviewing).toBeVisible()
    await meanwhile()
    held.resolve()
    await expect(reviewing).toBeHidden()
    await desk.unroute('**/trades/buy/preview')
  }
  await fill(desk, client, 'INFY', '2', '1500')
  await slowly(() => quantity.fill('3'))
  await expect(dialog(desk)).toBeHidden()
  await fill(desk, client, 'INFY', '7', '1500')
  await slowly(() => ticket(desk).getByLabel('Price').focus())
  await expect(ticket(desk)).toContainText('Insufficient balance for this trade')
  await expect(ticket(desk).getByLabel('Price')).toBeFocused()
  await desk.context().close()
})

test('a trade submitted twice, or again after a lost answer, is booked once', async ({ browser, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Wahida', 50_000)
  const desk = await deskWindow(browser, sauda, await dealer(sauda, 'Deepa Nair'))
  await fill(desk, client, 'TCS', '3', '3000')
  await ticket(desk).getByRole('button', { name: 'Review' }).dblclick()
  await dialog(desk).getByRole('button', { name: 'Book buy' }).dblclick()
  await expect(desk.getByText(/^TRD\d+ is booked/)).toBeVisible()
  expect(await tradesOf(sauda, client)).toHaveLength(1)

  await fill(desk, client, 'TCS', '2', '3000')
  await review(desk)
  // The server books, and the answer is lost.
  await desk.route('**/api/desk/trades/buy', async (route) => {
    await route.fetch()
    await route.abort()
  })
  await dialog(desk).getByRole('button', { name: 'Book buy' }).click()
  await expect(dialog(desk)).toContainText('sending again cannot do it twice.')
  await desk.unroute('**/api/desk/trades/buy')
  await dialog(desk).getByRole('button', { name: 'Book buy' }).click()
  await expect(desk.getByText(/^Already booked at \d/)).toBeVisible()
  expect(await tradesOf(sauda, client)).toHaveLength(2)
  expect(await walletOf(sauda, client)).toMatchObject({ balance: 35_000 })
  await desk.context().close()
})

test('a position is closed in part and then whole, with the profit before it is booked', async ({
  browser,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Zoya', 1_00_000)
  const deepa = await dealer(sauda, 'Deepa Nair')
  await book(sauda, deepa, client, 10, 3000)
  const desk = await deskWindow(browser, sauda, deepa)
  const closing = await close(desk, client, 'TCS')
  await expect(closing.getByLabel('Quantity')).toHaveValue('10')
  await closing.getByLabel('Quantity').fill('11')
  await closing.getByLabel('Price').fill('3100.25')
  await closing.getByRole('button', { name: 'Review' }).click()
  await expect(closing).toContainText('The quantity is larger than the open position')
  await closing.getByLabel('Quantity').fill('4')
  await expect(closing).toContainText(/Profit\+₹401\.00/)
  await expect(closing).toContainText(/Open quantity after6/)
  await closing.getByRole('button', { name: 'Review' }).click()
  await expect(dialog(desk)).toContainText(
    `Sell 4 TCS for ${client.name} at ₹3,100.25. Proceeds ₹12,401.00, profit ₹401.00.`,
  )
  await dialog(desk).getByRole('button', { name: 'Book sale' }).dblclick()
  await expect(toast(desk, '4 TCS sold')).toBeVisible()
  await expect(dialog(desk)).toBeHidden()
  await expect(desk.getByRole('table', { name: 'Open positions' })).toContainText('6of 10')

  await close(desk, client, 'TCS')
  await closing.getByLabel('Quantity').fill('1')
  await closing.getByRole('button', { name: 'All' }).click()
  await expect(closing.getByLabel('Quantity')).toHaveValue('6')
  await closing.getByLabel('Price').fill('2900')
  await expect(closing).toContainText(/Loss−₹600\.00/)
  await closing.getByRole('button', { name: 'Review' }).click()
  await dialog(desk).getByRole('button', { name: 'Book sale' }).click()
  await expect(desk.getByText('No open positions')).toBeVisible()
  await expect(desk.getByRole('table', { name: 'Trades' }).getByRole('row')).toHaveCount(4)
  await expect(desk.getByText('Realised profit or loss').locator('..')).toContainText('−₹199.00')
  expect(await walletOf(sauda, client)).toMatchObject({ balance: 99_801 })
  await desk.context().close()
})

test('of two dealers on the same position the second is told who was first', async ({ browser, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Kavita', 1_00_000)
  const [deepa, omar] = [await dealer(sauda, 'Deepa Nair'), await dealer(sauda, 'Omar Sheikh')]
  await book(sauda, deepa, client, 10, 3000)
  const [first, second] = [await deskWindow(browser, sauda, deepa), await deskWindow(browser, sauda, omar)]
  for (const desk of [first, second]) {
    const closing = await close(desk, client, 'TCS')
    await closing.getByLabel('Price').fill('3050')
    await closing.getByRole('button', { name: 'Review' }).click()
    await expect(dialog(desk)).toContainText('Sell 10 TCS')
  }
  await Promise.all([first, second].map((desk) => dialog(desk).getByRole('button', { name: 'Book sale' }).click()))
  const sold = async () => (await tradesOf(sauda, client)).filter(({ action }) => action === 'SELL')
  // The click ends before its answer arrives.
  await expect.poll(sold).toHaveLength(1)
  const [sale] = await sold()
  const winner = await call<{ bookedBy: string }>(sauda, 'GET', `/desk/trades/${sale?._id}`, { token: deepa.token })
  const loser = winner.bookedBy === deepa.name ? second : first
  await expect(dialog(loser)).toContainText(`${winner.bookedBy} sold the rest of this position meanwhile`)
  await dialog(loser).getByRole('button', { name: 'Go back' }).click()
  await expect(dialog(loser)).toContainText(`${winner.bookedBy} sold 10 at ₹3,050.00 meanwhile`)
  await expect(dialog(loser)).toContainText('This position is fully closed.')
  expect(await walletOf(sauda, client)).toMatchObject({ balance: 1_00_500 })
  for (const desk of [first, second]) await desk.context().close()
})

/** A file as a spreadsheet saves it. */
const csv = (...lines: string[]) => ({
  name: 'trades.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(['reference,client,action,stock,quantity,price,position', ...lines, ''].join('\r\n')),
})

test('a file of trades is booked whole or not at all, and a second time changes nothing', async ({
  browser,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Bela', 1_00_000)
  const { saudaId } = await call<{ saudaId: string }>(sauda, 'GET', `/user/profile/${client.userId}`, client)
  const desk = await deskWindow(browser, sauda, await dealer(sauda, 'Deepa Nair'), '/desk/trade/import')
  const sample = desk.waitForEvent('download')
  await desk.getByRole('button', { name: 'Download a sample file' }).click()
  expect((await sample).suggestedFilename()).toBe('trades-sample.csv')

  const note = `N${client.userId.slice(-6)}`
  const good = [
    `${note}-1,${saudaId},BUY,INFY,20,1500.50,`,
    `${note}-2,${saudaId},BUY,RELIANCE,5,2900,`,
    `${note}-3,${saudaId},SELL,INFY,8,1510,${note}-1`,
  ]
  const file = desk.getByLabel('CSV file of trades')
  const lines = desk.getByRole('table', { name: 'Lines of the file' })
  await file.setInputFiles(csv(...good, `${note}-4,${saudaId},BUY,NOSUCH,1,10,`, `${note}-5,SD999999,BUY,INFY,1,10,`))
  await expect(desk.getByRole('alert')).toContainText('2 lines have errors. Correct the file before booking.')
  await expect(desk.getByRole('alert')).toContainText('Line 5: This stock is not in the list of instruments.')
  await expect(desk.getByRole('alert')).toContainText('Line 6:')
  await expect(lines.getByRole('row')).toHaveCount(6)
  await expect(lines.getByRole('row', { name: `${note}-1` })).toContainText('OK')
  await expect(desk.getByRole('button', { name: /^Book/ })).toBeHidden()
  expect(await tradesOf(sauda, client)).toEqual([])

  // A slow file does not replace the one chosen after it.
  const slow = await desk.evaluateHandle(() => {
    const held = { read: () => {} }
    Blob.prototype.text = async function text(this: File) {
      if (this.name === 'slow.csv') await new Promise<void>((resolve) => (held.read = resolve))
      return new Response(this).text()
    }
    return held
  })
  await file.setInputFiles({ ...csv(`${note}-6,${saudaId},BUY,NOSUCH,1,10,`), name: 'slow.csv' })
  await file.setInputFiles(csv(...good))
  await expect(lines.getByRole('row', { name: `${note}-3` })).toContainText(/\+₹76\.00.*Will be booked/)
  await slow.evaluate((held) => held.read())
  await desk.getByRole('button', { name: 'Book 3 trades' }).click()
  await expect(dialog(desk)).toContainText(
    'Book 3 trades for 1 client. Buys come to ₹44,510.00. Sales come to ₹12,080.00. Either all are booked or none.',
  )
  await dialog(desk).getByRole('button', { name: 'Book 3 trades' }).dblclick()
  await expect(desk.getByText('3 trades are booked.')).toBeVisible()
  const before = await walletOf(sauda, client)
  expect(before).toMatchObject({ balance: 67_570 })

  await file.setInputFiles(csv(...good))
  await expect(desk.getByText('Every line in this file is already booked.')).toBeVisible()
  await expect(lines.getByRole('row', { name: 'Already booked' })).toHaveCount(3)
  await expect(desk.getByRole('button', { name: /^Book/ })).toBeHidden()
  expect(await tradesOf(sauda, client)).toHaveLength(3)
  expect(await walletOf(sauda, client)).toEqual(before)
  await file.setInputFiles({
    name: 'trades.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from([0x50, 0x4b, 3, 4, 0, 0xff]),
  })
  await expect(desk.getByText('The file is not plain text. Save it as CSV in UTF-8 and try again.')).toBeVisible()
  await desk.context().close()
})

test('a wrong booking is reversed on request, and the client sees the reason', async ({ browser, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Farida', 40_000)
  const [deepa, omar] = [await dealer(sauda, 'Deepa Nair'), await dealer(sauda, 'Omar Sheikh')]
  await book(sauda, deepa, client, 10, 3000)
  const [asker, other] = [await deskWindow(browser, sauda, deepa), await deskWindow(browser, sauda, omar)]
  await openAtDesk(asker, `/desk/clients/${client.userId}?show=trades`)
  await asker.getByRole('button', { name: /^Reverse TCS/ }).click()
  await dialog(asker).getByRole('button', { name: 'Request reversal' }).click()
  await expect(dialog(asker)).toContainText('Please give a reason the client can read')
  await dialog(asker).getByLabel('Reason').selectOption('Booked twice')
  const answer = await pauseResponses(asker, '**/api/desk/trades/*/reversal')
  await dialog(asker).getByRole('button', { name: 'Request reversal' }).dblclick()
  await staysOpen(dialog(asker))
  answer()
  await expect(toast(asker, 'Requested. It can be approved in the queue')).toBeVisible()
  expect(await walletOf(sauda, client)).toMatchObject({ balance: 10_000 })

  await openCase(asker, 'Reversal', client)

  await openCase(other, 'Reversal', client)
  await expect(other.getByRole('region', { name: 'Evidence' })).toContainText('“Booked twice”')
  await decision(other).getByRole('radio', { name: 'Approve' }).check()
  await expect(decision(other)).toContainText('₹30,000.00 returned to')
  await send(other, 'Approve reversal')
  await expect(asker.getByText('Already decided by Omar Sheikh')).toBeVisible()
  expect(await walletOf(sauda, client)).toMatchObject({ balance: 40_000 })
  const [trade] = await tradesOf(sauda, client)
  expect(trade).toMatchObject({ quantity: 0, reversed: { reason: 'Booked twice' } })
  await openAtDesk(other, `/desk/trade/${trade?._id}`)
  await expect(other.getByText('Shown to the client: “Booked twice”')).toBeVisible()
  for (const desk of [asker, other]) await desk.context().close()
})

test('actions without the right are not shown', async ({ browser, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Gita', 40_000)
  await book(sauda, await dealer(sauda, 'Deepa Nair'), client, 10, 3000)
  const desk = await deskWindow(browser, sauda, await newOperator(sauda, 'Sunil Rao', 'support'))
  await expect(desk.getByRole('link', { name: 'Trades' })).toBeHidden()
  await openAtDesk(desk, `/desk/clients/${client.userId}?show=trades`)
  await expect(desk.getByRole('table', { name: 'Open positions' })).toContainText('TCS')
  for (const does of [/^Square off/, /^Reverse/, 'Book a buy'])
    await expect(desk.getByRole('button', { name: does }).or(desk.getByRole('link', { name: does }))).toBeHidden()
  // A page without the right sends no request that is rejected.
  const rejected: string[] = []
  desk.on('response', (response) => response.status() === 403 && rejected.push(response.url()))
  const locked = ['trade', 'trade/import', 'trade/reversals', 'trade/instruments', 'books/adjustments']
  for (const path of [...locked, 'clients/import', `clients/import/${client.userId}`, 'operators', 'reports']) {
    await openAtDesk(desk, `/desk/${path}`)
    await expect(desk.getByText('Your role does not include this page')).toBeVisible()
    await expect(desk.getByText(/^“.+” belongs to the roles? .+: ask .+\.$/)).toBeVisible()
    if (locked.includes(path)) await expect(desk.locator('#screen nav [aria-current="page"]')).toBeVisible()
  }
  expect(rejected).toEqual([])
  await desk.context().close()
})

test('an instrument is added and changed, and the audit log has it', async ({ page: desk, sauda }) => {
  await logInAtDesk(desk, sauda.admin, '/desk/trade/instruments')
  await desk.getByRole('button', { name: 'Add instrument' }).click()
  await dialog(desk).getByRole('button', { name: 'Add instrument' }).click()
  await expect(dialog(desk)).toContainText('Please enter the symbol')
  await dialog(desk).getByLabel('Symbol').fill('MITHAI')
  await dialog(desk).getByLabel('Name', { exact: true }).fill('Mithai Foods')
  await dialog(desk).getByLabel('Lot size').fill('5')
  await dialog(desk).getByRole('button', { name: 'Add instrument' }).click()
  await expect(toast(desk, 'MITHAI added')).toBeVisible()
  await desk.getByLabel('Find an instrument').fill('mithai')
  await desk.getByRole('button', { name: 'MITHAI' }).click()
  await dialog(desk).getByLabel('Lot size').fill('10')
  await dialog(desk).getByLabel('Open for buying').uncheck()
  await dialog(desk).getByRole('button', { name: 'Save changes' }).click()
  await expect(desk.getByRole('row', { name: /MITHAI/ })).toContainText('Stopped')
  await expect(desk.getByRole('columnheader')).toHaveText(['Symbol', 'Name', 'Type', 'Buying'])
  await desk.getByRole('button', { name: 'MITHAI' }).click()
  await expect(dialog(desk).getByLabel('Lot size')).toHaveValue('10')
  await openAtDesk(desk, '/desk/audit')
  await expect(desk.getByRole('listitem').filter({ hasText: 'Changed an instrument' }).first()).toContainText('Lot')
})
