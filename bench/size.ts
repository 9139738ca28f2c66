import { gzipSync } from 'node:zlib'
import { chromium, type Page } from '@playwright/test'
import { photoOf } from '../e2e/cards.ts'
import { findChromium } from '../e2e/chromium.ts'
import { startSauda } from '../e2e/harness.ts'
import { enter, verifiedClient } from '../e2e/people.ts'
import { printTable, ratio } from './report.ts'

// KB of gzip JavaScript this build chain needs at least for such a screen, measured on small versions of our own screens.
const screens = [
  { path: '/', floor: 110, of: 'a hydrated landing page' },
  { path: '/login', floor: 120, of: 'a login form of Base UI components' },
  { path: '/account/profile', floor: 148, of: 'Base UI with forms and queries' },
  { path: '/account/wallet/add-fund', floor: 148, of: 'Base UI with forms and queries' },
  { path: '/account/home', floor: 148, of: 'Base UI with forms and queries' },
  { path: '/account/portfolio', floor: 148, of: 'Base UI with forms and queries' },
  { path: '/account/position/position', floor: 148, of: 'Base UI with forms and queries' },
]

interface Seen {
  first: number
  later: number
  rest: number
}

/** `npm run bench:size`: the JavaScript a browser is given before a screen stands, from the real answers. */
export async function main(): Promise<void> {
  const sauda = await startSauda()
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  try {
    const words = { name: 'Meera Iyer', number: 'ABCPI1234K' }
    const cards = { pan: await photoOf(browser, 'pan', words), aadhaar: await photoOf(browser, 'aadhaar', words) }
    const client = await verifiedClient(sauda, cards, 'Meera')
    const rows = []
    for (const { path, floor, of } of screens) {
      const page = await browser.newPage({ baseURL: sauda.url })
      if (path.startsWith('/account')) await enter(page, client, '/terms')
      const { first, later, rest } = await weigh(page, path)
      rows.push([
        `\`${path}\``,
        kilobytes(first),
        `${floor} (${of})`,
        ratio(first / 1000, floor),
        kilobytes(later),
        kilobytes(rest),
      ])
      await page.close()
    }
    printTable(['screen', 'JS at first view, gzip KB', 'floor', 'ratio', 'JS fetched afterwards', 'CSS, HTML'], rows)
  } finally {
    await browser.close()
    await sauda.stop()
  }
}

/** Gzip bytes of one visit with an empty cache: scripts before the heading stands, scripts in the two seconds after, styles and page. */
async function weigh(page: Page, path: string): Promise<Seen> {
  const seen: Seen = { first: 0, later: 0, rest: 0 }
  let stands = false
  const weighed: Promise<void>[] = []
  const session = await page.context().newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  page.on('response', (response) => {
    const type = response.request().resourceType()
    const kind =
      type === 'script' ? (stands ? 'later' : 'first') : /stylesheet|document/.test(type) ? 'rest' : undefined
    if (!kind) return
    weighed.push(
      response.body().then(
        (body) => void (seen[kind] += gzipSync(body, { level: 9 }).length),
        () => undefined,
      ),
    )
  })
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  if (path === '/account/profile') await page.getByText('CLIENT ID', { exact: true }).waitFor()
  // A public page brings its one script inside it.
  const inside = (await page.locator('script:not([src])').allTextContents()).join('\n')
  seen.first += gzipSync(inside, { level: 9 }).length
  stands = true
  await page.waitForTimeout(2000)
  await Promise.all(weighed)
  return seen
}

const kilobytes = (bytes: number): string => (bytes / 1000).toLocaleString('en', { maximumFractionDigits: 1 })
