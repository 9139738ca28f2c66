import { expect, test } from 'vitest'
import { fill } from './content.tsx'

test('fills the places of a sentence', () => {
  expect(fill('Write to {support}, then to {officer}.', { support: 'a@b.example', officer: 'M. $& Rao' })).toBe(
    'Write to a@b.example, then to M. $& Rao.',
  )
})

test('throws for a place without a value', () => {
  expect(() => fill('Write to {suport}.', { support: 'a@b.example' })).toThrow('{suport}')
})
