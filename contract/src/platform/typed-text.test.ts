import { expect, test } from 'vitest'
import { ifscOf, lastFourOf, mobileOf, panOf, saudaIdOf } from './code-text.ts'
import { digitsOf, tidyText } from './typed-text.ts'

test.each([
  ['+91 (0) 98111 43210', '9811143210'],
  ['098111-43210', '9811143210'],
  ['00919811143210', '9811143210'],
  ['९८१११४३२१०', '9811143210'],
  ['+91\u00A098111\u200B43210', '9811143210'],
  ['9198111432', '9198111432'],
  ['+44 20 7946 0958', '442079460958'],
  ['98111x43210', '98111x43210'],
])('the mobile number %s is %s', (text, number) => expect(mobileOf(text)).toBe(number))

test.each([
  [ifscOf, 'HDFC 0001234', 'HDFC0001234'],
  [ifscOf, 'IFSC Code - hdfc0001234', 'HDFC0001234'],
  [ifscOf, 'HDFC00012345', 'HDFC00012345'],
  [panOf, 'PAN No.: abcpd 1234 e', 'ABCPD1234E'],
  [panOf, 'ABCPD१२३४E', 'ABCPD1234E'],
  [panOf, 'PANPD1234E', 'PANPD1234E'],
  [saudaIdOf, 'Client ID: sd-100001', 'SD100001'],
  [saudaIdOf, 'SD१००००१', 'SD100001'],
  [lastFourOf, 'XXXX XXXX 1234', '1234'],
  [lastFourOf, '123456781234', '123456781234'],
  [digitsOf, '123 456', '123456'],
  [digitsOf, '১২৩-৪৫৬', '123456'],
])('%o reads %s as %s', (read, text, code) => expect(read(text)).toBe(code))

test('text copied from other applications loses what cannot be seen', () => {
  expect(tidyText('\u200Basha@example.com\u00A0')).toBe('asha@example.com')
  expect(tidyText('Asha\u00A0Rao\u202F')).toBe('Asha Rao')
  expect(tidyText('Rene\u0301e')).toBe('Renée')
})
