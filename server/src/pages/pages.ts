import fastifyStatic from '@fastify/static'
import type { Brand, FirstPaints } from '@sauda/contract/health'
import { commonErrors, AppError } from '@sauda/contract/error'
import type { FastifyInstance } from 'fastify'
import { branded, withStyles } from './branded.ts'
import { applicationPage, built, isBuilt, portalFile, portalManifest, stillParts } from './built.ts'
import { inlineHashes } from './inline.ts'
import { digestOf, sendStatic, staticContent, type StaticContent } from '../platform/static-content.ts'
import { startedLate } from './late.ts'
import { screenScripts } from './scripts.ts'
import { searchable } from './searchable.ts'

/** Everything a browser is given that is not a call, a screen's code or a picture; made once, under the broker's brand. */
export type Pages = {
  /** By their path: the public pages, and what belongs to the installed portal. */
  readonly fixed: ReadonlyMap<string, StaticContent>
  /** What any other address of an application is answered with, and whether it has such a screen. */
  readonly application: (path: string) => { page: StaticContent; known: boolean }
  readonly hashes: ReturnType<typeof inlineHashes>
}

const html = 'text/html; charset=utf-8'

export type Branding = { readonly brand: Brand; readonly look: string; readonly address: string }

/** Undefined where nothing has been built, as in a test of the calls alone. */
export async function makePages({ brand, look, address }: Branding): Promise<Pages | undefined> {
  if (!isBuilt()) return undefined
  const { renderStill, worker, style, script, ...first } = await stillParts()
  const still = renderStill({ brand, address, look, style, script })
  const offline = digestOf(Buffer.from(still['/offline'] ?? ''))
  const desk = branded(applicationPage('desk'), { brand, look, title: brand.name })
  const portal = withStyles(applicationPage('portal'), portalFile)
  return {
    fixed: new Map([
      ...Object.entries(still).map(([path, page]) => [path, staticContent(page, html)] as const),
      // Another offline page is another worker, which brings it.
      ['/sw.js', staticContent(`self.offlineVersion='${offline}';${worker}`, 'text/javascript; charset=utf-8')],
      ...searchable(address, still),
    ]),
    application: applications({ desk, portal, first, brand, look }),
    // First paints hold neither script nor style, so one page of the portal stands for all.
    hashes: inlineHashes([...Object.values(still), desk, startedLate(branded(portal, { brand, look, title: '' }), [])]),
  }
}

type Drawn = {
  readonly desk: string
  readonly portal: string
  readonly first: FirstPaints
  readonly brand: Brand
  readonly look: string
}

/** Finds an address its page: the desk's one, or the portal's, with the scripts of just that screen and its first paint. */
function applications({ desk, portal, first, brand, look }: Drawn): Pages['application'] {
  const firsts = first.renderFirst(brand)
  const forDesk = staticContent(desk, html)
  const scripts = screenScripts(portalManifest())
  const made = new Map<string, StaticContent>()
  const make = (path: string): StaticContent => {
    const drawn = firsts[firstFor(path, Object.keys(firsts))]
    const dressed = branded(portal, { brand, look, title: first.titleOf(path, brand.name), first: drawn ?? '' })
    const page = staticContent(startedLate(dressed, scripts.get(path) ?? []), html)
    made.set(path, page)
    return page
  }
  return (address) => {
    const path = address.replace(/\/+$/, '')
    if (/^\/desk(?:\/|$)/.test(path)) return { page: forDesk, known: true }
    // Only addresses we know are kept: anybody may make up another.
    const known = scripts.has(path)
    const drawn = known ? path : ''
    return { page: made.get(drawn) ?? make(drawn), known }
  }
}

const firstFor = (path: string, prefixes: readonly string[]): string =>
  prefixes
    .filter((prefix) => prefix === '' || path === prefix || path.startsWith(`${prefix}/`))
    .reduce((longest, prefix) => (prefix.length > longest.length ? prefix : longest), '')

/** Serves the portal at `/` and the desk at `/desk`; any other page address gets the application, which knows its own routes. */
export async function servePages(app: FastifyInstance, pages: Pages | undefined): Promise<void> {
  if (pages) {
    for (const [path, kept] of pages.fixed) app.get(path, (request, reply) => sendStatic(request, reply, kept))
    await serveFiles(app)
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0] ?? ''
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/api(?:\/|$)/.test(path) &&
      !/\.\w{1,5}$/.test(path)
    if (!isPage || !pages) throw new AppError(commonErrors.notFound)
    const named = pages.fixed.get(path.replace(/\/+$/, ''))
    if (named) return sendStatic(request, reply, named)
    const { page, known } = pages.application(path)
    // What says that it does not exist is nothing to be found.
    if (!known) reply.header('x-robots-tag', 'noindex')
    return sendStatic(request, reply, page)
  })
}

async function serveFiles(app: FastifyInstance): Promise<void> {
  for (const [root, prefix] of [
    [built.portal, '/'],
    [built.desk, '/desk/'],
  ] as const) {
    await app.register(fastifyStatic, {
      root,
      prefix,
      decorateReply: prefix === '/',
      wildcard: false,
      // The applications' pages are served from memory, under the broker's name.
      index: false,
      globIgnore: ['**/*.html', '**/*.{br,gz}'],
      // The build leaves a .br and a .gz beside each text file.
      preCompressed: true,
      // Built files carry a hash in their name.
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache')
      },
    })
  }
}
