import { mkdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser, type Page } from '@playwright/test'
import sharp from 'sharp'
import { photoOf } from './cards.ts'
import { findChromium } from './chromium.ts'
import { startSauda, type Sauda } from './harness.ts'
import { atDesk, clientWith, newUtr, reportPayment } from './money.ts'
import { call, enter, type Client } from './people.ts'

const folder = join(import.meta.dirname, '../portal/src/landing/picture')
type Scheme = 'light' | 'dark'

interface Picture {
  name: string
  path: string
  schemes: readonly Scheme[]
  /** Of the window, in CSS pixels. */
  width: number
  /** What is cut off above: the page around the picture draws a bar of its own. */
  from: number
  height: number
  /** Widths of the files, for screens of different density. */
  files: readonly number[]
  before?: (page: Page) => Promise<void>
}

const pictures: Picture[] = [
  {
    name: 'window',
    path: '/account/wallet/transaction-history',
    schemes: ['dark'],
    width: 1040,
    from: 61,
    height: 620,
    files: [1040, 2080],
  },
  {
    name: 'phone',
    path: '/account/wallet/add-fund',
    schemes: ['dark'],
    width: 390,
    from: 61,
    height: 720,
    files: [390, 780],
    before: async (page) => {
      await page.getByRole('button', { name: '+5000' }).click()
      await page.getByRole('heading', { level: 1 }).click()
    },
  },
  {
    name: 'statement',
    path: '/account/wallet/statement',
    schemes: ['light', 'dark'],
    width: 720,
    from: 262,
    height: 560,
    files: [720, 1440],
    // The bar at the bottom would hide the last lines.
    before: (page) => page.setViewportSize({ width: 720, height: 1200 }),
  },
  {
    name: 'statement-phone',
    path: '/account/wallet/statement',
    schemes: ['light', 'dark'],
    width: 390,
    from: 266,
    height: 540,
    files: [390, 780],
    before: (page) => page.setViewportSize({ width: 390, height: 1200 }),
  },
]

/** `npm run pictures`: the start page's pictures, taken anew from the running product. */
export async function main(): Promise<void> {
  const brand = Object.entries(process.env).filter(([name]) => name.startsWith('BRAND_'))
  const sauda = await startSauda({ env: Object.fromEntries(brand.map(([name, value]) => [name, value ?? ''])) })
  const executablePath = findChromium() ?? ''
  const browser = await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-gpu'] })
  rmSync(folder, { recursive: true, force: true })
  mkdirSync(folder, { recursive: true })
  try {
    const practice = await practiceClient(browser, sauda)
    for (const picture of pictures)
      for (const scheme of picture.schemes) await take(browser, { sauda, practice, picture, scheme })
  } finally {
    await browser.close()
    await sauda.stop()
  }
}

/** Somebody whose wallet has seen a little of everything that goes well. */
async function practiceClient(browser: Browser, sauda: Sauda): Promise<Practice> {
  const words = { name: 'Asha Iyer', number: 'ABCPI1234K' }
  const cards = { pan: await photoOf(browser, 'pan', words), aadhaar: await photoOf(browser, 'aadhaar', words) }
  const client = await clientWith(sauda, cards, 'Asha', 1_75_000)
  const began = Date.now()
  const add = async (amount: number) => {
    const { _id, utr } = await reportPayment(sauda, client, amount)
    await atDesk(sauda, `/wallet/transactions/${_id}/approve`, { reference: utr })
  }
  const withdraw = async (amount: number): Promise<string> => {
    const body = { id: client.userId, amount }
    const { token } = client
    const answer = await call<{ transaction: { _id: string } }>(sauda, 'POST', '/user/wallet/withdraw', { token, body })
    return answer.transaction._id
  }
  await add(50_000)
  await atDesk(sauda, `/wallet/transactions/${await withdraw(12_000)}/approve`, { reference: `HDFCN${newUtr()}` })
  await add(24_500.5)
  await atDesk(sauda, `/wallet/transactions/${await withdraw(7_500)}/approve`, { reference: `HDFCN${newUtr()}` })
  await add(18_250)
  await reportPayment(sauda, client, 25_000)
  return { client, began, ended: Date.now() }
}

interface Practice {
  client: Client
  began: number
  ended: number
}

const day = 24 * 60 * 60_000
const india = 5.5 * 60 * 60_000

/** Practice is over in seconds; in the pictures it took four weeks, in the hours people are at work. */
async function spreadTimes(page: Page, { began, ended }: Practice): Promise<void> {
  const spread = (moment: string): string => {
    const stretched = ended - ((ended - Date.parse(moment)) / (ended - began)) * 28 * day + india
    const hours = stretched % day
    return new Date(stretched - hours + day * 0.4 + hours * 0.35 - india).toISOString()
  }
  await page.route(/\/api\/user\/(?:statement|wallet)\//, async (route) => {
    const answer = await route.fetch()
    const body = (await answer.text()).replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, spread)
    await route.fulfill({ response: answer, body })
  })
}

interface Shot {
  sauda: Sauda
  practice: Practice
  picture: Picture
  scheme: Scheme
}

async function take(browser: Browser, { sauda, practice, picture, scheme }: Shot): Promise<void> {
  const { name, path, width, from, height, files, before } = picture
  const page = await browser.newPage({
    baseURL: sauda.url,
    colorScheme: scheme,
    deviceScaleFactor: 2,
    viewport: { width, height: from + height },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
  })
  await spreadTimes(page, practice)
  await enter(page, practice.client, path)
  await page.getByText('₹').first().waitFor()
  await before?.(page)
  await page.evaluate(() => document.fonts.ready)
  const whole = await page.screenshot({ clip: { x: 0, y: from, width, height } })
  for (const wide of files) {
    const file = `${name}-${scheme}-${wide}.avif`
    const { size } = await sharp(whole)
      .resize({ width: wide })
      .avif({ quality: 45, effort: 6, chromaSubsampling: '4:4:4' })
      .toFile(join(folder, file))
    console.log(`${file}  ${(size / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} KB`)
  }
  await page.close()
}
