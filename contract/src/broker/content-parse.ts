import type * as z from 'zod/mini'
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

interface Level {
  readonly path: string
  /** The position in a list, or the key in an object. */
  at: number | string | undefined
}

/** Deeper than any file may be. */
const mostLevels = 12

const tokens = /\n|"(?:[^"\\]|\\.)*"|[{}[\],:]|[^\s{}[\],:"]+/g

/** The line of each value of a valid JSON text, by a path such as `features.items.0.title`, and keys that are there twice. */
function linesOf(json: string) {
  const lines = new Map<string, number>()
  const twice: { key: string; line: number }[] = []
  const levels: Level[] = []
  let line = 1
  const pathOf = ({ path, at }: Level): string => (path === '' ? String(at) : `${path}.${at}`)
  for (const [token] of json.matchAll(tokens)) {
    const level = levels.at(-1)
    if (token === '\n') line += 1
    else if (token === '}' || token === ']') levels.pop()
    else if (token === ',' && level) level.at = typeof level.at === 'number' ? level.at + 1 : undefined
    else if (level && level.at === undefined) {
      level.at = JSON.parse(token) as string
      if (lines.has(pathOf(level))) twice.push({ key: pathOf(level), line })
      lines.set(pathOf(level), line)
    } else if (token !== ':') {
      const path = level ? pathOf(level) : ''
      if (!lines.has(path)) lines.set(path, line)
      if (token === '{') levels.push({ path, at: undefined })
      if (token === '[') levels.push({ path, at: 0 })
      if (levels.length > mostLevels) break
    }
  }
  return { lines, twice }
}

/** V8 names the place of some faults only; a strange token is on the first line with which the text before it fails in the same way. */
function syntaxFault(file: string, json: string, error: Error): ContentFault {
  const named = /\(line (\d+) column \d+\)/.exec(error.message)?.[1]
  const message = error.message.replace(
    / in JSON at position.*$|, "[^]*"(?:\.\.\.)? is not valid JSON$|, \.\.\."[^]*$/,
    '',
  )
  return {
    file,
    line: named ? Number(named) : firstFailing(json.split('\n')),
    message: `is not valid JSON: ${message}`,
  }
}

function firstFailing(lines: readonly string[]): number {
  let [low, high] = [1, lines.length]
  while (low < high) {
    const middle = Math.floor((low + high) / 2)
    if (hasStrangeToken(lines.slice(0, middle).join('\n'))) high = middle
    else low = middle + 1
  }
  return low
}

function hasStrangeToken(json: string): boolean {
  try {
    JSON.parse(json)
    return false
  } catch (error) {
    return (error as Error).message.startsWith('Unexpected token')
  }
}

type Issue = z.core.$ZodIssue

/** The faults in the shape that was meant, of a value that may have several. */
function meant(issue: Issue): Issue[] {
  if (issue.code !== 'invalid_union') return [issue]
  const shape = issue.errors.find((issues) =>
    issues.every(({ path, code }) => path.length > 0 || !/^invalid_(?:type|value)$/.test(code)),
  )
  if (!shape || shape.length === 0) return [issue]
  return shape.flatMap((inner) => meant({ ...inner, path: [...issue.path, ...inner.path] } as Issue))
}

/** A JSON file checked by a schema; each fault has its line. */
function readJson<Schema extends z.ZodMiniType>(file: string, json: string, schema: Schema) {
  let parsed: unknown
  try {
    parsed = JSON.parse(json)
  } catch (error) {
    return { faults: [syntaxFault(file, json, error as Error)], lineOf: () => 1 }
  }
  const { lines, twice } = linesOf(json)
  /** The line of the value, or of what it should be in. */
  const lineOf = (path: readonly PropertyKey[]): number => {
    for (let length = path.length; length > 0; length -= 1) {
      const line = lines.get(path.slice(0, length).join('.'))
      if (line !== undefined) return line
    }
    return 1
  }
  const result = schema.safeParse(parsed)
  const faults: ContentFault[] = twice.map(({ key, line }) => ({ file, line, message: `${key} is there twice` }))
  for (const issue of result.success ? [] : result.error.issues.flatMap(meant)) {
    const unknown = issue.code === 'unrecognized_keys' ? issue.keys[0] : undefined
    const line = lineOf(unknown === undefined ? issue.path : [...issue.path, unknown])
    const name = issue.path.length === 0 ? '' : `${issue.path.join('.')} `
    faults.push({
      file,
      line,
      message: `${name}${unknown === undefined ? '' : `has the unknown entry ${unknown}; it `}${issue.message}`,
    })
  }
  return {
    value: faults.length === 0 && result.success ? (result.data as z.output<Schema>) : undefined,
    faults,
    lineOf,
  }
}

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
