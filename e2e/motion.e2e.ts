import { atDesk, clientWith, reportPayment } from './money.ts'
import { enter, newClient, verifiedClient } from './people.ts'
import { settled } from './settled.ts'
import { expect, moving, test } from './test.ts'

test.use(moving)

test('a pressed row expands into its detail, but not with reduced motion', async ({ page, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Ishita', 50_000)
  await page.addInitScript(() => {
    const begin = document.startViewTransition.bind(document)
    document.startViewTransition = (update) => {
      const transition = begin(update)
      const note = () => {
        const moved = document.getAnimations().map(({ effect }) => (effect as KeyframeEffect).pseudoElement)
        document.documentElement.dataset['moved'] = moved.join(' ')
      }
      void transition.ready.then(note, note)
      return transition
    }
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await page.emulateMedia({ reducedMotion: 'reduce' })
  await enter(page, client, '/account/wallet/transaction-history')
  const press = () => page.getByRole('row').nth(1).getByRole('button').click()
  const detail = page.getByRole('complementary', { name: /^Deposit ADD/ })
  const moved = page.locator('html[data-moved]')
  await press()
  await expect(detail).toBeVisible()
  await expect(moved).toHaveCount(0)
  await detail.getByRole('button', { name: 'Close' }).click()
  await page.emulateMedia({ reducedMotion: 'no-preference' })
  await press()
  await expect(detail).toBeVisible()
  await expect(moved).toHaveAttribute('data-moved', /::view-transition-group\(opened-detail\)/)
  await expect(moved).not.toHaveAttribute('data-moved', /root/)
})

test('the request turns green and the balance counts up when the desk approves a deposit', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Tanvi', 1000)
  // The next frame of a slow machine may come after the count; here it is at most 50 ms later.
  await page.addInitScript(() => {
    const draw = requestAnimationFrame.bind(window)
    window.requestAnimationFrame = (then) => {
      const latest = performance.now() + 50
      return draw((now) => then(Math.min(now, latest)))
    }
  })
  await enter(page, client, '/account/wallet/add-fund')
  const balance = page.locator('section').filter({ hasText: 'Wallet Balance' })
  await expect(balance).toContainText('₹1,000.00')
  const request = page.getByRole('region', { name: 'Your deposit' })
  await expect(request).toHaveCount(0)
  const seen = await balance.evaluateHandle((section) => {
    const amounts = new Set<string>()
    const read = () => amounts.add(/₹[\d,.]+/.exec(section.textContent ?? '')?.[0] ?? '')
    new MutationObserver(read).observe(section, { subtree: true, childList: true, characterData: true })
    return amounts
  })
  const dot = (step: number) => request.getByRole('listitem').nth(step).locator('> span').first()
  const colour = (step: number) => dot(step).evaluate((each) => getComputedStyle(each).backgroundColor)
  const { _id, utr } = await reportPayment(sauda, client, 5000)
  await expect(request.getByRole('listitem').nth(1)).toContainText(/\d+ min so far/)
  const green = await colour(0)
  expect(await colour(1)).not.toBe(green)
  await atDesk(sauda, `/wallet/transactions/${_id}/approve`, { reference: utr })
  await expect(request).toContainText('We found your payment and added it to your wallet')
  await expect.poll(() => colour(1)).toBe(green)
  await expect(balance).toContainText('₹6,000.00')
  expect(await seen.evaluate((amounts) => amounts.size)).toBeGreaterThan(2)
  await request.getByRole('link').click()
  await expect(page.getByRole('complementary', { name: /^Deposit ADD/ })).toBeVisible()
})

test.describe('on a phone', () => {
  test.use({ viewport: { width: 390, height: 844 } })

  test('a dialog slides in, and closes when its head is dragged down far enough, but not one that must be answered', async ({
    page,
    sauda,
  }) => {
    await page.addInitScript(() => {
      addEventListener('transitionrun', ({ target, propertyName }) => {
        if (!(target instanceof HTMLElement) || target.role !== 'dialog' || propertyName !== 'translate') return
        const [slide] = target
          .getAnimations()
          .filter((each) => (each as CSSTransition).transitionProperty === 'translate')
        const { effect } = slide ?? {}
        const [from] = (effect as KeyframeEffect | undefined)?.getKeyframes() ?? []
        document.documentElement.dataset['slid'] ??= `${from?.['translate']} in ${effect?.getTiming().duration} ms`
      })
    })
    await page.goto('/login')
    const open = () => page.getByRole('button', { name: 'Forgot Password?' }).click()
    const sheet = page.getByRole('dialog')
    const title = sheet.getByRole('heading')
    const drag = async (pixels: number) => {
      const { x, y } = (await title.boundingBox()) ?? { x: 0, y: 0 }
      await page.mouse.move(x + 20, y + 10)
      await page.mouse.down()
      await page.mouse.move(x + 20, y + 10 + pixels, { steps: 4 })
    }
    const atRest = () => sheet.evaluate((each) => Promise.all(each.getAnimations().map(({ finished }) => finished)))
    const top = async () => (await sheet.boundingBox())?.y
    await open()
    await expect(page.locator('html')).toHaveAttribute('data-slid', '0px 24px in 200 ms')
    await atRest()
    await expect(sheet).toHaveAttribute('data-draggable')
    const rest = (await top()) ?? 0
    await drag(20)
    expect(await top()).toBe(rest + 20)
    await page.mouse.up()
    await expect.poll(top).toBe(rest)
    await drag(150)
    await page.mouse.up()
    await expect(sheet).toHaveCount(0)

    await enter(page, await newClient(sauda, 'Rekha'), '/account/profile')
    await expect(sheet).toContainText('KYC Required')
    await atRest()
    const before = await top()
    await drag(150)
    expect(await top()).toBe(before)
  })
})

test('beside the bar at the bottom of a short page is the scrollbar, not a strip of the page', async ({
  playwright,
  launchOptions,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Rekha')
  // Playwright hides scrollbars.
  const browser = await playwright.chromium.launch({ ...launchOptions, ignoreDefaultArgs: ['--hide-scrollbars'] })
  const page = await browser.newPage({ baseURL: sauda.url, viewport: { width: 1440, height: 1200 } })
  await enter(page, client, '/account/personal-details')
  await settled(page)
  const shot = [...(await page.screenshot())]
  const [edge, paper] = await page.evaluate(async (bytes) => {
    const image = await createImageBitmap(new Blob([new Uint8Array(bytes)]))
    const canvas = new OffscreenCanvas(image.width, image.height).getContext('2d')
    canvas?.drawImage(image, 0, 0)
    return [image.width - 8, 8].map((x) => String(canvas?.getImageData(x, 600, 1, 1).data))
  }, shot)
  expect(edge).not.toBe(paper)
  await browser.close()
})
