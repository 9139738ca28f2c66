import * as z from 'zod/mini'
import { describe, expect, test } from 'vitest'
import type { Call } from './platform/call.ts'
import { features } from './calls.ts'
import { commonErrors, type ErrorDefinition } from './platform/error.ts'
import { sessionErrors, setUpErrors } from './core/session.ts'
import { viewErrors } from './client/view.ts'

declare global {
  interface ImportMeta {
    glob<Module>(pattern: string[], options: { eager: true }): Record<string, Module>
  }
}

/** Phrases that make the specified client log out when a message contains one (section 8). */
const loggingOut =
  /unauthorized|forbidden|token expired|invalid token|access denied|user not found|user does not exist|session expired|authentication failed/i

const modules = import.meta.glob<Record<string, unknown>>(['./*/*.ts', '!./*/*.test.ts'], { eager: true })
const calls: [name: string, call: Call][] = Object.entries(features).flatMap(([feature, ofFeature]) =>
  Object.entries(ofFeature).map(([name, call]): [string, Call] => [`${feature}.${name}`, call]),
)
const errors: [name: string, words: ErrorDefinition][] = [
  ...Object.entries(modules).flatMap(([file, exported]) =>
    Object.entries(exported)
      .filter(([name]) => name.endsWith('Errors'))
      .flatMap(([, list]) => Object.entries(list as Record<string, ErrorDefinition>))
      // Some lists hold functions of a message, or the sentence of a field alone.
      .filter(([, words]) => typeof words === 'object')
      .map(([name, words]): [string, ErrorDefinition] => [`${file} ${name}`, words]),
  ),
  ...calls.flatMap(([name, { errors: words = [] }]) => words.map((each): [string, ErrorDefinition] => [name, each])),
]

/** Bodies that are wrong in as many ways as a generic test can think of. */
const wrongValues = [undefined, null, 7, true, [], {}, '', ' ', 'x', '\u0000', 'x'.repeat(5000)]
function wrongBodies(schema: NonNullable<Call['body']>): unknown[] {
  const fields = schema instanceof z.ZodMiniObject ? Object.keys(schema.shape) : []
  return [...wrongValues, ...wrongValues.map((value) => Object.fromEntries(fields.map((field) => [field, value])))]
}

test('every feature was read', () => {
  expect(Object.keys(modules).length).toBeGreaterThan(10)
  expect(errors.length).toBeGreaterThan(50)
})

describe.each(errors)('the error %s', (_, { status, message }) => {
  test('is a whole sentence with a 4xx status', () => {
    expect(message).toMatch(/^[A-Z].*[^,\s]$/)
    expect(status).toBeGreaterThanOrEqual(400)
    expect(status).toBeLessThan(600)
  })

  test('logs a client out by its message only if it is an authentication failure', () => {
    expect(status === 401 || !loggingOut.test(message)).toBe(true)
  })

  test('logs a client out by its status only if it is an authentication failure', () => {
    // 403 is for operators only: the desk distinguishes it from a logout, the client's screens do not.
    const forOperators = [
      commonErrors.noRight,
      viewErrors.readOnly,
      viewErrors.notShown,
      sessionErrors.notFromDesk,
      ...Object.values(setUpErrors),
    ]
    expect(status !== 403 || forOperators.some((each) => each.message === message)).toBe(true)
  })
})

test.each(calls.filter(([, { who, path }]) => !path.startsWith('/desk') && who !== 'operator'))(
  '%s never answers a client with 403',
  (_, { errors: words = [] }) => {
    expect(words.filter(({ status }) => status === 403)).toEqual([])
  },
)

test.each(calls.filter(([, { body }]) => body !== undefined))(
  'no error in the body of %s logs a client out',
  (_, call) => {
    const messages = wrongBodies(call.body!).flatMap((value) => {
      const parsed = call.body!.safeParse(value)
      return parsed.success ? [] : parsed.error.issues.map(({ message }) => message)
    })
    expect(messages.length).toBeGreaterThan(0)
    expect(messages.filter((message) => loggingOut.test(message))).toEqual([])
  },
)
