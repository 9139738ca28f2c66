import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium } from '@playwright/test'
import { sampleCards } from '../e2e/cards.ts'
import { PlainError } from '../scripts/child.ts'
import { findChromium, launchChromium } from '../e2e/chromium.ts'
import { startSauda } from '../e2e/harness.ts'
import { clientWith } from '../e2e/money.ts'
import { enter } from '../e2e/people.ts'
import { median, printTable, reportMisses, whole } from './report.ts'
import { printSizes } from './size.ts'

const runs = 5

/** From 0 to 100. */
const scores = {
  performance: 'performance',
  accessibility: 'accessibility',
  practices: 'best-practices',
  seo: 'seo',
} as const
/** Milliseconds, and the shift of the layout. */
const times = {
  firstPaint: 'first-contentful-paint',
  largestPaint: 'largest-contentful-paint',
  blocked: 'total-blocking-time',
  shift: 'cumulative-layout-shift',
} as const
type Marks = Record<keyof typeof scores | keyof typeof times, number>
const names = [...Object.keys(scores), ...Object.keys(times)] as (keyof Marks)[]

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
  { path: '/privacy', limit: { score: 100, of: all } },
  { path: '/login', limit: { score: 100, of: all } },
  { path: '/create-account', limit: { score: 100, of: all } },
  { path: '/account/home', client: true, limit: { score: 95, of: inside } },
  { path: '/account/wallet/add-fund', client: true },
]

/** `npm run bench:face`: sizes of our pages and their Lighthouse scores on a phone. */
export async function main(): Promise<void> {
  const lighthouse = await loadLighthouse()
  const sauda = await startSauda({ env: { RATE_LIMITS: 'off' } })
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

    const rows: string[][] = []
    for (const { path, client: asClient, limit } of screens) {
      const marks = await marksOf(async () => {
        if (asClient) await enter(page, { ...client }, '/robots.txt')
        return visit(lighthouse, `${sauda.url}${path}`, { port, keepsLogin: asClient === true })
      })
      rows.push(row(`\`${path}\``, marks, limit))
      misses.push(...missed(path, marks, limit))
      console.log(rows.at(-1)?.join('  '))
      await page.goto('/robots.txt')
      await page.evaluate(() => localStorage.clear())
    }
    const header = 'page|performance|accessibility|best practices|SEO|FCP ms|LCP ms|TBT ms|CLS|limit'
    printTable(header.split('|'), rows)
    reportMisses(misses)
  } finally {
    await context.close()
    await sauda.stop()
    rmSync(profile, { recursive: true, force: true })
  }
}

/** The median of each figure, because a single visit varies on a shared machine. */
async function marksOf(once: () => Promise<Marks>): Promise<Marks> {
  const visits: Marks[] = []
  for (let run = 0; run < runs; run += 1) visits.push(await once())
  return Object.fromEntries(names.map((name) => [name, median(visits.map((marks) => marks[name]))])) as Marks
}

type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>
interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number }>
}

/** Not an installed dependency: 115 libraries and 170 MB for this command alone. */
async function loadLighthouse(): Promise<Lighthouse> {
  try {
    return ((await import('lighthouse' as string)) as { default: Lighthouse }).default
  } catch {
    throw new PlainError('Lighthouse is not installed. Type: npm i --no-save lighthouse@13.5.0')
  }
}

/** One visit by a mid-range phone on a slow connection. `keepsLogin` preserves the storage. */
async function visit(
  lighthouse: Lighthouse,
  url: string,
  { port, keepsLogin }: { port: number; keepsLogin: boolean },
): Promise<Marks> {
  const flags = { port, logLevel: 'silent', onlyCategories: Object.values(scores), disableStorageReset: keepsLogin }
  const found = await lighthouse(url, flags)
  if (!found) throw new Error(`No report about ${url}`)
  const { categories, audits } = found.lhr
  const score = (name: string) => Math.round((categories[name]?.score ?? Number.NaN) * 100)
  return Object.fromEntries([
    ...Object.entries(scores).map(([name, category]) => [name, score(category)]),
    ...Object.entries(times).map(([name, audit]) => [name, audits[audit]?.numericValue ?? Number.NaN]),
  ]) as Marks
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

function row(name: string, marks: Marks, limit?: Limit): string[] {
  const { performance, accessibility, practices, seo, firstPaint, largestPaint, blocked, shift } = marks
  return [
    name,
    ...[performance, accessibility, practices, seo, firstPaint, largestPaint].map(whole),
    whole(blocked),
    shift.toLocaleString('en', { maximumFractionDigits: 3 }),
    limitWords(limit),
  ]
}
