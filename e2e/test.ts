import { setTimeout as wait } from 'node:timers/promises'
import { test as base } from '@playwright/test'
import { sampleCards } from './cards.ts'
import { startSauda, type Sauda, type SaudaOptions } from './harness.ts'
import { call, type Cards } from './people.ts'

const day = 86_400_000
const indiaMilliseconds = 5.5 * 3_600_000
/** As long as the longest test may take. */
const margin = 8 * 60_000

/**
 * A toast of two seconds can come and go between two checks of the page on a slow machine, so it stays for ten; its bar is not
 * drawn for each frame. It does not block what is below it meanwhile: a click would wait for its end, and a request under way
 * would reach its time limit.
 */
function keepToasts(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`
    .Toastify__progress-bar--animated { animation-duration: 10s !important; animation-timing-function: step-end !important }
    .Toastify__toast { pointer-events: none !important }
    .Toastify__toast :is(a, button) { pointer-events: auto }
  `)
  document.adoptedStyleSheets.push(sheet)
}

/** For `test.use`: with animations, which the other tests do without. */
export const moving = { contextOptions: { reducedMotion: 'no-preference' } } as const

/** Each worker starts the product once; `page.goto('/login')` opens it. */
export const test = base.extend<{ oneDay: void; ownWindows: void }, { sauda: Sauda; cards: Cards }>({
  browser: [
    async ({ browser }, use) => {
      const newContext = browser.newContext.bind(browser)
      browser.newContext = async (options) => {
        const context = await newContext(options)
        await context.addInitScript(keepToasts)
        return context
      }
      await use(browser)
    },
    { scope: 'worker' },
  ],
  sauda: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires a pattern.
    async ({}, use) => {
      const sauda = await startSauda()
      await use(sauda)
      await stopAndCheck(sauda)
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  cards: [
    async ({ browser }, use) => {
      await use(await sampleCards(browser))
    },
    { scope: 'worker' },
  ],
  baseURL: ({ sauda }, use) => use(sauda.url),
  // A request that is under way at the end of a test would fail in its route.
  page: async ({ page }, use) => {
    await use(page)
    if (!page.isClosed()) await page.unrouteAll({ behavior: 'ignoreErrors' })
  },
  // Bookings count by the day in India, so a test that starts just before its midnight waits until the next day has begun.
  oneDay: [
    // oxlint-disable-next-line no-empty-pattern -- Playwright requires a pattern.
    async ({}, use) => {
      const left = day - ((Date.now() + indiaMilliseconds) % day)
      if (left < margin) await wait(left)
      await use()
    },
    { auto: true, timeout: 2 * margin },
  ],
  // Windows left open keep their event streams, and an operator has at most twenty: later tests would miss notices.
  ownWindows: [
    async ({ browser }, use) => {
      const before = new Set(browser.contexts())
      await use()
      const opened = browser.contexts().filter((context) => !before.has(context))
      await Promise.all(opened.map((context) => context.close()))
    },
    { auto: true },
  ],
})

/** Fails if the books do not balance, or the content security policy blocked code of ours. */
export async function stopAndCheck(sauda: Sauda): Promise<void> {
  const faults = await unbalanced(sauda)
  const violations = violationsIn(sauda.output())
  await sauda.stop()
  if (violations.length > 0) throw new Error(`The content security policy blocked: ${violations.join('\n')}`)
  if (faults.length > 0) throw new Error(`After these tests the ledger check failed: ${JSON.stringify(faults)}`)
}

/**
 * A server with its own options for the tests of one file; `page` opens it. Not a worker fixture with options: Playwright would
 * run such a file in a worker of its own, after all other files.
 */
export function ownServer(options: SaudaOptions): Sauda {
  // Filled before the first test.
  const own = {} as Sauda
  test.beforeAll(async () => void Object.assign(own, await startSauda(options)))
  test.afterAll(() => stopAndCheck(own))
  // oxlint-disable-next-line no-empty-pattern -- Playwright requires a pattern.
  test.use({ baseURL: async ({}, use) => use(own.url) })
  return own
}

/** Violations by our own code; what a test runs in the page has no source. */
const violationsIn = (output: string): string[] =>
  output.split('\n').filter((line) => line.includes('of the content security policy') && !line.includes('"source":""'))

/** After all tests every figure must be the sum of its entries. */
async function unbalanced(sauda: Sauda): Promise<object[]> {
  const isUp = await fetch(`${sauda.url}/api/health`).then(Boolean, () => false)
  // If the server is down, a test has failed already.
  if (!isUp) return []
  const { token } = await call<{ token: string }>(sauda, 'POST', '/desk/login', { body: sauda.admin })
  return (await call<{ differences: object[] }>(sauda, 'GET', '/desk/books', { token })).differences
}

export { expect } from '@playwright/test'
