import { expect, test } from 'vitest'
import { changeOf } from './change.ts'

test.each([
  ['101.25', '100', '+1.25%', false],
  ['98.5', '100', '−1.50%', true],
  ['100', '100', '+0.00%', false],
  ['100.005', '100', '+0.01%', false],
  ['0.07', '0.03', '+133.33%', false],
])('%s after %s is %s', (price, before, text, isLoss) => {
  expect(changeOf(price, before)).toEqual({ text, isLoss })
})

test.each([
  [undefined, '100'],
  ['100', undefined],
  ['100', '0'],
])('%s after %s says nothing', (price, before) => expect(changeOf(price, before)).toBeUndefined())
