import pg from 'pg'
import { describe, expect, test } from 'vitest'
import { isConnectionLost, isDatabaseAway } from './database-fault.ts'

const databaseError = (code: string, message = 'no', severity = 'ERROR') =>
  Object.assign(new pg.DatabaseError(message, 0, 'error'), { code, severity })

describe('the database is unavailable', () => {
  test.each(
    `08000 08006 08P01 25006 25P02 25P03 26000 28000 28P01 3D000 40001 40P01 42P05 53000 53100 53200 53300 53400 55P03 57014
     57P01 57P02 57P03 57P04 57P05 58000 58030 72000 F0000 XX000 XX001`.split(/\s+/),
  )('where it says %s', (code) => {
    expect(isDatabaseAway(databaseError(code))).toBe(true)
    expect(isConnectionLost(databaseError(code))).toBe(false)
  })

  test('where it ends the connection, whatever the code, as for a role that does not exist', () => {
    expect(isDatabaseAway(databaseError('22023', 'role "sauda_app" does not exist', 'FATAL'))).toBe(true)
  })

  test('where a migration changed a table under a prepared statement', () => {
    expect(isDatabaseAway(databaseError('0A000', 'cached plan must not change result type'))).toBe(true)
  })

  test.each([
    'timeout exceeded when trying to connect',
    'Query read timeout',
    'Connection terminated',
    'Connection terminated unexpectedly',
    'Connection terminated due to connection timeout',
    'Client has encountered a connection error and is not queryable',
    'Client was closed and is not queryable',
    'Cannot use a pool after calling end on the pool',
    'Received unexpected commandComplete message from backend.',
  ])('where the driver says "%s"', (message) => {
    expect(isDatabaseAway(new Error(message))).toBe(true)
    expect(isConnectionLost(new Error(message))).toBe(true)
  })

  test.each([
    'ECONNREFUSED',
    'ECONNRESET',
    'ENOENT',
    'EPIPE',
    'ETIMEDOUT',
    'EHOSTUNREACH',
    'ENOTFOUND',
    'EMFILE',
    'EAGAIN',
  ])('where the system says %s', (code) =>
    expect(isDatabaseAway(Object.assign(new Error('connect'), { code }))).toBe(true),
  )
})

test.each(['22012', '22P02', '23505', '23514', '42601', '42703', '42501', '54001', 'P0001', '0A000', '21000'])(
  'an error of a statement or its values is a server error: %s',
  (code) => expect(isDatabaseAway(databaseError(code))).toBe(false),
)

test('any other error is a server error', () => {
  expect(isDatabaseAway(new TypeError('x is undefined'))).toBe(false)
  expect(isDatabaseAway('a text')).toBe(false)
})
