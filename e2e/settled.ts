import { expect, type Locator, type Page } from '@playwright/test'

/** Matches whatever is still loading: `ui` marks its spinners and skeletons. */
export const loading = (page: Page): Locator =>
  page.locator('[aria-busy="true"], [data-loading]').filter({ visible: true })

/**
 * Opens another screen of the application that is open, as its own links do: without loading the page again, which takes
 * most of the time of a sweep over all screens. Both screens must have different titles.
 */
export async function walkTo(page: Page, path: string): Promise<void> {
  const before = await page.title()
  await page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)
  // The previous screen stays until the code of the next one has come.
  await expect(page, path).not.toHaveTitle(before)
}

/** Waits until the open screen can be touched and everything on it has come. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible()
  // What the server has drawn cannot be touched yet.
  await expect(page.locator('#first')).toHaveCount(0)
  // On the start page the reviews wait until somebody comes near them.
  for (const reviews of await page.locator('[data-reviews]').all()) await reviews.scrollIntoViewIfNeeded()
  await expect(loading(page)).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}
