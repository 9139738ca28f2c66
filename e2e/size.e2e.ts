import { gzipSync } from 'node:zlib'
import { reportPayment } from './money.ts'
import { countRequests, enter, newClient, verifiedClient } from './people.ts'
import { expect, test } from './test.ts'
import { promised, weighVisit } from './page-weight.ts'

/** KB of script, as gzip, before a screen can stand: on a slow line each ten are a twentieth of a second. */
const most = (path: string): number => (path === '/login' ? 135 : 160)

interface Part {
  readonly module: string
  readonly imports: readonly string[]
}
interface Manifest {
  readonly entry: Part
  readonly routes: Readonly<Record<string, Part & { readonly parentId?: string; readonly path?: string }>>
}

test('no screen loads more than 160 KB of script, and the login no more than 135', async ({ sauda }) => {
  const read = async (path: string): Promise<string> => (await fetch(`${sauda.url}${path}`)).text()
  const listed = /\/assets\/manifest-\w+\.js/.exec(await read('/login'))?.[0] ?? ''
  const { entry, routes } = manifestIn(await read(listed))

  const weights = new Map<string, Promise<number>>()
  const weigh = (file: string): Promise<number> => {
    const known = weights.get(file) ?? read(file).then((script) => gzipSync(script, { level: 9 }).length)
    weights.set(file, known)
    return known
  }
  const screens = await Promise.all(
    Object.values(routes).map(async (route) => {
      const chain = [route]
      for (let above = route.parentId; above !== undefined; above = chain[0]?.parentId) {
        const parent = routes[above]
        if (!parent) break
        chain.unshift(parent)
      }
      const path = `/${chain.flatMap((each) => each.path || []).join('/')}`
      const files = new Set([listed, ...[entry, ...chain].flatMap(({ module, imports }) => [module, ...imports])])
      const bytes = await Promise.all([...files].map(weigh))
      return { path, kilobytes: bytes.reduce((sum, each) => sum + each, 0) / 1000 }
    }),
  )
  expect(screens.length).toBeGreaterThan(20)
  expect(screens.filter(({ path, kilobytes }) => kilobytes > most(path))).toEqual([])
})

test('a screen whose dialog opens by itself brings at most 15 KB more than other screens', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await newClient(sauda, 'Navya')
  const weighs = async (path: string, title: string): Promise<number> => {
    const { first } = await weighVisit(page, path, page.getByRole('dialog', { name: title }))
    return first.scripts / 1000
  }
  await test.step('a new client is asked for documents', async () => {
    await enter(page, client, '/terms')
    expect(await weighs('/account/profile', 'KYC Required')).toBeLessThanOrEqual(promised('/account/profile') + 15)
  })
  await test.step('an address names a transaction', async () => {
    const payer = await verifiedClient(sauda, cards, 'Tara')
    const { _id, transactionId } = await reportPayment(sauda, payer, 5000)
    await enter(page, payer, '/terms')
    const path = '/account/wallet/transaction-history'
    expect(await weighs(`${path}?transaction=${_id}`, `Added ${transactionId}`)).toBeLessThanOrEqual(
      promised(path) + 15,
    )
  })
})

test('the code of a screen comes when somebody reaches for its link; where it does not come, nothing else happens', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Divya')
  const asks = (name: string) => page.waitForRequest((request) => request.url().includes(`/assets/${name}-`))
  const link = (name: string) => page.getByRole('link', { name, exact: true })
  await page.goto('/login')
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

/** Which files each screen is made of, as the browser is told. */
function manifestIn(script: string): Manifest {
  return JSON.parse(script.slice(script.indexOf('{'), script.lastIndexOf('}') + 1)) as Manifest
}
