import { request, type BrowserContext, type Page } from '@playwright/test'
import { newOperator, raiseCharge } from './money.ts'
import { enter, logIn, logInAtDesk, verifiedClient } from './people.ts'
import { expect, test } from './test.ts'

const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

async function openTabs(context: BrowserContext, count: number, path: string): Promise<Page[]> {
  const tabs = []
  for (let tab = 0; tab < count; tab += 1) {
    const page = await context.newPage()
    await page.goto(path)
    tabs.push(page)
  }
  return tabs
}

test('eight tabs of the desk and eight of the portal work in one browser, and all update live', async ({
  page,
  context,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Tara')
  await logInAtDesk(page, sauda.admin)
  const money = `/desk/clients/${client.userId}?show=charges`
  await page.goto(money)
  const desk = [page, ...(await openTabs(context, 7, money))]
  for (const tab of desk) await expect(heading(tab, client.name)).toBeVisible()
  const first = await context.newPage()
  await enter(first, client, '/account/charges')
  const portal = [first, ...(await openTabs(context, 7, '/account/charges'))]
  for (const tab of portal) await expect(heading(tab, 'Charges')).toBeVisible()

  await raiseCharge(sauda, client, { chargeType: 'GST', description: 'Brokerage for March', amount: 1250 })
  for (const tab of [...desk, ...portal]) await expect(tab.getByText('₹1,250.00').first()).toBeVisible()
})

test('the desk and the portal work after seven full loads in one tab', async ({
  playwright,
  launchOptions,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Usha')
  // Playwright switches off the cache behind the Back button, in which pages used to stay with their connections open.
  const browser = await playwright.chromium.launch({
    ...launchOptions,
    ignoreDefaultArgs: ['--disable-back-forward-cache'],
  })
  const context = await browser.newContext({ baseURL: sauda.url })
  const page = await context.newPage()
  await logInAtDesk(page, sauda.admin)
  for (let load = 0; load < 7; load += 1) {
    await page.goto(load % 2 === 0 ? '/desk/clients' : '/desk/audit')
    await expect(heading(page, load % 2 === 0 ? 'Clients' : 'Audit')).toBeVisible()
  }
  const portal = await context.newPage()
  await enter(portal, client, '/account/charges')
  for (let load = 0; load < 7; load += 1) {
    await portal.goto(load % 2 === 0 ? '/account/security' : '/account/charges')
    await expect(heading(portal, load % 2 === 0 ? 'Security' : 'Charges')).toBeVisible()
  }
  await browser.close()
})

test('a client opened in a new tab by Ctrl+click needs no login, and nothing of the login is readable by scripts', async ({
  page,
  context,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Veda')
  await logInAtDesk(page, sauda.admin, '/desk/clients')
  await page.getByRole('searchbox').fill(client.email)
  const opening = context.waitForEvent('page')
  await page
    .getByRole('link', { name: new RegExp(client.name) })
    .first()
    .click({ modifiers: ['ControlOrMeta'] })
  const tab = await opening
  await expect(heading(tab, client.name)).toBeVisible()
  expect(await tab.evaluate(() => document.cookie)).toBe('')
  const stored = await tab.evaluate(() => JSON.stringify({ ...localStorage, ...sessionStorage }))
  const cookie = (await context.cookies()).find(({ name }) => name === 'desk')
  expect(cookie).toMatchObject({ httpOnly: true, sameSite: 'Strict', path: '/' })
  expect(stored).not.toContain(cookie?.value)
})

test('a logout ends the desk in every tab, and another operator’s login shows theirs in every tab', async ({
  page,
  context,
  sauda,
}) => {
  const lender = await newOperator(sauda, 'Lata Desk', 'lender')
  await logInAtDesk(page, sauda.admin)
  const [other] = await openTabs(context, 1, '/desk/audit')
  if (!other) throw new Error('no second tab')
  await expect(heading(other, 'Audit')).toBeVisible()
  await page.getByRole('button', { name: 'Log out' }).click()
  for (const tab of [page, other]) await expect(tab.getByText('You are logged out.')).toBeVisible()

  await logIn(page, sauda.admin)
  for (const tab of [page, other]) await expect(tab.getByRole('navigation', { name: 'Desk' })).toBeVisible()
  // The cookie changes before a page of the previous operator has noticed. The login is sent without that operator's cookie:
  // it would end their session, and a page that asks before the new cookie is stored would show that it has ended.
  const elsewhere = await request.newContext({ baseURL: sauda.url })
  await elsewhere.post('/api/desk/login', { data: { email: lender.email, password: lender.password } })
  await context.addCookies((await elsewhere.storageState()).cookies)
  await elsewhere.dispose()
  for (const tab of [page, other]) {
    await tab.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: 'Clients' }).click()
    await expect(tab.getByRole('link', { name: 'Lata Desk' })).toBeVisible()
  }
})

test('activity in one tab keeps the desk open in all; without any it closes in all', async ({
  page,
  context,
  sauda,
}) => {
  await context.clock.install()
  await logInAtDesk(page, sauda.admin)
  const [other] = await openTabs(context, 1, '/desk/queue')
  if (!other) throw new Error('no second tab')
  await expect(other.getByRole('navigation', { name: 'Desk' })).toBeVisible()
  await context.clock.fastForward('14:30')
  await expect(other.getByText('You will be logged out in one minute')).toBeVisible()
  await page.mouse.move(200, 300)
  await page.mouse.move(300, 300)
  await context.clock.fastForward('01:00')
  await expect(other.getByText('You will be logged out in one minute')).toBeHidden()
  await expect(other.getByRole('navigation', { name: 'Desk' })).toBeVisible()
  await context.clock.fastForward('15:00')
  for (const tab of [page, other]) await expect(tab).toHaveURL('/desk/login')
})
