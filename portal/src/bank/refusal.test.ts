import { expect, test } from 'vitest'
import { ApiError } from '../shell/api-error.ts'
import { refusalWords } from './refusal.ts'

test('silence is not told as a no', () => {
  const unsure = 'No answer came, so they may have been saved. Sending them again does no harm.'
  const unchanged = 'Nothing was changed. Please try again.'
  expect(refusalWords(new ApiError('timeout'), true)).toBe(unsure)
  expect(refusalWords(new ApiError('network'), true)).toBe(unsure)
  expect(refusalWords(new ApiError('network'), false)).toBe(unchanged)
  expect(refusalWords(new ApiError('refused', 503), true)).toBe(unchanged)
  expect(refusalWords(new ApiError('refused', 409, { message: 'Not now' }), true)).toBe('Not now')
})
