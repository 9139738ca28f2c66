import { gzipSync } from 'node:zlib'
import type { Page } from '@playwright/test'
import { complaints } from './inspect.ts'
import { enter, newClient, pauseResponses } from './people.ts'
import { scriptLimit } from './page-weight.ts'
import { expect, moving, test } from './test.ts'

test.use(moving)

const main = (page: Page) => page.getByRole('navigation', { name: 'Main' })
const stillPaths = ['/', '/privacy', '/terms', '/technical-security']

test('the start page has the specified sections in their order', async ({ page }) => {
  const found = complaints(page)
  await page.goto('/')
  await expect(main(page).getByRole('link')).toHaveText(['Login', 'Open Demat'])
  const inOrder = [
    'Lowest Spreads for highest Profit, Get Started, Your platform, Trading conditions, Install app',
    'Explore Our Services, Project Created, 12K+, Agencies Joined, 1947',
    'Easy Invoicing, Manage expenses, Streamline payroll, Complete Visibility, SEE ALL FEATURES',
    'What Our Clients Say, No client reviews published, $25, per active customer, demo',
    'From Inception to IPO, Get started, Company, About us',
    'Product, Live Conversation Platform, Dialer, Salesfloor, Analytics, Call Library, Pricing',
    'Solutions, Build Pipeline, Increase Call Volume, Decrease Ramp-time, Coach',
    'Sales Reps, Managers, Sales Leaders, Sales Operations',
    'Canada, © 2024, Privacy policy, Terms of service, Technical Security',
  ].flatMap((line) => line.split(', '))
  await expect(page.getByText('No client reviews published')).toBeVisible()
  const text = await page.evaluate(() => document.body.textContent)
  let at = 0
  for (const words of inOrder) {
    const next = text.indexOf(words, at)
    expect(next, `"${words}" after "${text.slice(Math.max(0, at - 40), at)}"`).toBeGreaterThanOrEqual(0)
    at = next + words.length
  }
  const services = page.getByRole('region', { name: 'Explore Our Services' })
  await expect(services.getByRole('listitem')).toHaveCount(8)
  await expect(page.locator('main > *')).toHaveCount(6)
  await expect(page.getByRole('button', { name: 'Sample data' })).toHaveCount(1)
  expect(found).toEqual([])
})

test('the bar fades in, slides down, and turns black after about 30 % of the hero', async ({ page }) => {
  await page.goto('/')
  const bar = page.getByRole('banner')
  const arrival = await bar.evaluate((element) => {
    const effect = element.getAnimations()[0]?.effect
    return effect instanceof KeyframeEffect
      ? effect.getKeyframes().map(({ opacity, transform }) => ({ opacity, transform }))
      : []
  })
  expect(arrival[0]).toEqual({ opacity: '0', transform: 'translateY(-100%)' })
  const isBlack = () => bar.evaluate((element) => getComputedStyle(element).backgroundColor === 'rgb(0, 0, 0)')
  const scroll = (share: number) =>
    page.evaluate((part) => scrollTo(0, (document.querySelector('main > section')?.clientHeight ?? 0) * part), share)
  await scroll(0.25)
  expect(await isBlack()).toBe(false)
  await scroll(0.35)
  await expect.poll(isBlack).toBe(true)
  await scroll(0)
  await expect.poll(isBlack).toBe(false)
})

test('which links the bar shows depends on the flag isLoggedIn alone, at once and in every tab', async ({
  page,
  context,
  sauda,
}) => {
  await page.goto('/')
  await expect(main(page).getByRole('link')).toHaveText(['Login', 'Open Demat'])
  const other = await context.newPage()
  await enter(other, await newClient(sauda))
  await expect(main(page).getByRole('link')).toHaveText(['Profile'])
  await main(page).getByRole('link', { name: 'Profile' }).click()
  await expect(page).toHaveURL('/account/profile')
  await page.goBack()
  await other.evaluate(() => localStorage.removeItem('isLoggedIn'))
  await expect(main(page).getByRole('link')).toHaveText(['Login', 'Open Demat'])
})

test('by keyboard: a visitor gets from the start page to the registration', async ({ page }) => {
  await page.goto('/')
  const focused = () => page.evaluate(() => document.activeElement?.textContent?.trim())
  for (const words of ['Sauda', 'Demo', 'Login', 'Open Demat', 'Get Started', 'Try the demo']) {
    await page.keyboard.press('Tab')
    expect(await focused()).toBe(words)
  }
  await page.keyboard.press('Tab')
  await page.keyboard.press('Enter')
  await expect(page.getByText('the pictures show a practice client of the demo.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByText('the pictures show a practice client of the demo.')).toBeHidden()
  expect(await focused()).toBe('Sample data')
  for (const key of ['Shift+Tab', 'Shift+Tab', 'Enter']) await page.keyboard.press(key)
  await expect(page).toHaveURL('/create-account')
  await expect(page.getByLabel('Full Name')).toBeVisible()
})

test('the links of the page open the named screens', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: 'SEE ALL FEATURES' }).click()
  await expect(page.getByRole('heading', { name: 'Explore Our Services' })).toBeInViewport()
  for (const [link, heading] of [
    ['Privacy policy', 'Privacy policy'],
    ['Terms of service', 'Terms of service'],
    ['Technical Security', 'Technical Security'],
  ] as const) {
    await page.getByRole('contentinfo').getByRole('link', { name: link }).click()
    await expect(page.getByRole('heading', { level: 1, name: heading })).toBeVisible()
    await expect(page.getByRole('navigation', { name: 'On this page' }).getByRole('link').first()).toBeVisible()
  }
  await page.getByRole('contentinfo').getByRole('link', { name: 'Pricing' }).click()
  await expect(page).toHaveURL('/#pricing')
  await expect(page.getByText('per active customer').first()).toBeInViewport()
})

test('a long name stays within the bar, and the services fill their rows, on every screen', async ({ page }) => {
  await page.goto('/')
  const name = page.getByRole('banner').getByText('Sauda', { exact: true })
  await name.evaluate((element) => {
    element.textContent = 'Sauda Capital & Securities Private'
    element.setAttribute('data-long', '')
  })
  const services = page.getByRole('region', { name: 'Explore Our Services' }).getByRole('listitem')
  for (const width of [320, 390, 768, 1440]) {
    await page.setViewportSize({ width, height: 900 })
    const bar = page.getByRole('banner')
    await expect(bar.getByRole('link', { name: 'Open Demat' })).toBeInViewport({ ratio: 1 })
    expect([width, Math.round((await bar.boundingBox())?.height ?? 0)]).toEqual([width, 60])
    const tops = await services.evaluateAll((items) => items.map((item) => item.getBoundingClientRect().top))
    const rows = [...new Set(tops)].map((top) => tops.filter((each) => each === top).length)
    expect([width, new Set(rows).size]).toEqual([width, 1])
  }
})

test('on a phone every part is open, and the promise and the worth are in the first view', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 })
  await page.goto('/')
  for (const words of ['You never need to pay a charge to withdraw.', '₹5,04,249.06'])
    await expect(page.getByText(words).first()).toBeInViewport({ ratio: 1 })
  await expect(page.locator('details')).toHaveCount(0)
  for (const words of ['Easy Invoicing', 'Withdraw to your bank', 'Your full Aadhaar number', 'Call Library'])
    await expect(page.getByText(words).first()).toBeVisible()
  await page.getByRole('link', { name: 'SEE ALL FEATURES' }).click()
  await expect(page.getByText('Withdraw to your bank')).toBeInViewport()
})

test('with reduced motion nothing moves', async ({ page }) => {
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await page.goto('/')
  const longest = await page.evaluate(() =>
    Math.max(0, ...document.getAnimations().map(({ effect }) => Number(effect?.getComputedTiming().activeDuration))),
  )
  expect(longest).toBeLessThanOrEqual(1)
})

test('without script every section can be read and every link works', async ({ browser, sauda }) => {
  const context = await browser.newContext({ javaScriptEnabled: false, baseURL: sauda.url })
  const page = await context.newPage()
  await page.goto('/')
  await expect(page.getByRole('heading')).toContainText(['Lowest Spreads', 'Made for', 'Explore', 'The people'])
  await expect(page.getByText('Reviews need JavaScript.')).toBeVisible()
  await expect(page.getByText('Loading reviews')).toBeHidden()
  await expect(page.getByRole('banner')).toHaveCSS('background-color', 'rgb(0, 0, 0)')
  await page.getByRole('link', { name: 'Terms of service' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of service')
  await context.close()
})

test('reviews that cannot be loaded show an error and a button to try again', async ({ page }) => {
  let refusals = 0
  await page.route('**/api/testimonials', (route) => (refusals++ === 0 ? route.abort() : route.continue()))
  await page.goto('/')
  await expect(page.getByText('The testimonials could not be loaded.')).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No client reviews published')).toBeVisible()
  await expect(page.getByText('The testimonials could not be loaded.')).toBeHidden()
})

test('the appearance chosen on the start page applies to every page', async ({ page }) => {
  await page.emulateMedia({ colorScheme: 'light' })
  await page.goto('/')
  const ground = () => page.evaluate(() => getComputedStyle(document.body).backgroundColor)
  const light = await ground()
  await page.getByRole('button', { name: 'Switch to dark mode' }).click()
  await expect(page.getByRole('button', { name: 'Switch to light mode' })).toBeVisible()
  const dark = await ground()
  expect(dark).not.toBe(light)
  // The picture follows as well, though the system's own scheme is still the other one.
  const statement = page.getByRole('img', { name: /^The statement/ })
  await statement.scrollIntoViewIfNeeded()
  await expect.poll(() => statement.evaluate((image: HTMLImageElement) => image.currentSrc)).toContain('statement-dark')
  for (const path of ['/privacy', '/login']) {
    await page.goto(path)
    expect(await ground()).toBe(dark)
  }
})

test('public pages fit a window of 320 pixels', async ({ page }) => {
  await page.setViewportSize({ width: 320, height: 640 })
  for (const path of [...stillPaths, '/offline']) {
    await page.goto(path)
    expect(await page.evaluate(() => document.documentElement.scrollWidth), path).toBeLessThanOrEqual(320)
  }
})

test('nothing on the start page and the login shifts while loading', async ({ page }) => {
  await page.addInitScript(() => {
    const shifts: number[] = []
    Object.assign(window, { shifts })
    new PerformanceObserver((list) => {
      for (const entry of list.getEntries()) shifts.push((entry as PerformanceEntry & { value: number }).value)
    }).observe({ type: 'layout-shift', buffered: true })
  })
  const shifted = () =>
    page.evaluate(() => (window as unknown as { shifts: number[] }).shifts.reduce((sum, each) => sum + each, 0))
  // On a slow connection the font comes after the first paint.
  const sendFont = await pauseResponses(page, '**/*.woff2')
  await page.goto('/', { waitUntil: 'domcontentloaded' })
  await expect.poll(() => page.evaluate(() => performance.getEntriesByName('first-contentful-paint').length)).toBe(1)
  sendFont()
  await page.evaluate(() => document.fonts.ready)
  await expect(page.getByText('No client reviews published')).toBeVisible()
  // The fallback has the font’s measures on average, not glyph by glyph.
  expect(await shifted()).toBeLessThan(0.01)
  await page.goto('/login')
  await expect(page.locator('#first')).toHaveCount(0)
  expect(await shifted()).toBe(0)
})

test('the start page and the login load at most the scripts that their limits allow', async ({ page }) => {
  const weighed: Promise<number>[] = []
  page.on('response', (response) => {
    if (response.request().resourceType() !== 'script' || response.url().endsWith('/sw.js')) return
    weighed.push(response.body().then((body) => gzipSync(body, { level: 9 }).length))
  })
  await page.goto('/')
  const inside = await page.evaluate(() => [...document.scripts].map(({ text }) => text).join('\n'))
  expect(await Promise.all(weighed)).toEqual([])
  expect(gzipSync(inside, { level: 9 }).length).toBeLessThanOrEqual(scriptLimit('/') * 1000)
  await page.goto('/login')
  await expect(page.locator('#first')).toHaveCount(0)
  const bytes = await Promise.all(weighed)
  expect(bytes.length).toBeGreaterThan(0)
  expect(bytes.reduce((sum, each) => sum + each, 0)).toBeLessThanOrEqual(scriptLimit('/login') * 1000)
})

test('the start page and its font each come in one round trip, with their headers', async ({ request }) => {
  const page = await (await request.get('/')).text()
  const font = /\/assets\/inter-basic[\w-]+\.woff2/.exec(page)?.[0]
  for (const path of ['/', font]) {
    const response = await request.head(path ?? '', { headers: { 'accept-encoding': 'br' } })
    const headers = response.headersArray().map(({ name, value }) => `${name}: ${value}\r\n`)
    // Ten packets, which every system sends before it waits for an answer.
    const bytes = headers.join('').length + Number(response.headers()['content-length'])
    expect(bytes, path).toBeLessThan(14_600)
  }
})

test('what a browser already has is not sent again, and what it gets is compressed', async ({ request, sauda }) => {
  for (const path of [...stillPaths, '/login', '/desk/', '/manifest.webmanifest']) {
    const first = await request.get(path)
    const { etag = '', 'content-encoding': how, 'cache-control': caching } = first.headers()
    expect([path, how, caching]).toEqual([path, 'br', 'no-cache'])
    const again = await fetch(`${sauda.url}${path}`, { headers: { 'if-none-match': etag } })
    expect([path, again.status]).toEqual([path, 304])
  }
  const filesOf = async (path: string): Promise<Set<string>> => {
    const page = await (await request.get(path)).text()
    return new Set([...page.matchAll(/(?:\/desk)?\/assets\/[\w.-]+/g)].map(([file]) => file))
  }
  const files = new Set([...(await filesOf('/')), ...(await filesOf('/login')), ...(await filesOf('/desk/'))])
  const written = [...files].filter((file) => /\.(js|css)$/.test(file))
  expect(new Set(written.map((file) => file.split('.').at(-1)))).toEqual(new Set(['js', 'css']))
  expect(files.size - written.length).toBeGreaterThan(3)
  for (const file of files) {
    const answer = await request.get(file)
    expect([file, answer.status()]).toEqual([file, 200])
    expect(answer.headers()['cache-control']).toBe('public, max-age=31536000, immutable')
    // Pictures and fonts are compressed in themselves, and what fits into one packet gains nothing.
    const isText = written.includes(file) && (await answer.body()).length >= 1000
    if (isText) expect([file, answer.headers()['content-encoding']]).toEqual([file, 'br'])
  }
})
