import { reportPayment } from './money.ts'
import { logInAtDesk, verifiedClient } from './people.ts'
import { expect, moving, test } from './test.ts'

test.use(moving)

test('by keyboard: a case is put on hold with a message, resumed and assigned', async ({ page, sauda, cards }) => {
  const client = await verifiedClient(sauda, cards, 'Ila')
  await reportPayment(sauda, client, 811)
  await logInAtDesk(page, sauda.admin, '/desk/queue?kind=deposit')
  const item = page.getByRole('link').filter({ hasText: client.name }).filter({ hasText: '₹811.00' })
  await item.press('Enter')
  await expect(page.getByRole('button', { name: 'Put on hold' })).toBeVisible()
  const dialog = page.getByRole('dialog', { name: 'Put this case on hold' })
  // Without motion the dialog closes at once, and the page must not see the same key.
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.getByRole('button', { name: 'Put on hold' }).press('Enter')
  await expect(dialog.getByLabel('Reason')).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('button', { name: 'Put on hold' })).toBeFocused()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await page.keyboard.press('h')
  await dialog.getByLabel('Reason').fill('Receipt of the bank')
  await dialog.getByLabel(`Message to ${client.name}`).fill('Please send us\nthe receipt.')
  await dialog.getByLabel('Reason').press('Enter')
  await expect(dialog).toBeHidden()

  await page.goto('/desk/queue?kind=deposit&show=hold')
  await item.filter({ hasText: 'Receipt of the bank' }).press('Enter')
  await expect(page.getByText(/On hold until .*10:00 am/)).toBeVisible()
  await expect(page.getByText('Sent to the client: “Please send us the receipt.”')).toHaveCSS(
    'white-space-collapse',
    'preserve-breaks',
  )
  await page.keyboard.press('h')
  await expect(page.getByText(/On hold until/)).toBeHidden()
  await page.keyboard.press('m')
  await expect(page.getByRole('button', { name: 'Assigned to you' })).toBeVisible()

  await page.goto('/desk/queue?show=mine')
  await expect(item).toContainText('Assigned to you')
})
