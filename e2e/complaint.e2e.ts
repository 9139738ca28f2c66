import { deskWindow } from './at-desk.ts'
import { enter, verifiedClient } from './people.ts'
import { expect, test } from './test.ts'

test('a complaint and a data request are raised, answered, closed and escalated, and counted in the public table', async ({
  browser,
  page,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Nirmala')
  await enter(page, client, '/account/complaints')
  await page.getByRole('button', { name: 'Raise a complaint' }).click()
  await page.getByLabel('What went wrong?').fill('My withdrawal did not arrive')
  await page.getByRole('button', { name: 'Send complaint' }).click()
  await expect(page.getByText(/^Complaint CMP\d+ received$/)).toBeVisible()
  const detail = page.getByRole('complementary', { name: /^CMP\d+ · / })
  await expect(detail).toContainText('My withdrawal did not arrive')
  await expect(page.getByRole('list', { name: 'Complaints' }).getByRole('listitem')).toContainText('Open')

  const desk = await deskWindow(browser, sauda)
  await desk.keyboard.press('g')
  await desk.keyboard.press('l')
  await desk.getByRole('link', { name: /^CMP/ }).click()
  const answer = desk.getByRole('region', { name: 'Decision' })
  await answer.getByRole('textbox', { name: 'Reply' }).fill('The bank confirmed the payment today')
  await answer.getByRole('button', { name: 'Reply' }).click()
  await expect(page.getByText('The bank confirmed the payment today')).toBeVisible()

  await expect(answer.getByRole('textbox', { name: 'Reply' })).toHaveValue('')
  await answer.getByRole('radio', { name: 'Close' }).check()
  await answer.getByLabel('Resolution').fill('Paid today')
  await answer.getByRole('button', { name: 'Close' }).click()
  await expect(page.getByText('Customer care closed the complaint')).toBeVisible()
  await page.getByRole('button', { name: 'Not satisfied? Escalate' }).click()
  await page.getByLabel('Why are you not satisfied?').fill('Nothing arrived')
  await page.getByRole('button', { name: 'Escalate', exact: true }).click()
  await expect(page.getByText('You opened the complaint again and escalated it')).toBeVisible()

  await page.goto('/account/privacy')
  await page.getByRole('heading', { name: 'Privacy notice' }).click()
  await expect(page.getByText(/You accepted version 1 on/)).toBeVisible()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download ZIP' }).click()
  expect((await download).suggestedFilename()).toBe('my-data.zip')
  await page.getByRole('heading', { name: 'Erase your data' }).click()
  await expect(page.getByText('a complaint is open')).toBeVisible()
  await page.getByRole('heading', { name: 'Correct your data' }).click()
  await page.getByLabel('What should we correct?').fill('My name is Nirmala Rao')
  await page.getByRole('button', { name: 'Request correction' }).click()
  await desk.keyboard.press('g')
  await desk.keyboard.press('d')
  await expect(desk.getByRole('row', { name: /My name is Nirmala Rao/ })).toContainText('days left')

  await page.goto('/complaints')
  await expect(page.getByRole('table', { name: /^Data for the month ending/ })).toContainText('Directly from Investors')
  await expect(page.getByRole('table', { name: 'Escalation matrix' })).toContainText('Compliance officer')
})
