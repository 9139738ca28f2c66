import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { coloursError, coloursOf, coloursStyle, contrast, surfaces } from './brand.colours.ts'

const valueOf = (style: string, name: string) => new RegExp(`--${name}:([^;}]+)`).exec(style)?.[1] ?? ''
const pairOf = (style: string, name: string) =>
  /light-dark\((#\w+),(#\w+)\)/.exec(valueOf(style, name))?.slice(1) as [string, string]

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('contrast of black on white is 21, of a known grey 4.54', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

test('the surfaces are those of the design tokens', () => {
  const tokens = readFileSync(new URL('../../../../ui/src/tokens.css', import.meta.url), 'utf8')
  for (const name of ['paper', 'surface', 'sunken', 'raised']) {
    const [, light = '', dark = ''] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens) ?? []
    expect([...surfaces.light]).toContain(light)
    expect([...surfaces.dark]).toContain(dark)
  }
})

test('the default colours are those of the design tokens', () => {
  const tokens = readFileSync(new URL('../../../../ui/src/tokens.css', import.meta.url), 'utf8')
  expect(tokens).toContain('--brand: #e39a1b;')
  expect(coloursOf('#e39a1b', undefined)).toEqual({ colour: '#e39a1b', ink: '#17130a' })
})

test('text is legible, and lines and focus are visible on every surface, for any colour', () => {
  fc.assert(
    fc.property(anyColour, (colour) => {
      const colours = coloursOf(colour, undefined)
      expect(coloursError(colours)).toBeUndefined()
      const style = coloursStyle(colours)
      const schemes = ['light', 'dark'] as const
      for (const [index, scheme] of schemes.entries())
        for (const ground of surfaces[scheme]) {
          expect(contrast(pairOf(style, 'brand-edge')[index] ?? '', ground)).toBeGreaterThanOrEqual(3)
          expect(contrast(pairOf(style, 'focus')[index] ?? '', ground)).toBeGreaterThanOrEqual(4.5)
        }
      expect(contrast(valueOf(style, 'brand-hover'), colours.ink)).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 300 },
  )
})

test('names an illegible pair of colours and its ratio', () => {
  expect(coloursError(coloursOf('#e39a1b', '#ffffff'))).toBe(
    'BRAND_INK: #ffffff on BRAND_COLOUR #e39a1b has a contrast of 2.36 : 1; text on a button needs at least 4.5 : 1',
  )
})
