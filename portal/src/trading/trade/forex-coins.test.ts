import { expect, test } from 'vitest'
import { findCoins, sampleCoins, sortCoins, totalOf, valueOf } from './forex-coins.tsx'
import { percentText } from '../../shell/percent.ts'

const [euro, yen, dollar] = sampleCoins as [(typeof sampleCoins)[0], (typeof sampleCoins)[0], (typeof sampleCoins)[0]]
const names = (coins: readonly { name: string }[]) => coins.map(({ name }) => name)

test.each([
  ['500 euro at ₹88.4250, now ₹90.1125', euro, [4_421_250n, 4_505_625n, 84_375n], '+1.91%'],
  ['40,000 yen at ₹0.6120, now ₹0.5985', yen, [2_448_000n, 2_394_000n, -54_000n], '−2.21%'],
  ['1,200 dollars at ₹82.1050, now ₹83.4600', dollar, [9_852_600n, 10_015_200n, 162_600n], '+1.65%'],
])('gain or loss of a holding: %s', (_, coin, [invested, current, change], percent) => {
  const value = valueOf(coin)
  expect(value).toMatchObject({ invested, current, change })
  expect(percentText(value.basisPoints)).toBe(percent)
})

test('total invested, current value, gain or loss with a percentage of two decimals', () => {
  const total = totalOf(sampleCoins)
  expect(total).toMatchObject({ invested: 16_721_850n, current: 16_914_825n, change: 192_975n })
  expect(percentText(total.basisPoints)).toBe('+1.15%')
  expect(totalOf([])).toEqual({ invested: 0n, current: 0n, change: 0n, basisPoints: 0n })
})

test('the search box finds names that contain the text, case-insensitive', () => {
  expect(names(findCoins(sampleCoins, 'EN/'))).toEqual(['Yen/INR'])
  expect(names(findCoins(sampleCoins, ' inr '))).toEqual(['Euro/INR', 'Yen/INR', 'Doller/INR'])
  expect(findCoins(sampleCoins, 'pound')).toEqual([])
})

test('a toggle sorts by gain or loss, ascending or descending', () => {
  expect(names(sortCoins(sampleCoins, 'ascending'))).toEqual(['Yen/INR', 'Euro/INR', 'Doller/INR'])
  expect(names(sortCoins(sampleCoins, 'descending'))).toEqual(['Doller/INR', 'Euro/INR', 'Yen/INR'])
})
