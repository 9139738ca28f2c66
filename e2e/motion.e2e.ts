import { atDesk, clientWith, reportPayment } from './money.ts'
import { enter } from './people.ts'
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
  const detail = page.getByRole('complementary', { name: /^Added ADD/ })
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
  await expect(request.getByRole('listitem').nth(1)).toContainText(/With us for \d+ min/)
  const green = await colour(0)
  expect(await colour(1)).not.toBe(green)
  await atDesk(sauda, `/wallet/transactions/${_id}/approve`, { reference: utr })
  await expect(request).toContainText('We found your payment and added it to your wallet')
  await expect.poll(() => colour(1)).toBe(green)
  await expect(balance).toContainText('₹6,000.00')
  expect(await seen.evaluate((amounts) => amounts.size)).toBeGreaterThan(2)
  await request.getByRole('link').click()
  await expect(page.getByRole('complementary', { name: /^Added ADD/ })).toBeVisible()
})
