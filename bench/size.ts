import type { Locator, Page } from '@playwright/test'
import { sampleCards } from '../e2e/cards.ts'
import { standInForCharts } from '../e2e/charting-service.ts'
import { launchChromium } from '../e2e/chromium.ts'
import { startSauda, type Sauda } from '../e2e/harness.ts'
import { enter, newClient, verifiedClient } from '../e2e/people.ts'
import { promised, weighVisit } from '../e2e/page-weight.ts'
import { printTable, ratio, reportMisses } from './report.ts'

interface Screen {
  path: string
  /** A client without documents, for whom a dialog opens at once. */
  isNew?: true
  /** The minimum for this build chain in KB of gzip, measured on small versions of our screens. */
  floor: number
  of: string
  /** The element that marks the screen as loaded; by default the heading. */
  stands?: (page: Page) => Locator
}

const rich = { floor: 148, of: 'Base UI with forms and queries' }
const screens: Screen[] = [
  { path: '/', floor: 110, of: 'a hydrated landing page' },
  { path: '/login', floor: 120, of: 'a login form of Base UI components' },
  { path: '/account/profile', ...rich, stands: (page) => page.getByText('CLIENT ID', { exact: true }) },
  { path: '/account/profile', ...rich, isNew: true, stands: (page) => page.getByRole('dialog') },
  { path: '/account/wallet/add-fund', ...rich },
  { path: '/account/home', ...rich },
  { path: '/account/portfolio', ...rich },
  { path: '/account/position/position', ...rich },
  { path: '/account/security', ...rich },
  { path: '/account/nominee', ...rich },
]

/** `npm run bench:size`: the JavaScript a browser downloads before a screen is usable, from real responses. */
export async function main(): Promise<void> {
  const sauda = await startSauda()
  try {
    const misses = await printSizes(sauda)
    reportMisses(misses)
  } finally {
    await sauda.stop()
  }
}

/** Prints the size of each screen, and returns those above their limit. */
export async function printSizes(sauda: Sauda): Promise<string[]> {
  const browser = await launchChromium()
  try {
    const cards = await sampleCards(browser)
    const known = await verifiedClient(sauda, cards, 'Meera')
    const unknown = await newClient(sauda, 'Navya')
    const rows = []
    const misses = []
    for (const { path, isNew, floor, of, stands } of screens) {
      const page = await browser.newPage({ baseURL: sauda.url })
      // Without network access our own chart is loaded, 54 KB after the first view.
      await standInForCharts(page)
      if (path.startsWith('/account')) await enter(page, isNew ? unknown : known, '/terms')
      const heading = page.getByRole('heading', { level: 1 })
      const { first, soFar } = await weighVisit(page, path, stands?.(page) ?? heading)
      await page.waitForTimeout(2000)
      const later = (await soFar()).scripts - first.scripts
      const name = `\`${path}\`${isNew ? ', a new client' : ''}`
      const limit = promised(path)
      if (first.scripts > limit * 1000)
        misses.push(`${name}: ${kilobytes(first.scripts)} KB of script, ${limit} promised`)
      rows.push([
        name,
        kilobytes(first.scripts),
        String(limit),
        `${floor} (${of})`,
        ratio(first.scripts / 1000, floor),
        kilobytes(later),
        kilobytes(first.rest),
      ])
      await page.close()
    }
    const header = [
      'screen',
      'JS at first view, gzip KB',
      'limit',
      'floor',
      'ratio',
      'JS fetched afterwards',
      'CSS, HTML',
    ]
    printTable(header, rows)
    return misses
  } finally {
    await browser.close()
  }
}

const kilobytes = (bytes: number): string => (bytes / 1000).toLocaleString('en', { maximumFractionDigits: 1 })
