import { contrast, mixed, movedUntil } from './colour.ts'

/** The surfaces of ui/src/tokens.css, from the hardest to tell apart to the easiest. */
export const grounds = { light: ['#efefeb', '#f6f6f3', '#ffffff'], dark: ['#1d2126', '#15181c', '#0d0f12'] } as const

const lookRules = { words: 4.5, lines: 3 } as const

/** Words on the brand's colour: near-black as everywhere, unless only another can be read. */
const inks = ['#17130a', '#ffffff', '#000000']

export type Look = {
  /** `#rrggbb` each: the brand's one colour, and the words upon it. */
  readonly colour: string
  readonly ink: string
}

export function lookOf(colour: string, ink: string | undefined): Look {
  const readable = inks.find((each) => contrast(each, colour) >= lookRules.words) ?? '#000000'
  return { colour, ink: ink ?? readable }
}

/** Says which two colours cannot be told apart, and how far they are. */
export function lookFault({ colour, ink }: Look): string | undefined {
  const found = contrast(ink, colour)
  if (found >= lookRules.words) return undefined
  const ratio = found.toLocaleString('en', { maximumFractionDigits: 2, minimumFractionDigits: 2 })
  return `BRAND_INK: ${ink} on BRAND_COLOUR ${colour} has a contrast of ${ratio} : 1; words on a button need at least ${lookRules.words} : 1`
}

/** What the brand's colour changes in the design: lines and focus are moved until they can be seen on every surface. */
export function lookStyle({ colour, ink }: Look): string {
  const edge = (share: number, ratio: number) =>
    `light-dark(${movedUntil(colour, '#000000', { from: share, against: grounds.light, ratio })},${movedUntil(colour, '#ffffff', { from: 8, against: grounds.dark, ratio })})`
  // Under the pointer it moves away from its words, never towards them.
  const hover = mixed(colour, contrast(ink, '#000000') > contrast(ink, '#ffffff') ? '#000000' : '#ffffff', 0.14)
  const names = {
    brand: colour,
    'on-brand': ink,
    'brand-edge': edge(24, lookRules.lines),
    'brand-hover': hover,
    focus: edge(40, lookRules.words),
  }
  return `html:root{${Object.entries(names)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`
}
