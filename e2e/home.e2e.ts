import type { Locator, Page } from '@playwright/test'
import { inspect } from './inspect.ts'
import { atDesk, clientWith, raiseCharge, reportPayment } from './money.ts'
import { call, countRequests, enter, newClient, pauseResponses, sendDocuments } from './people.ts'
import { settled } from './settled.ts'
import { expect, test } from './test.ts'

const total = (page: Page) => page.getByRole('region', { name: 'Total worth' }).getByText(/₹/).first()

test('a client hides every amount on this device, and nothing moves', async ({ page, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Asha', 12_345.67)
  await enter(page, client, '/account/home')
  await settled(page)
  await expect(total(page)).toHaveText('₹12,345.67')
  const figure = page.getByRole('region', { name: 'Total worth' })
  const shown = await figure.boundingBox()
  const width = (await total(page).boundingBox())?.width

  await page.getByRole('button', { name: 'Hide amounts' }).click()
  await expect(page.getByRole('button', { name: 'Show amounts' })).toBeVisible()
  await expect(page.getByText('12,345')).toHaveCount(0)
  expect(await figure.boundingBox()).toEqual(shown)
  expect((await total(page).boundingBox())?.width).toBeCloseTo(width ?? 0, 1)

  await page.reload()
  await expect(page.getByRole('button', { name: 'Show amounts' })).toBeVisible()
  for (const path of [
    'wallet/add-fund',
    'wallet/transaction-history',
    'wallet/statement',
    'portfolio',
    'position',
    'close',
  ]) {
    await page.goto(`/account/${path}`)
    await expect(page.getByText('amount hidden').first()).toBeAttached()
    await expect(page.getByText('12,345')).toHaveCount(0)
  }
})

test('keys hide the amounts and open the screens, but not while typing or in a dialog, and can be switched off', async ({
  page,
  sauda,
  cards,
}) => {
  await enter(page, await clientWith(sauda, cards, 'Bela', 500), '/account/wallet/add-fund')
  const hide = page.getByRole('button', { name: 'Hide amounts' })
  await expect(hide).toBeVisible()
  const amount = page.getByLabel('Amount', { exact: true })
  await amount.pressSequentially('h123')
  // What is typed stays, and is refused.
  await expect(amount).toHaveValue('h123')
  await expect(hide).toBeVisible()
  await page.getByRole('heading', { name: 'Wallet Balance' }).focus()
  await page.keyboard.press('h')
  await expect(page.getByRole('button', { name: 'Show amounts' })).toBeVisible()
  await page.keyboard.press('h')
  await expect(hide).toBeVisible()

  await page.getByRole('button', { name: 'Notifications' }).click()
  await expect(page.getByRole('dialog', { name: 'Notifications' })).toBeVisible()
  await page.keyboard.press('1')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await expect(page).toHaveURL('/account/wallet/add-fund')
  for (const [key, path] of [
    ['1', '/account/home'],
    ['2', '/account/portfolio'],
    ['3', '/account/position/position'],
    ['4', '/account/wallet/add-fund'],
    ['5', '/account/profile'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(page).toHaveURL(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeFocused()
  }

  const home = page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Home' })
  await expect(home).toHaveAttribute('aria-keyshortcuts', '1')
  await page.getByRole('switch', { name: 'Keyboard shortcuts' }).uncheck()
  await page.reload()
  await expect(page.getByRole('switch', { name: 'Keyboard shortcuts' })).not.toBeChecked()
  await expect(home).not.toHaveAttribute('aria-keyshortcuts')
  await home.click()
  await expect(hide).toHaveAttribute('title', 'Hide amounts')
  await page.keyboard.press('5')
  await page.keyboard.press('h')
  await expect(hide).toBeVisible()
  await expect(page).toHaveURL('/account/home')
})

test('what is to do is under the total, each with one action, and its destination has a dot', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Chitra', 5000)
  await raiseCharge(sauda, client, { chargeType: 'Brokerage', description: 'October', amount: 1000, gst: 180 })
  await reportPayment(sauda, client, 750)
  await enter(page, client, '/account/home')
  const rows = page.getByRole('region', { name: 'To do' }).locator('ul > li')
  await expect(rows).toHaveText([
    /₹1,180\.00 to pay.*Pay charge/,
    /Deposit ₹750\.00.*We are looking for your payment in our bank statement/,
  ])
  const item = (name: RegExp) => page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name })
  await expect(item(/^Fund\s+needs attention$/)).toBeVisible()
  await expect(item(/^Account\s+needs attention$/)).toBeVisible()
  await expect(item(/^Portfolio$/)).toBeVisible()
  await inspect(page, 'home attention')

  // Nothing on the screen moves when its parts load one after another.
  await page.setViewportSize({ width: 390, height: 844 })
  await page.addInitScript(() => {
    new PerformanceObserver((list) => {
      for (const { value } of list.getEntries() as (PerformanceEntry & { value: number })[])
        document.body.dataset['shift'] = String(Number(document.body.dataset['shift'] ?? 0) + value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const release = await pauseResponses(page, '**/user/attention')
  await page.reload()
  await expect(total(page)).toBeVisible()
  release()
  await expect(rows).toHaveCount(2)
  await expect(page.getByRole('table', { name: 'Popular Forex Pairs' })).toBeVisible()
  expect(Number(await page.evaluate(() => document.body.dataset['shift'] ?? '0'))).toBeLessThan(0.05)
  await rows.getByRole('link', { name: 'Deposit ₹750.00' }).click()
  await expect(page).toHaveURL(/transaction-history\?transaction=/)
})

test('a client whose documents are being checked has Add Fund on home too', async ({ page, sauda, cards }) => {
  const client = await newClient(sauda, 'Farhan')
  await sendDocuments(sauda, client, cards)
  await enter(page, { ...client, isDocsVerified: 'PENDING' }, '/account/home')
  await expect(page.getByText('We’re checking your documents')).toBeVisible()
  await page.getByRole('link', { name: 'Add Fund' }).click()
  await expect(page).toHaveURL('/account/wallet/add-fund')
  await expect(page.getByText('We’re still checking your documents.')).toBeVisible()
})

test('a decision adds a notification, which is listed apart once it is read', async ({ page, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Divya', 0)
  await enter(page, client, '/account/home')
  const bell = page.getByRole('button', { name: 'Notifications' })
  // The verification of the documents.
  await expect(bell).toHaveText('Notifications, 1 unread')
  const { _id, utr } = await reportPayment(sauda, client, 750)
  await atDesk(sauda, `/wallet/transactions/${_id}/approve`, { reference: utr })
  await expect(bell).toContainText('2 unread')
  await page.reload()
  await bell.click()
  const list = page.getByRole('dialog', { name: 'Notifications' })
  await expect(list.getByRole('listitem')).toHaveText([/^₹750\.00 added to your Sauda wallet/, /You're verified/])
  await inspect(page, 'home notifications')
  await list.getByRole('link', { name: /750/ }).click()
  await expect(page).toHaveURL(new RegExp(`transaction=${_id}`))
  await page.goto('/account/home')
  await expect(bell).toContainText('1 unread')
  // A list longer than the screen of a phone begins at its top.
  await page.setViewportSize({ width: 390, height: 160 })
  await bell.click()
  await settled(page)
  await expect(list.getByRole('heading', { name: 'Notifications' })).toBeInViewport()
  await list.getByRole('button', { name: 'Mark all as read' }).click()
  await expect(list.getByText('No new notifications.')).toBeVisible()
  await expect(list.getByRole('region', { name: 'Read' }).getByRole('listitem')).toHaveText([
    /^₹750\.00 added to your Sauda wallet/,
    /You're verified/,
  ])
  await page.reload()
  await expect(bell).not.toContainText('unread')
})

test('on a desktop each figure of home is shown and loaded once, and nothing is lost on a tablet', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Esha', 5000)
  await raiseCharge(sauda, client, { chargeType: 'Brokerage', description: 'October', amount: 1000, gst: 180 })
  await reportPayment(sauda, client, 750)
  const { userId } = client
  const paths = [
    `/user/wallet/${userId}`,
    `/user/wallet/transactions/${userId}`,
    '/user/attention',
    `/user/worth/${userId}`,
  ]
  await page.setViewportSize({ width: 1440, height: 900 })
  await enter(page, client, '/account/home')
  const dock = page.getByRole('contentinfo')
  const live = dock.locator('[data-state=live]')
  await expect(live).toBeAttached()
  await expect(page.getByRole('banner').getByRole('link', { name: client.name })).toBeVisible()
  const side = page.getByRole('complementary', { name: 'At a glance' })
  // Again while notices of the charge and the payment arrive, which load the figures once more.
  await expect(async () => {
    const requests = paths.map((path) => countRequests(page, path))
    await page.reload()
    await expect(live).toBeAttached()
    await expect(side.locator('ul > li')).toHaveText([/₹1,180\.00 to pay/, /Deposit ₹750\.00/, /Deposit.*₹5,000\.00/])
    expect(requests.map((count) => count())).toEqual([1, 1, 1, 1])
  }).toPass({ timeout: 60_000 })
  await expect(page.getByRole('region', { name: 'To do' })).toHaveCount(1)
  await expect(page.getByRole('region', { name: 'Markets' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Add Fund' })).toHaveCount(1)
  await expect(dock).not.toContainText('₹')
  await page.getByRole('link', { name: 'Withdraw', exact: true }).click()
  await expect(page.getByRole('radio', { name: 'Withdraw Fund' })).toBeChecked()
  await expect(dock).not.toContainText('₹')
  await page.goto('/account/charges')
  await expect(dock).toContainText('Available ₹5,000.00')

  const reads = ({ pathname }: URL) => pathname.startsWith('/api/user/') && pathname !== '/api/user/events'
  await page.route(reads, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/account/charges')
  await expect(dock).toContainText('Balance not available')
  await page.goto('/account/wallet/add-fund')
  const activity = page.getByRole('region', { name: 'Recent activity' })
  await expect(activity).toContainText('Your recent activity could not be loaded.')
  await page.unroute(reads)
  await activity.getByRole('button', { name: 'Try again' }).click()
  await expect(activity.getByRole('listitem')).toHaveCount(2)

  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(side).toHaveCount(0)
  await expect(activity.getByRole('listitem')).toHaveCount(2)
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Home' }).click()
  await expect(page.getByRole('region', { name: 'To do' }).locator('ul > li')).toHaveCount(2)
  await expect(page.getByRole('link', { name: 'Add Fund' })).toHaveCount(1)
})

test('Home has the worth of each day, and how far every open request is', async ({ page, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Nandini', 20_000)
  await reportPayment(sauda, client, 750)
  await call(sauda, 'POST', '/user/wallet/withdraw', { token: client.token, body: { id: client.userId, amount: 500 } })
  await enter(page, client, '/account/home')
  const curve = page.getByRole('slider', { name: 'Total worth by day' })
  await expect(curve).toHaveAttribute('aria-valuetext', /^\d+ \w+ \d{4}: ₹20,000\.00, Deposit ₹20,000\.00$/)
  for (const width of [1440, 390]) {
    await page.setViewportSize({ width, height: 900 })
    await expect(page.getByRole('region', { name: 'In progress' }).locator('ul > li')).toHaveText([
      /Withdrawal ₹500\.00.*We’re checking your withdrawal/,
      /Deposit ₹750\.00.*We are looking for your payment in our bank statement/,
    ])
  }
  await inspect(page, 'home requests')
})

test('an amount opens where it came from: its parts, their events and the bank line', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Meghna', 20_000)
  await atDesk(sauda, '/trades/buy', { clientId: client.userId, stockName: 'TCS', quantity: 3, price: 1500 })
  await enter(page, client, '/account/home')
  const dialog = page.getByRole('dialog')
  const traced = (within: Locator, amount: string) => within.getByRole('button', { name: amount })
  const worth = page.getByRole('region', { name: 'Total worth' })

  // The total worth, once it is loaded, and what was added.
  await expect(traced(worth, '₹20,000.00')).toHaveCount(1)
  await traced(worth, '₹20,000.00').press('Enter')
  await expect(dialog).toHaveAccessibleName('Total worth')
  await dialog.getByRole('button', { name: '₹15,500.00', description: 'Where it came from' }).click()
  await expect(dialog).toHaveAccessibleName('Cash you can withdraw')
  const steps = dialog.getByRole('list', { name: 'Money trail' }).getByRole('listitem')
  await expect(steps).toContainText([/Bought.*₹15,500\.00 after it/, /Funds added.*₹20,000\.00 after it/])
  await dialog.getByRole('button', { name: 'Back' }).click()
  await traced(dialog, '₹4,500.00').click()
  await expect(dialog).toHaveAccessibleName('Holdings')
  await traced(dialog, '₹4,500.00').click()
  await expect(dialog).toHaveAccessibleName('TCS')
  await expect(steps).toContainText([/^Taken from the wallet balance/, /^Bought/])
  await steps.getByRole('button', { name: 'See where the balance came from' }).click()
  await expect(dialog).toHaveAccessibleName(/^Wallet balance on/)
  await expect(steps).toContainText([/^Bought.*₹15,500\.00 after it/, /^Funds added.*₹20,000\.00 after it/])
  await dialog.getByRole('button', { name: 'Back' }).click()
  await expect(dialog).toHaveAccessibleName('TCS')
  await steps.getByRole('link', { name: 'Open entry' }).click()
  await expect(page).toHaveURL(/\/account\/wallet\/statement\?entry=/)
  await expect(page.getByRole('complementary', { name: /^Bought/ })).toBeVisible()
  await expect(dialog).toHaveCount(0)

  await page.goto('/account/home')
  await traced(worth, '₹0.00').click()
  await expect(dialog).toHaveAccessibleName('Total return')
  await traced(dialog, '−₹20,000.00').click()
  await expect(dialog).toHaveAccessibleName('Added by you')
  await expect(steps).toContainText([/^Funds added/])
  await page.keyboard.press('Escape')
  await traced(page.getByRole('region', { name: 'Recent activity' }), '₹20,000.00').click()
  await expect(dialog).toHaveAccessibleName(/^Deposit ADD/)
  await dialog.getByRole('button', { name: 'See the payments since then' }).click()
  await expect(dialog).toHaveAccessibleName(/^Paid from the balance since/)
  await expect(steps).toContainText([/^Bought.*₹15,500\.00 after it/])
  await page.keyboard.press('Escape')

  await page.goto('/account/wallet/statement')
  await traced(page.getByRole('table', { name: 'Statement' }).locator('th').getByText('Out'), '₹4,500.00').click()
  await expect(dialog).toHaveAccessibleName(/^Out, /)
  await expect(steps).toContainText([/^Bought/])
  await page.keyboard.press('Escape')

  await page.goto('/account/portfolio')
  await traced(page.getByRole('region', { name: 'Your money' }), '₹15,500.00')
    .first()
    .click()
  await expect(dialog).toHaveAccessibleName('Wallet Balance')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'TCS' }).click()
  await traced(page.getByRole('dialog', { name: /^TCS/ }), '₹4,500.00')
    .first()
    .click()
  await expect(dialog.getByRole('list', { name: 'Money trail' })).toContainText('Balance → Invested ₹4,500.00')
  await inspect(page, 'money trail')
})
