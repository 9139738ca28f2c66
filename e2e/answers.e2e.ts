import type { Page } from '@playwright/test'
import { answersOf, byChance, empty, largest, type Schema, smallest, smallestOf, type Choice } from './answers.ts'
import { complaints } from './inspect.ts'
import type { Sauda } from './harness.ts'
import { call, enter, verifiedClient, type Client } from './people.ts'
import { accountScreens } from './screens.ts'
import { settled, walkTo } from './settled.ts'
import { expect, test } from './test.ts'

/** Set by `npm run fuzz`. */
const rounds = Number(process.env['ANSWER_ROUNDS'] ?? 0)
const firstSeed = Number(process.env['SEED'] ?? 1)

test.setTimeout(240_000 + rounds * 60_000)

test('every screen shows the smallest, the largest and an empty answer that the specification allows', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Smita')
  const found = complaints(page)
  for (const [name, choice] of Object.entries({ smallest, largest, empty }))
    await test.step(name, () => walk(page, client, choice, name))
  for (let round = 0; round < rounds; round += 1) {
    const seed = firstSeed + round
    await test.step(`by chance ${seed}`, () => walk(page, client, byChance(seed), `SEED=${seed}`))
  }
  expect(found).toEqual([])
})

test('every screen is shown where the reads beyond the specification have their smallest answer, or do not exist', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Swati')
  const reads = await ownReads(sauda)
  expect(reads.length).toBeGreaterThan(10)
  const found = complaints(page)
  await test.step('smallest', () => walk(page, client, smallest, 'own reads', (own) => routeOwn(own, reads)))
  expect(found).toEqual([])
  const missing = reads.map((read) => ({ ...read, json: undefined }))
  await test.step('missing', () => walk(page, client, smallest, 'no own reads', (own) => routeOwn(own, missing)))
  expect(found.filter((text) => !/not found/i.test(text))).toEqual([])
})

test('a screen shows what the smallest answer leaves out as far as it follows from the rest', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Sudha')
  await answerAs(page, smallest)
  await enter(page, client, '/account/wallet/transaction-history')
  await expect(page.getByText('Showing 12 of 12 entries')).toBeVisible()
  await walkTo(page, '/account/portfolio/overview')
  await expect(page.getByRole('button', { name: 'Accept', exact: true }).first()).toBeEnabled()
  // 2 decimals with trailing zeros trimmed.
  await expect(page.getByRole('heading', { name: 'Last profit' }).locator('xpath=../..')).toContainText(
    /₹[\d,]+(?:\.\d?[1-9])?(?!\d|\.)/,
  )
  await walkTo(page, '/account/wallet/add-fund')
  await page.getByRole('radio', { name: 'Withdraw Fund' }).check()
  await expect(page.getByText('Withdrawable ₹2,50,000.00')).toBeVisible()
  await walkTo(page, '/account/charges')
  await page
    .getByRole('button', { name: /^Pay Now/ })
    .first()
    .click()
  await page.getByRole('button', { name: 'I have paid' }).click()
  await expect(page.getByRole('button', { name: 'Submit Payment' })).toBeEnabled()
  // The specification does not name the status of a verified client.
  await enter(page, { ...client, isDocsVerified: 'APPROVED' }, '/account/profile')
  await expect(page.getByText('SD100001').first()).toBeVisible()
  await expect.poll(() => page.evaluate(() => localStorage.getItem('isDocsVerified'))).toBe('VERIFIED')
  await expect(page.getByText('Your documents are verified')).toBeHidden()
})

/** Answers every read of the specification; other calls go to the server. */
async function answerAs(page: Page, choice: Choice): Promise<void> {
  const answers = answersOf(choice)
  const reads = new Map(Object.entries(answers).map(([path, json]) => [`/api/${path}`, json]))
  const readOf = (url: URL): string => url.pathname.replace(/\/[\da-f-]{36}$/, '')
  await page.unrouteAll({ behavior: 'ignoreErrors' })
  await page.route(
    (url) => reads.has(readOf(url)),
    (route) => {
      const request = route.request()
      if (request.method() !== 'GET') return route.continue()
      return route.fulfill({ json: reads.get(readOf(new URL(request.url()))) })
    },
  )
  // A call of our own, with an id that our server has not given.
  await page.route('**/api/user/wallet/transaction/*', (route) =>
    route.fulfill({
      json: { ...transactionOf(answers, route.request().url()), steps: [], canCancel: false, canReply: false },
    }),
  )
}

function transactionOf(answers: ReturnType<typeof answersOf>, url: string): object {
  const answer = answers['user/wallet/transactions'] as { transactions: { _id: string }[] } | { _id: string }[]
  const all = Array.isArray(answer) ? answer : answer.transactions
  return all.find(({ _id }) => url.endsWith(_id)) ?? {}
}

interface OwnRead {
  path: RegExp
  /** Undefined: the server does not know the call. */
  json: unknown
}

/** The reads of a client that the specification does not name, with the smallest answer of the contract. */
async function ownReads(sauda: Sauda): Promise<OwnRead[]> {
  const specified = Object.keys(answersOf(empty)).map((path) => `/${path}`)
  const { paths } = await call<{ paths: Record<string, { get?: Operation }> }>(sauda, 'GET', '/openapi.json')
  return Object.entries(paths).flatMap(([path, { get }]) => {
    const schema = get?.responses['200']?.content?.['application/json']?.schema
    const isSpecified = specified.includes(path.replace(/\/\{\w+\}$/, ''))
    if (!schema || !path.startsWith('/user/') || isSpecified) return []
    return [{ path: new RegExp(`^/api${path.replaceAll(/\{\w+\}/g, '[^/]+')}$`), json: smallestOf(schema) }]
  })
}

interface Operation {
  responses: Record<string, { content?: Record<string, { schema?: Schema }> }>
}

async function routeOwn(page: Page, reads: readonly OwnRead[]): Promise<void> {
  await page.route('**/api/user/**', (route) => {
    const { pathname } = new URL(route.request().url())
    const read = reads.find(({ path }) => path.test(pathname))
    if (!read || route.request().method() !== 'GET') return route.fallback()
    if (read.json === undefined) return route.fulfill({ status: 404, json: { message: 'Not found', status: 404 } })
    return route.fulfill({ json: read.json })
  })
}

async function walk(
  page: Page,
  client: Client,
  choice: Choice,
  name: string,
  more?: (page: Page) => Promise<void>,
): Promise<void> {
  await answerAs(page, choice)
  await more?.(page)
  await enter(page, client, '/account/demat')
  for (const path of accountScreens.filter((each) => each !== '/account/demat')) {
    await walkTo(page, path)
    await settled(page)
    await expect(page.getByText('This page could not be shown'), `${name}, ${path}`).toHaveCount(0)
    const text = await page.locator('body').innerText()
    expect
      .soft(text.match(/.*\b(?:undefined|NaN|null|Invalid Date|\[object)\b.*/g) ?? [], `${name}, ${path}`)
      .toEqual([])
  }
}
