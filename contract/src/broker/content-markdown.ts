import {
  type Block,
  type ContentFault,
  faultOfWords,
  type Inline,
  isLink,
  type LegalContent,
  linkRule,
} from './page-content.ts'

/**
 * The Markdown of the legal pages: headings, paragraphs, lists, **bold**, *italic*, links, and pictures on a line of their own. All else
 * is a fault with its line, so that nothing is shown otherwise than it was meant.
 */
export interface MarkdownPage {
  readonly content: LegalContent
  readonly faults: readonly ContentFault[]
  readonly pictures: readonly { readonly name: string; readonly line: number }[]
}

const limits = { title: 80, heading: 120, block: 5000, blocks: 1000, items: 200 } as const

/** Lines that would mean something in Markdown that these pages do not have. */
const unsupported: readonly (readonly [RegExp, string])[] = [
  [/^\s*>/, 'quotations are not supported'],
  [/^\s*\|/, 'tables are not supported'],
  [/^\s*(?:```|~~~)/, 'code is not supported'],
  [/^(?: {4}|\t)/, 'indented code is not supported'],
  [/^\s*(?:-{3,}|\*{3,}|_{3,}|={3,})\s*$/, 'lines and underlined headings are not supported; a heading begins with ##'],
  [/^\s*\[[^\]]*\]:/, 'references are not supported; write [text](address)'],
  [/^\s*#{4,}|^\s*#{1,6}[^#\s]/, 'a heading begins with #, ## or ### and a space'],
]

const picture = /^!\[([^\][]{1,200})\]\(([^()\s]{1,100})\)$/
const pictureName = /^[\w-]{1,60}\.(?:png|jpe?g)$/

/** A block with the line it begins on. */
interface Lines {
  readonly line: number
  text: string
}
type Item = Lines & { readonly mark: string | undefined }

interface Reader {
  readonly fault: (line: number, message: string) => void
  readonly inline: (lines: Lines) => Inline[]
  readonly pictures: { name: string; line: number }[]
}

export function parseMarkdown(file: string, text: string, usedIds: readonly string[]): MarkdownPage {
  const faults: ContentFault[] = []
  const fault = (line: number, message: string): void => void faults.push({ file, line, message })
  const links: { to: string; line: number }[] = []
  const onLink = (to: string, line: number): void => void links.push({ to, line })
  const reader: Reader = { fault, inline: (lines) => inlineOf(lines, fault, onLink), pictures: [] }
  const intro: Inline[][] = []
  const sections: { id: string; heading: string; blocks: Block[]; line: number }[] = []
  const ids = new Set(usedIds)
  let title = ''
  const begin = (heading: Lines): void => {
    const words = checked(heading, limits.heading, reader)
    const id = idOf(words)
    if (ids.has(id) || id === '') fault(heading.line, `the heading ${words} is there twice, or has no letters`)
    ids.add(id)
    sections.push({ id, heading: words, blocks: [], line: heading.line })
  }
  for (const group of groupsOf(text, fault)) {
    const [first] = group
    if (!first) continue
    if (first.mark === '#') {
      if (title !== '' || sections.length > 0) fault(first.line, 'only the first line is a title (#)')
      title = checked(first, limits.title, reader)
    } else if (first.mark === '##') begin(first)
    else if (sections.length === 0) {
      if (first.mark !== undefined || picture.test(first.text))
        fault(first.line, 'only paragraphs stand between the title and the first heading')
      intro.push(reader.inline(first))
    } else sections.at(-1)?.blocks.push(...blockOf(group, reader))
  }
  if (title === '') fault(1, 'the first line must be the title, such as # Privacy policy')
  if (intro.length < 1 || intro.length > 2)
    fault(
      1,
      'one or two paragraphs stand between the title and the first heading: what the page is about, and its date',
    )
  if (sections.length === 0) fault(1, 'a section is needed; its heading begins with ##')
  if (sections.length > limits.blocks) fault(1, `at most ${limits.blocks} sections`)
  const [lead = [], since = []] = intro
  for (const { to, line } of links)
    if (to.startsWith('#') && !ids.has(to.slice(1))) fault(line, `the link ${to} names no heading of this page`)
  for (const { blocks, line } of sections) if (blocks.length === 0) fault(line, 'the section is empty')
  return {
    content: { title, lead, since, sections: sections.map(({ id, heading, blocks }) => ({ id, heading, blocks })) },
    faults: faults.toSorted((one, other) => (one.line ?? 0) - (other.line ?? 0)),
    pictures: reader.pictures,
  }
}

const idOf = (heading: string): string =>
  heading
    .toLowerCase()
    .replace(/[^\p{L}\p{N}]+/gu, '-')
    .replace(/^-|-$/g, '')

/** A title is plain words. */
function checked(lines: Lines, longest: number, { inline, fault }: Reader): string {
  const parts = inline(lines)
  if (lines.text.length > longest) fault(lines.line, `must have at most ${longest} characters`)
  if (parts.some(({ kind }) => kind !== 'text')) fault(lines.line, 'a heading has no marks or links')
  return parts.map(({ text }) => text).join('')
}

/** Paragraphs, lists and headings, each a group of lines. A list is one group with an item for each of its marks. */
function groupsOf(text: string, fault: Reader['fault']): Item[][] {
  const groups: Item[][] = []
  let open: Item[] | undefined
  const start = (item: Item): void => {
    open = [item]
    groups.push(open)
  }
  for (const [index, written] of text.split('\n').entries()) {
    const line = index + 1
    const wrong = faultOfWords(written) ?? unsupported.find(([pattern]) => pattern.test(written))?.[1]
    if (wrong) fault(line, wrong)
    const [, mark, rest = ''] = /^(#{1,3}|[-*+]|\d{1,4}\.)\s+(.*)$/.exec(written) ?? []
    const current = open?.at(-1)
    if (wrong || written.trim() === '') open = undefined
    else if (mark?.startsWith('#')) {
      start({ line, text: rest.trim(), mark })
      open = undefined
    } else if (mark) {
      const kind = /\d/.test(mark) ? '1.' : '-'
      if (open && current?.mark === kind) open.push({ line, text: rest.trim(), mark: kind })
      else start({ line, text: rest.trim(), mark: kind })
    } else if (current && /^\s+(?:[-*+]|\d{1,4}\.)\s/.test(written))
      fault(line, 'a list within a list is not supported')
    else if (current) current.text += `\n${written.trim()}`
    else start({ line, text: written.trim(), mark: undefined })
  }
  if (groups.length > limits.blocks) fault(1, `at most ${limits.blocks} blocks`)
  return groups.slice(0, limits.blocks)
}

function blockOf(group: readonly Item[], { fault, inline, pictures }: Reader): Block[] {
  const [first] = group
  if (!first) return []
  if (first.mark === '###') return [{ kind: 'heading', text: inline(first) }]
  if (first.mark !== undefined) {
    if (group.length > limits.items) fault(first.line, `a list has at most ${limits.items} entries`)
    return [{ kind: 'list', ordered: first.mark === '1.', items: group.map(inline) }]
  }
  const [, alt = '', name = ''] = picture.exec(first.text) ?? []
  if (name === '') return [{ kind: 'paragraph', text: inline(first) }]
  if (!pictureName.test(name)) fault(first.line, `the picture ${name} must be a .png or .jpg file of this folder`)
  else pictures.push({ name, line: first.line })
  return [{ kind: 'picture', name, alt }]
}

const link = /\[([^\][]{1,200})\]\(([^()\s]{1,500})\)/y
const likeLink = /\[[^\][]{0,200}\]\(/y
const escaped = /\\([!-/:-@[-`{-~])/y
const entity = /&(?:#\w{1,8}|[A-Za-z]\w{1,30});/y
const plain = /[^\\<&`![*]+/y

/** Reads forward only, so that the time is proportional to the length. */
function inlineOf({ text, line }: Lines, fault: Reader['fault'], onLink: (to: string, line: number) => void): Inline[] {
  if (text.length > limits.block) {
    fault(line, `must have at most ${limits.block} characters`)
    return []
  }
  const parts: { kind: 'text' | 'strong' | 'em' | 'link'; text: string; to?: string }[] = []
  const open = { strong: false, em: false }
  let at = 0
  const lineAt = (): number => line + text.slice(0, at).split('\n').length - 1
  const wrong = (message: string): void => fault(lineAt(), message)
  const match = (pattern: RegExp): RegExpExecArray | null => {
    pattern.lastIndex = at
    return pattern.exec(text)
  }
  const add = (words: string, length: number): void => {
    const kind = open.strong ? 'strong' : open.em ? 'em' : 'text'
    const last = parts.at(-1)
    const shown = words.replaceAll('\n', ' ')
    if (last?.kind === kind) last.text += shown
    else parts.push({ kind, text: shown })
    at += length
  }
  while (at < text.length) {
    const char = text[at] ?? ''
    const words = match(plain)?.[0]
    if (words) add(words, words.length)
    else if (char === '\\') {
      const found = match(escaped)
      add(found?.[1] ?? char, found ? 2 : 1)
    } else if (char === '*') {
      const length = text[at + 1] === '*' ? 2 : 1
      const kind = length === 2 ? 'strong' : 'em'
      if (open[kind] || /\S/.test(text[at + length] ?? '')) {
        open[kind] = !open[kind]
        at += length
      } else add(text.slice(at, at + length), length)
    } else if (char === '[') {
      const [whole, name = '', address = ''] = match(link) ?? []
      if (whole) {
        if (!isLink(address)) wrong(`the link ${address} ${linkRule}`)
        onLink(address, lineAt())
        parts.push({ kind: 'link', text: name.replaceAll('\n', ' '), to: address })
        at += whole.length
      } else {
        if (match(likeLink)) wrong('a link is written [text](address), without spaces or brackets in the address')
        add(char, 1)
      }
    } else {
      if (char === '<' && /[A-Za-z/!?]/.test(text[at + 1] ?? ''))
        wrong('HTML is not supported; \\< shows the character <')
      if (char === '&' && match(entity)) wrong('HTML entities are not supported; write the character itself')
      if (char === '`') wrong('code is not supported')
      if (char === '!' && text[at + 1] === '[')
        wrong('a picture stands on a line of its own: ![what it shows](file.png)')
      add(char, 1)
    }
  }
  if (open.strong || open.em) wrong(`${open.strong ? '**' : '*'} has no second one in this block`)
  return parts.filter((part): part is Inline => part.text !== '')
}
