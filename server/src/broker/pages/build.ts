import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'
import type { ApplicationPages, PublicPages, PublicPageInput } from '@sauda/contract/broker/health'
import { type PublicPageName, publicPath } from '@sauda/contract/broker/page-content'
import type { ComplaintReport } from '@sauda/contract/client/complaint'

const root = fileURLToPath(new URL('../../../../', import.meta.url))

export const builtFolders = {
  portal: join(root, 'portal/build/client'),
  pages: join(root, 'portal/build/pages'),
  desk: join(root, 'desk/dist'),
} as const

export const isBuilt = (): boolean => Object.values(builtFolders).every(existsSync)

const entry = 'src/main.tsx'

export async function readBuild() {
  const load = async (name: string): Promise<unknown> => import(pathToFileURL(join(builtFolders.pages, name)).href)
  const readPage = (name: string): string => readFileSync(join(builtFolders.pages, name), 'utf8').trim()
  const styles = readdirSync(join(builtFolders.pages, 'assets')).filter((name) => name.endsWith('.css'))
  const readStyles = (belongs: (name: string) => boolean): string => {
    const found = styles.filter(belongs)
    if (found.length === 0) throw new Error('The build of the portal has no styles')
    return found.map((name) => readPage(`assets/${name}`)).join('\n')
  }
  const isInner = (name: string) => /^(?:legal-page|document-page|offline)-/.test(name)
  const isEntry = (name: string) => name.startsWith('public-pages-')
  const manifest = JSON.parse(readFileSync(join(builtFolders.portal, '.vite/manifest.json'), 'utf8')) as Manifest
  const applicationStyle = manifest['style.css']?.file
  if (!applicationStyle) throw new Error('The build of the portal has no styles')
  const font = readdirSync(join(builtFolders.portal, 'assets')).find((name) => /^inter-basic.*\.woff2$/.test(name))
  // The entry's come first, because they have the tokens.
  const publicStyle = [readStyles(isEntry), readStyles((name) => !isEntry(name) && !isInner(name))].join('\n')
  const innerStyle = readStyles(isInner)
  return {
    ...((await load('public-pages.js')) as PublicPages),
    ...((await load('application-pages.js')) as ApplicationPages),
    publicStyle: withoutUnusedTokens(publicStyle, innerStyle),
    innerStyle,
    applicationStyle: readFileSync(join(builtFolders.portal, applicationStyle), 'utf8').trim(),
    font: font && `/assets/${font}`,
    script: readPage('island.js'),
    worker: readPage('sw.js'),
    qrReader: readPage('qr-reader.js'),
    desk: readFileSync(join(builtFolders.desk, 'index.html'), 'utf8'),
    entry,
    filesOf: (modules: readonly string[]) => filesOf(manifest, modules),
  }
}

/** Tokens that only the application uses are 300 compressed bytes, which cost the start page one round trip. */
export function withoutUnusedTokens(style: string, otherStyle: string): string {
  const used = new Set((style + otherStyle).match(/(?<=var\()--[\w-]+/g))
  return style.replaceAll(/(?<=[{;])(--[\w-]+):[^;}]*;?/g, (declaration, name: string) =>
    used.has(name) ? declaration : '',
  )
}

/** Vite's list of built files by source module. */
type Manifest = Readonly<Record<string, Chunk>>
type Chunk = { readonly file: string; readonly imports?: readonly string[] }

/** The addresses of modules and of everything they import, each once. */
export function filesOf(manifest: Manifest, modules: readonly string[]): string[] {
  const files = new Set<string>()
  const seen = new Set<string>()
  const collect = (module: string): void => {
    const chunk = manifest[module]
    if (!chunk) throw new Error(`The build of the portal has no ${module}`)
    if (seen.has(module)) return
    seen.add(module)
    files.add(`/${chunk.file}`)
    for (const imported of chunk.imports ?? []) collect(imported)
  }
  for (const module of modules) collect(module)
  return [...files]
}

export type PreviewFile = { readonly bytes: Buffer; readonly type: string }

type PreviewInput = {
  readonly page: PublicPageName
  readonly report: ComplaintReport
  /** Pictures by their address, apart from those of the product. */
  readonly files: ReadonlyMap<string, PreviewFile>
}

/**
 * A page with content that is not public yet. It may load nothing (`reply: 'page'`), so its typeface
 * and one size of each picture are inside, and everything else that a browser would request is left out.
 */
export function asPreview(build: PublicPages, input: PublicPageInput, { page, report, files }: PreviewInput): string {
  const html =
    page === 'complaints'
      ? build.renderComplaintsPage(input, report)
      : build.renderPublicPages(input).pages.find(({ path }) => path === publicPath(page))?.html
  return (html ?? '')
    .replace(/<script\b[^]*?<\/script>|<(?:link|source)\b[^>]*>| (?:srcset|sizes)="[^"]*"/gi, '')
    .replace(/@font-face\s*\{[^}]*\}/gi, withFont)
    .replace(/(?<= src=")\/[^"]+(?=")/g, (path) => {
      const file = files.get(path) ?? builtPicture(path)
      return file ? `data:${file.type};base64,${file.bytes.toString('base64')}` : ''
    })
}

/** The subsets of the texts, not the 48 KB with the rest of Latin; a rule without an address names fonts of the device. */
function withFont(rule: string): string {
  const [url = '', path = ''] = /url\((\/assets\/[\w-]+\.woff2)\)/.exec(rule) ?? []
  if (url === '') return rule
  if (!/^\/assets\/inter-(?:basic|rupee)-/.test(path)) return ''
  const bytes = readFileSync(join(builtFolders.portal, path))
  return rule.replace(url, `url(data:font/woff2;base64,${bytes.toString('base64')})`)
}

function builtPicture(path: string): PreviewFile | undefined {
  const built = join(builtFolders.portal, path)
  return /^\/assets\/[\w-]+\.avif$/.test(path) && existsSync(built)
    ? { bytes: readFileSync(built), type: 'image/avif' }
    : undefined
}
