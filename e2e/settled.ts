import { expect, type Locator, type Page } from '@playwright/test'

/** Matches whatever is still loading: `ui` marks its spinners and skeletons. */
export const loading = (page: Page): Locator =>
  page.locator('[aria-busy="true"], [data-loading]').filter({ visible: true })

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
