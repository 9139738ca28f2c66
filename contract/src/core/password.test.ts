import { expect, test } from 'vitest'
import { strengthOf } from './password.ts'

test.each([
  ['', 'weak'],
  ['Password@123', 'weak'],
  ['P@ssw0rd2026', 'weak'],
  ['India@1947', 'weak'],
  ['Sauda@2026', 'weak'],
  ['Aaaaaaaaa1!', 'weak'],
  ['Qwerty@12345', 'weak'],
  ['Football@123', 'weak'],
  ['F00tb@ll#9', 'weak'],
  ['JanuaryZerodha@123', 'weak'],
  ['Kolkata-Lamp-1', 'fair'],
  ['Quiet-River-27', 'fair'],
  ['Monsoon-in-Kerala-9', 'strong'],
  ['vT9#qLm2x!Rw8', 'strong'],
])('%s is %s', (password, strength) => {
  expect(strengthOf(password)).toBe(strength)
})
