import type { Page } from '@playwright/test'
import { enter, pauseResponses, newClient, toast, verifiedClient } from './people.ts'
import { expect, test } from './test.ts'

const holder = (page: Page) => page.getByLabel('Account Holder Name')
const number = (page: Page) => page.getByLabel('Account Number')
const ifsc = (page: Page) => page.getByLabel('IFSC Code')
const update = (page: Page) => page.getByRole('button', { name: 'Update Bank Details' })

test('the profile greets by the time of day and leads everywhere', async ({ page, sauda, cards }) => {
  const client = await verifiedClient(sauda, cards, 'Kavya')
  const answer = await pauseResponses(page, '**/api/user/profile/*')
  await enter(page, client)
  await expect(page.getByText('Loading...')).toBeVisible()
  answer()
  await expect(page.getByRole('heading', { name: client.name })).toBeVisible()
  await page.unrouteAll()
  for (const [time, words] of [
    ['11:59', 'Good Morning'],
    ['12:00', 'Good Afternoon'],
    ['17:00', 'Good Evening'],
  ]) {
    await page.clock.setFixedTime(new Date(`2026-11-20T${time}:00+05:30`))
    await page.reload()
    await expect(page.getByRole('heading', { name: `${words}, ${client.name}` })).toBeVisible()
  }
  await expect(page.getByText('CLIENT ID', { exact: true })).toBeVisible()
  await expect(page.getByText(/^SD\d{6}$/)).toBeVisible()
  await expect(page.getByRole('navigation', { name: 'Profile' }).getByRole('link')).toHaveText([
    'Personal DetailsVerified',
    'Bank AccountsNot Added',
    'NomineeNot Added',
    'Fund Settlement FrequencyEvery 90 Days',
    'Demat Account Details',
    'Manage SegmentEquity, Currency',
    'Watchlist',
    'ChargesNothing to pay',
    'Tax',
    'SecurityPassword only',
    'Your Data',
    'Complaints',
    'Close Account',
  ])
  await expect(page.getByRole('link', { name: 'Nominee', exact: true })).toHaveAccessibleDescription('Not Added')
  await expect(page.getByRole('navigation', { name: 'Account' }).getByRole('link')).toHaveText([
    'Home',
    'Portfolio',
    'Position',
    'Fund',
    'Account',
  ])

  // On a desktop a setting opens beside the menu, on a tablet in its place.
  const menu = page.getByRole('navigation', { name: 'Profile' })
  await menu.getByRole('link', { name: 'Nominee', exact: true }).click()
  await expect(page).toHaveURL('/account/nominee')
  await expect(page.getByRole('heading', { name: 'Nominee', level: 1 })).toBeFocused()
  await expect(menu.getByRole('link', { name: 'Nominee', exact: true })).toHaveAttribute('aria-current', 'page')
  await page.setViewportSize({ width: 768, height: 1024 })
  await expect(menu).toHaveCount(0)
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(menu.getByRole('link')).toHaveCount(13)
  await expect(page.getByRole('button', { name: 'Logout' })).toHaveCount(1)
})

test('Back is one step back also after a page load, and leads to the profile where there is none', async ({
  page,
  context,
  sauda,
  cards,
}) => {
  await enter(page, await verifiedClient(sauda, cards, 'Hema'), '/account/home')
  await page.goto('/')
  await page.getByRole('banner').getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL('/account/profile')
  await page.getByRole('button', { name: 'Back' }).click()
  await expect(page).toHaveURL('/')

  const opened = await context.newPage()
  await opened.goto('/account/bank')
  await opened.getByRole('button', { name: 'Back' }).click()
  await expect(opened).toHaveURL('/account/profile')
})

test('a client changes their photo', async ({ page, sauda, cards }) => {
  const client = await verifiedClient(sauda, cards, 'Farah')
  await enter(page, client)
  const photo = page.getByRole('region', { name: 'You' }).getByRole('img')
  const picker = page.getByLabel('Change photo')
  await picker.setInputFiles({ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from('not a photo') })
  await expect(page.getByText('Please choose an image file')).toBeVisible()
  await picker.setInputFiles(cards.pan)
  await expect(photo).toHaveAttribute('src', /\/api\/user\/photo\//)
  expect(await photo.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
  const first = await photo.getAttribute('src')

  await page.route('**/api/user/upload-profile', (route) => route.fulfill({ status: 500, json: {} }))
  await picker.setInputFiles(cards.aadhaar)
  // On failure the preview is cleared and the previous photo is shown again.
  await expect(page.getByText('Your new photo could not be saved. Please try again.')).toBeVisible()
  await expect(picker).toBeEnabled()
  await expect(photo).toHaveAttribute('src', first!)
  await page.unroute('**/api/user/upload-profile')
  const wrong = 'This photo has more than 25 megapixels. Please choose a smaller one.'
  await page.route('**/api/user/upload-profile', (route) => route.fulfill({ status: 422, json: { message: wrong } }))
  await picker.setInputFiles(cards.aadhaar)
  await expect(page.getByText(wrong)).toBeVisible()
  await expect(photo).toHaveAttribute('src', first!)
  await page.reload()
  await expect(photo).toHaveAttribute('src', first!)
})

test('personal details are shown with a masked Aadhaar number', async ({ page, sauda, cards }) => {
  const client = await verifiedClient(sauda, cards, 'Ishaan')
  await enter(page, client, '/account/personal-details')
  await expect(page.getByText('+91')).toBeVisible()
  await expect(page.getByLabel('Phone')).toHaveValue(client.mobile)
  await expect(page.getByLabel('Email')).toHaveValue(client.email)
  await expect(page.getByLabel('PAN card')).toHaveValue(/^ABCPD\d{4}K$/)
  await expect(page.getByLabel('Aadhar card')).toHaveValue('XXXX XXXX 9045')
  for (const field of await page.getByRole('textbox').all()) await expect(field).toBeDisabled()
})

test('bank details in the settings: each error has its message, a change shows its waiting time', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Dev')
  await enter(page, client, '/account/bank')
  await expect(holder(page)).toHaveValue('')
  await expect(update(page)).toBeHidden()

  await holder(page).fill('Dev 2')
  await expect(page.getByText('Only letters, spaces, and dots allowed')).toBeVisible()
  await holder(page).press('Enter')
  await expect(toast(page, 'Please fix the errors before updating.')).toBeVisible()
  await update(page).focus()
  await page.keyboard.press('Enter')
  await expect(holder(page)).toBeFocused()
  await holder(page).fill('')
  await expect(page.getByText('Account holder name is required')).toBeVisible()
  await holder(page).fill('D. Sharma')

  await number(page).pressSequentially('12-34 56x78')
  await expect(number(page)).toHaveValue('12345678')
  await expect(page.getByText('Account number should be 9-18 digits')).toBeVisible()
  await number(page).fill('')
  await expect(page.getByText('Account number is required')).toBeVisible()
  await number(page).fill('123456789012')

  await ifsc(page).pressSequentially('hdfc1000123')
  await expect(ifsc(page)).toHaveValue('HDFC1000123')
  await expect(page.getByText('Invalid IFSC code format')).toBeVisible()
  await ifsc(page).fill('')
  await expect(page.getByText('IFSC code is required')).toBeVisible()
  await ifsc(page).fill('hdfc0000123')

  await update(page).dblclick()
  await expect(page.getByText('Account Updated')).toBeVisible()
  await expect(toast(page, 'Bank Details Updated')).toBeVisible()
  await expect(update(page)).toBeHidden()
  expect((await sauda.nextMailTo(client.email)).subject).toBe('Your Sauda bank details were added')

  await number(page).fill('998877665544')
  await expect(page.getByText('For your safety, withdrawals pause for 24 hours after a change.')).toBeVisible()
  await page.route('**/api/user/profile/update/*', (route) => route.fulfill({ status: 500, json: {} }))
  await update(page).click()
  await expect(toast(page, 'Error while updating bank details!')).toBeVisible()
  await expect(page.getByText('Your details may have been saved')).toBeVisible()
  await expect(number(page)).toHaveValue('998877665544')
  await page.unrouteAll()
  const answer = await pauseResponses(page, '**/api/user/profile/update/*')
  await update(page).click()
  await expect(update(page)).toHaveAttribute('aria-busy', 'true')
  await holder(page).focus()
  answer()
  await expect(page.getByText('Account Updated')).toBeVisible()
  await expect(page.getByText('Your details may have been saved')).toBeHidden()
  // A client who has navigated in the meantime is not moved.
  await expect(holder(page)).toBeFocused()
  expect((await sauda.nextMailTo(client.email)).subject).toBe('Your Sauda bank details were changed')
  await page.reload()
  await expect(number(page)).toHaveValue('••••5544')
  await number(page).focus()
  await expect(number(page)).toHaveValue('998877665544')
  await expect(ifsc(page)).toHaveValue('HDFC0000123')
})

test('bank details after the documents: no format check on the screen, only on the server', async ({ page, sauda }) => {
  const client = await newClient(sauda, 'Rohan')
  const verify = page.getByRole('button', { name: 'Verify Bank Details' })
  await page.goto('/profile/verify-bank-details')
  await holder(page).fill(client.name)
  await number(page).fill('123451234512')
  await ifsc(page).fill('SBIN0001234')
  await verify.click()
  await expect(page.getByText('Please log in first')).toBeVisible()
  await expect(page.getByRole('link', { name: 'Log in' })).toBeVisible()
  await enter(page, client, '/profile/verify-bank-details')
  await holder(page).fill(client.name)
  await number(page).fill('12345')
  await expect(verify).toBeDisabled()
  await ifsc(page).fill('sbin0001234')
  await verify.click()
  await expect(toast(page, 'Error while updating bank details!')).toBeVisible()
  await expect(page.getByText('Account number should be 9-18 digits')).toBeVisible()
  await number(page).fill('123451234512')
  await verify.click()
  await expect(toast(page, 'Bank Details Updated')).toBeVisible()
  await expect(page).toHaveURL('/account/profile')
  await page.goto('/profile/verify-bank-details')
  await expect(number(page)).toHaveValue('123451234512')
  await expect(verify).toBeEnabled()
  const pause = page.getByText('For your safety, withdrawals pause for 24 hours after a change.')
  await expect(pause).toBeHidden()
  await number(page).fill('123451234513')
  await expect(pause).toBeVisible()
})

test('a client who left the bank details before they are saved is not moved', async ({ page, sauda, cards }) => {
  const client = await verifiedClient(sauda, cards, 'Sanjana')
  await enter(page, client, '/profile/verify-docx')
  await page.getByRole('link', { name: 'Verify Bank Details' }).click()
  await holder(page).fill(client.name)
  await number(page).fill('123451234512')
  await ifsc(page).fill('SBIN0001234')
  const answer = await pauseResponses(page, '**/api/user/profile/update/*')
  const verify = page.getByRole('button', { name: 'Verify Bank Details' })
  await verify.click()
  await expect(verify).toHaveAttribute('aria-busy', 'true')
  await page.goBack()
  await expect(page.getByRole('heading', { name: 'Verify Your Documents' })).toBeVisible()
  answer()
  await expect(toast(page, 'Bank Details Updated')).toBeVisible()
  await expect(page).toHaveURL('/profile/verify-docx')
})
