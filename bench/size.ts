import type { Locator, Page } from '@playwright/test'
import { sampleCards } from '../e2e/cards.ts'
import { standInForCharts } from '../e2e/charting-service.ts'
import { launchChromium } from '../e2e/chromium.ts'
import { startSauda, type Sauda } from '../e2e/harness.ts'
import { enter, newClient, verifiedClient } from '../e2e/people.ts'
import { scriptLimit, weighVisit } from '../e2e/page-weight.ts'
import { printTable, reportMisses } from './report.ts'

interface Screen {
  path: string
  /** A client without documents, for whom a dialog opens at once. */
  isNew?: true
  /** The element that marks the screen as loaded; by default the heading. */
  stands?: (page: Page) => Locator
}

const screens: Screen[] = [
  { path: '/' },
  { path: '/login' },
  { path: '/account/profile', stands: (page) => page.getByText('CLIENT ID', { exact: true }) },
  { path: '/account/profile', isNew: true, stands: (page) => page.getByRole('dialog') },
  ...['wallet/add-fund', 'home', 'portfolio', 'position/position', 'security', 'nominee'].map((name) => ({
    path: `/account/${name}`,
  })),
]

/** `npm run bench:size`: the JavaScript a browser downloads before a screen is usable, from real responses. */
export async function main(): Promise<void> {
  const sauda = await startSauda()
  try {
    reportMisses(await printSizes(sauda))
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
    for (const { path, isNew, stands } of screens) {
      const page = await browser.newPage({ baseURL: sauda.url })
      // Without network access our own chart is loaded, 54 KB after the first view.
      await standInForCharts(page)
      if (path.startsWith('/account')) await enter(page, isNew ? unknown : known, '/terms')
      const heading = page.getByRole('heading', { level: 1 })
      const { first, soFar } = await weighVisit(page, path, stands?.(page) ?? heading)
      await page.waitForTimeout(2000)
      const later = (await soFar()).scripts - first.scripts
      const name = `\`${path}\`${isNew ? ', a new client' : ''}`
      const limit = scriptLimit(path)
      if (first.scripts > limit * 1000) misses.push(`${name}: ${kilobytes(first.scripts)} KB of script, limit ${limit}`)
      rows.push([name, kilobytes(first.scripts), String(limit), kilobytes(later), kilobytes(first.rest)])
      await page.close()
    }
    const header = 'screen|JS at first view, gzip KB|limit|JS fetched afterwards|CSS, HTML'
    printTable(header.split('|'), rows)
    return misses
  } finally {
    await browser.close()
  }
}

const kilobytes = (bytes: number): string => (bytes / 1000).toLocaleString('en', { maximumFractionDigits: 1 })
