import type { Locator, Page } from '@playwright/test'
import { clientWith } from './money.ts'
import { codeIn, enter, newPerson, verifiedClient } from './people.ts'
import { expect, test } from './test.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })
test.describe.configure({ mode: 'parallel' })

async function paste(page: Page, field: Locator, text: string): Promise<void> {
  await page.evaluate((copied) => navigator.clipboard.writeText(copied), text)
  await field.focus()
  await page.keyboard.press('ControlOrMeta+a')
  await page.keyboard.press('ControlOrMeta+v')
}

/** Types like a keyboard that composes a word: each letter replaces the unfinished word. */
async function compose(page: Page, field: Locator, word: string): Promise<void> {
  await field.focus()
  const session = await page.context().newCDPSession(page)
  for (const length of Array.from(word, (_, at) => at + 1)) {
    const text = word.slice(0, length)
    await session.send('Input.imeSetComposition', { text, selectionStart: length, selectionEnd: length })
  }
  await session.send('Input.insertText', { text: word })
  await session.detach()
}

test('an amount is read as it was meant, and rejected where that is not clear', async ({ page, sauda, cards }) => {
  await enter(page, await clientWith(sauda, cards, 'Meera', 0), '/account/wallet/add-fund')
  const amount = page.getByLabel('Amount', { exact: true })
  const add = page.getByRole('button', { name: 'Add Fund', exact: true })
  for (const [text, shown] of [
    ['1500,50', '1,500.50'],
    ['Rs. 1,500', '1,500'],
    ['₹ १,५०,०००/-', '1,50,000'],
  ] as const) {
    await paste(page, amount, text)
    await amount.blur()
    await expect(amount).toHaveValue(shown)
    await expect(add).toBeEnabled()
  }
  for (const text of ['-500', '1,500,50', '1.500', '12.345', '5 lakh']) {
    await paste(page, amount, text)
    await amount.blur()
    await expect(amount).toHaveValue(text)
    await expect(page.getByText('Enter the amount in digits, such as 1,500 or 1,500.50')).toBeVisible()
    await expect(add).toBeDisabled()
  }
  await amount.fill('')
  await amount.pressSequentially('15000,5')
  await amount.press('Home')
  await amount.press('2')
  await amount.blur()
  await expect(amount).toHaveValue('2,15,000.5')
  await amount.press('End')
  for (let left = 3; left > 0; left -= 1) await amount.press('Backspace')
  await expect(amount).toHaveValue('21,500')
})

test('nothing is rewritten while a keyboard composes a word', async ({ page, sauda, cards }) => {
  await enter(page, await verifiedClient(sauda, cards, 'Nila'), '/account/bank')
  const ifsc = page.getByLabel('IFSC Code')
  await compose(page, ifsc, 'hdfc')
  await expect(ifsc).toHaveValue('HDFC')
  const account = page.getByLabel('Account Number')
  await compose(page, account, '१२३४५६')
  await expect(account).toHaveValue('123456')
})

test('codes are pasted with labels and separators; what is longer is rejected, not cut', async ({ page }) => {
  await page.goto('/create-account')
  const mobile = page.getByLabel('Mobile Number')
  await paste(page, mobile, '+91 (0) 98111 43210')
  await expect(mobile).toHaveValue('9811143210')
  await paste(page, mobile, '98765 43210 1234')
  await expect(mobile).toHaveValue('98765432101234')
  await mobile.blur()
  await expect(page.getByText('Mobile number must have at most 12 digits')).toBeVisible()
})

test('Enter that ends a composed word opens nothing', async ({ page, sauda, cards }) => {
  await enter(page, await verifiedClient(sauda, cards, 'Oviya'), '/account/home')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  const search = page.getByRole('combobox', { name: /Screen, stock/ })
  // The keys are registered a moment after the heading is shown.
  await expect(async () => {
    await page.keyboard.press('ControlOrMeta+k')
    await expect(search).toBeVisible({ timeout: 2000 })
  }).toPass()
  await search.fill('nominee')
  await expect(page.getByRole('option', { name: /Nominee/ }).first()).toBeVisible()
  await search.dispatchEvent('keydown', { key: 'Enter', isComposing: true, bubbles: true })
  await expect(page).toHaveURL('/account/home')
  await search.press('Enter')
  await expect(page).toHaveURL('/account/nominee')
})

test('a one-time code is read from any digits and separators, and too many digits are rejected', async ({
  page,
  sauda,
}) => {
  await page.goto('/create-account')
  const person = newPerson('Pia')
  await page.getByLabel('Full Name').fill(person.name)
  await page.getByLabel('Email Address').fill(`\u200B${person.email}`)
  await page.getByLabel('Mobile Number').fill(person.mobile)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByLabel('Confirm Password').fill(person.password)
  await page.getByLabel('Executive Name').fill('Self')
  await page.getByRole('checkbox').check()
  await page.getByRole('button', { name: 'Create an account' }).click()
  const cells = page.getByRole('dialog').getByRole('textbox')
  const code = codeIn(await sauda.nextMailTo(person.email))
  await paste(page, cells.first(), `${code}7`)
  await expect(page.getByText('The code has 6 digits')).toBeVisible()
  await expect(cells.first()).toHaveValue('')
  const inDevanagari = Array.from(code, (digit) => String.fromCharCode(0x966 + Number(digit))).join('')
  await paste(page, cells.first(), `${inDevanagari.slice(0, 3)} ${inDevanagari.slice(3)}`)
  await expect(page).toHaveURL('/account/profile')
})
