import { existsSync, globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { features } from '../contract/src/calls.ts'
import { root } from './child.ts'

// The messages name the places that a new feature still lacks (CONTRIBUTING.md).

const read = (path: string): string => readFileSync(join(root, path), 'utf8')
const sources = (pattern: string): string =>
  globSync(pattern, { cwd: root })
    .filter((path) => !/\.test\.tsx?$/.test(path))
    .map(read)
    .join('\n')

test('every contract file with calls is listed in contract/src/calls.ts', () => {
  const listed = read('contract/src/calls.ts')
  const missing = globSync('contract/src/*/*.ts', { cwd: root })
    .flatMap((path) =>
      [...read(path).matchAll(/^export const (\w+Calls)\b/gm)].map(([, name = '']) => ({ path, name })),
    )
    .filter(({ name }) => !new RegExp(`: ${name},`).test(listed))
  expect(missing.map(({ path, name }) => `add ${name} of ${path} to contract/src/calls.ts`)).toEqual([])
})

/** Streams and images, opened by their address, and calls for other programs. */
const withoutScreen = new Set([
  'profile.photo',
  'notice.client',
  'market.prices',
  'market.deskPrices',
  'ledger.statement',
  'health.openapi',
  'health.health',
  'health.live',
  'health.ready',
])

test('every call is used by a screen', () => {
  const screens = sources('{web,portal,desk}/{src,worker}/**/*.{ts,tsx}')
  const unused = Object.entries(features).flatMap(([feature, calls]) =>
    Object.entries(calls)
      .filter(([name, { method, path }]) => {
        const prefix = feature.replaceAll(/-(\w)/g, (_, letter: string) => letter.toUpperCase())
        return !screens.includes(`${method} ${path}`) && !new RegExp(`\\b${prefix}Calls\\.${name}\\b`).test(screens)
      })
      .map(([name]) => `${feature}.${name}`),
  )
  expect(unused.filter((name) => !withoutScreen.has(name)).map((name) => `no screen uses ${name}`)).toEqual([])
})

/** Features whose screens are part of another feature's browser test. */
const testedIn: Readonly<Record<string, string>> = {
  corporation: 'clearing',
  bank: 'profile',
  'broker-bank': 'ledger',
  statement: 'ledger',
  'bank-day': 'approval',
  payout: 'approval',
  calendar: 'approval',
  settlement: 'approval',
  contract: 'trading',
  'exchange-file': 'trading',
  'trade-day': 'trading',
  'line-booking': 'reconciliation',
  'bank-statement': 'reconciliation',
  reversal: 'dealer',
  'trade-file': 'dealer',
  'levy-file': 'trade-charge',
  'stt-class': 'trade-charge',
  'fair-value': 'closing-price',
  notice: 'kyc',
  queue: 'desk',
  client: 'desk',
  timeline: 'note',
  contact: 'session',
  identity: 'kyc',
  find: 'desk',
  report: 'ledger',
  accounting: 'ledger',
  operator: 'desk',
  digest: 'operator-lifecycle',
  privacy: 'complaint',
  audit: 'desk',
  security: 'closing-price',
  mail: 'desk',
  health: 'start',
}

test('every feature has a browser test', () => {
  const missing = Object.keys(features)
    .map((feature) => `e2e/${testedIn[feature] ?? feature}.e2e.ts`)
    .filter((path) => !existsSync(join(root, path)))
  expect(missing.map((path) => `${path} is missing`)).toEqual([])
})
