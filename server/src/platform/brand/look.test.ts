import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { contrast } from './colour.ts'
import { grounds, lookFault, lookOf, lookStyle } from './look.ts'

const valueOf = (style: string, name: string) => new RegExp(`--${name}:([^;}]+)`).exec(style)?.[1] ?? ''
const pairOf = (style: string, name: string) =>
  /light-dark\((#\w+),(#\w+)\)/.exec(valueOf(style, name))?.slice(1) as [string, string]

const anyColour = fc.integer({ min: 0, max: 0xffffff }).map((value) => `#${value.toString(16).padStart(6, '0')}`)

test('the measure is right: black on white is 21, a known grey 4.54', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21, 5)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

test('the grounds are the surfaces of the design', () => {
  const tokens = readFileSync(new URL('../../../../ui/src/tokens.css', import.meta.url), 'utf8')
  for (const name of ['paper', 'surface', 'sunken', 'raised']) {
    const [, light = '', dark = ''] = new RegExp(`--${name}: light-dark\\((#\\w+), (#\\w+)\\)`).exec(tokens) ?? []
    expect([...grounds.light]).toContain(light)
    expect([...grounds.dark]).toContain(dark)
  }
})

test('the default look is the one of the design', () => {
  const tokens = readFileSync(new URL('../../../../ui/src/tokens.css', import.meta.url), 'utf8')
  expect(tokens).toContain('--brand: #e39a1b;')
  expect(lookOf('#e39a1b', undefined)).toEqual({ colour: '#e39a1b', ink: '#17130a' })
})

test('whatever the colour: its words can be read, its lines and the focus can be seen on every surface', () => {
  fc.assert(
    fc.property(anyColour, (colour) => {
      const look = lookOf(colour, undefined)
      expect(lookFault(look)).toBeUndefined()
      const style = lookStyle(look)
      const schemes = ['light', 'dark'] as const
      for (const [index, scheme] of schemes.entries())
        for (const ground of grounds[scheme]) {
          expect(contrast(pairOf(style, 'brand-edge')[index] ?? '', ground)).toBeGreaterThanOrEqual(3)
          expect(contrast(pairOf(style, 'focus')[index] ?? '', ground)).toBeGreaterThanOrEqual(4.5)
        }
      expect(contrast(valueOf(style, 'brand-hover'), look.ink)).toBeGreaterThanOrEqual(4.5)
    }),
    { numRuns: 300 },
  )
})

test('words that cannot be read on the colour are named with it and their ratio', () => {
  expect(lookFault(lookOf('#e39a1b', '#ffffff'))).toBe(
    'BRAND_INK: #ffffff on BRAND_COLOUR #e39a1b has a contrast of 2.36 : 1; words on a button need at least 4.5 : 1',
  )
})
