import { readFileSync } from 'node:fs'
import { gzipSync } from 'node:zlib'
import { reportPayment } from './money.ts'
import { countRequests, enter, logIn, newClient, verifiedClient } from './people.ts'
import { expect, moving, test } from './test.ts'
import { scriptLimit, weighVisit } from './page-weight.ts'

test.use(moving)

/** Vite's list of built files by source module. */
type Manifest = Readonly<Record<string, Chunk | undefined>>
interface Chunk {
  readonly file: string
  readonly imports?: readonly string[]
  readonly dynamicImports?: readonly string[]
}

test('the code of no screen is larger than its limit', () => {
  const build = new URL('../portal/build/client/', import.meta.url)
  const manifest = JSON.parse(readFileSync(new URL('.vite/manifest.json', build), 'utf8')) as Manifest
  const collect = (module: string, chunks = new Set<Chunk>()): Set<Chunk> => {
    const chunk = manifest[module]
    if (chunk && !chunks.has(chunk)) {
      chunks.add(chunk)
      for (const imported of chunk.imports ?? []) collect(imported, chunks)
    }
    return chunks
  }
  const weigh = ({ file }: Chunk): number => gzipSync(readFileSync(new URL(file, build)), { level: 9 }).length
  const screens = [...collect('src/main.tsx')]
    .flatMap(({ dynamicImports = [] }) => dynamicImports)
    .filter((module) => module.startsWith('src/'))
    .map((module) => {
      const frame = module.startsWith('src/client/auth/') ? [] : ['src/pages/account.tsx']
      const chunks = new Set(['src/main.tsx', ...frame, module].flatMap((each) => [...collect(each)]))
      return { module, kilobytes: [...chunks].reduce((sum, chunk) => sum + weigh(chunk), 0) / 1000 }
    })
  expect(screens.length).toBeGreaterThan(20)
  const limit = (module: string): number => scriptLimit(module === 'src/client/auth/login.tsx' ? '/login' : module)
  expect(screens.filter(({ module, kilobytes }) => kilobytes > limit(module))).toEqual([])
})

test('a screen whose dialog opens automatically loads no more than other screens', async ({ page, sauda, cards }) => {
  const client = await newClient(sauda, 'Navya')
  const weighs = async (path: string, name: string, role: 'dialog' | 'complementary' = 'dialog'): Promise<number> => {
    const { first } = await weighVisit(page, path, page.getByRole(role, { name }))
    return first.scripts / 1000
  }
  await test.step('a new client must upload documents', async () => {
    await enter(page, client, '/terms')
    expect(await weighs('/account/profile', 'KYC Required')).toBeLessThanOrEqual(scriptLimit('/account/profile'))
  })
  await test.step('a new client opens another screen and is sent to the profile', async () => {
    await enter(page, client, '/terms')
    expect(await weighs('/account/home', 'KYC Required')).toBeLessThanOrEqual(scriptLimit('/account/profile') - 2)
  })
  await test.step('a new client logs in, and no other screen is loaded', async () => {
    const homes: string[] = []
    page.on('request', (request) => void (request.url().includes('/assets/home-') && homes.push(request.url())))
    await page.evaluate(() => localStorage.clear())
    await page.goto('/login')
    await logIn(page, client)
    await expect(page.getByRole('dialog', { name: 'KYC Required' })).toBeVisible()
    expect(homes).toEqual([])
  })
  await test.step('an address names a transaction', async () => {
    const payer = await verifiedClient(sauda, cards, 'Tara')
    const { _id, transactionId } = await reportPayment(sauda, payer, 5000)
    await enter(page, payer, '/terms')
    const path = '/account/wallet/transaction-history'
    const weight = await weighs(`${path}?transaction=${_id}`, `Deposit ${transactionId}`, 'complementary')
    expect(weight).toBeLessThanOrEqual(scriptLimit(path))
  })
})

test('on a desktop, the heaviest screens stay half a KB below their limit', async ({ page, sauda, cards }) => {
  const client = await verifiedClient(sauda, cards, 'Leela')
  for (const path of ['/account/security', '/account/segment', '/account/nominee', '/account/portfolio']) {
    await enter(page, client, '/terms')
    const { first } = await weighVisit(page, path, page.getByRole('heading', { level: 1 }))
    expect.soft(first.scripts / 1000, path).toBeLessThanOrEqual(scriptLimit(path) - 0.5)
  }
})

test('loads a screen’s code when the pointer is on its link; a failure changes nothing else', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Divya')
  const asks = (name: string) => page.waitForRequest((request) => request.url().includes(`/assets/${name}-`))
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  await page.goto('/login')
  // The prerendered form has no handlers yet.
  await expect(page.locator('#first')).toHaveCount(0)
  await Promise.all([asks('create-account'), link('Sign up').hover()])
  await expect(page).toHaveURL('/login')

  await enter(page, client)
  const sees = countRequests(page, `/user/trade/history/${client.userId}`)
  const { promise, resolve: broken } = Promise.withResolvers<void>()
  await page.route('**/assets/positions-*', (route) => route.abort().then(broken))
  await page.evaluate(() => document.body.setAttribute('data-same', ''))
  await link('Position').hover()
  await promise
  await page.unroute('**/assets/positions-*')
  await Promise.all([asks('nominee'), link('Nominee').focus()])
  expect(sees()).toBe(0)
  await link('Position').click()
  await expect(page.getByRole('heading', { name: 'Positions', level: 1 })).toBeVisible()
  await expect(page.locator('body[data-same]')).toHaveCount(1)
  await expect.poll(sees).toBeGreaterThan(0)
})
