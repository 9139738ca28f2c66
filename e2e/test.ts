import { test as base } from '@playwright/test'
import { sampleCards } from './cards.ts'
import { startSauda, type Sauda } from './harness.ts'
import { call, type Cards } from './people.ts'

/** Each worker starts the product once; `page.goto('/login')` opens it. */
export const test = base.extend<object, { demoData: boolean; sauda: Sauda; cards: Cards }>({
  demoData: [false, { scope: 'worker', option: true }],
  sauda: [
    async ({ demoData }, use) => {
      const sauda = await startSauda({ demoData })
      await use(sauda)
      const faults = await unbalanced(sauda)
      const violations = violationsIn(sauda.output())
      await sauda.stop()
      if (violations.length > 0) throw new Error(`The content security policy blocked: ${violations.join('\n')}`)
      if (faults.length > 0) throw new Error(`After these tests the ledger check failed: ${JSON.stringify(faults)}`)
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
})

/** Of our own code; what a test runs in the page has no source. */
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
