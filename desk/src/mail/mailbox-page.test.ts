import { expect, test } from 'vitest'
import { codeIn } from './mailbox-page.tsx'

test.each([
  ['Your code is 123456. It is valid for 10 minutes.', '123456'],
  ['Code: 123456\n\n123456 is your code', '123456'],
  ['Either 123456 or 654321', undefined],
  ['Client ID SD1000017, mobile 9876543210', undefined],
  ['Amount ₹1,234567.00', undefined],
])('the code in %j is %s', (text, code) => {
  expect(codeIn(text)).toBe(code)
})
