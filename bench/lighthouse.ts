import { PlainError } from '../scripts/child.ts'

/** The parts of a report we use. Times in milliseconds, scores from 0 to 100. */
export interface Marks {
  performance: number
  accessibility: number
  practices: number
  seo: number
  firstPaint: number
  largestPaint: number
  blocked: number
  shift: number
}

interface Report {
  categories: Record<string, { score: number | null }>
  audits: Record<string, { numericValue?: number; score: number | null }>
}
type Lighthouse = (url: string, flags: object) => Promise<{ lhr: Report } | undefined>

const version = '13.5.0'

/** Not an installed dependency: 115 libraries and 170 MB for this command alone. */
export async function loadLighthouse(): Promise<Lighthouse> {
  try {
    return ((await import('lighthouse' as string)) as { default: Lighthouse }).default
  } catch {
    throw new PlainError(`Lighthouse is not installed. Type: npm i --no-save lighthouse@${version}`)
  }
}

/** One visit by a mid-range phone on a slow connection. `keepsLogin` preserves the storage. */
export async function visit(
  lighthouse: Lighthouse,
  url: string,
  { port, keepsLogin }: { port: number; keepsLogin: boolean },
): Promise<Marks> {
  const onlyCategories = ['performance', 'accessibility', 'best-practices', 'seo']
  const flags = { port, logLevel: 'silent', onlyCategories, disableStorageReset: keepsLogin }
  const found = await lighthouse(url, flags)
  if (!found) throw new Error(`No report about ${url}`)
  const { categories, audits } = found.lhr
  const score = (name: string) => Math.round((categories[name]?.score ?? Number.NaN) * 100)
  const value = (name: string) => audits[name]?.numericValue ?? Number.NaN
  return {
    performance: score('performance'),
    accessibility: score('accessibility'),
    practices: score('best-practices'),
    seo: score('seo'),
    firstPaint: value('first-contentful-paint'),
    largestPaint: value('largest-contentful-paint'),
    blocked: value('total-blocking-time'),
    shift: value('cumulative-layout-shift'),
  }
}
