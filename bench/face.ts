import { mkdtempSync, rmSync } from 'node:fs'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { brotliCompressSync } from 'node:zlib'
import { chromium } from '@playwright/test'
import { sampleCards } from '../e2e/cards.ts'
import { findChromium, launchChromium } from '../e2e/chromium.ts'
import { startSauda } from '../e2e/harness.ts'
import { clientWith } from '../e2e/money.ts'
import { enter } from '../e2e/people.ts'
import { loadLighthouse, visit, type Marks } from './lighthouse.ts'
import { median, printTable, ratio, reportMisses, whole } from './report.ts'
import { printSizes } from './size.ts'

const runs = 5

interface Limit {
  /** Minimum of each score. */
  score: number
  of: readonly (keyof Marks)[]
  largestPaint?: number
}
interface Screen {
  path: string
  client?: true
  limit?: Limit
}

// The account area is excluded from search engines, so its SEO score means nothing.
const inside = ['performance', 'accessibility', 'practices'] as const
const all = [...inside, 'seo'] as const

const screens: Screen[] = [
  { path: '/', limit: { score: 100, of: all, largestPaint: 900 } },
  { path: '/privacy' },
  { path: '/login', limit: { score: 95, of: all } },
  { path: '/create-account' },
  { path: '/account/home', client: true, limit: { score: 95, of: inside } },
  { path: '/account/wallet/add-fund', client: true },
]

/** The minimum: a page with a heading, served compressed by Node alone. */
const bare =
  '<!doctype html><html lang="en"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>Bare</title><meta name="description" content="Bare"></head><body><h1>Lowest Spreads for highest Profit</h1></body></html>'

/** `npm run bench:face`: sizes of our pages and their Lighthouse scores on a phone, compared with a page that has only a heading. */
export async function main(): Promise<void> {
  const lighthouse = await loadLighthouse()
  const sauda = await startSauda({ env: { RATE_LIMITS: 'off' } })
  const floor = await serveBare()
  const profile = mkdtempSync(join(tmpdir(), 'sauda-face-'))
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const context = await chromium.launchPersistentContext(profile, {
    baseURL: sauda.url,
    executablePath: findChromium() ?? '',
    args: ['--headless', '--no-sandbox', '--disable-gpu', '--disable-quic', `--remote-debugging-port=${port}`],
  })
  try {
    const misses = await printSizes(sauda)
    const [page = await context.newPage()] = context.pages()
    const photographer = await launchChromium()
    const cards = await sampleCards(photographer)
    await photographer.close()
    const client = await clientWith(sauda, cards, 'Meera', 1_25_000)

    const least = await marksOf(() => visit(lighthouse, floor.url, { port, keepsLogin: false }))
    const rows = [row('a page with one heading', least, least)]
    for (const { path, client: asClient, limit } of screens) {
      const marks = await marksOf(async () => {
        if (asClient) await enter(page, { ...client }, '/offline')
        return visit(lighthouse, `${sauda.url}${path}`, { port, keepsLogin: asClient === true })
      })
      rows.push(row(`\`${path}\``, marks, least, limit))
      misses.push(...missed(path, marks, limit))
      console.log(rows.at(-1)?.join('  '))
      await page.goto('/offline')
      await page.evaluate(() => localStorage.clear())
    }
    printTable(
      [
        'page',
        'performance',
        'accessibility',
        'best practices',
        'SEO',
        'FCP ms',
        'LCP ms',
        'against the floor',
        'TBT ms',
        'CLS',
        'limit',
      ],
      rows,
    )
    reportMisses(misses)
  } finally {
    await context.close()
    await sauda.stop()
    floor.stop()
    rmSync(profile, { recursive: true, force: true })
  }
}

/** The median of each score, because a single visit varies on a shared machine. */
async function marksOf(once: () => Promise<Marks>): Promise<Marks> {
  const all: Marks[] = []
  for (let run = 0; run < runs; run += 1) all.push(await once())
  const middle = (name: keyof Marks) => median(all.map((marks) => marks[name]))
  return {
    performance: middle('performance'),
    accessibility: middle('accessibility'),
    practices: middle('practices'),
    seo: middle('seo'),
    firstPaint: middle('firstPaint'),
    largestPaint: middle('largestPaint'),
    blocked: middle('blocked'),
    shift: middle('shift'),
  }
}

function missed(path: string, marks: Marks, limit?: Limit): string[] {
  if (!limit) return []
  const misses = limit.of
    .filter((name) => !(marks[name] >= limit.score))
    .map((name) => `${path}: ${name} ${whole(marks[name])} of ${limit.score}`)
  const { largestPaint: most = Infinity } = limit
  const isLate = !(marks.largestPaint <= most)
  return isLate ? [...misses, `${path}: LCP ${whole(marks.largestPaint)} ms of ${most}`] : misses
}

function limitWords(limit?: Limit): string {
  if (!limit) return ''
  const scores = `${limit.score}${limit.of === all ? '' : ', without SEO'}`
  return limit.largestPaint === undefined ? scores : `${scores}, LCP ${limit.largestPaint} ms`
}

function row(name: string, marks: Marks, least: Marks, limit?: Limit): string[] {
  const { performance, accessibility, practices, seo, firstPaint, largestPaint, blocked, shift } = marks
  return [
    name,
    ...[performance, accessibility, practices, seo, firstPaint, largestPaint].map(whole),
    ratio(largestPaint, least.largestPaint),
    whole(blocked),
    shift.toLocaleString('en', { maximumFractionDigits: 3 }),
    limitWords(limit),
  ]
}

async function serveBare(): Promise<{ url: string; stop: () => void }> {
  const body = brotliCompressSync(bare)
  const server = createServer((_request, response) => {
    response.writeHead(200, { 'content-type': 'text/html; charset=utf-8', 'content-encoding': 'br' })
    response.end(body)
  })
  await new Promise<void>((ready) => server.listen(0, '127.0.0.1', ready))
  const { port } = server.address() as AddressInfo
  return { url: `http://127.0.0.1:${port}/`, stop: () => void server.close() }
}
