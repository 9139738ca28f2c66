import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import sharp from 'sharp'
import { deskWindow } from './at-desk.ts'
import { startSauda, type Sauda } from './harness.ts'
import { complaints, inspect } from './inspect.ts'
import { expect, test as base } from './test.ts'

const terms = (rule: string) => `# Terms of Northwind

The rules between you and {brand}.

## Fees

${rule} See our [tariff](https://northwind.example/tariff) or write to {support}.

1. Nothing to **open** an account.
2. Nothing to close it.

![The tariff board](board.png)
`
const footer = {
  columns: [{ title: 'Northwind', entries: [{ text: 'Careers', to: 'https://northwind.example/careers' }] }],
  office: { title: 'Head office', lines: ['4 Example Road', 'Mumbai 400001'] },
}
const landing = {
  hero: { title: 'Calm trading with {brand}', text: 'Every cost before you trade.', start: 'Begin' },
  team: false,
  pricing: false,
}

/** With a folder of the broker's own content, which tests change. */
const test = base.extend<object, { broker: Sauda & { folder: string } }>({
  broker: [
    async ({ browserName }, use) => {
      const folder = mkdtempSync(join(tmpdir(), `sauda-content-${browserName}-`))
      writeFileSync(join(folder, 'landing.json'), JSON.stringify(landing, null, 2))
      writeFileSync(join(folder, 'footer.json'), JSON.stringify(footer, null, 2))
      writeFileSync(join(folder, 'terms.md'), terms('Trading costs 20 rupees.'))
      await sharp({ create: { width: 300, height: 100, channels: 3, background: '#0b5fff' } })
        .png()
        .toFile(join(folder, 'board.png'))
      const broker = await startSauda({ env: { CONTENT_DIR: folder } })
      await use({ ...broker, folder })
      await broker.stop()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ broker }, use) => use(broker.url),
})

test('the broker’s files are the start page, the footer and a legal page; the others stay', async ({ page }) => {
  const found = complaints(page)
  await page.goto('/')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Calm trading with Sauda')
  await expect(page.getByRole('link', { name: 'Begin' })).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Explore Our Services' })).toBeVisible()
  await expect(page.getByText('Agencies Joined')).toHaveCount(0)
  const foot = page.getByRole('contentinfo')
  await expect(foot.getByRole('link', { name: 'Careers' })).toHaveAttribute('href', 'https://northwind.example/careers')
  await expect(foot.getByRole('region', { name: 'Head office' })).toContainText('Mumbai 400001')
  await expect(foot).not.toContainText('Dialer')
  await inspect(page, 'own content start page')

  await page.goto('/terms')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Terms of Northwind')
  await expect(page.getByRole('main')).toContainText('The rules between you and Sauda.')
  await expect(page.getByRole('link', { name: 'tariff' })).toHaveAttribute('href', 'https://northwind.example/tariff')
  await expect(page.getByRole('article').getByRole('listitem')).toHaveText([
    'Nothing to open an account.',
    'Nothing to close it.',
  ])
  const board = page.getByRole('img', { name: 'The tariff board' })
  await board.scrollIntoViewIfNeeded()
  await expect.poll(() => board.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(300)
  await inspect(page, 'own content terms')
  await page.goto('/privacy')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Privacy policy')
  expect(found).toEqual([])
})

test('the desk shows changed files before a restart makes them public, with their faults', async ({
  browser,
  broker,
  page,
}) => {
  const desk = await deskWindow(browser, broker)
  const found = complaints(desk)
  await desk.goto(`${broker.url}/desk/content`)
  await desk.getByRole('link', { name: 'Public pages' }).click()
  await expect(desk.getByText('Visitors see the pages as shown here.')).toBeVisible()
  await expect(desk.frameLocator('iframe').getByRole('heading', { level: 1 })).toHaveText('Calm trading with Sauda')

  writeFileSync(join(broker.folder, 'terms.md'), terms('Trading costs 10 rupees.'))
  await desk.reload()
  await expect(desk.getByText('Visitors see this preview once the server has restarted.')).toBeVisible()
  await desk.getByLabel('Page').selectOption('Terms of service')
  const preview = desk.frameLocator('iframe')
  await expect(preview.getByRole('main')).toContainText('Trading costs 10 rupees.')
  const board = preview.getByRole('img', { name: 'The tariff board' })
  await board.scrollIntoViewIfNeeded()
  await expect.poll(() => board.evaluate((img: HTMLImageElement) => img.naturalWidth)).toBe(300)
  await inspect(desk, 'own content preview')
  await page.goto('/terms')
  await expect(page.getByRole('main')).toContainText('Trading costs 20 rupees.')

  writeFileSync(join(broker.folder, 'terms.md'), terms('<script>alert(1)</script>'))
  await desk.reload()
  await expect(desk.getByRole('alert')).toContainText('terms.md, line 7: HTML is not supported')
  // The sandbox stops the script that the tests add to every page (test.ts); pages ask for nothing else.
  expect(found.filter((text) => !text.includes('Blocked script execution'))).toEqual([])
  await desk.context().close()
})
