import type { Page } from '@playwright/test'
import { atDesk, clientWith, newUtr, reportPayment, transactionsOf } from './money.ts'
import { call, enter, newClient, verifiedClient } from './people.ts'
import { expect, test } from './test.ts'

test.use({ permissions: ['clipboard-read', 'clipboard-write'] })
test.describe.configure({ mode: 'parallel' })

async function logIn(page: Page, { email, password }: { email: string; password: string }): Promise<void> {
  await page.getByLabel('Email').fill(email)
  await page.getByLabel('Password', { exact: true }).fill(password)
  await page.getByRole('button', { name: 'Log in', exact: true }).click()
}

test('a link of a mail leads to its place after the login, and shows another client nothing', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Lata', 0)
  const { _id, transactionId } = await reportPayment(sauda, client, 700)
  const link = `/account/wallet/transaction-history?transaction=${_id}`
  await page.goto(link)
  await expect(page).toHaveURL('/login')
  await expect(page.getByText('Your session has ended')).toHaveCount(0)
  await logIn(page, client)
  await expect(page).toHaveURL(link)
  await expect(page.getByRole('complementary').filter({ hasText: transactionId })).toBeVisible()

  const other = await verifiedClient(sauda, cards, 'Omkar')
  await page.evaluate(() => localStorage.clear())
  await page.goto(link)
  await logIn(page, other)
  await expect(page).not.toHaveURL('/login')
  await expect(page.getByText(transactionId)).toHaveCount(0)
})

test('the periods of a statement come from the server, not from the clock of the device', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Tara', 700)
  await page.clock.install({ time: Date.now() + 40 * 86_400_000 })
  await enter(page, client, '/account/wallet/statement?period=month')
  await expect(page.getByRole('table', { name: 'Statement' })).toContainText('₹700.00')
  await page.goto('/account/wallet/statement?period=custom&from=2026-05-01&to=2199-01-01')
  await expect(page.getByText('Check your connection')).toBeHidden()
})

test('Back closes the topmost dialog, and only then leaves the screen', async ({ page, sauda, cards }) => {
  const client = await verifiedClient(sauda, cards, 'Uma')
  await enter(page, client, '/account/profile')
  await page.getByRole('link', { name: 'Security' }).first().click()
  await expect(page).toHaveURL('/account/security')
  const open = () => page.getByRole('button', { name: /^Change.*password/i }).click()
  const dialog = page.getByRole('dialog')
  await open()
  await expect(dialog).toBeVisible()
  // Its code is loaded with the first dialog.
  await expect.poll(() => page.evaluate(() => (history.state as { dialog?: true }).dialog)).toBe(true)
  await page.goBack()
  await expect(dialog).toBeHidden()
  await expect(page).toHaveURL('/account/security')
  await open()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await expect(dialog).toBeHidden()
  await page.goBack()
  await expect(page).toHaveURL('/account/profile')
  await page.goForward()
  await expect(page).toHaveURL('/account/security')
  await open()
  await dialog.getByRole('button', { name: 'Close' }).click()
  await page.getByRole('link', { name: 'Home' }).first().click()
  await expect(page).toHaveURL('/account/home')
  await page.goBack()
  await expect(page).toHaveURL('/account/security')
})

test('Back closes no dialog that stays until it is answered, and leaves the profile of a new client', async ({
  page,
  sauda,
}) => {
  await enter(page, await newClient(sauda, 'Uday'), '/terms')
  await page.goto('/account/profile')
  const dialog = (name: string) => page.getByRole('dialog', { name })
  await page.getByRole('button', { name: 'Verify Now' }).click()
  const isKept = () => page.waitForFunction(() => (history.state as { dialog?: boolean } | null)?.dialog)
  await isKept()
  await page.goBack()
  await isKept()
  await expect(dialog('Verify Your Documents')).toBeVisible()
  await dialog('Verify Your Documents').getByRole('button', { name: 'Close' }).click()
  await expect(dialog('KYC Required')).toBeVisible()
  await page.goBack()
  await expect(page).toHaveURL('/terms')
})

/** Wraps or replaces each text as a translator does; amounts and codes are marked as not to be translated. */
const translate = (page: Page, how: 'wrap' | 'replace') =>
  page.evaluate((kind) => {
    const walker = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const texts: Text[] = []
    while (walker.nextNode()) texts.push(walker.currentNode as Text)
    for (const text of texts) {
      if (text.data.trim() === '' || text.parentElement?.closest('[translate=no], script, style')) continue
      const font = document.createElement('font')
      if (kind === 'replace') font.textContent = text.data
      text.replaceWith(font)
      if (kind === 'wrap') font.append(text)
    }
  }, how)

for (const how of ['wrap', 'replace'] as const)
  test(`a page whose texts a translator ${how}s goes on`, async ({ page, sauda, cards }) => {
    const client = await verifiedClient(sauda, cards, 'Vani')
    await enter(page, client, '/account/wallet/add-fund')
    await page.getByRole('button', { name: '+500', exact: true }).click()
    await translate(page, how)
    await page.getByRole('button', { name: 'Add Fund', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Pay ₹500.00' })).toBeVisible()
    await expect(page.locator('[translate=no]').filter({ hasText: '@' }).first()).toBeVisible()
    await translate(page, how)
    await page.getByRole('button', { name: 'Copy UPI ID' }).click()
    await expect(page.getByRole('button', { name: 'UPI ID copied' })).toHaveText('Copied')
    await page.getByRole('button', { name: 'Pay Now' }).click()
    await translate(page, how)
    await page.getByRole('button', { name: 'OK' }).click()
    await page.getByRole('link', { name: 'Transaction History' }).click()
    await expect(page.getByRole('table', { name: 'Transaction history' })).toContainText('₹500.00')
    await translate(page, how)
    const [{ _id } = { _id: '' }] = await transactionsOf(sauda, client)
    await atDesk(sauda, `/wallet/transactions/${_id}/approve`, { reference: newUtr() })
    await expect(page.getByText('SUCCESS').first()).toBeVisible()
    await expect(page.getByText('could not be shown')).toHaveCount(0)
  })

test('a screen whose code a newer release has replaced is loaded again by itself, with what was typed', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Zoya')
  let isOld = true
  await page.route(/pay-view-.*\.js/, (route) => (isOld ? route.fulfill({ status: 404 }) : route.continue()))
  await enter(page, client, '/account/wallet/add-fund')
  await page.getByLabel('Amount', { exact: true }).fill('700')
  const reloaded = page.waitForEvent('load').then(() => (isOld = false))
  await page.getByRole('button', { name: 'Add Fund', exact: true }).click()
  await reloaded
  await expect(page.getByRole('heading', { name: 'Pay ₹700.00' }).or(page.getByText('₹700.00')).first()).toBeVisible()
  await expect(page.getByText('could not be shown')).toHaveCount(0)
})

test('the UPI ID can be copied without HTTPS', async ({ page, sauda, cards }) => {
  await page.addInitScript(() =>
    Object.defineProperty(navigator, 'clipboard', { value: undefined, configurable: true }),
  )
  await enter(page, await verifiedClient(sauda, cards, 'Yash'), '/account/wallet/add-fund')
  await page.getByRole('button', { name: '+500', exact: true }).click()
  await page.getByRole('button', { name: 'Add Fund', exact: true }).click()
  await page.getByRole('button', { name: 'Copy UPI ID' }).click()
  await expect(page.getByRole('button', { name: 'UPI ID copied' })).toBeVisible()
  const copied = await page.evaluate(() => {
    Reflect.deleteProperty(navigator, 'clipboard')
    return navigator.clipboard.readText()
  })
  expect(copied).toMatch(/^\S+@\S+$/)
})

test('a browser below the minimum gets one plain page that says so', async ({ page }) => {
  await page.addInitScript(() => Object.assign(Map, { groupBy: undefined }))
  for (const path of ['/login', '/desk']) {
    await page.goto(path)
    await expect(page.getByRole('heading', { name: 'Please update your browser' })).toBeVisible()
    await expect(page.getByText('Safari 17.5')).toBeVisible()
  }
})

test('a photo whose type is empty is opened, and what is no photo is rejected', async ({ page, sauda, cards }) => {
  await enter(page, await newClient(sauda, 'Xena'), '/profile/verify-docx')
  const input = page.locator('input[type=file]').first()
  await input.setInputFiles({ name: 'text', mimeType: '', buffer: Buffer.from('no photo') })
  await expect(page.getByText('Please choose an image file')).toBeVisible()
  await input.setInputFiles({ name: 'photo', mimeType: '', buffer: cards.pan.buffer })
  await expect(page.getByRole('button', { name: 'Retake' })).toBeVisible()
})

test('line breaks of a complaint are kept, and a long word does not move a screen sideways', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'W'.repeat(60))
  const body = new FormData()
  body.set('category', 'payment')
  body.set('text', 'First line\nsecond line')
  await call(sauda, 'POST', '/user/complaints', { token: client.token, body })
  await page.setViewportSize({ width: 390, height: 800 })
  await enter(page, client, '/account/complaints')
  await expect(page.getByText(/First line\s+second line/).first()).toHaveCSS('white-space', /pre-line|preserve-breaks/)
  for (const path of [
    '/account/home',
    '/account/profile',
    '/account/complaints',
    '/account/security',
    '/account/personal-details',
  ]) {
    await page.goto(path)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    expect(await page.evaluate(() => document.documentElement.scrollWidth - innerWidth)).toBeLessThanOrEqual(0)
  }
})

/** For each unfinished verification that this browser has stored, the documents that were confirmed. */
const storedDocuments = (page: Page) =>
  page.evaluate(
    () =>
      new Promise<string[][]>((resolve) => {
        const opening = indexedDB.open('verification')
        // Only the product creates the store.
        opening.onupgradeneeded = () => opening.transaction?.abort()
        opening.onerror = () => resolve([])
        opening.onsuccess = () => {
          const reading = opening.result.transaction('photos').objectStore('photos').getAll()
          reading.onsuccess = () => {
            opening.result.close()
            resolve((reading.result as { confirmed: string[] }[]).map(({ confirmed }) => confirmed))
          }
        }
      }),
  )

test('a reload during the verification keeps the photos', async ({ page, sauda, cards }) => {
  await enter(page, await newClient(sauda, 'Bela'), '/profile/verify-docx')
  await page.locator('input[type=file]').first().setInputFiles(cards.pan)
  await page.getByRole('button', { name: 'Upload documents' }).click()
  await expect(page.getByRole('heading', { name: /aadha/i }).first()).toBeVisible()
  const change = page.getByRole('button', { name: 'Change', exact: true })
  await expect(change).toBeVisible()
  await expect.poll(() => storedDocuments(page)).toEqual([['pan']])
  await page.reload()
  await expect(change).toBeVisible()
  await page.locator('input[type=file]').first().setInputFiles(cards.aadhaar)
  await page.getByRole('button', { name: 'Upload documents' }).click()
  await expect(page.getByText("We've received your documents")).toBeVisible()
  await expect.poll(() => storedDocuments(page)).toEqual([])
})
