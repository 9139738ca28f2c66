import { describe, expect, test } from 'vitest'
import * as z from 'zod/mini'
import { fullName } from '../client/registration.ts'
import { walletCalls } from '../money/wallet.ts'
import { bankDetailsInput } from '../money/bank.ts'
import { anyPersonName, email, line, optionalLine, otp, rupeesIn } from './field.ts'

const read = (text: string) => line('Please enter text', 100).parse(text)

describe('free text', () => {
  test.each([
    ['a turn of direction', 'pay \u202Etnailc\u202C', 'pay tnailc'],
    ['isolates and marks of direction', '\u2067Asha\u2069 \u200E+91\u200F\u061C', 'Asha +91'],
    ['a space of no width, a word joiner, a byte-order mark', '\uFEFFAs\u200Bh\u2060a', 'Asha'],
    ['a soft hyphen and a filler', 'As\u00ADha\u3164', 'Asha'],
    ['a joiner in Latin letters', 'As\u200Dh\u200Ca', 'Asha'],
    ['tags after anything but a flag', 'ok\u{E0061}\u{E0062}', 'ok'],
    ['joiners in a row', 'क\u200D\u200D\u200Dष', 'क\u200Dष'],
  ])('loses %s', (_, text, kept) => {
    expect(read(text)).toBe(kept)
    expect(optionalLine(100).parse(text)).toBe(kept)
  })

  test.each([
    ['Devanagari with a joiner and a non-joiner', 'क्\u200Dष श्री\u200Cमान्'],
    ['Malayalam, Bengali and Urdu', 'അവന്\u200D র\u200D্য می\u200Cخواهم'],
    ['emoji put together', '👩🏽\u200D💻 ❤\uFE0F\u200D🔥 🏳\uFE0F\u200D🌈 🏴\u200D☠\uFE0F 👨\u200D👩\u200D👧'],
    ['flags and keycaps', '🇮🇳 🏴\u{E0067}\u{E0062}\u{E0065}\u{E006E}\u{E0067}\u{E007F} 1\uFE0F\u20E3'],
    ['letters with their marks', 'Zoë Müller, Nguyễn'],
  ])('keeps %s', (_, text) => expect(read(text)).toBe(text))

  test('of invisible characters counts as empty', () => {
    expect(z.safeParse(line('Please enter text', 100), '\u200D\u2066\u3164 \u200B').error?.issues[0]?.message).toBe(
      'Please enter text',
    )
    expect(fullName.safeParse('\u200B\u3164').success).toBe(false)
  })

  test.each(['a\nb', 'a\u0000b', 'a\u2028b', '\ud800'])(
    'of several lines or broken characters is rejected: %j',
    (text) => {
      expect(z.safeParse(line('Please enter text', 100), text).error?.issues[0]?.message).toBe(
        'Please use plain text without control characters',
      )
    },
  )
})

test.each(['\u0301', '\u0301\u0302', 'A \u0301', '...', ' . '])('rejects a name of marks and dots only: %j', (name) => {
  for (const schema of [fullName, bankDetailsInput.shape.accountHolderName, anyPersonName('Enter a name')])
    expect(schema.safeParse(name).success).toBe(false)
})

test('an e-mail address and a code are read without invisible characters', () => {
  expect(email().parse('\u200BAsha@example.com\u00A0')).toBe('asha@example.com')
  expect(email().parse('asha@exam\u00ADple.com')).toBe('asha@example.com')
  expect(otp.parse('१२३ ४५६')).toBe('123456')
  expect(otp.safeParse('1234567').success).toBe(false)
})

test('accepts names in other scripts', () => {
  expect(fullName.parse('श्री\u200Cमान् क्\u200Dष')).toBe('श्री\u200Cमान् क्\u200Dष')
  expect(fullName.parse('\u202EAsha Nair\u202C')).toBe('Asha Nair')
})

test('rejects a name whose marks would cover the lines above and below it', () => {
  expect(fullName.parse(`Z${'\u0300'.repeat(4)}oe`)).toContain('oe')
  expect(fullName.safeParse(`Z${'\u0300'.repeat(5)}oe`).success).toBe(false)
})

test.each([
  [-0.01, 'Enter an amount that is not below ₹0'],
  [1_000_000_000.01, 'Enter an amount of at most ₹1,00,00,00,000'],
  [1e21, 'Enter an amount of at most ₹1,00,00,00,000'],
  [100.001, 'Enter the amount in rupees with at most two decimals'],
  [1e-7, 'Enter the amount in rupees with at most two decimals'],
  ['100', 'Enter the amount in rupees with at most two decimals'],
])('the amount %j is rejected: %s', (amount, message) => {
  expect(rupeesIn.safeParse(amount).error?.issues.map((issue) => issue.message)).toEqual([message])
})

test('an amount below zero to add or withdraw is below the minimum', () => {
  const { intent, addMoney, withdraw } = walletCalls
  const messages = [intent, addMoney, withdraw].map(
    ({ body }) => body.safeParse({ id: 'x', amount: -100 }).error?.issues[0]?.message,
  )
  const [add, take] = ['Minimum add fund amount is ₹100', 'Minimum withdraw amount is ₹100']
  expect(messages).toEqual([add, add, take])
})
