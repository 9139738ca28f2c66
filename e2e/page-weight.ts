import { gzipSync } from 'node:zlib'
import type { Locator, Page, Request } from '@playwright/test'

/** Limit for the scripts, in KB of gzip, that a page loads before it is shown. */
export const scriptLimit = (path: string): number => (path === '/' ? 5 : path === '/login' ? 150 : 185)

/** Bytes as gzip, 1000 to the KB. What a browser is sent is brotli, and smaller still. */
export interface Weight {
  scripts: number
  /** Styles and the page itself. */
  rest: number
}

/** What a visit with an empty cache loads until `ready` is visible and nothing is pending; `soFar` continues counting. */
export async function weighVisit(
  page: Page,
  path: string,
  ready: Locator,
): Promise<{ first: Weight; soFar: () => Promise<Weight> }> {
  const session = await page.context().newCDPSession(page)
  await session.send('Network.setCacheDisabled', { cacheDisabled: true })
  const weight: Weight = { scripts: 0, rest: 0 }
  const asked: Promise<void>[] = []
  page.on('request', (request) => {
    const kind = kindOf(request)
    if (!kind) return
    const weighed = gzipOf(request).then((bytes) => void (weight[kind] += bytes))
    // A closed page loads nothing more.
    weighed.catch(() => undefined)
    asked.push(weighed)
  })
  const soFar = async (): Promise<Weight> => {
    for (let known = -1; known !== asked.length;) {
      known = asked.length
      await page.evaluate('new Promise((idle) => requestIdleCallback(idle))')
      await Promise.all(asked)
    }
    return { ...weight }
  }

  await page.goto(path)
  await ready.waitFor()
  // A public page brings its one script inside it.
  const inside = await page.locator('script:not([src])').allTextContents()
  weight.scripts += gzip(inside.join('\n'))
  return { first: await soFar(), soFar }
}

function kindOf(request: Request): keyof Weight | undefined {
  // The charting service's frames are none of ours.
  if (request.frame().parentFrame()) return undefined
  const type = request.resourceType()
  // The worker is for the next visit.
  if (type === 'script') return request.url().endsWith('/sw.js') ? undefined : 'scripts'
  return type === 'stylesheet' || type === 'document' ? 'rest' : undefined
}

const gzip = (text: string | Buffer): number => gzipSync(text, { level: 9 }).length

async function gzipOf(request: Request): Promise<number> {
  const body = await request.response().then((response) => response?.body())
  return body ? gzip(body) : 0
}
