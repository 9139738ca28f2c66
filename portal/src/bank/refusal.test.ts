import { ApiError } from '@sauda/web/api-error'
import { expect, test } from 'vitest'
import { refusalWords } from './refusal.ts'

test('without a final response the details may have been saved', () => {
  for (const error of [new ApiError('timeout'), new ApiError('network'), new ApiError('response', 503)])
    expect(refusalWords(error)).toMatch(/Your details may have been saved; sending them again does no harm\.$/)
  expect(refusalWords(new ApiError('response', 409, { message: 'Not now' }))).toBe('Not now')
})
