import { expect, test } from 'vitest'
import { fill } from './fill.ts'

test('a sentence’s places are filled as they are written', () => {
  expect(fill('Write to {support}, then to {officer}.', { support: 'a@b.example', officer: 'M. $& Rao' })).toBe(
    'Write to a@b.example, then to M. $& Rao.',
  )
})

test('a place that nobody fills is told, not shown', () => {
  expect(() => fill('Write to {suport}.', { support: 'a@b.example' })).toThrow('{suport}')
})
