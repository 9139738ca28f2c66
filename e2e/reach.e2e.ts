import type { Page } from '@playwright/test'
import { inspectState, overflowing } from './inspect.ts'
import { atDesk } from './money.ts'
import { enter, logInAtDesk, type Cards, type Client } from './people.ts'
import type { Sauda } from './harness.ts'
import { accountScreens, publicScreens } from './screens.ts'
import { settled, walkTo } from './settled.ts'
import { expect, test } from './test.ts'
import { walkByTab } from './tab-walk.ts'
import { clientInEveryState } from './client-in-every-state.ts'

// One client with something on every screen.
let known: Promise<Client> | undefined
async function client(sauda: Sauda, cards: Cards): Promise<Client> {
  known ??= clientInEveryState(sauda, cards).then(async (made) => {
    const trade = { clientId: made.client.userId, stockName: 'TCS', quantity: 4, price: 3500 }
    const { _id } = await atDesk<{ _id: string }>(sauda, '/trades/buy', trade)
    await atDesk(sauda, `/trades/${_id}/sell`, { quantity: 1, price: 3600 })
    return made.client
  })
  return known
}

async function open(page: Page, path: string): Promise<void> {
  await page.goto(path)
  await opened(page)
}

async function opened(page: Page): Promise<void> {
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  // The first screen after the login announces recent decisions for a few seconds.
  await expect(page.locator('.Toastify__toast')).toHaveCount(0)
  await settled(page)
}

test.setTimeout(480_000)

test('the keyboard reaches every control of the portal, with a visible focus and no trap', async ({
  page,
  sauda,
  cards,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 390, height: 844 })
  for (const path of publicScreens) {
    await open(page, path)
    expect.soft(await walkByTab(page), path).toEqual([])
  }
  await enter(page, await client(sauda, cards))
  for (const path of accountScreens) {
    await walkTo(page, path)
    await opened(page)
    expect.soft(await walkByTab(page), path).toEqual([])
  }
})

test('the keyboard reaches every control of the desk', async ({ page, sauda, cards }) => {
  const { userId } = await client(sauda, cards)
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.setViewportSize({ width: 1440, height: 900 })
  await logInAtDesk(page, sauda.admin)
  for (const path of ['clients', `clients/${userId}?show=money`, 'queue', 'trade', 'books', 'operators', 'you']) {
    await walkTo(page, `/desk/${path}`)
    await opened(page)
    expect.soft(await walkByTab(page), path).toEqual([])
  }
})

test('a link skips to the content, and a dialog returns the focus', async ({ page, sauda, cards }) => {
  await enter(page, await client(sauda, cards), '/account/security')
  await expect(page.getByRole('heading', { name: 'Security', exact: true })).toBeVisible()
  await opened(page)
  await page.keyboard.press('Tab')
  await expect(page.getByRole('link', { name: 'Skip to content' })).toBeFocused()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('main')).toBeFocused()
  await page.keyboard.press('Tab')
  // The account menu, which comes before the settings here.
  const first = page.getByRole('main').locator('a, button, input').first()
  await expect(first).toBeFocused()
  await page.getByRole('link', { name: 'Skip to navigation' }).focus()
  await page.keyboard.press('Enter')
  await page.keyboard.press('Tab')
  await expect(page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Home' })).toBeFocused()

  const change = page.getByRole('button', { name: 'Change password' })
  await change.focus()
  await page.keyboard.press('Enter')
  const dialog = page.getByRole('dialog')
  await expect(dialog.getByLabel('Current password', { exact: true })).toBeFocused()
  for (let stop = 0; stop < 12; stop += 1) {
    await page.keyboard.press('Tab')
    // After the last control the focus may reach the browser's own, but never the page behind.
    expect(await page.evaluate(() => document.activeElement?.closest('#root') ?? null)).toBeNull()
  }
  await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(change).toBeFocused()
})

test('every portal screen is accessible, also at 320 pixels, with text twice as large, and with text spaced wider', async ({
  page,
  sauda,
  cards,
}) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  const check = async (path: string) => {
    await opened(page)
    await inspectState(page, path)
    await page.setViewportSize({ width: 320, height: 640 })
    expect.soft(await overflowing(page), `${path}, 320 wide`).toEqual([])
    await page.evaluate(space)
    await page.setViewportSize({ width: 390, height: 844 })
    expect.soft(await overflowing(page), `${path}, spaced`).toEqual([])
    expect.soft(await clipped(page), `${path}, spaced`).toEqual([])
    await page.evaluate(() => (document.adoptedStyleSheets = []))
    await page.evaluate(() => (document.documentElement.style.fontSize = '200%'))
    await page.setViewportSize({ width: 640, height: 900 })
    expect.soft(await overflowing(page), `${path}, text twice as large`).toEqual([])
    expect.soft(await clipped(page), `${path}, text twice as large`).toEqual([])
    await page.evaluate(() => (document.documentElement.style.fontSize = ''))
  }
  for (const path of publicScreens) {
    await page.goto(path)
    await check(path)
  }
  await enter(page, await client(sauda, cards))
  for (const path of accountScreens) {
    await walkTo(page, path)
    await check(path)
  }
})

/** The text spacing of WCAG 1.4.12. */
function space(): void {
  const sheet = new CSSStyleSheet()
  sheet.replaceSync(`* { line-height: 1.5 !important; letter-spacing: 0.12em !important; word-spacing: 0.16em !important }
    p { margin-block-end: 2em !important }`)
  document.adoptedStyleSheets = [sheet]
}

/** Text that is cut off and cannot be scrolled to. */
function clipped(page: Page): Promise<string[]> {
  return page.evaluate(() =>
    [...document.body.querySelectorAll<HTMLElement>('*')]
      .filter((element) => {
        const { overflowX, clipPath, display } = getComputedStyle(element)
        const hides = ['hidden', 'clip'].includes(overflowX) && clipPath === 'none' && display !== 'inline'
        const text = [...element.childNodes].some(
          (node) => node.nodeType === Node.TEXT_NODE && node.textContent?.trim(),
        )
        return hides && text && element.scrollWidth > element.clientWidth + 1
      })
      .map((element) => element.outerHTML.slice(0, 120)),
  )
}

test('borders, focus and selection stay visible with forced colours', async ({ page, sauda, cards }) => {
  await page.emulateMedia({ forcedColors: 'active', reducedMotion: 'reduce' })
  await enter(page, await client(sauda, cards), '/account/segment')
  const style = (selector: string, property: string, pseudo?: string) =>
    page
      .locator(selector)
      .first()
      .evaluate((element, [name, part]) => getComputedStyle(element, part).getPropertyValue(name), [
        property,
        pseudo,
      ] as const)
  await expect(page.getByRole('switch').first()).toBeVisible()
  const canvas = await style('body', 'background-color')

  // The current navigation item.
  expect(await style('nav[aria-label=Account] a[aria-current]', 'border-top-width', '::before')).toBe('2px')
  expect(await style('nav[aria-label=Account] a[aria-current]', 'border-top-color', '::before')).not.toBe(canvas)
  // A switch, off and on.
  expect(await style('[role=switch]', 'background-color', '::before')).not.toBe(canvas)
  const off = await style('[role=switch]:not(:checked)', 'background-color')
  await page.getByRole('switch', { checked: false }).first().check()
  expect(await style('[role=switch]:checked', 'background-color')).not.toBe(off)
  // Focus, buttons, statuses.
  await page.keyboard.press('Tab')
  expect(await style(':focus-visible', 'outline-style')).toBe('solid')
  expect(await style(':focus-visible', 'outline-color')).not.toBe(canvas)
  expect(await style('main button[type=submit]', 'border-top-color')).not.toBe(canvas)
  expect(await style('main svg', 'color')).not.toBe(canvas)

  await open(page, '/account/wallet/add-fund')
  const chosen = page.locator('label').filter({ has: page.getByRole('radio', { name: 'Add Fund' }) })
  expect(await chosen.evaluate((label) => getComputedStyle(label).outlineStyle)).toBe('solid')
  await open(page, '/account/wallet/transaction-history')
  await expect(page.getByText('SUCCESS').first()).toBeVisible()
  const badge = page.getByText('SUCCESS').first()
  expect(
    await badge.evaluate((element) => {
      const pill = element.closest('[class*="badge"]') ?? element
      return getComputedStyle(pill).borderTopStyle
    }),
  ).toBe('solid')
})

test('nothing moves with reduced motion', async ({ page, sauda, cards }) => {
  const moving = () =>
    page.evaluate(() =>
      document
        .getAnimations()
        .filter(({ effect }) => Number(effect?.getComputedTiming().duration ?? 0) > 10)
        .map(({ effect }) => (effect as KeyframeEffect).target?.className ?? '')
        .filter((name) => !String(name).includes('Toastify__progress-bar')),
    )
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.route('**/api/user/**', () => undefined)
  await enter(page, await client(sauda, cards))
  for (const path of ['/', '/account/home', '/account/wallet/transaction-history', '/account/charges']) {
    await page.goto(path)
    await expect(page.locator('h1').first()).toBeVisible()
    expect(await moving(), path).toEqual([])
  }
})

test('fields have autocomplete names and the right keyboard', async ({ page, sauda, cards }) => {
  const fields = () =>
    page.locator('main input:not([type=hidden], [hidden])').evaluateAll((inputs) =>
      inputs.map((input) => {
        const { autocomplete, inputMode, type } = input as HTMLInputElement
        return [type, autocomplete, inputMode].filter(Boolean).join(' ')
      }),
    )
  await page.goto('/login')
  await expect(page.locator('html')).toHaveAttribute('lang', 'en-IN')
  await expect(page.getByLabel('Email')).toBeVisible()
  expect(await fields()).toEqual(['email username', 'password current-password'])
  await page.goto('/create-account')
  await expect(page.getByLabel('Full Name')).toBeVisible()
  expect(await fields()).toEqual([
    'text name',
    'email email',
    'tel tel numeric',
    'password new-password',
    'password new-password',
    'text off',
    'checkbox',
  ])
  await page.evaluate(() => sessionStorage.setItem('otpFlow', JSON.stringify({ startedAt: Date.now() })))
  await page.goto('/create-account/verify-otp')
  const first = page.getByRole('textbox', { name: 'OTP' })
  await expect(first).toHaveAttribute('autocomplete', 'one-time-code')
  await expect(first).toHaveAttribute('inputmode', 'numeric')
  await enter(page, await client(sauda, cards), '/account/bank')
  await expect(page.getByLabel('IFSC Code')).toBeVisible()
  expect(await fields()).toEqual(['text name', 'text off numeric', 'text off'])
  await page.goto('/account/wallet/add-fund')
  await expect(page.getByLabel('Amount', { exact: true })).toHaveAttribute('inputmode', 'decimal')
})
