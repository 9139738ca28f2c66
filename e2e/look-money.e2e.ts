import type { Page } from '@playwright/test'
import { complaints, inspect } from './inspect.ts'
import { atDesk } from './money.ts'
import { enter, logInAtDesk, verifiedClient } from './people.ts'
import { expect, ownServer, test } from './test.ts'
import { clientInEveryState } from './client-in-every-state.ts'

// Demo data gives every list rows that other tests do not change.
const sauda = ownServer({ demoData: true })
test.setTimeout(600_000)

const dialog = (page: Page) => page.getByRole('dialog')

const offer = { amount: 5_00_000, ratePercent: 14.5, months: 24, fee: 5900 }

test('the wallet, in every state', async ({ page, cards }) => {
  const found = complaints(page)
  await enter(page, await verifiedClient(sauda, cards, 'Sita'), '/account/wallet/add-fund')
  await inspect(page, 'money 01 fund empty')
  await page.getByRole('radio', { name: 'Withdraw Fund' }).check()
  await inspect(page, 'money 02 withdraw without bank')
  await page.goto('/account/wallet/transaction-history')
  await inspect(page, 'money 03 history empty')

  const { client } = await clientInEveryState(sauda, cards)
  await enter(page, client, '/account/wallet/add-fund')
  await page.getByLabel('Amount', { exact: true }).fill('99')
  await inspect(page, 'money 04 fund')
  await page.getByLabel('Amount', { exact: true }).fill('123456.50')
  await page.getByRole('button', { name: 'Add Fund', exact: true }).click()
  await page.getByLabel('UTR').fill('1234')
  await page.getByRole('button', { name: 'Pay Now' }).click()
  await inspect(page, 'money 05 pay view')
  await page.getByRole('button', { name: 'Back to Add Fund' }).click()
  await page.getByRole('radio', { name: 'Withdraw Fund' }).check()
  await page.getByLabel('Amount', { exact: true }).fill('99999999')
  await inspect(page, 'money 06 withdraw')
  await page.getByRole('button', { name: 'Withdraw Fund' }).click()
  await inspect(page, 'money 07 result')
  await page.goto('/account/wallet/transaction-history')
  await expect(page.getByText('Showing 6 of 6 entries')).toBeVisible()
  await inspect(page, 'money 08 history')
  await page
    .getByRole('row', { name: /FAILED/ })
    .getByRole('button')
    .click()
  await expect(dialog(page)).toContainText('You asked us to cancel it')
  await inspect(page, 'money 09 timeline')
  await page.goto('/account/wallet/statement')
  await inspect(page, 'money 10 statement')
  expect.soft(found).toEqual([])
})

test('charges and loans, in every state', async ({ page, cards }) => {
  const found = complaints(page)
  await enter(page, await verifiedClient(sauda, cards, 'Tulsi'), '/account/charges')
  await inspect(page, 'money 20 no charges')
  await page.goto('/account/portfolio')
  await inspect(page, 'money 21 overview')
  await page.getByRole('button', { name: 'Apply Now' }).click()
  await inspect(page, 'money 22 ask for a loan')

  const { client, waiting } = await clientInEveryState(sauda, cards)
  await enter(page, client, '/account/charges')
  await expect(page.getByRole('listitem').filter({ hasText: 'Payment Rejected' })).toBeVisible()
  await inspect(page, 'money 23 charges')
  await page.getByRole('button', { name: /^Pay again/ }).click()
  await inspect(page, 'money 24 charge step 1')
  await dialog(page).getByRole('button', { name: 'I have paid' }).click()
  await dialog(page).getByRole('button', { name: 'Submit Payment' }).click()
  await inspect(page, 'money 25 charge step 2')

  await page.goto('/portfolio/overview')
  await inspect(page, 'money 26 loan asked for')
  await atDesk(sauda, `/loans/${waiting.loan}/offer`, offer)
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
  await inspect(page, 'money 27 offer')
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(page.getByRole('button', { name: 'Repay' })).toBeVisible()
  await inspect(page, 'money 28 loan')
  await page.getByRole('button', { name: 'Repay' }).click()
  await dialog(page).getByRole('radio', { name: 'Another amount' }).check()
  await inspect(page, 'money 29 repay')
  expect.soft(found).toEqual([])
})

test('the desk about money', async ({ page, cards }) => {
  const found = complaints(page)
  const { client, waiting } = await clientInEveryState(sauda, cards)
  await logInAtDesk(page, sauda.admin)
  await expect(page.getByRole('link').filter({ hasText: client.name })).toHaveCount(5)
  await inspect(page, 'desk money 01 queue')
  const evidence = page.getByRole('region', { name: 'Evidence' })
  const send = page.getByRole('form', { name: 'Decision' }).locator('button[type=submit]')
  for (const kind of ['deposit', 'withdrawal'] as const) {
    await page.goto(`/desk/wallet/${waiting[kind]}`)
    await expect(evidence).toContainText('Please check')
    await page.getByRole('radio', { name: 'Approve' }).check()
    await page.getByLabel('Reference in the bank statement').fill('123')
    await send.click()
    await inspect(page, `desk money 02 ${kind}`)
  }
  await page.goto(`/desk/charge/${waiting.charge}`)
  await page.getByRole('radio', { name: 'Reject' }).check()
  await send.click()
  await inspect(page, 'desk money 03 charge')
  await page.goto(`/desk/loan/${waiting.loan}`)
  await page.getByRole('radio', { name: 'Make an offer' }).check()
  for (const [label, text] of [
    ['Amount', '500000'],
    ['Interest rate (% p.a.)', '14.5'],
    ['Tenure (months)', '24'],
    ['Fee', '5900'],
  ] as const)
    await page.getByLabel(label).fill(text)
  await expect(page.getByText(`Loan terms shown to ${client.name}`)).toBeVisible()
  await inspect(page, 'desk money 04 offer')

  await page.goto(`/desk/clients/${client.userId}?show=money`)
  await inspect(page, 'desk money 05 client')
  await page.getByRole('button', { name: 'Raise charge' }).click()
  await dialog(page).getByRole('button', { name: 'Raise charge' }).click()
  await inspect(page, 'desk money 06 raise charge')
  await page.goto(`/desk/clients/${client.userId}?show=ledger`)
  await inspect(page, 'desk money 07 entries')
  await page.getByRole('button', { name: 'Request adjustment' }).click()
  await dialog(page).getByLabel('Amount').fill('250')
  await dialog(page).getByLabel('Reason').fill('Fee of 3 March charged twice')
  await inspect(page, 'desk money 08 ask for adjustment')
  await dialog(page).getByRole('button', { name: 'Request adjustment' }).click()
  await expect(dialog(page)).toBeHidden()
  await page.goto('/desk/books')
  await expect(page.getByText('The books balance')).toBeVisible()
  await inspect(page, 'desk money 09 books')
  await page.goto('/desk/books/adjustments')
  await inspect(page, 'desk money 10 adjustments')
  await page.goto('/desk/reports/payments')
  await expect(page.getByRole('slider', { name: 'Chart: Deposits and withdrawals' })).toBeVisible()
  await inspect(page, 'desk money 11 reports')
  expect.soft(found).toEqual([])
})
