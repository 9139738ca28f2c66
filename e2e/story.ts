import { test as base } from '@playwright/test'
import { startSauda, type Sauda } from './harness.ts'

/** A story's own product: started once per file of stories, `page.goto('/login')` leads to it. */
export const test = base.extend<object, { demoData: boolean; sauda: Sauda }>({
  demoData: [false, { scope: 'worker', option: true }],
  sauda: [
    async ({ demoData }, use) => {
      const sauda = await startSauda({ demoData })
      await use(sauda)
      await sauda.stop()
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ sauda }, use) => use(sauda.url),
})

export { expect } from '@playwright/test'
