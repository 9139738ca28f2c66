import type { BrowserContext, Page } from '@playwright/test'

/** Serves every page with these facts of the brand in place of the configured ones: live mode, an app to download. */
export async function serveBrand(
  to: Page | BrowserContext,
  facts: Readonly<Record<string, string | boolean>>,
): Promise<void> {
  await to.route('**/*', async (route) => {
    if (route.request().resourceType() !== 'document') return route.fallback()
    const answer = await route.fetch()
    const body = (await answer.text()).replace(/(?<= id="brand">)[^<]*/, (written) =>
      JSON.stringify({ ...(JSON.parse(written) as object), ...facts }).replaceAll('<', String.raw`\u003c`),
    )
    return route.fulfill({ response: answer, body })
  })
}
