/** Three channels from 0 to 255. */
type Rgb = readonly [number, number, number]

export const hexColour = /^#[0-9a-f]{6}$/i

/** WCAG 2 contrast of two `#rrggbb`, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(rgb(one)), luminance(rgb(other))].toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/** A `share` of 0 is the first colour, 1 the other. */
function mix(colour: string, other: string, share: number): string {
  const [from, to] = [rgb(colour), rgb(other)]
  const part = (index: 0 | 1 | 2) => Math.round(from[index] * (1 - share) + to[index] * share)
  return `#${([0, 1, 2] as const).map((index) => part(index).toString(16).padStart(2, '0')).join('')}`
}

/** Moves the colour towards the other only as far as needed for the ratio against every surface. */
function moveUntilVisible(
  colour: string,
  towards: string,
  { from, against, ratio }: { from: number; against: readonly string[]; ratio: number },
): string {
  for (let percent = from; percent < 100; percent += 1) {
    const now = mix(colour, towards, percent / 100)
    if (against.every((surface) => contrast(now, surface) >= ratio)) return now
  }
  return towards
}

function rgb(hex: string): Rgb {
  const part = (at: number) => Number.parseInt(hex.slice(at, at + 2), 16)
  return [part(1), part(3), part(5)]
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const light = value / 255
    return light <= 0.04045 ? light / 12.92 : ((light + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The surfaces of ui/src/tokens.css, from the lowest contrast to the highest. */
export const surfaces = { light: ['#efefeb', '#f6f6f3', '#ffffff'], dark: ['#1d2126', '#15181c', '#0d0f12'] } as const

const contrastRules = { text: 4.5, lines: 3 } as const

/** Text on the brand's colour: near-black as everywhere, unless only another is legible. */
const textColours = ['#17130a', '#ffffff', '#000000']

export type BrandColours = {
  /** Each `#rrggbb`. */
  readonly colour: string
  readonly ink: string
}

export function coloursOf(colour: string, ink: string | undefined): BrandColours {
  const readable = textColours.find((each) => contrast(each, colour) >= contrastRules.text) ?? '#000000'
  return { colour, ink: ink ?? readable }
}

/** A message naming the two colours and their ratio if text would not be legible. */
export function coloursError({ colour, ink }: BrandColours): string | undefined {
  const found = contrast(ink, colour)
  if (found >= contrastRules.text) return undefined
  const ratio = found.toLocaleString('en', { maximumFractionDigits: 2, minimumFractionDigits: 2 })
  return `BRAND_INK: ${ink} on BRAND_COLOUR ${colour} has a contrast of ${ratio} : 1; text on a button needs at least ${contrastRules.text} : 1`
}

/** The CSS variables that depend on the brand's colour; lines and focus are moved until visible on every surface. */
export function coloursStyle({ colour, ink }: BrandColours): string {
  const edge = (share: number, ratio: number) =>
    `light-dark(${moveUntilVisible(colour, '#000000', { from: share, against: surfaces.light, ratio })},${moveUntilVisible(colour, '#ffffff', { from: 8, against: surfaces.dark, ratio })})`
  // On hover the colour moves away from its text, never towards it.
  const hover = mix(colour, contrast(ink, '#000000') > contrast(ink, '#ffffff') ? '#000000' : '#ffffff', 0.14)
  const names = {
    brand: colour,
    'on-brand': ink,
    'brand-edge': edge(24, contrastRules.lines),
    'brand-hover': hover,
    focus: edge(40, contrastRules.text),
  }
  return `html:root{${Object.entries(names)
    .map(([name, value]) => `--${name}:${value}`)
    .join(';')}}`
}
