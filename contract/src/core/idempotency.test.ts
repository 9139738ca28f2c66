import { expect, test } from 'vitest'
import { idempotencyErrors, isFinalResponse } from './idempotency.ts'

test.each([
  ['no response', { status: 0 }],
  ['a fault of the server', { status: 500 }],
  ['a gateway without a server', { status: 502, message: 'Bad gateway' }],
  ['an overloaded server', { status: 503 }],
  ['an expired login', { status: 401 }],
  ['a missing right', { status: 403 }],
  ['a request that arrived too slowly', { status: 408 }],
  ['a request sent too early', { status: 425 }],
  ['a rate limit', { status: 429 }],
  ['a first request still running', idempotencyErrors.keyRunning],
  ['a request for a confirmation', { status: 409, message: 'Confirm this withdrawal', need: 'confirm' }],
])('%s is not final', (_, response) => {
  expect(isFinalResponse(response)).toBe(false)
})

test.each([
  ['success', { status: 200 }],
  ['bad input', { status: 400 }],
  ['an unknown id', { status: 404 }],
  ['a conflict', { status: 409, message: 'Already decided by Omar' }],
  ['a key used for a different request', idempotencyErrors.keyReused],
  ['a business rule', { status: 422, message: 'Insufficient balance for withdrawal' }],
])('%s is final', (_, response) => {
  expect(isFinalResponse(response)).toBe(true)
})
