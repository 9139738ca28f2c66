import type { Page } from '@playwright/test'
import { inspectState } from './inspect.ts'
import { clientWith } from './money.ts'
import { enter, verifiedClient } from './people.ts'
import { loadingScreens } from './screens.ts'
import { loading, walkTo } from './settled.ts'
import { expect, test } from './test.ts'

/** Screens with several parts that can fail, each with its own message and retry button. */
const failed: Record<string, readonly string[]> = {
  '/account/bank': ['Your bank details could not be loaded', 'Your balance could not be loaded'],
  '/account/home': [
    'Not available right now',
    'Your holdings could not be loaded',
    'Your recent activity could not be loaded',
    'The chart is not available right now',
  ],
  '/account/security': [
    'Your email and mobile could not be loaded',
    'Your two-step login status could not be loaded',
    'Your sessions could not be loaded',
  ],
  '/account/wallet/add-fund': [
    'Not available right now',
    'Your bank details could not be loaded',
    'Your recent activity could not be loaded',
  ],
  '/account/portfolio/overview': [
    'Not available right now',
    'Some figures could not be loaded',
    'Your holdings could not be loaded',
    'Your loans could not be loaded',
  ],
  '/account/position/order-history': [
    'Your orders could not be loaded',
    'Your charges by trade day could not be loaded',
  ],
  '/account/position/position': [
    'Not available right now',
    'Some figures could not be loaded',
    'Your positions could not be loaded',
  ],
}
const data = '**/api/user/**'
const again = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try again' })
/** Messages a fully loaded screen does not show. */
const missing = (page: Page) =>
  page.getByRole('main').getByText(/^not available right now|could not|couldn’t|failed to|the chart is not available/i)

test.setTimeout(480_000)

test('every screen shows that it is loading and can be left', async ({ page, sauda, cards }) => {
  await page.route(data, () => undefined)
  await enter(page, await verifiedClient(sauda, cards, 'Kiran'))
  await expect(page.locator('#first')).toHaveCount(0)
  for (const path of loadingScreens) {
    await walkTo(page, path)
    await expect
      .soft(
        page
          .getByRole('main')
          .getByText(/^(Loading|Opening)/)
          .first(),
        path,
      )
      .toBeAttached()
    await expect.soft(loading(page).first(), path).toBeVisible()
    await expect.soft(page.getByRole('navigation', { name: 'Account' }).getByRole('link'), path).toHaveCount(5)
    await inspectState(page, `${path}, loading`)
  }
})

test('every part of a screen that cannot be loaded shows an error and can be tried again', async ({
  page,
  sauda,
  cards,
}) => {
  await enter(page, await clientWith(sauda, cards, 'Komal', 5000))
  // From the start, because `inspectState` changes to this size, and home.e2e.ts covers the desktop.
  await page.setViewportSize({ width: 390, height: 844 })
  // The event stream stays, because reconnecting it would load everything again.
  const reads = ({ pathname }: URL) => pathname.startsWith('/api/user/') && pathname !== '/api/user/events'
  for (const path of loadingScreens) {
    await page.route(reads, (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto(path)
    if (path === '/account/wallet/add-fund') await page.getByRole('radio', { name: 'Withdraw Fund' }).check()
    const parts = failed[path] ?? [/could not be loaded|failed to/i]
    for (const words of parts) await expect.soft(page.getByRole('main').getByText(words).first(), path).toBeVisible()
    await expect(again(page), path).toHaveCount(parts.length)
    await expect.soft(loading(page), path).toHaveCount(0)
    await inspectState(page, `${path}, failed`)
    await page.unroute(reads)
    for (const left of parts.map((_, at) => at).toReversed()) {
      await again(page).first().click()
      await expect(again(page), path).toHaveCount(left)
    }
    await expect.soft(loading(page), path).toHaveCount(0)
    await expect.soft(missing(page), path).toHaveCount(0)
  }
})

test('a page whose code cannot be loaded shows an error and can be reloaded', async ({ page }) => {
  for (const [code, address, there] of [
    ['**/assets/*.js', '/login', 'Welcome back! Please login to your account.'],
    ['**/desk/assets/*.js', '/desk/login', 'Log in to the desk'],
  ] as const) {
    await page.route(code, (route) => route.abort())
    await page.goto(address)
    await expect(page.getByText('Check your connection, then reload it.')).toBeVisible()
    await page.unroute(code)
    await page.getByRole('button', { name: 'Reload' }).click()
    await expect(page.getByText('Check your connection, then reload it.')).toBeHidden()
    await expect(page.locator('#first')).toHaveCount(0)
    await expect(page.getByText(there)).toBeVisible()
  }
})
