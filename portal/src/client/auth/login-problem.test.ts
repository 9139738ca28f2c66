import { expect, test } from 'vitest'
import { ApiError } from '@sauda/web/api-error'
import { loginProblem } from './login.tsx'

const rejected = (status: number, body?: object) => new ApiError('response', status, body)

test('a blocked login leads to support, a wrong password does not', () => {
  const message = 'Invalid email or password'
  expect(loginProblem(rejected(401, { message, need: 'support' }))).toEqual({ kind: 'blocked' })
  expect(loginProblem(rejected(401, { message }))).toEqual({ kind: 'wrong' })
})

test('the login of a closed account shows that it is closed', () => {
  const message = 'Your account is closed'
  expect(loginProblem(rejected(401, { message, need: 'closed' }))).toEqual({ kind: 'closed', message })
})

test('a login with two-step login needs the code', () => {
  expect(loginProblem(rejected(401, { message: 'Enter the code', need: 'totp' }))).toEqual({
    kind: 'app',
    message: 'Enter the code',
  })
  expect(loginProblem(rejected(401, { message: 'Enter the code', need: 'mail' })).kind).toBe('mail')
})

test('an HTTP 500 is not called a connection problem', () => {
  expect(loginProblem(rejected(500))).toMatchObject({ message: expect.stringContaining('a problem on our side') })
  for (const error of [new ApiError('network'), new ApiError('timeout')])
    expect(loginProblem(error)).toMatchObject({ message: expect.stringContaining('Check your connection') })
})
