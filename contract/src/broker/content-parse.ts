import type * as z from 'zod/mini'
import { readJson } from './content-json.ts'
import { parseMarkdown } from './content-markdown.ts'
import {
  type ContentFault,
  type ContentFile,
  type FooterContent,
  footerFile,
  type LandingContent,
  landingFile,
  type LegalContent,
  type LegalPageName,
  legalPages,
  type PageContent,
} from './page-content.ts'

export type ContentTexts = Readonly<Record<ContentFile, string>>

/** Pictures are named by the pages; the files are the reader's. */
export interface ParsedContent {
  readonly content: Omit<PageContent, 'pictures'>
  readonly faults: readonly ContentFault[]
  readonly pictures: readonly { readonly file: string; readonly name: string; readonly line: number }[]
}

/** Sections that the pages have themselves. */
const pageIds = ['contents', 'who-we-are', 'levels', 'month', 'months', 'years']

/** The sections of the start page that a link can name, and the block that each is in. */
const anchors: Readonly<Record<string, keyof LandingContent | 'always'>> = {
  about: 'team',
  pricing: 'pricing',
  services: 'services',
  features: 'features',
  accounting: 'accounting',
  demo: 'demo',
  pairs: 'always',
  testimonials: 'always',
  promises: 'always',
  opening: 'always',
}

/** `own` has the files that the broker gave; what they leave out is as in `defaults`. Lines are those of the file that is named. */
export function parseContent(defaults: ContentTexts, own: Partial<ContentTexts> = {}): ParsedContent {
  const faults: ContentFault[] = []
  const pictures: { file: string; name: string; line: number }[] = []
  function json<Schema extends z.ZodMiniType>(file: ContentFile, schema: Schema) {
    const read = (text: string) => {
      const result = readJson(file, text, schema)
      faults.push(...result.faults)
      return result
    }
    const written = own[file] === undefined ? undefined : read(own[file])
    const unset = read(defaults[file])
    const value = { ...(unset.value as object), ...(written?.value as object) }
    return { value: value as Required<z.output<Schema>>, written, unset }
  }
  function page(name: LegalPageName): LegalContent {
    const file = `${name}.md` as const
    const read = parseMarkdown(file, own[file] ?? defaults[file], pageIds)
    faults.push(...read.faults)
    pictures.push(...read.pictures.map((picture) => ({ file, ...picture })))
    return read.content
  }
  const landing = json('landing.json', landingFile).value as LandingContent
  const footer = json('footer.json', footerFile)
  const { columns } = footer.value as FooterContent
  const isOwn = footer.written?.value !== undefined && 'columns' in (footer.written.value as object)
  const { lineOf } = isOwn && footer.written ? footer.written : footer.unset
  for (const [column, { entries }] of columns.entries())
    for (const [index, entry] of entries.entries()) {
      const message = typeof entry === 'string' ? undefined : faultOfAnchor(entry.to, landing)
      if (message)
        faults.push({
          file: isOwn ? 'footer.json' : 'the default footer.json',
          line: lineOf(['columns', column, 'entries', index]),
          message,
        })
    }
  const legal = Object.fromEntries(legalPages.map((name) => [name, page(name)])) as Record<LegalPageName, LegalContent>
  return { content: { landing, footer: footer.value as FooterContent, legal }, faults, pictures }
}

function faultOfAnchor(to: string, landing: LandingContent): string | undefined {
  if (to.startsWith('#')) return `the link ${to} must name its page, such as /#about`
  const [, anchor] = /^\/#(.*)$/.exec(to) ?? []
  if (anchor === undefined) return undefined
  const block = anchors[anchor]
  if (!block) return `the link ${to} names no section of the start page (${Object.keys(anchors).join(', ')})`
  return block !== 'always' && landing[block] === false
    ? `the link ${to} leads to a section that landing.json leaves out (${block})`
    : undefined
}
