import { fileURLToPath } from 'node:url'
import PdfDocument from 'pdfkit'

/** Which font has each character of a PDF: Inter as on the screens, and Noto Sans for the scripts of India (docs/decisions/0064-statements.md). */

const server = (path: string): string => fileURLToPath(new URL(`../../../${path}`, import.meta.url))

export type Weight = 'regular' | 'bold'
const weights: readonly Weight[] = ['regular', 'bold']
const latin = { regular: server('font/inter-regular.ttf'), bold: server('font/inter-semibold.ttf') }

/**
 * `\p{Script}` of the characters, and the regular font. Only scripts that fontkit shapes: with others, such as Meetei Mayek,
 * it does not come to an end.
 */
const scripts: readonly (readonly [name: string, characters: RegExp, file: string])[] = [
  [
    'devanagari',
    /[\p{Script=Devanagari}\u1cd0-\u1cff]/u,
    import.meta.resolve('@fontsource/noto-sans-devanagari/files/noto-sans-devanagari-devanagari-400-normal.woff'),
  ],
  [
    'bengali',
    /\p{Script=Bengali}/u,
    import.meta.resolve('@fontsource/noto-sans-bengali/files/noto-sans-bengali-bengali-400-normal.woff'),
  ],
  [
    'gurmukhi',
    /\p{Script=Gurmukhi}/u,
    import.meta.resolve('@fontsource/noto-sans-gurmukhi/files/noto-sans-gurmukhi-gurmukhi-400-normal.woff'),
  ],
  [
    'gujarati',
    /\p{Script=Gujarati}/u,
    import.meta.resolve('@fontsource/noto-sans-gujarati/files/noto-sans-gujarati-gujarati-400-normal.woff'),
  ],
  [
    'oriya',
    /\p{Script=Oriya}/u,
    import.meta.resolve('@fontsource/noto-sans-oriya/files/noto-sans-oriya-oriya-400-normal.woff'),
  ],
  [
    'tamil',
    /\p{Script=Tamil}/u,
    import.meta.resolve('@fontsource/noto-sans-tamil/files/noto-sans-tamil-tamil-400-normal.woff'),
  ],
  [
    'telugu',
    /\p{Script=Telugu}/u,
    import.meta.resolve('@fontsource/noto-sans-telugu/files/noto-sans-telugu-telugu-400-normal.woff'),
  ],
  [
    'kannada',
    /\p{Script=Kannada}/u,
    import.meta.resolve('@fontsource/noto-sans-kannada/files/noto-sans-kannada-kannada-400-normal.woff'),
  ],
  [
    'malayalam',
    /\p{Script=Malayalam}/u,
    import.meta.resolve('@fontsource/noto-sans-malayalam/files/noto-sans-malayalam-malayalam-400-normal.woff'),
  ],
  [
    'arabic',
    /\p{Script=Arabic}/u,
    import.meta.resolve('@fontsource/noto-sans-arabic/files/noto-sans-arabic-arabic-400-normal.woff'),
  ],
  [
    'ol-chiki',
    /\p{Script=Ol_Chiki}/u,
    import.meta.resolve('@fontsource/noto-sans-ol-chiki/files/noto-sans-ol-chiki-ol-chiki-400-normal.woff'),
  ],
]

/** Without the library's own first font, which no document uses. */
export const withoutFont = { font: '' } as const

/** As pdfkit keeps the file of the current font, and takes it for another document. */
const fileOf = (pdf: PDFKit.PDFDocument): FontFile & PDFKit.Mixins.PDFFontSource =>
  (pdf as unknown as { readonly _font: { readonly font: FontFile & PDFKit.Mixins.PDFFontSource } })._font.font

const opened = new Map<Weight, PDFKit.Mixins.PDFFontSource>()

/** Read once for all documents, because reading it takes longer than drawing a page. */
function latinFont(weight: Weight): PDFKit.Mixins.PDFFontSource {
  const font = opened.get(weight) ?? fileOf(new PdfDocument({ autoFirstPage: false, font: latin[weight] }))
  opened.set(weight, font)
  return font
}

export function registerFonts(pdf: PDFKit.PDFDocument): void {
  for (const weight of weights) {
    pdf.registerFont(fontName(weight, 'latin'), latinFont(weight))
    for (const [script, , file] of scripts)
      pdf.registerFont(
        fontName(weight, script),
        fileURLToPath(weight === 'bold' ? file.replace('-400-', '-600-') : file),
      )
  }
}

export const fontName = (weight: Weight, script: string): string => `${weight} ${script}`

type Processor = { applyLookup: (this: Processor, type: number, table: unknown) => unknown }
type FontFile = {
  readonly hasGlyphForCodePoint: (codePoint: number) => boolean
  readonly _layoutEngine: { readonly engine?: { readonly GPOSProcessor: Processor | null } }
}

function hasGlyph(pdf: PDFKit.PDFDocument, script: string, character: string): boolean {
  pdf.font(fontName('regular', script))
  // pdfkit draws an empty glyph for a character without one.
  const font = fileOf(pdf)
  allowMissingAnchors(font)
  return font.hasGlyphForCodePoint(character.codePointAt(0) ?? 0)
}

const allowing = new WeakSet<Processor>()

/** A letter without an anchor takes no mark (OpenType, mark to base); fontkit throws there, with names in Gurmukhi and Telugu. */
function allowMissingAnchors({ _layoutEngine: { engine } }: FontFile): void {
  const shared = engine?.GPOSProcessor && (Object.getPrototypeOf(engine.GPOSProcessor) as Processor)
  if (!shared || allowing.has(shared)) return
  allowing.add(shared)
  const { applyLookup } = shared
  shared.applyLookup = function (type, table) {
    try {
      return applyLookup.call(this, type, table)
    } catch (error) {
      if (!(error instanceof TypeError)) throw error
      return false
    }
  }
}

export type Run = { readonly text: string; readonly script: string }

/** Single characters met so far; those without a glyph are written otherwise. */
const known = new Map<string, Run>()

function runOf(pdf: PDFKit.PDFDocument, character: string): Run {
  const before = known.get(character)
  if (before) return before
  const script = scripts.find(([, characters]) => characters.test(character))?.[0] ?? 'latin'
  const run = hasGlyph(pdf, script, character)
    ? { text: character, script }
    : { text: spelled(pdf, character), script: 'latin' }
  known.set(character, run)
  return run
}

/** Without its accents, or as its number in Unicode: `ễ` is `e`, `王` is `[U+738B]`. Nothing for what is invisible. */
function spelled(pdf: PDFKit.PDFDocument, character: string): string {
  if (/\p{Default_Ignorable_Code_Point}/u.test(character)) return ''
  const letters = character.normalize('NFKD').replace(/\p{M}/gu, '')
  if (letters !== '' && Array.from(letters).every((letter) => hasGlyph(pdf, 'latin', letter))) return letters
  const number = (character.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, '0')
  return `[U+${number}]`
}

/** Marks, joiners and dandas belong to the script of the character before. */
const follows = /[\p{M}\p{Join_Control}\u0964\u0965]/u

/** The text as parts of one font each, from left to right. */
export function runsOf(pdf: PDFKit.PDFDocument, text: string): readonly Run[] {
  if (/^[ -~₹–−·’]*$/.test(text)) return [{ text, script: 'latin' }]
  const runs: Run[] = []
  for (const character of text) {
    const last = runs.at(-1)
    const isFollowing = last !== undefined && last.script !== 'latin' && follows.test(character)
    const run =
      isFollowing && (/\p{Join_Control}/u.test(character) || hasGlyph(pdf, last.script, character))
        ? { text: character, script: last.script }
        : runOf(pdf, character)
    if (last?.script === run.script) runs[runs.length - 1] = { ...last, text: last.text + run.text }
    else if (run.text !== '') runs.push(run)
  }
  return fromRightToLeft(runs)
}

/** Words of Arabic letters follow each other to the left; pdfkit reverses only the letters of each word. */
function fromRightToLeft(runs: readonly Run[]): readonly Run[] {
  if (!runs.some(({ script }) => script === 'arabic')) return runs
  const joined: Run[] = []
  for (const run of runs) {
    const [before, space] = [joined.at(-2), joined.at(-1)]
    if (run.script === 'arabic' && before?.script === 'arabic' && space && /^ +$/.test(space.text))
      joined.splice(-2, 2, { script: 'arabic', text: `${run.text}${space.text}${before.text}` })
    else joined.push(run)
  }
  return joined
}
