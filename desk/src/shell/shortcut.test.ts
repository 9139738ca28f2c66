import { expect, test } from 'vitest'
import { navigationItems } from './navigation.tsx'
import { match, nameOf, type Shortcut } from './shortcut.ts'

const plain = { ctrlKey: false, metaKey: false, altKey: false }
const shortcut = (...keys: [string, ...string[]]): Shortcut => ({ keys, does: 'x', run: () => undefined })
const accept = shortcut('a')
const audit = shortcut('g a')
const next = shortcut('j', 'ArrowDown')
const all = [accept, audit, next]

test('Command on a Mac is Ctrl', () => {
  expect(nameOf({ ...plain, key: 'Enter', metaKey: true })).toBe('Ctrl+Enter')
  expect(nameOf({ ...plain, key: '?' })).toBe('?')
})

test('one key is found by any of its names', () => {
  expect(match(all, null, 'ArrowDown').shortcut).toBe(next)
})

test('a letter after its opener means the pair, otherwise itself', () => {
  expect(match(all, null, 'g')).toEqual({ begins: true })
  expect(match(all, 'g', 'a').shortcut).toBe(audit)
  expect(match(all, null, 'a').shortcut).toBe(accept)
  expect(match(all, 'x', 'a').shortcut).toBe(accept)
})

test('each page of the navigation has a letter of its own', () => {
  const letters = navigationItems.map(({ letter }) => letter)
  expect(letters).toEqual([...new Set(letters)])
})
