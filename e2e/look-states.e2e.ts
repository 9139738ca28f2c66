import type { Page, Route } from '@playwright/test'
import { glance, isGallery, overflowing } from './inspect.ts'
import { call, enter, logIn, logInAtDesk, type Client } from './people.ts'
import { settled } from './settled.ts'
import { expect, test } from './story.ts'

// Lists as they look in use, and not filled by the stories before.
test.use({ demoData: true })
test.setTimeout(900_000)

const demo = { password: 'Demo-Pass-1' }
const portal = [
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
const desk = [
  '/queue',
  '/clients',
  '/trade/reversals',
  '/trade/instruments',
  '/books',
  '/books/adjustments',
  '/content',
  '/reconciliation',
  '/reconciliation/import',
  '/audit',
  '/mail',
  '/operators',
  '/mailbox',
]
const long = 'Thiruvananthapurathukaran Venkatanarasimharajuvaripeta-Subrahmanyam Krishnamoorthy'
/** What people write, and what may therefore be long. */
const written =
  /^(name|accountHolderName|clientName|stockName|description|reason|remarks|requestedBy|operatorName|takenBy|bookedBy|decidedBy|fileName|narration|reference|subject|words|about|consent|device|relationship)$/

type Answer = (route: Route) => unknown

/** What the server says, changed on its way: every list without its rows, or everything written as long as it may be. */
const changed =
  (change: (key: string, value: unknown) => unknown): Answer =>
  async (route) => {
    const response = await route.fetch()
    const text = await response.text()
    const isJson = response.ok() && response.headers()['content-type']?.startsWith('application/json')
    await route.fulfill({ response, ...(isJson && { body: JSON.stringify(JSON.parse(text, change)) }) })
  }

const states: Record<string, Answer> = {
  loading: () => undefined,
  failed: (route) => route.fulfill({ status: 500, json: {} }),
  empty: changed((key, value) => (Array.isArray(value) && key !== 'rights' ? [] : value)),
  long: changed((key, value) => (typeof value === 'string' && written.test(key) ? long : value)),
}

/** Opens every address in every state and notes what is wrong there. */
async function walk(page: Page, base: string, paths: readonly string[], reads: (url: URL) => boolean): Promise<void> {
  const main = page.getByRole('main')
  for (const [state, answer] of Object.entries(states)) {
    // The whole walk is for the gallery; a failure is what no other story of the desk tells.
    if (!isGallery && state !== 'failed') continue
    await page.route(reads, (route) => (route.request().method() === 'GET' ? answer(route) : route.continue()))
    for (const path of paths) {
      const where = `${base}${path} ${state}`
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto(`${base}${path}`)
      await expect(page.locator('#first')).toHaveCount(0)
      if (state === 'loading')
        await expect.soft(main.getByText(/^(Loading|Opening|Checking)/).first(), where).toBeAttached()
      else if (state === 'failed')
        await expect.soft(main.getByRole('button', { name: 'Try again' }).first(), where).toBeVisible()
      else {
        await settled(page)
        // No way leads to the charting service from here, and a chart of no prices is asked for again.
        if (path !== '/account/home')
          await expect.soft(main.getByRole('button', { name: 'Try again' }), where).toHaveCount(0)
      }
      expect.soft(await overflowing(page), `${where}, 320 wide, scrolls sideways`).toEqual([])
      await glance(page, `state ${where.slice(1).replaceAll('/', '-')}`)
    }
    await page.unroute(reads)
  }
}

test('every screen of the portal says what it waits for, what failed and what is not there yet, and holds long words', async ({
  page,
  sauda,
}) => {
  test.skip(!isGallery, 'states.e2e.ts tells of waiting and failing')
  const body = { ...demo, email: 'chitra@demo.example' }
  const { token, _id } = await call<{ token: string; _id: string }>(sauda, 'POST', '/user/login', { body })
  await enter(page, { token, userId: _id, isDocsVerified: 'VERIFIED' } as Client)
  await walk(page, '', portal, ({ pathname }) => pathname.startsWith('/api/user/') && pathname !== '/api/user/events')
})

test('every list of the desk says what it waits for, what failed and what is not there yet, and holds long words', async ({
  page,
  sauda,
}) => {
  await logInAtDesk(page, { ...demo, email: 'admin@demo.example' })
  const waiting = await call<{ items: { kind: string; id: string }[] }>(sauda, 'GET', '/desk/queue', {
    token: await page.evaluate(() => sessionStorage.getItem('desk.token') ?? ''),
  })
  const cases = ['kyc', 'deposit', 'withdrawal', 'loan', 'charge', 'setting', 'reversal'].flatMap((kind) => {
    const item = waiting.items.find((each) => each.kind === kind)
    return item ? [`${addresses[kind] ?? `/${kind}`}/${item.id}`] : []
  })
  const ask = ({ pathname }: URL) => /^\/api\/desk\/(?!me$|events|login)/.test(pathname)
  await walk(page, '/desk', [...desk, ...cases], ask)
})
const addresses: Record<string, string> = {
  deposit: '/wallet',
  withdrawal: '/wallet',
  reversal: '/trade/reversal',
}

test('the rest of a list that does not come is asked for again', async ({ page }) => {
  await logInAtDesk(page, { ...demo, email: 'admin@demo.example' })
  const older = (url: URL) => url.pathname === '/api/desk/audit' && url.searchParams.has('before')
  await page.route(older, (route) => route.fulfill({ status: 500, json: {} }))
  await page.goto('/desk/audit')
  await page.getByRole('button', { name: 'Show more' }).click()
  await expect(page.getByText('The rest could not be loaded.')).toBeVisible()
  // A page of fifty rows takes its time.
  if (isGallery) await glance(page, 'state desk-audit the rest failed')
  await page.unroute(older)
  const rows = page.getByRole('main').getByRole('listitem')
  const before = await rows.count()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('The rest could not be loaded.')).toBeHidden()
  await expect.poll(() => rows.count()).toBeGreaterThan(before)
})

test('without a connection, and after a session has ended, the screen says so', async ({ page, context, sauda }) => {
  test.skip(!isGallery, 'offline.e2e.ts, session.e2e.ts and desk.e2e.ts tell of it')
  await page.goto('/login')
  await logIn(page, { ...demo, email: 'chitra@demo.example' })
  await expect(page).toHaveURL('/account/home')
  await page.goto('/account/wallet/add-fund')
  await settled(page)
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await glance(page, 'state offline')
  await context.setOffline(false)
  await expect(page.getByText('You are offline.')).toBeHidden()
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  await call(sauda, 'POST', '/user/logout', { token })
  await expect(page.getByText('Your session has ended. Log in to go on where you were.')).toBeVisible()
  await glance(page, 'state session ended')

  await logInAtDesk(page, { ...demo, email: 'admin@demo.example' })
  const atDesk = await page.evaluate(() => sessionStorage.getItem('desk.token') ?? '')
  await call(sauda, 'POST', '/desk/logout', { token: atDesk })
  await expect(page.getByText('Your session has ended. Log in to continue where you left off.')).toBeVisible()
  await glance(page, 'state desk session ended')
})
