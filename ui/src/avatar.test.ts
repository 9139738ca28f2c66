import { expect, test } from 'vitest'
import { initials } from './avatar.tsx'

test('initials are the first letters of the first and the last word', () => {
  expect(initials('Asha Devi Rao')).toBe('AR')
  expect(initials(' vikram ')).toBe('V')
  expect(initials('आशा राव')).toBe('आर')
  expect(initials('')).toBe('')
})
