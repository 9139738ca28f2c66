import { expect, type Locator, type Page } from '@playwright/test'

/** Matches whatever is still loading: `ui` marks its spinners and skeletons. */
export const loading = (page: Page): Locator =>
  page.locator('[aria-busy="true"], [data-loading]').filter({ visible: true })

/** As if another tab were in front. */
export async function hide(page: Page, hidden: boolean): Promise<void> {
  await page.evaluate((is) => {
    Object.defineProperty(document, 'hidden', { value: is, configurable: true })
    document.dispatchEvent(new Event('visibilitychange'))
  }, hidden)
}

/** Goes to another address as the application's own links do: without loading the page again, which takes most of the time of a sweep. */
export const goWithinPage = (page: Page, path: string): Promise<void> =>
  page.evaluate((to) => {
    history.pushState(null, '', to)
    dispatchEvent(new PopStateEvent('popstate'))
  }, path)

/** Opens another screen without loading the page again. Both screens must have different titles. */
export async function walkTo(page: Page, path: string): Promise<void> {
  const before = await page.title()
  await goWithinPage(page, path)
  // The previous screen stays until the code of the next one has loaded.
  await expect(page, path).not.toHaveTitle(before)
}

/** Waits until the open screen is interactive and everything on it has loaded. */
export async function settled(page: Page): Promise<void> {
  await expect(page.getByRole('heading').first()).toBeVisible()
  // The prerendered page is not interactive yet.
  await expect(page.locator('#first')).toHaveCount(0)
  // On the start page the reviews load when they are scrolled near.
  for (const reviews of await page.locator('[data-reviews]').all()) await reviews.scrollIntoViewIfNeeded()
  await expect(loading(page)).toHaveCount(0)
  await page.evaluate(() => document.fonts.ready)
}
