import type { Page } from '@playwright/test'
import { newPerson, verifiedClient } from './people.ts'
import { expect, test } from './test.ts'

/** Opens a page whose code does not arrive before it is released. */
async function openWithoutCode(page: Page, path: string): Promise<() => void> {
  let release = () => {}
  const released = new Promise<void>((done) => (release = done))
  await page.route('**/assets/*.js', async (route) => {
    await released
    await route.continue()
  })
  await page.goto(path)
  await expect(page.locator('#first')).toBeVisible()
  return release
}

test('a login typed and sent before its code has loaded is carried out then, and nothing is in the address', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Usha')
  const release = await openWithoutCode(page, '/login')
  const loads: string[] = []
  page.on('framenavigated', (frame) => loads.push(frame.url()))
  await page.getByLabel('Email').fill(client.email)
  await page.getByLabel('Password', { exact: true }).fill(client.password)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(page.locator('html')).toHaveAttribute('data-pressed', /Log in/)
  expect(loads).toEqual([])
  release()
  await expect(page).toHaveURL('/account/home')
  expect(loads.filter((url) => url.includes(client.password))).toEqual([])
})

test('what was typed and chosen before the code has loaded is in the form, with the focus and the caret', async ({
  page,
}) => {
  const release = await openWithoutCode(page, '/create-account')
  const person = newPerson('Pia')
  await page.getByLabel('Email Address').fill(person.email)
  await page.getByLabel('Password', { exact: true }).fill(person.password)
  await page.getByRole('checkbox').check()
  const name = page.getByLabel('Full Name')
  await name.fill('Pia Rao')
  await name.press('Home')
  release()
  await expect(page.locator('#first')).toHaveCount(0)
  await expect(page.getByLabel('Email Address')).toHaveValue(person.email)
  await expect(page.getByLabel('Password', { exact: true })).toHaveValue(person.password)
  await expect(page.getByRole('list', { name: 'Password rules' })).toContainText('at least one number: done')
  await expect(page.getByRole('checkbox')).toBeChecked()
  await expect(name).toBeFocused()
  await page.keyboard.type('Ms ')
  await expect(name).toHaveValue('Ms Pia Rao')
})

test('a word that a keyboard composes is finished before the form is replaced', async ({ page }) => {
  const release = await openWithoutCode(page, '/login')
  await page.getByLabel('Email').focus()
  const session = await page.context().newCDPSession(page)
  await session.send('Input.imeSetComposition', { text: 'pi', selectionStart: 2, selectionEnd: 2 })
  const loaded = page.waitForResponse(/\/assets\/login-/)
  release()
  await loaded
  await session.send('Input.imeSetComposition', { text: 'pia', selectionStart: 3, selectionEnd: 3 })
  await session.send('Input.insertText', { text: 'pia' })
  await expect(page.locator('#first')).toHaveCount(0)
  await expect(page.getByLabel('Email')).toHaveValue('pia')
})

test.describe('without scripts', () => {
  test.use({ javaScriptEnabled: false })

  test('a login puts no password into the address', async ({ page }) => {
    await page.goto('/login')
    await page.getByLabel('Email').fill('usha@example.com')
    await page.getByLabel('Password', { exact: true }).fill('Secret-12345')
    const sent = page.waitForRequest((request) => request.isNavigationRequest())
    await page.getByLabel('Password', { exact: true }).press('Enter')
    expect((await sent).method()).toBe('POST')
    expect(page.url()).not.toContain('Secret')
  })
})
