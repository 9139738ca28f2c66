import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { contrast, customProperties, resolveColour, type SchemeName } from './contrast.ts'

const properties = customProperties(readFileSync(new URL('../src/tokens.css', import.meta.url), 'utf8'))
const ratio = (one: string, other: string, scheme: SchemeName) =>
  contrast(resolveColour(`var(${one})`, scheme, properties), resolveColour(`var(${other})`, scheme, properties))

const surfaces = ['--paper', '--surface', '--sunken', '--raised']
const tones = ['gain', 'loss', 'warn', 'info']
const text: [string, string][] = [
  ...surfaces.flatMap((surface): [string, string][] => [
    ['--ink', surface],
    ['--ink-soft', surface],
    ['--ink-faint', surface],
    ...tones.map((tone): [string, string] => [`--${tone}`, surface]),
  ]),
  ...tones.flatMap((tone): [string, string][] => [
    [`--${tone}`, `--${tone}-soft`],
    ['--ink', `--${tone}-soft`],
    ['--ink-soft', `--${tone}-soft`],
  ]),
  ['--ink', '--brand-soft'],
  ['--ink-soft', '--brand-soft'],
  ['--on-brand', '--brand'],
  ['--on-danger', '--danger'],
  ['--on-inverse', '--inverse'],
]
// outlines of controls and of focus must contrast with their surroundings
const lines = surfaces.flatMap((surface): [string, string][] => [
  ['--line-strong', surface],
  ['--focus', surface],
  ['--brand-edge', surface],
])

describe.each(['light', 'dark'] as const)('in the %s scheme', (scheme) => {
  test.each(text)('%s on %s can be read (4.5 : 1)', (one, other) => {
    expect(ratio(one, other, scheme)).toBeGreaterThanOrEqual(4.5)
  })
  test.each(lines)('%s on %s can be seen (3 : 1)', (one, other) => {
    expect(ratio(one, other, scheme)).toBeGreaterThanOrEqual(3)
  })
})

// A toast has a scheme of its own, whatever the page's is.
test.each(['light', 'dark'] as const)('a %s toast can be read', (theme) => {
  const toast = customProperties(readFileSync(new URL('../src/toast.css', import.meta.url), 'utf8'))
  const all = new Map([...properties, ...toast])
  const colour = (name: string) => resolveColour(`var(${name})`, theme, all)
  const measured = contrast(colour(`--toastify-text-color-${theme}`), colour(`--toastify-color-${theme}`))
  expect(measured).toBeGreaterThanOrEqual(4.5)
})

test('the contrast function is right: black on white is 21, a known grey 4.54', () => {
  expect(contrast([0, 0, 0], [255, 255, 255])).toBeCloseTo(21, 5)
  expect(contrast([118, 118, 118], [255, 255, 255])).toBeCloseTo(4.54, 2)
})

test('an unreadable colour is rejected', () => {
  expect(() => resolveColour('papayawhip', 'light', properties)).toThrow('papayawhip')
  expect(() => resolveColour('var(--absent)', 'light', properties)).toThrow('cannot read the colour')
})
