import { openAtDesk } from './at-desk.ts'
import { inspect } from './inspect.ts'
import { logInAtDesk } from './people.ts'
import { demoAdmin, demoCases, deskForms, deskScreens } from './screens.ts'
import { walkTo } from './settled.ts'
import { expect, ownServer, test } from './test.ts'

// With demo data every list has rows and every kind of queue item has a review page.
const demo = ownServer({ demoData: true })
test.setTimeout(480_000)

test('every desk screen is accessible', async ({ page }) => {
  const cases = await demoCases(demo)
  await logInAtDesk(page, demoAdmin)
  // The forms first, because the login opens the queue.
  for (const path of [...deskForms, ...deskScreens]) {
    await walkTo(page, `/desk${path}`)
    await inspect(page, `desk${path}`)
  }
  for (const path of cases) {
    await openAtDesk(page, `/desk${path}`)
    await inspect(page, `desk${path}`)
  }
})

test('every desk screen whose data fails to load shows an error and a button to try again', async ({ page }) => {
  const cases = await demoCases(demo)
  const reads = ({ pathname }: URL) => /^\/api\/desk\/(?!me$|events|login)/.test(pathname)
  await page.route(reads, (route) =>
    route.request().method() === 'GET' ? route.fulfill({ status: 500, json: {} }) : route.continue(),
  )
  await logInAtDesk(page, demoAdmin)
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await expect(retry.first()).toBeVisible()
  for (const path of deskScreens.filter((each) => each !== '/queue')) {
    await walkTo(page, `/desk${path}`)
    await expect.soft(retry.first(), path).toBeVisible()
  }
  for (const path of cases) {
    await openAtDesk(page, `/desk${path}`)
    await expect.soft(retry.first(), path).toBeVisible()
  }
})

test('support sees what the trades of a client were charged, and the ledger has them by trade date', async ({
  page,
}) => {
  const password = demoAdmin.password
  await logInAtDesk(page, { email: 'support@demo.example', password }, '/desk/clients?search=jaya')
  await page.getByRole('link', { name: 'Jaya Shetty' }).click()
  await page.getByRole('link', { name: 'Charges', exact: true }).click()
  const charged = page.getByRole('table', { name: 'Charges by trade day' })
  await expect(charged.getByRole('rowheader').nth(3)).toBeVisible()
  const days = await charged.getByRole('rowheader').allTextContents()
  await expect(charged.getByRole('columnheader')).toContainText(['Trade day', 'Total charges', 'Brokerage', 'STT'])
  await page.context().clearCookies()
  await logInAtDesk(page, demoAdmin, `${new URL(page.url()).pathname}?show=ledger`)
  const written = (day = '') => new Date(`${day} UTC`).toISOString().slice(0, 10)
  await page.getByLabel('From').fill(written(days.at(-1)))
  await page.getByLabel('To').fill(written(days[0]))
  await page.getByRole('radio', { name: 'Traded' }).check()
  const statement = page.getByRole('table', { name: 'Account statement' })
  for (const day of days) await expect(statement).toContainText(`Trades and charges of ${day}`)
})

test('when the next page of a list fails to load, it can be requested again', async ({ page }) => {
  await logInAtDesk(page, demoAdmin)
  const older = (url: URL) => url.pathname === '/api/desk/audit' && url.searchParams.has('before')
  await page.route(older, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/desk/audit')
  await page.getByRole('button', { name: 'Show more' }).click()
  const retry = page.getByRole('main').getByRole('button', { name: 'Try again' })
  await expect(retry).toBeVisible()
  await page.unroute(older)
  const rows = page.getByRole('main').getByRole('listitem')
  const before = await rows.count()
  await retry.click()
  await expect(retry).toBeHidden()
  await expect.poll(() => rows.count()).toBeGreaterThan(before)
})
