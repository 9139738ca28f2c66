import type { Browser } from '@playwright/test'
import { sampleCards } from '../e2e/cards.ts'
import { launchChromium } from '../e2e/chromium.ts'
import { startSauda, type Sauda } from '../e2e/harness.ts'
import { atDesk, clientWith } from '../e2e/money.ts'
import { call, deskToken, enter, type Client } from '../e2e/people.ts'
import { median, printTable, ratio, whole } from './report.ts'
import { busyIn, traceCategories, type TraceEvent } from './trace.ts'

const counts = [10, 500] as const
const rounds = 3
const seconds = 6
const frameMilliseconds = 1000 / 60

type Measured = {
  /** Frames a second the page was given. */
  frames: number
  /** How many of a hundred frames came a whole frame late or more. */
  late: number
  /** Tasks of more than 50 ms a second. */
  long: number
  /** The percentage of time in which the page's thread worked. */
  busy: number
  /** Rows that changed in the document with each tick of the simulation. */
  rows: number
}
type Visit = { count: number; how: 'blank' | 'still' | 'scrolling' }

/** `npm run bench:positions`: the positions page while its figures move: many positions, few positions and a blank page. */
export async function main(): Promise<void> {
  const sauda = await startSauda({ env: { RATE_LIMITS: 'off' } })
  const browser = await launchChromium()
  try {
    const cards = await sampleCards(browser)
    const clients = new Map<number, Client>()
    for (const count of counts) {
      const client = await clientWith(sauda, cards, 'Meera', 90_00_000)
      await bookPositions(sauda, client, count)
      clients.set(count, client)
    }
    const visits: Visit[] = [
      { count: 0, how: 'blank' },
      ...counts.flatMap((count): Visit[] => [
        { count, how: 'still' },
        { count, how: 'scrolling' },
      ]),
    ]
    const seen = visits.map((): Measured[] => [])
    // In turns, because the machine is shared.
    for (let round = 0; round < rounds; round += 1)
      for (const [index, visit] of visits.entries())
        seen[index]?.push(await measure(browser, sauda, clients.get(visit.count), visit))
    const middle = seen.map((each) => (key: keyof Measured) => median(each.map((one) => one[key])))
    const blank = middle[0]?.('frames') ?? Number.NaN
    printTable(
      ['page', 'frames/s', 'against blank', 'late frames, %', 'long tasks/s', 'thread busy, %', 'rows drawn per tick'],
      visits.map(({ count, how }, index) => {
        const of = middle[index] ?? (() => Number.NaN)
        const page = how === 'blank' ? 'blank' : `${count} positions, ${how}`
        return [page, whole(of('frames')), ratio(of('frames'), blank), ...tail(of)]
      }),
    )
  } finally {
    await browser.close()
    await sauda.stop()
  }
}

const tail = (of: (key: keyof Measured) => number): string[] =>
  (['late', 'long', 'busy', 'rows'] as const).map((key) => ratio(of(key), 1))

/** Books all of them by bulk upload. */
async function bookPositions(sauda: Sauda, { userId, token }: Client, count: number): Promise<void> {
  const { saudaId } = await call<{ saudaId: string }>(sauda, 'GET', `/user/profile/${userId}`, { token })
  const { instruments } = await call<{ instruments: { symbol: string; kind: string; lot: number }[] }>(
    sauda,
    'GET',
    '/desk/instruments',
    { token: await deskToken(sauda) },
  )
  const shares = instruments.filter(({ kind, lot }) => kind === 'share' && lot === 1)
  const lines = Array.from({ length: count }, (_, index) => {
    const { symbol = '' } = shares[index % shares.length] ?? {}
    return `${count}-${index},${saudaId},BUY,${symbol},${1 + (index % 9)},${1000 + index}.50,`
  })
  const csv = ['reference,client,action,stock,quantity,price,position', ...lines, ''].join('\n')
  await atDesk(sauda, '/trades/import', { csv })
}

async function measure(
  browser: Browser,
  sauda: Sauda,
  client: Client | undefined,
  { count, how }: Visit,
): Promise<Measured> {
  const page = await browser.newPage({ baseURL: sauda.url, viewport: { width: 1440, height: 900 } })
  if (client) {
    await enter(page, client, '/account/position/position')
    await page.getByRole('table', { name: 'Open Positions' }).getByText('Simulated').first().waitFor()
    const drawn = await page.locator('tbody > tr:has(button)').count()
    if (drawn !== count) throw new Error(`${drawn} rows instead of ${count}`)
    // Warm-up.
    await page.waitForTimeout(2000)
  }
  await page.evaluate(watch)
  await browser.startTracing(page, { categories: traceCategories })
  const until = Date.now() + seconds * 1000
  for (let turn = 0; Date.now() < until; turn += 1) {
    // Scrolls down, then up.
    if (how === 'scrolling') await page.mouse.wheel(0, turn % 40 < 20 ? 240 : -240)
    await page.waitForTimeout(50)
  }
  const { gaps, rows, ticks } = await page.evaluate<Seen>('seen')
  const trace = JSON.parse((await browser.stopTracing()).toString()) as { traceEvents: TraceEvent[] }
  await page.close()
  const { share, long } = busyIn(trace.traceEvents)
  const passed = gaps.reduce((sum, gap) => sum + gap, 0)
  return {
    frames: (1000 * gaps.length) / passed,
    late: (100 * gaps.filter((gap) => gap > 2 * frameMilliseconds).length) / gaps.length,
    long: (1000 * long) / passed,
    busy: 100 * share,
    rows: ticks === 0 ? 0 : rows / ticks,
  }
}

type Seen = { gaps: number[]; rows: number; ticks: number }

/** In the page: the time between frames, and how many rows change together. */
const watch = `
  var seen = { gaps: [], rows: 0, ticks: 0 }
  let last = performance.now()
  const frame = (now) => {
    seen.gaps.push(now - last)
    last = now
    requestAnimationFrame(frame)
  }
  requestAnimationFrame(frame)
  new MutationObserver((records) => {
    seen.rows += new Set(records.map(({ target }) => target.parentElement.closest('tr'))).size
    seen.ticks += 1
  }).observe(document.querySelector('table') ?? document, { subtree: true, characterData: true, attributes: true })
`
