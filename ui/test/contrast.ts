/** Reads colours out of a stylesheet's custom properties and measures their contrast. */

type Rgb = readonly [number, number, number]
export type SchemeName = 'light' | 'dark'

/** The first value each custom property is given. */
export function customProperties(css: string): Map<string, string> {
  const found = new Map<string, string>()
  for (const [, name = '', value = ''] of css.matchAll(/(--[\w-]+):\s*([^;]+);/g)) {
    if (!found.has(name)) found.set(name, value.trim())
  }
  return found
}

/** Resolves hex, var(), light-dark() and color-mix(in srgb, …); anything else is rejected. */
export function resolveColour(value: string, scheme: SchemeName, properties: Map<string, string>): Rgb {
  const text = value.trim()
  const resolve = (part: string) => resolveColour(part, scheme, properties)
  if (text === 'white') return [255, 255, 255]
  if (text === 'black') return [0, 0, 0]
  const hex = /^#([0-9a-f]{2})([0-9a-f]{2})([0-9a-f]{2})$/i.exec(text)
  if (hex) return [channel(hex[1]), channel(hex[2]), channel(hex[3])]
  const call = /^([a-z-]+)\((.*)\)$/s.exec(text)
  if (!call) throw new Error(`cannot read the colour ${text}`)
  const [first = '', second = '', third = ''] = splitArguments(call[2] ?? '')
  if (call[1] === 'var') return resolve(properties.get(first) ?? '')
  if (call[1] === 'light-dark') return resolve(scheme === 'light' ? first : second)
  if (call[1] === 'color-mix' && first === 'in srgb') {
    const share = /^(.*) (\d+)%$/s.exec(third)
    return mix(resolve(second), resolve(share?.[1] ?? third), Number(share?.[2] ?? 50) / 100)
  }
  throw new Error(`cannot read the colour ${text}`)
}

/** WCAG 2 contrast, from 1 to 21. */
export function contrast(one: Rgb, other: Rgb): number {
  const [lighter, darker] = [luminance(one), luminance(other)].toSorted((a, b) => b - a) as [number, number]
  return (lighter + 0.05) / (darker + 0.05)
}

function channel(hex: string | undefined): number {
  return Number.parseInt(hex ?? '', 16)
}

function mix(one: Rgb, other: Rgb, share: number): Rgb {
  const part = (index: 0 | 1 | 2) => one[index] * (1 - share) + other[index] * share
  return [part(0), part(1), part(2)]
}

function luminance(colour: Rgb): number {
  const [red = 0, green = 0, blue = 0] = colour.map((value) => {
    const light = value / 255
    return light <= 0.04045 ? light / 12.92 : ((light + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function splitArguments(text: string): string[] {
  const parts: string[] = ['']
  let depth = 0
  for (const letter of text) {
    if (letter === '(') depth += 1
    if (letter === ')') depth -= 1
    if (letter === ',' && depth === 0) parts.push('')
    else parts[parts.length - 1] += letter
  }
  return parts.map((part) => part.trim())
}
