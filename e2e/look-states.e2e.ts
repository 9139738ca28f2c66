import type { Page, Route } from '@playwright/test'
import { inspectState, overflowing } from './inspect.ts'
import { call, enter, logIn, logInAtDesk, tokenAtDesk, type Client } from './people.ts'
import { demoAdmin, demoCases, demoPassword, deskScreens, loadingScreens } from './screens.ts'
import { settled } from './settled.ts'
import { expect, ownServer, test } from './test.ts'

// Demo data gives every list rows that other tests do not change.
const sauda = ownServer({ demoData: true })
test.setTimeout(1_800_000)

const long = 'Thiruvananthapurathukaran Venkatanarasimharajuvaripeta-Subrahmanyam Krishnamoorthy'
/** Fields people type into, which may therefore hold long text. */
const typedFields =
  /^(name|accountHolderName|clientName|stockName|description|reason|remarks|requestedBy|operatorName|takenBy|bookedBy|decidedBy|fileName|narration|reference|subject|words|about|consent|device|relationship)$/

type Answer = (route: Route) => unknown

/** Changes a response on its way: every list without rows, or every typed text at its longest. */
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
  long: changed((key, value) => (typeof value === 'string' && typedFields.test(key) ? long : value)),
}

const withoutId = (path: string) => path.replace(/[0-9a-f]{8}-[0-9a-f-]{27}$/, '')

/** The same in every run: a case is numbered among those of its kind. */
function nameOf(path: string, paths: readonly string[]): string {
  const kind = withoutId(path)
  return kind === path ? path : `${kind}${paths.filter((each) => withoutId(each) === kind).indexOf(path) + 1}`
}

/** Opens every path in every state and checks it. */
async function walk(page: Page, base: string, paths: readonly string[], reads: (url: URL) => boolean): Promise<void> {
  const main = page.getByRole('main')
  for (const [state, answer] of Object.entries(states)) {
    await page.route(reads, (route) => (route.request().method() === 'GET' ? answer(route) : route.continue()))
    for (const path of paths) {
      const where = `${base}${nameOf(path, paths)} ${state}`
      await page.setViewportSize({ width: 320, height: 640 })
      await page.goto(`${base}${path}`)
      await expect(page.locator('#first')).toHaveCount(0)
      if (state === 'loading')
        await expect.soft(main.getByText(/^(Loading|Opening|Checking)/).first(), where).toBeAttached()
      else if (state === 'failed')
        await expect.soft(main.getByRole('button', { name: 'Try again' }).first(), where).toBeVisible()
      else {
        await settled(page)
        // The charting service cannot be reached, and a chart without prices offers a retry.
        if (path !== '/account/home')
          await expect.soft(main.getByRole('button', { name: 'Try again' }), where).toHaveCount(0)
      }
      expect.soft(await overflowing(page), `${where}, 320 wide, scrolls sideways`).toEqual([])
      await inspectState(page, `state ${where.slice(1).replaceAll('/', '-')}`)
    }
    await page.unroute(reads)
  }
}

test('every portal screen shows its loading, failed and empty states, and fits long text', async ({ page }) => {
  const body = { email: 'chitra@demo.example', password: demoPassword }
  const { token, _id } = await call<{ token: string; _id: string }>(sauda, 'POST', '/user/login', { body })
  await enter(page, { token, userId: _id, isDocsVerified: 'VERIFIED' } as Client)
  await walk(
    page,
    '',
    loadingScreens,
    ({ pathname }) => pathname.startsWith('/api/user/') && pathname !== '/api/user/events',
  )
})

test('every desk screen shows its loading, failed and empty states, and fits long text', async ({ page }) => {
  await logInAtDesk(page, demoAdmin)
  const reads = ({ pathname }: URL) => /^\/api\/desk\/(?!me$|events|login)/.test(pathname)
  await walk(page, '/desk', [...deskScreens, ...(await demoCases(sauda))], reads)
})
test('offline, and after a session has ended, the screen says so', async ({ page, context }) => {
  await page.goto('/login')
  await logIn(page, { email: 'chitra@demo.example', password: demoPassword })
  await expect(page).toHaveURL('/account/home')
  await page.goto('/account/wallet/add-fund')
  await settled(page)
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await inspectState(page, 'state offline')
  await context.setOffline(false)
  await expect(page.getByText('You are offline.')).toBeHidden()
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  // With the cookie of this browser, to which the token is bound.
  await context.request.post('/api/user/logout', { headers: { Authorization: `Bearer ${token}` } })
  await expect(page.getByText('Your session has ended. Log in to continue where you left off.')).toBeVisible()
  await inspectState(page, 'state session ended')

  await logInAtDesk(page, demoAdmin)
  const atDesk = await tokenAtDesk(page)
  await call(sauda, 'POST', '/desk/logout', { token: atDesk })
  await expect(page.getByText('Your session has ended. Log in to continue where you left off.')).toBeVisible()
  await inspectState(page, 'state desk session ended')
})
