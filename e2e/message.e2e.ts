import { deskWindow, openCase } from './at-desk.ts'
import { inspect } from './inspect.ts'
import { reportPayment } from './money.ts'
import { logInAtDesk, toast, verifiedClient } from './people.ts'
import { expect, test } from './test.ts'

test('an operator writes to a client from a case by a template, and the timeline has the message', async ({
  browser,
  page,
  sauda,
  cards,
}) => {
  test.slow()
  const client = await verifiedClient(sauda, cards, 'Ira')
  await reportPayment(sauda, client, 1500.5)
  await logInAtDesk(page, sauda.admin, '/desk/templates')
  await page.getByRole('button', { name: 'Add template' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByLabel('Title').fill('Receipt needed')
  await dialog.getByLabel('For messages about').selectOption('Deposit')
  await dialog.getByLabel('Subject').fill('Please send the receipt')
  await dialog.getByLabel('Message', { exact: true }).fill('We need the receipt of {amout}.')
  await dialog.getByRole('button', { name: 'Save template' }).click()
  await expect(dialog.getByText('There is no placeholder {amout}.')).toBeVisible()
  await inspect(page, 'desk message 1 template')
  await dialog.getByLabel('Message', { exact: true }).fill('We need the receipt of {amount}.')
  await dialog.getByRole('button', { name: 'Save template' }).click()
  await expect(toast(page, 'Template added')).toBeVisible()

  const desk = await deskWindow(browser, sauda)
  await openCase(desk, 'Deposit', client)
  await desk.keyboard.press('w')
  const message = desk.getByRole('dialog', { name: `Write to ${client.name}` })
  await message.getByLabel('Template').selectOption('Receipt needed')
  await expect(message.getByLabel('Message', { exact: true })).toHaveValue('We need the receipt of ₹1,500.50.')
  await inspect(desk, 'desk message 2 write')
  await message.getByRole('button', { name: 'Preview' }).dblclick()
  await expect(message).toContainText(/Please send the receipt \(ADD\d+\)/)
  await inspect(desk, 'desk message 3 preview')
  await message.getByRole('button', { name: 'Send message' }).dblclick()
  await expect(message).toBeHidden()
  await desk.getByRole('link', { name: 'Client page' }).click()
  await desk.getByLabel('Show').selectOption('Messages and replies')
  await expect(desk.getByText('Sent a message to the client')).toHaveCount(1)
  await expect(desk.getByText('We need the receipt of ₹1,500.50.')).toBeVisible()
})
