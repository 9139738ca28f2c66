import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import sharp from 'sharp'
import { run } from '../scripts/child.ts'
import { startSauda, type Sauda } from './harness.ts'
import { complaints, inspect } from './inspect.ts'
import { expect, test as base } from './test.ts'

const logo = `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 300 24"><rect width="300" height="24" fill="#0b5fff"/></svg>`

/** The product under a broker's own name, as it runs for real. */
const test = base.extend<object, { broker: Sauda }>({
  broker: [
    async ({ browserName }, use) => {
      const folder = mkdtempSync(join(tmpdir(), `sauda-brand-${browserName}-`))
      writeFileSync(join(folder, 'logo.svg'), logo)
      await sharp({ create: { width: 512, height: 512, channels: 3, background: '#0b5fff' } })
        .png()
        .toFile(join(folder, 'icon.png'))
      const broker = await startSauda({
        env: {
          MODE: 'live',
          PUBLIC_URL: 'https://portal.northwind.example',
          SECRET_KEY: 'q7Zk0vXw2mR9sT4bLh8dYc1nUe6fGj3p',
          TRUST_PROXY: '0',
          AUDIT_HEAD_URL: pathToFileURL(join(folder, 'head.log')).href,
          SHARED_HOST: 'on',
          MAIL_FROM: 'Northwind <no-reply@northwind.example>',
          SUPPORT_EMAIL: 'help@northwind.example',
          UPI_ID: 'northwind.brk@validbank',
          LEGAL_NAME: 'Northwind Broking Private Limited',
          SEBI_REGISTRATION: 'INZ000123456',
          GRIEVANCE_OFFICER: 'Meera Rao, grievance@northwind.example',
          LEGAL_ADDRESS: '4 Example Road, Fort, Mumbai 400001',
          BRAND_NAME: 'Northwind & Sons',
          BRAND_TAGLINE: 'Trade with both eyes open',
          BRAND_COLOUR: '#0b3d91',
          BRAND_LOGO: join(folder, 'logo.svg'),
          BRAND_ICON: join(folder, 'icon.png'),
          APP_DOWNLOAD_URL: 'https://apps.northwind.example/northwind.apk',
        },
      })
      await use(broker)
      await broker.stop()
      rmSync(folder, { recursive: true, force: true })
    },
    { scope: 'worker', timeout: 300_000 },
  ],
  baseURL: ({ broker }, use) => use(broker.url),
})

test('every page has the broker’s name and colours before any script runs', async ({ request }) => {
  for (const path of ['/', '/privacy', '/terms', '/technical-security', '/offline', '/login', '/account/home']) {
    const page = await (await request.get(path)).text()
    expect(page, path).toContain('Northwind &amp; Sons')
    expect(page, path).toContain('--brand:#0b3d91;--on-brand:#ffffff')
    // The product's own name must not appear anywhere.
    expect(page.replaceAll(/sauda-[a-z]+/g, ''), path).not.toMatch(/Sauda/)
  }
  expect(await (await request.get('/desk/')).text()).not.toMatch(/Sauda/)
  expect(await (await request.get('/brand.css')).text()).toContain('--brand:#0b3d91;--on-brand:#ffffff')
})

test('in live mode the footer of every public page names the company', async ({ page }) => {
  const found = complaints(page)
  for (const path of ['/', '/privacy', '/terms', '/technical-security']) {
    await page.goto(path)
    const foot = page.getByRole('contentinfo')
    await expect(foot).toContainText('Northwind Broking Private Limited')
    await expect(foot).toContainText('INZ000123456')
    await expect(foot).toContainText('Meera Rao, grievance@northwind.example')
    await expect(foot).toContainText('Mumbai 400001')
    await expect(foot).toContainText('subject to market risks')
    await expect(foot.getByRole('link', { name: 'Support' })).toHaveAttribute('href', 'mailto:help@northwind.example')
    await expect(page.getByRole('button', { name: 'Demo' })).toHaveCount(0)
    await expect(foot).toContainText('Trade with both eyes open')
  }
  await page.goto('/privacy')
  await expect(page.getByRole('main')).toContainText(
    'Northwind Broking Private Limited runs Northwind & Sons. SEBI registration number INZ000123456.',
  )
  await expect(page.getByRole('main')).toContainText('The grievance officer is Meera Rao, grievance@northwind.example.')
  await page.goto('/')
  await expect(page.getByRole('link', { name: 'Download App' })).toHaveAttribute(
    'href',
    'https://apps.northwind.example/northwind.apk',
  )
  await expect(page.getByRole('link', { name: 'Write to us' })).toHaveAttribute('href', 'mailto:help@northwind.example')
  expect(found).toEqual([])
})

test('logo and colours are on every page and can be read', async ({ page }) => {
  await page.goto('/')
  await expect(page.getByRole('banner').getByRole('img', { name: 'Northwind & Sons' })).toBeVisible()
  await expect(page.getByRole('link', { name: 'Get Started', exact: true })).toHaveCSS(
    'background-color',
    'rgb(11, 61, 145)',
  )
  await inspect(page, 'brand start page')
  await page.goto('/login')
  await expect(page).toHaveTitle('Login | Northwind & Sons')
  await expect(page.getByRole('button', { name: 'Log in' })).toHaveCSS('color', 'rgb(255, 255, 255)')
  await inspect(page, 'brand login')
  await page.goto('/desk/login')
  await expect(page).toHaveTitle(/Northwind & Sons$/)
})

test('with a wide logo the bar keeps its links on the smallest screen', async ({ page }) => {
  for (const width of [390, 320]) {
    await page.setViewportSize({ width, height: 640 })
    await page.goto('/')
    await expect(page.getByRole('banner').getByRole('link', { name: 'Open Demat' })).toBeInViewport({ ratio: 1 })
    await expect(page.getByRole('banner').getByRole('img', { name: 'Northwind & Sons' })).toBeInViewport({ ratio: 1 })
  }
})

test('the installed app has the broker’s name and icon', async ({ request }) => {
  const manifest = (await (await request.get('/manifest.webmanifest')).json()) as {
    name: string
    icons: { src: string; sizes: string; purpose?: string }[]
  }
  expect(manifest).toMatchObject({ name: 'Northwind & Sons', start_url: '/account/home', display: 'standalone' })
  expect(manifest.icons.map(({ purpose }) => purpose)).toContain('maskable')
  for (const { src, sizes } of manifest.icons) {
    const { width, height, format } = await sharp(await (await request.get(src)).body()).metadata()
    expect([format, `${width}x${height}`]).toEqual(['png', sizes])
  }
  const { data } = await sharp(await (await request.get('/icon-192.png')).body())
    .extract({ left: 96, top: 96, width: 1, height: 1 })
    .raw()
    .toBuffer({ resolveWithObject: true })
  expect([...data.subarray(0, 3)]).toEqual([11, 95, 255])
})

base('colours that cannot be told apart are refused at the start, with the pair and its ratio', async () => {
  const env = { ...process.env, BRAND_COLOUR: '#e39a1b', BRAND_INK: '#ffffff', BRAND_ICON: '/no/such/icon.png' }
  const { code, output } = await run('node', ['scripts/run.mjs', 'start'], { env })
  expect(code).toBe(1)
  expect(output).toContain('BRAND_INK: #ffffff on BRAND_COLOUR #e39a1b has a contrast of 2.36 : 1')
  expect(output).toContain('BRAND_ICON: names a file that cannot be read: /no/such/icon.png')
  expect(output).not.toMatch(/\n\s+at /)
})
