import type { Browser, Page } from '@playwright/test'
import { sampleCards } from '../e2e/cards.ts'
import { launchChromium } from '../e2e/chromium.ts'
import { startSauda, type Sauda } from '../e2e/harness.ts'
import { atDesk } from '../e2e/money.ts'
import { enter, type Client } from '../e2e/people.ts'
import { clientInEveryState } from '../e2e/client-in-every-state.ts'
import { median, printTable, reportMisses, whole } from './report.ts'

const limit = 100
const rounds = Number(process.env['ROUNDS'] ?? 5)
const slower = 4

type Act = (page: Page) => Promise<void>
/** With its path and the text to wait for first. */
type Interaction = readonly [name: string, path: string, ready: string, act: Act]

const bar =
  (name: string): Act =>
  (page) =>
    page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name }).click()
const row =
  (text: string | RegExp): Act =>
  (page) =>
    page.getByRole('row').filter({ hasText: text }).first().click()

/** Without any code of ours, on the same origin. */
const bareButton: Act = async (page) => {
  await page.evaluate('document.body.replaceChildren(document.createElement("button"))')
  await page.getByRole('button').click()
}
const typeAmount: Act = async (page) => {
  await page.getByLabel('Amount', { exact: true }).focus()
  await page.keyboard.type('7')
}

const wallet = '/account/wallet'
const interactions: readonly Interaction[] = [
  ['a page with one button', '/robots.txt', '', bareButton],
  ['open Portfolio from Home', '/account/home', 'Add Fund', bar('Portfolio')],
  ['hide amounts (key H)', '/account/home', 'Add Fund', (page) => page.keyboard.press('h')],
  ['add 500', `${wallet}/add-fund`, '+500', (page) => page.getByRole('button', { name: '+500', exact: true }).click()],
  ['type an amount', `${wallet}/add-fund`, '+500', typeAmount],
  [
    'choose Withdraw Fund',
    `${wallet}/add-fund`,
    '+500',
    (page) => page.getByRole('radio', { name: 'Withdraw Fund' }).click(),
  ],
  ['open a transaction', `${wallet}/transaction-history`, 'ADD1', row('ADD1')],
  ['open a statement entry', `${wallet}/statement`, 'Funds added', row('Funds added')],
  ['open a position', '/account/position/position', 'TCS', (page) => page.getByText('TCS').first().click()],
  [
    'choose three months in Portfolio',
    '/account/portfolio',
    'Profit',
    (page) => page.getByRole('radio', { name: '3M' }).check(),
  ],
  [
    'open Charges from Account',
    '/account/profile',
    'Charges',
    (page) => page.getByRole('link', { name: 'Charges', exact: true }).click(),
  ],
]

/** `npm run bench:interaction`: the time from an input to the next paint, on a phone with a four times slower processor. */
export async function main(): Promise<void> {
  const sauda = await startSauda({ env: { RATE_LIMITS: 'off' } })
  const browser = await launchChromium()
  try {
    const cards = await sampleCards(browser)
    const { client } = await clientInEveryState(sauda, cards)
    const trade = { clientId: client.userId, stockName: 'TCS', quantity: 4, price: 3500 }
    const { _id } = await atDesk<{ _id: string }>(sauda, '/trades/buy', trade)
    await atDesk(sauda, `/trades/${_id}/sell`, { quantity: 1, price: 3600 })
    const misses: string[] = []
    const rows: string[][] = []
    for (const interaction of interactions) {
      const times: number[] = []
      for (let round = 0; round < rounds; round += 1) times.push(await measure(browser, sauda, client, interaction))
      const middle = median(times)
      rows.push([interaction[0], whole(Math.min(...times)), whole(middle), whole(Math.max(...times))])
      console.log(rows.at(-1)?.join('  '))
      if (middle > limit) misses.push(`${interaction[0]}: ${whole(middle)} ms, limit ${limit}`)
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
async function measure(browser: Browser, sauda: Sauda, client: Client, [, path, ready, act]: Interaction) {
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
