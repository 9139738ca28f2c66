import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { chromium, type Browser } from '@playwright/test'
import sharp from 'sharp'
import { findChromium } from './chromium.ts'
import { startSauda } from './harness.ts'

const folder = join(import.meta.dirname, '../portal/src/landing/picture')
/** A practice client with money in every state, and what the demo's logins have in common. */
const login = { email: 'chitra@demo.example', password: 'Demo-Pass-1' }
const schemes = ['light', 'dark'] as const

interface Picture {
  name: string
  path: string
  schemes: readonly ('light' | 'dark')[]
  /** Of the window, in CSS pixels; `from` leaves out what the page around the picture draws itself. */
  width: number
  from: number
  height: number
  /** Widths of the files: at one and at two device pixels to the one. */
  files: readonly number[]
}

const pictures: Picture[] = [
  {
    name: 'window',
    path: '/portfolio/overview',
    schemes: ['dark'],
    width: 1040,
    from: 61,
    height: 620,
    files: [1040, 1560],
  },
  {
    name: 'phone',
    path: '/account/wallet/add-fund',
    schemes: ['dark'],
    width: 390,
    from: 61,
    height: 720,
    files: [390, 780],
  },
  {
    name: 'statement',
    path: '/account/wallet/statement',
    schemes,
    width: 640,
    from: 200,
    height: 520,
    files: [640, 1280],
  },
]

/** `npm run pictures`: the start page's pictures, taken anew from the running product. */
export async function main(): Promise<void> {
  const sauda = await startSauda({ demoData: true })
  const browser = await chromium.launch({
    executablePath: findChromium() ?? '',
    args: ['--no-sandbox', '--disable-gpu'],
  })
  mkdirSync(folder, { recursive: true })
  try {
    for (const picture of pictures)
      for (const scheme of picture.schemes) await take(browser, sauda.url, picture, scheme)
  } finally {
    await browser.close()
    await sauda.stop()
  }
}

async function take(browser: Browser, baseURL: string, picture: Picture, colorScheme: 'light' | 'dark') {
  const { name, path, width, from, height, files } = picture
  const page = await browser.newPage({
    baseURL,
    colorScheme,
    deviceScaleFactor: 2,
    viewport: { width, height: from + height },
    locale: 'en-IN',
    timezoneId: 'Asia/Kolkata',
    reducedMotion: 'reduce',
  })
  await page.goto('/login')
  await page.getByLabel('Email').fill(login.email)
  await page.getByLabel('Password', { exact: true }).fill(login.password)
  await page.getByRole('button', { name: 'Log in' }).click()
  await page.waitForURL(/account/)
  await page.goto(path)
  await page.getByRole('heading', { level: 1 }).waitFor()
  await page.getByText('₹').first().waitFor()
  // A picture is no place to press anything, nor to say that a login has succeeded.
  await page.locator('.Toastify__toast').waitFor({ state: 'hidden' })
  const whole = await page.screenshot({ clip: { x: 0, y: from, width, height } })
  for (const wide of files) {
    const { size } = await sharp(whole)
      .resize({ width: wide })
      .avif({ quality: 55, effort: 9, chromaSubsampling: '4:4:4' })
      .toFile(join(folder, `${name}-${colorScheme}-${wide}.avif`))
    console.log(
      `${name}-${colorScheme}-${wide}.avif  ${(size / 1000).toLocaleString('en', { maximumFractionDigits: 1 })} KB`,
    )
  }
  await page.close()
}
