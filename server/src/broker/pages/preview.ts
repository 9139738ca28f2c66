import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import type { PublicPageInput, PublicPages } from '@sauda/contract/broker/health'
import { type PublicPageName, publicPath } from '@sauda/contract/broker/page-content'
import type { ComplaintReport } from '@sauda/contract/client/complaint'
import { builtFolders } from './build.ts'

export type PreviewFile = { readonly bytes: Buffer; readonly type: string }

export type PreviewInput = {
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
