import { expect, test } from 'vitest'
import { ageText } from './time.ts'

const now = Date.parse('2026-11-20T12:00:00Z')

test.each([
  ['2026-11-20T11:59:01Z', 'just now'],
  ['2026-11-20T11:59:00Z', '1 min'],
  ['2026-11-20T11:48:00Z', '12 min'],
  ['2026-11-20T11:00:00Z', '1 h'],
  ['2026-11-20T08:55:00Z', '3 h 5 min'],
  ['2026-11-19T12:00:00Z', '1 day'],
  ['2026-11-10T12:30:00Z', '9 days'],
])('what came at %s has waited %s', (since, text) => {
  expect(ageText(since, now)).toBe(text)
})

test('a clock that runs ahead of ours never shows a negative age', () => {
  expect(ageText('2026-11-20T12:05:00Z', now)).toBe('just now')
})
