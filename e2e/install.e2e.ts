import type { Page } from '@playwright/test'
import { startSauda } from './harness.ts'
import { clientWith } from './money.ts'
import { enter, newClient } from './people.ts'
import { expect, test } from './test.ts'

/** Waits for the service worker, which starts some seconds after the page. */
const workerReady = (page: Page) =>
  page.evaluate(async () => {
    const { active } = await navigator.serviceWorker.ready
    if (active?.state !== 'activated') await new Promise((done) => active?.addEventListener('statechange', done))
  })

const kept = (page: Page) =>
  page.evaluate(async () => {
    const names = await caches.keys()
    const requests = await Promise.all(names.map(async (name) => (await caches.open(name)).keys()))
    return requests.flat().map(({ url }) => new URL(url).pathname)
  })

test('without a connection every address shows the offline page, and reloads when the connection is back', async ({
  page,
  context,
}) => {
  await page.goto('/')
  await workerReady(page)
  await context.setOffline(true)
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { name: 'You are offline' })).toBeVisible()
  await context.setOffline(false)
  await expect(page.getByRole('button', { name: 'Log in' })).toBeVisible()
})

test('no client data is stored for offline use', async ({ page, sauda, cards }) => {
  await enter(page, await clientWith(sauda, cards, 'Kavya', 5000), '/account/wallet/add-fund')
  await expect(page.getByText('₹5,000').first()).toBeVisible()
  await workerReady(page)
  await page.reload()
  await expect(page.getByText('₹5,000').first()).toBeVisible()
  await page.goto('/account/wallet/transaction-history')
  await expect(page.getByText('Showing 1 of 1 entries')).toBeVisible()
  expect(await kept(page)).toEqual(['/offline'])
})

test('a server stops with exit code 0 and frees its port; a new version there replaces the offline page of the old one', async ({
  page,
}) => {
  const first = await startSauda()
  const { port } = new URL(first.url)
  await page.goto(first.url)
  await workerReady(page)
  expect(await first.stop()).toBe(0)
  const second = await startSauda({ env: { PORT: port, BRAND_NAME: 'Northwind' } })
  expect(new URL(second.url).port).toBe(port)
  await page.goto(`${second.url}/login`)
  const offline = () => page.evaluate(async () => (await (await caches.match('/offline'))?.text()) ?? '')
  await expect.poll(offline, { timeout: 30_000 }).toContain('Northwind')
  expect(await page.evaluate(async () => (await caches.keys()).length)).toBe(1)
  expect(await second.stop()).toBe(0)
})

test('the desk is not affected by the service worker', async ({ page, context }) => {
  await page.goto('/')
  await workerReady(page)
  await context.setOffline(true)
  await expect(page.goto('/desk/')).rejects.toThrow(/ERR_INTERNET_DISCONNECTED|ERR_FAILED/)
})

test('the start page offers installation once the browser supports it, and only once', async ({ page }) => {
  await page.goto('/')
  const button = page.getByRole('button', { name: 'Install' })
  await expect(page.getByRole('heading', { name: 'Install app' })).toBeVisible()
  await expect(button).toBeHidden()
  // Chromium's event when the product can be installed; a headless browser never sends it.
  const isDeferred = await page.evaluate(() => {
    const offer = new Event('beforeinstallprompt', { cancelable: true })
    const asked = () => (document.body.dataset['asked'] = `${Number(document.body.dataset['asked'] ?? 0) + 1}`)
    return !dispatchEvent(Object.assign(offer, { prompt: async () => asked() }))
  })
  expect(isDeferred, 'the browser shows no question of its own').toBe(true)
  await button.click()
  await expect(page.locator('body')).toHaveAttribute('data-asked', '1')
  await expect(button).toBeHidden()
})

test('on a phone with a camera cut-out nothing is hidden by it, in portrait or landscape', async ({ page, sauda }) => {
  const client = await newClient(sauda, 'Zoya')
  const screens = await page.context().newCDPSession(page)
  const ways = [
    { width: 844, height: 390, insets: { left: 59, right: 59, top: 0, bottom: 21 } },
    { width: 390, height: 844, insets: { left: 0, right: 0, top: 59, bottom: 34 } },
  ]
  /** Texts, pictures and controls that are in sight when the page has come, and reach into the edge. */
  const hidden = (insets: (typeof ways)[number]['insets']) =>
    page.evaluate(({ left, right, top }) => {
      const all = [...document.querySelectorAll<HTMLElement>('a, button, input, h1, h2, p, svg, nav > *')]
      const seen = all.filter(
        (each) => each.checkVisibility({ opacityProperty: true }) && !each.closest('[aria-hidden]'),
      )
      return seen
        .map((each) => ({ each, box: each.getBoundingClientRect() }))
        .filter(({ box }) => box.width > 1 && box.bottom > 0)
        .filter(({ box }) => box.left < left || box.right > innerWidth - right || (scrollY === 0 && box.top < top))
        .map(({ each }) => each.outerHTML.slice(0, 80))
    }, insets)
  const looks = async (paths: string[]): Promise<void> => {
    for (const { width, height, insets } of ways) {
      await page.setViewportSize({ width, height })
      await screens.send('Emulation.setSafeAreaInsetsOverride', { insets })
      for (const path of paths) {
        await page.goto(path)
        // A dialog hides the heading behind it from assistive technology, so it has no role here.
        await expect(page.locator('h1')).toBeVisible()
        // The bar of the public pages slides in.
        await expect.poll(() => hidden(insets), `${path} at ${width}`).toEqual([])
      }
    }
  }
  await looks(['/', '/login'])
  await enter(page, client, '/terms')
  await looks(['/account/profile', '/profile/verify-bank-details'])
})
