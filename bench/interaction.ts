import type { Browser, Page } from '@playwright/test'
import { sampleCards } from '../e2e/cards.ts'
import { launchChromium } from '../e2e/chromium.ts'
import { startSauda, type Sauda } from '../e2e/harness.ts'
import { atDesk } from '../e2e/money.ts'
import { enter, type Client } from '../e2e/people.ts'
import { wealthy } from '../e2e/wealthy.ts'
import { median, printTable, reportMisses, whole } from './report.ts'

const limit = 100
const rounds = Number(process.env['ROUNDS'] ?? 5)
const slower = 4

interface Interaction {
  name: string
  path: string
  /** The element to wait for first. */
  ready: string
  act: (page: Page) => Promise<void>
}

const bar = (page: Page, name: string) =>
  page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name }).click()
const press = (page: Page, name: string | RegExp) => page.getByRole('button', { name }).first().click()

/** Without any code of ours, on the same origin. */
const bare: Interaction = {
  name: 'a page with one button',
  path: '/robots.txt',
  ready: '',
  act: async (page) => {
    await page.evaluate('document.body.replaceChildren(document.createElement("button"))')
    await page.getByRole('button').click()
  },
}

const interactions: readonly Interaction[] = [
  bare,
  { name: 'open Portfolio from Home', path: '/account/home', ready: 'Add Fund', act: (page) => bar(page, 'Portfolio') },
  { name: 'hide amounts (key H)', path: '/account/home', ready: 'Add Fund', act: (page) => page.keyboard.press('h') },
  { name: 'add 500', path: '/account/wallet/add-fund', ready: '+500', act: (page) => press(page, '+500') },
  {
    name: 'type an amount',
    path: '/account/wallet/add-fund',
    ready: '+500',
    act: async (page) => {
      await page.getByLabel('Amount', { exact: true }).focus()
      await page.keyboard.type('7')
    },
  },
  {
    name: 'choose Withdraw Fund',
    path: '/account/wallet/add-fund',
    ready: '+500',
    act: (page) => page.getByRole('radio', { name: 'Withdraw Fund' }).click(),
  },
  {
    name: 'open a transaction',
    path: '/account/wallet/transaction-history',
    ready: 'ADD1',
    act: (page) => page.getByRole('row').nth(1).click(),
  },
  {
    name: 'open a statement entry',
    path: '/account/wallet/statement',
    ready: 'Funds added',
    act: (page) => page.getByRole('row').filter({ hasText: 'Funds added' }).first().click(),
  },
  {
    name: 'open a position',
    path: '/account/position/position',
    ready: 'TCS',
    act: (page) => page.getByText('TCS').first().click(),
  },
  {
    name: 'choose three months in Portfolio',
    path: '/account/portfolio',
    ready: 'Profit',
    act: (page) => page.getByRole('radio', { name: '3M' }).check(),
  },
  {
    name: 'open Charges from Account',
    path: '/account/profile',
    ready: 'Charges',
    act: (page) => page.getByRole('link', { name: 'Charges', exact: true }).click(),
  },
]

/** `npm run bench:interaction`: the time from an input to the next paint, on a phone with a four times slower processor. */
export async function main(): Promise<void> {
  const sauda = await startSauda({ env: { RATE_LIMITS: 'off' } })
  const browser = await launchChromium()
  try {
    const cards = await sampleCards(browser)
    const { client } = await wealthy(sauda, cards)
    const trade = { clientId: client.userId, stockName: 'TCS', quantity: 4, price: 3500 }
    const { _id } = await atDesk<{ _id: string }>(sauda, '/trades/buy', trade)
    await atDesk(sauda, `/trades/${_id}/sell`, { quantity: 1, price: 3600 })
    const misses: string[] = []
    const rows: string[][] = []
    for (const interaction of interactions) {
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) times.push(await measure(browser, sauda, client, interaction))
      const middle = median(times)
      rows.push([interaction.name, whole(Math.min(...times)), whole(middle), whole(Math.max(...times))])
      console.log(rows.at(-1)?.join('  '))
      if (middle > limit) misses.push(`${interaction.name}: ${whole(middle)} ms, limit ${limit}`)
    }
    printTable(['interaction', 'fastest, ms', 'median, ms', 'slowest, ms'], rows)
    reportMisses(misses)
  } finally {
    await browser.close()
    await sauda.stop()
  }
}

/** A text, because the browser's types are not available here. */
const observe = `
  globalThis.durations = []
  new PerformanceObserver((list) => {
    for (const entry of list.getEntries()) if (entry.interactionId) durations.push(entry.duration)
  }).observe({ type: 'event', durationThreshold: 16 })`

/** Milliseconds; the browser reports events of 16 ms and more in steps of 8, so a shorter one counts as 16. */
async function measure(browser: Browser, sauda: Sauda, client: Client, { path, ready, act }: Interaction) {
  const context = await browser.newContext({
    baseURL: sauda.url,
    viewport: { width: 390, height: 844 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
  })
  try {
    const page = await context.newPage()
    await enter(page, client, path)
    if (ready !== '') await page.getByText(ready).first().waitFor()
    await page.waitForTimeout(1500)
    const session = await context.newCDPSession(page)
    await session.send('Emulation.setCPUThrottlingRate', { rate: slower })
    await page.evaluate(observe)
    await act(page)
    await page.waitForTimeout(1500)
    const durations = await page.evaluate<number[]>('durations')
    return Math.max(16, ...durations)
  } finally {
    await context.close()
  }
}
