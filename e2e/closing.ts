import { expect, type Locator } from '@playwright/test'

/** Attempts every way out of a dialog whose request is on its way; none leads out of it. */
export async function staysOpen(dialog: Locator): Promise<void> {
  const page = dialog.page()
  await expect(dialog).toHaveAttribute('aria-busy', 'true')
  await page.keyboard.press('Escape')
  // Beside the dialog.
  await page.mouse.click(4, 4)
  for (const way of await dialog.getByRole('button', { name: /^(Close|Cancel|Back|Not now)$/ }).all()) {
    await way.dispatchEvent('click')
    await expect(way).toBeDisabled()
  }
  await page.keyboard.press('Escape')
  // A closing dialog is still visible.
  await expect(dialog).toHaveAttribute('data-open')
}
