import { expect, test } from 'vitest'
import { ApiError, errorMessage, errorTitle } from './api-error.ts'

const serverError = new ApiError('response', 500, { message: 'Something went wrong on our side. Please try again.' })

test.each([
  [
    new ApiError('network'),
    'The connection to the server failed. Please check your internet connection and try again.',
  ],
  [new ApiError('timeout'), 'The server did not respond in time. Please try again.'],
  [serverError, 'Something went wrong on our side. Please try again.'],
  [new ApiError('response', 502, '<html>'), 'The server reported an error. Please try again.'],
  [new ApiError('response', 409, { message: 'Already decided by Omar' }), 'Already decided by Omar'],
  [new ApiError('response', 400), 'An error occurred. Please try again.'],
  [new TypeError('x is undefined'), 'Something went wrong. Please try again.'],
])('%s is described by what is known', (error, message) => {
  expect(errorMessage(error)).toBe(message)
})

test.each([
  [new ApiError('network'), 'The connection to the server failed'],
  [new ApiError('timeout'), 'The server did not respond in time'],
  [serverError, 'The server reported an error'],
])('%s of a request that moves money: it may have gone through', (error, cause) => {
  expect(errorMessage(error, 'Recent activity')).toBe(
    `${cause}, so your request may have gone through. Check Recent activity before sending it again; sending again cannot do it twice.`,
  )
})

test('a rejected request that moves money shows the message of the server alone', () => {
  const error = new ApiError('response', 422, { message: 'Insufficient balance for withdrawal' })
  expect(errorMessage(error, 'Recent activity')).toBe('Insufficient balance for withdrawal')
})

test('the title says that nothing was done only after a rejection', () => {
  expect(errorTitle(new ApiError('response', 422), 'Nothing was imported')).toBe('Nothing was imported')
  for (const error of [new ApiError('network'), new ApiError('timeout'), new ApiError('response', 503), serverError])
    expect(errorTitle(error, 'Nothing was imported')).toBe('Not confirmed')
})
