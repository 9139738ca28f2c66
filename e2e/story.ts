import { test as base } from '@playwright/test'
import { photoOf } from './cards.ts'
import { startSauda, type Sauda } from './harness.ts'
import type { Cards } from './people.ts'

/** The product the stories are told on: started once for all of them, `page.goto('/login')` leads to it. */
export const test = base.extend<object, { demoData: boolean; sauda: Sauda; cards: Cards }>({
  demoData: [false, { scope: 'worker', option: true }],
  sauda: [
    async ({ demoData }, use) => {
      const sauda = await startSauda({ demoData })
      await use(sauda)
      await sauda.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  cards: [
    async ({ browser }, use) => {
      const pan = await photoOf(browser, 'pan', { name: 'Meera Iyer', number: 'ABCPI1234K' })
      await use({ pan, aadhaar: await photoOf(browser, 'aadhaar', { name: 'Meera Iyer', number: '4832 1176 9045' }) })
    },
    { scope: 'worker' },
  ],
  baseURL: ({ sauda }, use) => use(sauda.url),
})

export { expect } from '@playwright/test'
