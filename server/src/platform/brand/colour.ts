/** Three channels from 0 to 255. */
type Rgb = readonly [number, number, number]

export const hexColour = /^#[0-9a-f]{6}$/i

/** WCAG 2 contrast of two `#rrggbb`, from 1 to 21. */
export function contrast(one: string, other: string): number {
  const [lighter = 0, darker = 0] = [luminance(rgb(one)), luminance(rgb(other))].toSorted((a, b) => b - a)
  return (lighter + 0.05) / (darker + 0.05)
}

/** `share` of it is the other colour: 0 leaves it as it is, 1 replaces it. */
export function mixed(colour: string, other: string, share: number): string {
  const [from, to] = [rgb(colour), rgb(other)]
  const part = (index: 0 | 1 | 2) => Math.round(from[index] * (1 - share) + to[index] * share)
  return `#${([0, 1, 2] as const).map((index) => part(index).toString(16).padStart(2, '0')).join('')}`
}

/** The colour, moved no further towards the other than it takes to be told from every ground. */
export function movedUntil(
  colour: string,
  towards: string,
  { from, against, ratio }: { from: number; against: readonly string[]; ratio: number },
): string {
  for (let percent = from; percent < 100; percent += 1) {
    const now = mixed(colour, towards, percent / 100)
    if (against.every((ground) => contrast(now, ground) >= ratio)) return now
  }
  return towards
}

export function rgb(hex: string): Rgb {
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
