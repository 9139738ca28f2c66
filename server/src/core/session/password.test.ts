import { commonPasswordsOf, isCommonPassword as isCommon, strengthOf } from '@sauda/contract/core/password'
import { AppError } from '@sauda/contract/platform/error'
import { hash } from '@node-rs/argon2'
import { dictionary } from '@zxcvbn-ts/language-common'
import { expect, test, vi } from 'vitest'
import { testServer } from '../../../test/server.ts'
import { deviceName } from './session.ts'
import { hashPassword, isCommonPassword, isCorrectPassword } from './password.ts'

vi.unmock('@node-rs/argon2')

test('a password is kept as argon2id with 19 MiB, two passes and one lane, salted', async () => {
  const [one, two] = [await hashPassword('Quiet-River-27'), await hashPassword('Quiet-River-27')]
  expect(one).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1\$/)
  expect(one).not.toBe(two)
})

test('only the same password matches, to the last character', async () => {
  const password = `Ünï-सौदा-😀-\u0000-${'x'.repeat(100)}`
  const hash = await hashPassword(password)
  expect(await isCorrectPassword(hash, password)).toBe(true)
  for (const other of [password.slice(0, -1), `${password} `, password.split('\u0000')[0] ?? '', ''])
    expect(await isCorrectPassword(hash, other)).toBe(false)
})

test('keyboards that write an accent or a space differently mean one password, also for hashes from before', async () => {
  const [composed, decomposed] = ['Caf\u00e9 in Pune-9', 'Cafe\u0301\u00a0in Pune-9']
  expect(await isCorrectPassword(await hashPassword(composed), decomposed)).toBe(true)
  expect(await isCorrectPassword(await hashPassword(decomposed), composed)).toBe(true)
  const before = await hash(decomposed.replace('\u00a0', ' '), { memoryCost: 19_456, timeCost: 2, parallelism: 1 })
  for (const typed of [composed, decomposed]) expect(await isCorrectPassword(before, typed)).toBe(true)
  expect(await isCorrectPassword(before, 'Cafe in Pune-9')).toBe(false)
})

test('the list that screens load is the one that the server checks', async () => {
  const server = await testServer()
  const response = await fetch(`${server.url}/api/common-passwords`)
  expect(response.headers.get('cache-control')).toBe('public, max-age=86400')
  const list = (await response.text()).split('\n')
  expect(list).toHaveLength(10_000)
  const common = commonPasswordsOf(list)
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  const some = dictionary['passwords-common'].filter((_, index) => index % 20 === 0)
  const typed = some.flatMap((word) => [word, `${capital(word)}@123`, `7-${word}-of-Pune-9`])
  expect(
    typed.filter((password) => isCommon(password, 'Lotus', common) !== isCommonPassword(password, 'Lotus')),
  ).toEqual([])
  expect(typed.filter((password) => isCommonPassword(password, 'Lotus')).length).toBeGreaterThan(1000)
})

test('no password matches a missing hash', async () => {
  expect(await isCorrectPassword(undefined, 'Quiet-River-27')).toBe(false)
  expect(await isCorrectPassword(undefined, '')).toBe(false)
})

test('beyond the queue, hashing is rejected with 503, and recovers', async () => {
  const results = await Promise.allSettled(Array.from({ length: 60 }, () => hashPassword('Quiet-River-27')))
  const refused = results.flatMap((result) => (result.status === 'rejected' ? [result.reason] : []))
  expect(results.length - refused.length).toBe(42)
  for (const error of refused) expect(error).toMatchObject({ status: 503, extra: { retryAfter: 2 } })
  expect(refused[0]).toBeInstanceOf(AppError)
  expect(await hashPassword('Quiet-River-27')).toMatch(/^\$argon2id/)
})

test('the most used passwords are common in any mix of cases', () => {
  for (const password of ['password', 'PASSWORD', '12345678', 'P@ssw0rd', 'iloveyou'])
    expect(isCommonPassword(password)).toBe(true)
  for (const password of ['Quiet-River-27', 'password of mine', '']) expect(isCommonPassword(password)).toBe(false)
})

test.each([
  'Password@123',
  'India@1947',
  'Sauda@2026',
  'Qwerty@123',
  'P@ssw0rd#2026',
  '$unshine1',
  'Pass-Word1!',
  'January@2026',
  'Mumbai#400001',
  'MumbaiIndia@1',
  'A1234567!',
  '１Ｑaz2wsx!',
])('%s meets the composition rules, and is common', (password) => {
  expect(isCommonPassword(password)).toBe(true)
})

test('the name of the broker is a common word', () => {
  expect(isCommonPassword('Lotus@2026', 'Lotus Broking')).toBe(true)
  expect(isCommonPassword('LotusBroking@1', 'Lotus Broking')).toBe(true)
  expect(isCommonPassword('Lotus-Pond-7', 'Lotus Broking')).toBe(false)
})

test.each([
  'Quiet-River-27',
  'Monsoon-in-Kerala-9',
  'Desk-Lamp-42',
  'Demo-Pass-1',
  'Boats-at-Alappuzha-4',
  'Sunrise-Over-Dalal-Street-7',
  'gT5#kq8Lw!',
  'T7$9182736455x',
])('%s is not common', (password) => {
  expect(isCommonPassword(password)).toBe(false)
})

test.each([
  [
    'Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 Chrome/140.0 Safari/537.36 Edg/140.0',
    'Edge on Windows',
  ],
  [
    'Mozilla/5.0 (Linux; Android 15) AppleWebKit/537.36 SamsungBrowser/28.0 Chrome/130.0 Mobile Safari/537.36',
    'Samsung Internet on Android',
  ],
  [
    'Mozilla/5.0 (iPhone; CPU iPhone OS 18_0 like Mac OS X) AppleWebKit/605.1.15 Version/18.0 Mobile/15E148 Safari/604.1',
    'Safari on iOS',
  ],
  ['Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0', 'Firefox on Linux'],
  ['Mozilla/5.0 (Macintosh; Intel Mac OS X 10_15_7) AppleWebKit/537.36 Chrome/140.0 Safari/537.36', 'Chrome on macOS'],
  ['<script>alert(1)</script>', 'Unknown browser on unknown system'],
  ['', 'Unknown browser on unknown system'],
])('%s is %s', (userAgent, device) => {
  expect(deviceName(userAgent)).toBe(device)
})

test('the strength shown in the browser is weak for common words with digits and symbols', () => {
  const words = dictionary['passwords-common'].filter((word) => /^[a-z]{5,12}$/.test(word))
  expect(words.length).toBeGreaterThan(4000)
  const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1)
  const typed = words
    .flatMap((word) => [`${capital(word)}@123`, `#${capital(word)}2026!`, `${capital(word).replaceAll('o', '0')}1$`])
    .filter((password) => isCommonPassword(password))
  expect(typed.length).toBeGreaterThan(12_000)
  expect(typed.filter((password) => strengthOf(password) !== 'weak')).toEqual([])
})
