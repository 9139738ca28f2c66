import type { BrowserContext, Page } from '@playwright/test'

/** Our pages as a live house serves them; the server stays the demo it is, since nothing here may touch real money. */
export async function asInLive(target: Page | BrowserContext): Promise<void> {
  await target.route(
    () => true,
    async (route) => {
      if (route.request().resourceType() !== 'document') return route.fallback()
      const answer = await route.fetch()
      await route.fulfill({ response: answer, body: (await answer.text()).replace('"mode":"demo"', '"mode":"live"') })
    },
  )
}
