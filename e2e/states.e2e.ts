import type { Page } from '@playwright/test'
import { clientWith } from './money.ts'
import { enter, verifiedClient } from './people.ts'
import { loading } from './settled.ts'
import { expect, test } from './story.ts'

/** Every screen of the account area that asks the server for what it shows. */
const screens = [
  '/account/home',
  '/account/profile',
  '/account/personal-details',
  '/account/bank',
  '/account/security',
  '/account/segment',
  '/account/nominee',
  '/account/fund-settlement',
  '/account/charges',
  '/account/wallet/add-fund',
  '/account/wallet/transaction-history',
  '/account/wallet/statement',
  '/account/portfolio/overview',
  '/account/position/position',
  '/account/position/order-history',
]
const data = '**/api/user/**'
const again = (page: Page) => page.getByRole('main').getByRole('button', { name: 'Try again' })

test.setTimeout(480_000)

test('while the answer is on its way every screen says so and can be left', async ({ page, sauda, cards }) => {
  await enter(page, await verifiedClient(sauda, cards, 'Kiran'))
  await page.route(data, () => undefined)
  for (const path of screens) {
    await page.goto(path)
    await expect(page.locator('#first')).toHaveCount(0)
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
  }
})

test('where the answer fails every screen says so and asks again, and then it is whole', async ({
  page,
  sauda,
  cards,
}) => {
  await enter(page, await clientWith(sauda, cards, 'Komal', 5000))
  for (const path of screens) {
    await page.route(data, (route) => route.fulfill({ status: 500, json: {} }))
    await page.goto(path)
    await expect.soft(again(page).first(), path).toBeVisible()
    await expect.soft(loading(page), path).toHaveCount(0)
    await page.unroute(data)
    await expect(async () => {
      if (await again(page).count()) await again(page).first().click()
      await expect(again(page)).toHaveCount(0, { timeout: 2000 })
    }, path).toPass({ timeout: 30_000 })
  }
})

test('a page whose code does not arrive says so and is loaded again', async ({ page }) => {
  for (const [code, address, there] of [
    ['**/assets/*.js', '/login', 'Welcome back! Please login to your account.'],
    ['**/desk/assets/*.js', '/desk/login', 'Log in to the desk'],
  ] as const) {
    await page.route(code, (route) => route.abort())
    await page.goto(address)
    await expect(page.getByText('Check your connection, then load it again.')).toBeVisible()
    await page.unroute(code)
    await page.getByRole('button', { name: 'Load again' }).click()
    await expect(page.getByText('Check your connection, then load it again.')).toBeHidden()
    await expect(page.locator('#first')).toHaveCount(0)
    await expect(page.getByText(there)).toBeVisible()
  }
})
