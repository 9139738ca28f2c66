import { readdirSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import type { Browser, Locator, Page } from '@playwright/test'
import sharp from 'sharp'
import { sampleCards } from './cards.ts'
import { launchChromium } from './chromium.ts'
import { startSauda, type Sauda } from './harness.ts'
import { atDesk, clientWith, newUtr, reportPayment } from './money.ts'
import { call, enter, type Client } from './people.ts'

const folder = join(import.meta.dirname, '../portal/src/landing/picture')
type Scheme = 'light' | 'dark'

interface Picture {
  name: string
  path: string
  schemes: readonly Scheme[]
  /** Size of the window, in CSS pixels. */
  width: number
  /** What the picture begins with. */
  from: (page: Page) => Locator
  height: number
  /** Widths of the files, for screens of different density. */
  files: readonly number[]
  before?: (page: Page) => Promise<void>
}

/** A part of a screen, beside the promise it shows. */
const promise = { schemes: ['light', 'dark'], width: 390, height: 340, files: [780] } as const

const statementTable = (page: Page) => page.getByRole('table', { name: 'Statement' })

const pictures: Picture[] = [
  {
    name: 'statement',
    path: '/account/wallet/statement',
    schemes: ['light', 'dark'],
    width: 720,
    from: statementTable,
    height: 560,
    files: [720, 1440],
    // The bar at the bottom would hide the last lines.
    before: (page) => page.setViewportSize({ width: 720, height: 1200 }),
  },
  {
    ...promise,
    name: 'promise-withdraw',
    path: '/account/wallet/add-fund',
    from: (page) => page.getByRole('button', { name: '+500', exact: true }),
    before: async (page) => {
      await page.getByRole('radio', { name: 'Withdraw Fund' }).check()
      await page.getByRole('button', { name: '+5,000' }).click()
      await page.getByRole('heading', { level: 1 }).click()
    },
  },
  {
    ...promise,
    name: 'promise-identity',
    path: '/account/personal-details',
    from: (page) => page.getByText('Email', { exact: true }),
  },
  {
    ...promise,
    name: 'promise-entries',
    path: '/account/wallet/statement',
    from: (page) => page.getByRole('dialog').getByRole('heading', { level: 2 }),
    before: async (page) => {
      await page.getByRole('row').filter({ hasText: '18,250' }).getByRole('button').click()
      await page.getByText('Your figures after this').waitFor()
    },
  },
]

/** `npm run pictures`: the start page's pictures, taken from the running product. */
export async function main(): Promise<void> {
  const brand = Object.entries(process.env).filter(([name]) => name.startsWith('BRAND_'))
  const sauda = await startSauda({ env: Object.fromEntries(brand.map(([name, value]) => [name, value ?? ''])) })
  const browser = await launchChromium()
  const made: string[] = []
  try {
    const practice = await practiceClient(browser, sauda)
    for (const picture of pictures)
      for (const scheme of picture.schemes) made.push(...(await take(browser, { sauda, practice, picture, scheme })))
    // Last, because the portal cannot be built without them.
    for (const file of readdirSync(folder)) if (!made.includes(file)) rmSync(join(folder, file))
  } finally {
    await browser.close()
    await sauda.stop()
  }
}

/** A client with one successful event of each kind. */
async function practiceClient(browser: Browser, sauda: Sauda): Promise<Practice> {
  const client = await clientWith(sauda, await sampleCards(browser), 'Asha', 1_75_000)
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
  const buy = (stockName: string, quantity: number, price: number) =>
    atDesk<{ _id: string }>(sauda, '/trades/buy', { clientId: client.userId, stockName, quantity, price })
  await buy('RELIANCE', 20, 1412.55)
  await buy('TCS', 12, 3025.4)
  const itc = await buy('ITC', 120, 410.3)
  await atDesk(sauda, `/trades/${itc._id}/sell`, { quantity: 40, price: 417.6 })
  await reportPayment(sauda, client, 25_000)
  return { client, began, ended: Date.now() }
}

interface Practice {
  client: Client
  began: number
  ended: number
}

const day = 24 * 60 * 60_000
const hour = 60 * 60_000

const shown = { name: 'Asha Verma', email: 'asha.verma@example.com', mobile: '9820012345' } as const

/** Practice is over in seconds; in the pictures it took four weeks, in the market's hours on weekdays, and the client has a name. */
async function spreadTimes(page: Page, { client, began, ended }: Practice): Promise<void> {
  const today = ended - (ended % day)
  const weekdays = Array.from({ length: 28 }, (_, before) => today - (28 - before) * day).filter(
    (each) => new Date(each).getUTCDay() % 6 > 0,
  )
  const spread = (moment: string): string => {
    const at = Math.max(0, Math.min(0.9999, (Date.parse(moment) - began) / (ended - began))) * weekdays.length
    // From 9:30 am to 3:30 pm in India.
    return new Date((weekdays[Math.floor(at)] ?? today) + 4 * hour + (at % 1) * 6 * hour).toISOString()
  }
  await page.route(/\/api\/user\//, async (route) => {
    if (route.request().headers()['accept']?.includes('event-stream')) return route.continue()
    const answer = await route.fetch()
    const body = (await answer.text())
      .replace(/\d{4}-\d\d-\d\dT[\d:.]+Z/g, spread)
      .replaceAll(client.name, shown.name)
      .replaceAll(client.email, shown.email)
      .replaceAll(client.mobile, shown.mobile)
    await route.fulfill({ response: answer, body })
  })
}

interface Shot {
  sauda: Sauda
  practice: Practice
  picture: Picture
  scheme: Scheme
}

/** Returns the names of the files. */
async function take(browser: Browser, { sauda, practice, picture, scheme }: Shot): Promise<string[]> {
  const { name, path, width, from, height, files, before } = picture
  const page = await browser.newPage({
    baseURL: sauda.url,
    colorScheme: scheme,
    deviceScaleFactor: 2,
    // Without a scrollbar, as on a phone.
    isMobile: width === 390,
    viewport: { width, height: 1200 },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
  })
  await spreadTimes(page, practice)
  await enter(page, practice.client, path)
  // A first visit may be drawn in a fallback font; the second has the font at once.
  await page.evaluate(() => document.fonts.ready)
  await page.reload()
  await page.getByText('₹').or(page.getByText('Aadhar card')).first().waitFor()
  await page
    .getByText(/^Loading/)
    .last()
    .waitFor({ state: 'detached' })
  await before?.(page)
  await page.evaluate(() => document.fonts.ready)
  const y = ((await from(page).boundingBox())?.y ?? 0) - 16
  const whole = await page.screenshot({ clip: { x: 0, y, width, height } })
  const made = files.map((wide) => ({ wide, file: `${name}-${scheme}-${wide}.avif` }))
  for (const { wide, file } of made) {
    const { size } = await sharp(whole)
      .resize({ width: wide })
      .avif({ quality: 45, effort: 6, chromaSubsampling: '4:4:4' })
      .toFile(join(folder, file))
    console.log(`${file}  ${(size / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} KB`)
  }
  await page.close()
  return made.map(({ file }) => file)
}
