import type { Page } from '@playwright/test'
import { complaints, inspect } from './inspect.ts'
import { codeIn, enter, verifiedClient } from './people.ts'
import { expect, ownServer, test } from './test.ts'
import { clientInEveryState } from './client-in-every-state.ts'

// Demo data gives every list rows that other tests do not change.
const sauda = ownServer({ demoData: true })
test.setTimeout(600_000)

const dialog = (page: Page) => page.getByRole('dialog')

test('complaints and the client’s data, in every state', async ({ page, cards }) => {
  const found = complaints(page)
  const client = await verifiedClient(sauda, cards, 'Nirmala')
  await enter(page, client, '/account/complaints')
  await inspect(page, 'service 01 no complaints')
  await page.getByRole('button', { name: 'Raise a complaint' }).click()
  await page.getByRole('button', { name: 'Send complaint' }).click()
  await inspect(page, 'service 02 raise a complaint')
  await page.getByLabel('What went wrong?').fill('My withdrawal of ₹1,500.00 did not arrive')
  await page.getByRole('button', { name: 'Send complaint' }).click()
  await expect(page.getByRole('button', { name: 'Raise a complaint' })).toBeVisible()
  await inspect(page, 'service 03 complaint')

  await page.goto('/account/privacy')
  await page.getByRole('heading', { name: 'Correct your data' }).click()
  await page.getByLabel('What should we correct?').fill('My name is Nirmala Rao')
  await inspect(page, 'service 10 data')
  await page.getByRole('button', { name: 'Request correction' }).click()
  await expect(page.getByText('My name is Nirmala Rao')).toBeVisible()
  await inspect(page, 'service 11 correction requested')
  expect.soft(found).toEqual([])
})

test('the dialog that changes the e-mail address', async ({ page, cards }) => {
  const found = complaints(page)
  const client = await verifiedClient(sauda, cards, 'Nirmala')
  await enter(page, client, '/account/security')
  await page.getByRole('button', { name: 'Change email' }).click()
  await dialog(page).getByRole('button', { name: 'Send code' }).click()
  await inspect(page, 'service 20 change email with faults')
  await dialog(page).getByLabel('New email address').fill('nirmala.changed@example.com')
  await dialog(page).getByLabel('Current password', { exact: true }).fill(client.password)
  await dialog(page).getByRole('button', { name: 'Send code' }).click()
  await expect(dialog(page).getByLabel(`Code sent to ${client.email}`)).toBeVisible()
  await inspect(page, 'service 21 change email codes')
  await dialog(page)
    .getByLabel(`Code sent to ${client.email}`)
    .fill(codeIn(await sauda.nextMailTo(client.email)))
  await dialog(page)
    .getByLabel('Code sent to nirmala.changed@example.com')
    .fill(codeIn(await sauda.nextMailTo('nirmala.changed@example.com')))
  await dialog(page).getByRole('button', { name: 'Change email' }).click()
  await expect(page.getByText('Email changed')).toBeVisible()
  expect.soft(found).toEqual([])
})

test('the page of an invitation, and the year of a client', async ({ page, cards }) => {
  const found = complaints(page)
  await page.goto('/welcome#invitation')
  await page.getByLabel('New password', { exact: true }).fill('short')
  await page.getByRole('button', { name: 'Set Password' }).click()
  await inspect(page, 'service 30 welcome with faults')
  const { client } = await clientInEveryState(sauda, cards)
  await enter(page, client, '/account/tax')
  await inspect(page, 'service 31 tax')
  await page.goto('/account/wallet/statement')
  await page.getByRole('row').filter({ hasText: 'Funds added' }).first().click()
  await inspect(page, 'service 32 statement entry')
  expect.soft(found).toEqual([])
})
