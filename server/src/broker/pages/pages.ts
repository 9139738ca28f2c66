import { createHash } from 'node:crypto'
import fastifyStatic from '@fastify/static'
import type { ComplaintReport } from '@sauda/contract/client/complaint'
import type { Brand, PublicPageInput, PublishedTimes } from '@sauda/contract/broker/health'
import { browserCheck, browserCheckPath, browserPath, minimumBrowsers } from '@sauda/contract/platform/browser'
import { commonErrors, AppError } from '@sauda/contract/platform/error'
import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { escapeXmlLine } from '../../platform/workbook-parts.ts'
import { filePolicy, wasmWorkerPolicy } from '../../platform/csp.ts'
import type { PublicPageName } from '@sauda/contract/broker/page-content'
import { digestOf, sendStatic, staticContent, type StaticContent } from '../../platform/static-content.ts'
import { coloursStyle } from '../brand/brand.colours.ts'
import type { BrandSettings } from '../brand/brand.settings.ts'
import type { ContentSettings } from '../content/content.settings.ts'
import type { ReadContent } from '../content/content-folder.ts'
import { builtFolders, isBuilt, readBuild, asPreview, type PreviewFile } from './build.ts'
import { documentRules, type IssuedDocument } from '@sauda/contract/core/document'

type PageSettings = Pick<BrandSettings, 'brandColours' | 'brandLogo' | 'brandLogoDark'> &
  ContentSettings & { readonly publicUrl: string }

export type Pages = {
  /** The public pages and their files, by path. */
  readonly fixed: ReadonlyMap<string, StaticContent>
  /** The portal's screens by path, and one at '' for every other address. */
  readonly screens: ReadonlyMap<string, StaticContent>
  readonly desk: StaticContent
  readonly start: (times: PublishedTimes) => string
  readonly complaints: (report: ComplaintReport) => string
  /** A page with content that is not public yet, complete in itself. */
  readonly preview: (content: ReadContent, name: PublicPageName, report: ComplaintReport) => string
  readonly document: RenderDocument
  /** `'sha256-…'` of each script and style inside the pages, for the content security policy. */
  readonly hashes: { readonly scripts: readonly string[]; readonly styles: readonly string[] }
}

const complaintsPath = '/complaints'
/** Files whose name changes with their bytes. */
const foreverCaching = 'public, max-age=31536000, immutable'
/** The page is rendered again this often, however many ask for it. */
const figuresMilliseconds = 60_000
/** The worker that reads the QR code of an Aadhaar photo (portal/src/client/kyc/aadhaar-qr.ts). */
const qrReaderPath = '/qr-reader.js'

const html = (text: string): StaticContent => staticContent(text, 'text/html; charset=utf-8')

/** Undefined if nothing has been built, as in tests of the API alone. */
export async function renderPages(brand: Brand, config: PageSettings): Promise<Pages | undefined> {
  if (!isBuilt()) return undefined
  const { content: read, publicUrl: address } = config
  const brandStyle = coloursStyle(config.brandColours)
  const build = await readBuild()
  const publicStyles = [build.publicStyle + brandStyle]
  const innerStyles = [build.innerStyle]
  const { font } = build
  const { content } = read
  const input: PublicPageInput = {
    brand,
    content,
    address,
    styles: publicStyles,
    innerStyles,
    font,
    script: build.script,
  }
  const open = build.renderPublicPages(input)
  const { entry, filesOf } = build
  const styles = [build.applicationStyle + brandStyle]
  const application = build.renderApplicationPages({ brand, styles, font, entry, filesOf, open: input })
  const offline = digestOf(Buffer.from(open.pages.find(({ path }) => path === '/offline')?.html ?? ''))
  return {
    fixed: new Map<string, StaticContent>([
      ...open.pages.map((page) => [page.path, html(page.html)] as const),
      ...read.pictures.map(({ src, bytes, type }) => [src, staticContent(bytes, type)] as const),
      // A changed offline page needs a new version of the worker that stores it.
      ['/sw.js', staticContent(`self.offlineVersion='${offline}';${build.worker}`, 'text/javascript; charset=utf-8')],
      [browserPath, html(browserPage(brand.name))],
      [browserCheckPath, staticContent(browserCheck, 'text/javascript; charset=utf-8')],
      [qrReaderPath, staticContent(build.qrReader, 'text/javascript; charset=utf-8')],
      ['/robots.txt', staticContent(robotsText(address), 'text/plain; charset=utf-8')],
      [
        '/sitemap.xml',
        staticContent(
          sitemapOf(address, [...open.pages, { path: complaintsPath, isIndexed: true }]),
          'text/xml; charset=utf-8',
        ),
      ],
    ]),
    screens: new Map(application.pages.map((page) => [page.path, html(page.html)])),
    desk: html(build.desk),
    document: (found) => build.renderDocumentPage(input, found),
    start: (times) => build.renderStartPage(input, times),
    complaints: (report) => build.renderComplaintsPage(input, report),
    preview: ({ content: other, pictures }, page, report) => {
      const files = new Map<string, PreviewFile>([
        ...logosOf(config),
        ...pictures.map((picture) => [picture.src, picture] as const),
      ])
      return asPreview(build, { ...input, content: other, script: '' }, { page, report, files })
    },
    hashes: {
      scripts: hashesOf([...open.scripts, ...application.scripts]),
      styles: hashesOf([...publicStyles, ...innerStyles, ...styles]),
    },
  }
}

/** Without styles and scripts, which an old browser may not understand. */
const browserPage = (name: string): string =>
  `<!doctype html><html lang="en-IN"><head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><meta name="robots" content="noindex"><title>Please update your browser</title></head><body><h1>Please update your browser</h1><p>${escapeXmlLine(name)} needs ${minimumBrowsers}. Update your browser or system, or open this address on another device.</p><p><a href="/">Go to the start page</a></p></body></html>`

const logosOf = ({ brandLogo: onLight, brandLogoDark: onDark = onLight }: PageSettings) =>
  onLight && onDark
    ? ([
        ['/logo-light', onLight],
        ['/logo-dark', onDark],
      ] as const)
    : []

const hashesOf = (texts: readonly string[]): string[] =>
  [...new Set(texts)].map((text) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`)

const privatePaths = ['/api/', '/desk', '/account', '/portfolio', '/profile']

const robotsText = (address: string): string =>
  `${['User-agent: *', ...privatePaths.map((path) => `Disallow: ${path}`), '', `Sitemap: ${address}/sitemap.xml`].join('\n')}\n`

export function sitemapOf(address: string, pages: readonly { path: string; isIndexed: boolean }[]): string {
  const places = pages.filter(({ isIndexed }) => isIndexed).map(({ path }) => `<url><loc>${address}${path}</loc></url>`)
  return `<?xml version="1.0" encoding="UTF-8"?><urlset xmlns="http://www.sitemaps.org/schemas/sitemap/0.9">${places.join('')}</urlset>`
}

export type PageSources = {
  readonly complaintReport: () => Promise<ComplaintReport>
  readonly publishedTimes: () => PublishedTimes
  readonly findDocument: FindDocument
}

/**
 * Serves the portal at `/` and the desk at `/desk`; every other page address gets the application, which has its own
 * routes.
 */
export async function servePages(
  app: FastifyInstance,
  pages: Pages | undefined,
  { complaintReport, findDocument, publishedTimes }: PageSources,
): Promise<void> {
  if (pages) {
    serveDocuments(app, pages.document, findDocument)
    let made: { readonly at: number; readonly page: Promise<StaticContent> } | undefined
    app.get(complaintsPath, async (request, reply) => {
      if (!made || Date.now() - made.at > figuresMilliseconds) {
        const page = complaintReport().then((report) => html(pages.complaints(report)))
        made = { at: Date.now(), page }
        // A failure is not kept.
        page.catch(() => (made = undefined))
      }
      return sendStatic(request, reply, await made.page)
    })
    app.get('/', startPage(pages.start, publishedTimes))
    for (const [path, content] of pages.fixed)
      if (path !== '/')
        app.get(path, (request, reply) => {
          if (path === qrReaderPath) reply.header('content-security-policy', wasmWorkerPolicy)
          if (!content.type.startsWith('image/')) return sendStatic(request, reply, content)
          reply.header('content-security-policy', filePolicy)
          return sendStatic(request, reply, content, foreverCaching)
        })
    await serveFiles(app)
  }
  app.setNotFoundHandler((request, reply) => {
    const path = request.url.split('?')[0]?.replace(/(?<!\/)\/+$/, '') ?? ''
    const isPage =
      (request.method === 'GET' || request.method === 'HEAD') &&
      !/^\/(?:api|assets)(?:\/|$)/.test(path) &&
      !path.includes('/.') &&
      !/\.\w{1,5}$/.test(path)
    const notFound = pages?.screens.get('')
    if (!isPage || !pages || !notFound) throw new AppError(commonErrors.notFound)
    if (/^\/desk(?:\/|$)/.test(path)) return sendStatic(request, reply, pages.desk)
    const known = pages.fixed.get(path) ?? (path === '' ? undefined : pages.screens.get(path))
    if (!known) reply.header('x-robots-tag', 'noindex')
    return sendStatic(request, reply, known ?? notFound)
  })
}

/** Drawn again only when a figure on it has changed. */
function startPage(start: Pages['start'], publishedTimes: PageSources['publishedTimes']) {
  let drawn: { readonly times: string; readonly page: StaticContent } | undefined
  return (request: FastifyRequest, reply: FastifyReply) => {
    const times = JSON.stringify(publishedTimes())
    if (drawn?.times !== times) drawn = { times, page: html(start(publishedTimes())) }
    return sendStatic(request, reply, drawn.page)
  }
}

async function serveFiles(app: FastifyInstance): Promise<void> {
  for (const [root, prefix] of [
    [builtFolders.portal, '/'],
    [builtFolders.desk, '/desk/'],
  ] as const) {
    await app.register(fastifyStatic, {
      root,
      prefix,
      decorateReply: prefix === '/',
      wildcard: false,
      index: false,
      globIgnore: ['**/*.html', '**/*.{br,gz}', '.vite/**'],
      // The build writes a .br and a .gz beside each text file.
      preCompressed: true,
      // Built files carry a hash in their name.
      setHeaders: (reply, path) => {
        reply.header('cache-control', path.includes('/assets/') ? foreverCaching : 'no-cache')
        // Shorter by 700 bytes, without which the start page's font and picture take one round trip less.
        if (/\.(?:woff2|avif)$/.test(path)) reply.header('content-security-policy', filePolicy)
      },
    })
  }
}

const ofDesk = /^\/(?:api\/)?desk(?:\/|$)/
/** Files of both applications. */
const ofBoth =
  /^\/(?:api\/(?:health|brand|common-passwords|openapi\.json|docs(?:\.css)?|csp-report)$|brand\.css$|browser(?:-check\.js)?$|icon-|logo)/

/**
 * With a host of its own, the desk answers there alone and the portal everywhere else, so that a script in one of them
 * cannot reach the other.
 */
export function separateHosts(http: FastifyInstance, deskHost: string | undefined): void {
  if (deskHost === undefined) return
  http.addHook('onRequest', async (request, reply) => {
    // Its address alone, as people type it.
    if (request.method === 'GET' && request.url === '/' && request.host === deskHost) return reply.redirect('/desk')
    // By the route, because an address may be spelled in many ways.
    const path = request.routeOptions.url ?? request.url.split('?')[0] ?? ''
    const isAllowed = ofBoth.test(path) || ofDesk.test(path) === (request.host === deskHost)
    if (!isAllowed) throw new AppError(commonErrors.notFound)
    return undefined
  })
}

type FindDocument = (part: string) => Promise<IssuedDocument | undefined>
/** Without a document: it is not found. */
type RenderDocument = (document?: IssuedDocument) => string

/** Whatever follows the path is looked up, so that a malformed address takes as long as an unknown one. Not compressed, so that a request costs little. */
export function serveDocuments(app: FastifyInstance, render: RenderDocument, find: FindDocument): void {
  const config = { perMinute: documentRules.perMinute }
  app.get<{ Params: { '*': string } }>(`${documentRules.path}*`, { config }, async ({ params }, reply) => {
    const document = await find(params['*'])
    return reply
      .status(document ? 200 : 404)
      .headers({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
      .type('text/html; charset=utf-8')
      .send(render(document))
  })
}
