import { expect, test } from 'vitest'
import { greeting } from './greeting.ts'

test.each([
  [0, 'Good Morning'],
  [11, 'Good Morning'],
  [12, 'Good Afternoon'],
  [16, 'Good Afternoon'],
  [17, 'Good Evening'],
  [23, 'Good Evening'],
])('Good Morning before 12, Good Afternoon before 17, otherwise Good Evening: %i', (hour, words) => {
  expect(greeting(hour)).toBe(words)
})
