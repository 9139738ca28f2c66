import { pathOf, type Call } from '@sauda/contract/call'
import { features } from '@sauda/contract/calls'
import { expect, test } from 'vitest'
import { everyCall } from '../test/every-call.ts'
import type { Valid } from '../test/call-things.ts'
import { withoutNetwork } from '../test/inject.ts'
import { newOperator } from '../test/operator.ts'
import { testServer } from '../test/server.ts'

// One field at a time is odd, all others are as they should be: so the odd one gets as far as it can.
const server = withoutNetwork(await testServer({ RATE_LIMITS: 'off' }))
const valid = await everyCall(server)
const admin = await newOperator(server, 'admin')
const { body: document } = await server.call('GET', '/openapi.json')

/** Each of these hashes a password at every try; auth/hostile.test.ts asks them. */
const dear =
  /^(?:auth\.(?:register|login|changePassword|totpStart|totpRemove|passkeyStart|passkeyRemove)|operator\.(?:login|changePassword|passkeyStart|passkeyRemove|totpConfirm))$/
const calls = Object.entries(features)
  .flatMap(([room, calls]) => Object.entries(calls).map(([name, call]): [string, Call] => [`${room}.${name}`, call]))
  // Forms with photos are sent by app.odd.test.ts.
  .filter(([name, { body, images }]) => body !== undefined && images === undefined && !dear.test(name))

const numbers = [
  '-1',
  '0',
  '-0',
  '1e308',
  '1e999',
  '1e-9',
  '0.005',
  '9007199254740993',
  '123456789012345',
  '99999999999',
]
const texts = [
  '',
  ' ',
  '\0',
  'a\0b',
  '🙂',
  '\u202E\u2066',
  '١٢٣',
  '𝟙𝟚',
  "'; drop table trade; --",
  'NaN',
  '%00',
  '{}',
  'x'.repeat(5000),
]
const days = [
  '0000-01-01',
  '0001-01-01',
  '2026-02-30',
  '9999-12-31',
  '-1000-01-01',
  '294277-01-01T00:00:00Z',
  '0000-01-01T00:00:00Z',
]
const ids = ['00000000-0000-0000-0000-000000000000', 'ffffffff-ffff-7fff-bfff-ffffffffffff', admin.id]
/** As JSON, some of which no program would write. */
const odd = [
  'null',
  'true',
  '[]',
  '{}',
  '[[]]',
  '[null]',
  '"\\ud800"',
  '{"__proto__":1}',
  'NaN',
  ...numbers,
  ...[...texts, ...days, ...ids].map((text) => JSON.stringify(text)),
]

type Path = readonly (string | number)[]

/** Every value in it, and every part that holds some; of a list the first two, because its items are of one kind. */
function places(value: unknown, path: Path = []): Path[] {
  const all = typeof value === 'object' && value !== null ? Object.entries(value) : []
  const inside = Array.isArray(value) ? all.slice(0, 2) : all
  const key = (name: string) => (Array.isArray(value) ? Number(name) : name)
  return [...(path.length > 0 ? [path] : []), ...inside.flatMap(([name, part]) => places(part, [...path, key(name)]))]
}

/** The body as JSON, with something else in that place. */
function withOdd(body: unknown, path: Path, json: string): string {
  const copy: unknown = structuredClone(body)
  let holder = copy as Record<string | number, unknown>
  for (const name of path.slice(0, -1)) holder = holder[name] as typeof holder
  holder[path.at(-1) ?? ''] = '@here@'
  return JSON.stringify(copy).replace('"@here@"', () => json)
}

const loggingOut =
  /unauthorized|forbidden|token expired|invalid token|access denied|user not found|user does not exist|session expired|authentication failed/i

test.each(calls)('%s rejects odd values in any of its fields', async (name, { method, path }) => {
  const operation = document.paths[path.replace(/:(\w+)/g, '{$1}')][method.toLowerCase()]
  const fresh = async (): Promise<Valid> => (await valid[name]?.()) ?? {}
  let asked = await fresh()
  expect(asked.body).toBeDefined()
  const wrong: unknown[] = []
  for (const place of places(asked.body)) {
    for (const json of odd) {
      const body = withOdd(asked.body, place, json)
      const address = pathOf(path, asked.params ?? {})
      const answer = await server.call(method, address, {
        body,
        ...(asked.token !== undefined && { token: asked.token }),
      })
      const isTold =
        answer.status === 200 || (answer.body.status === answer.status && !loggingOut.test(answer.body.message))
      if (answer.status >= 500 || !(String(answer.status) in operation.responses) || (!isTold && answer.status !== 401))
        wrong.push({
          place: place.join('.'),
          json: json.slice(0, 60),
          status: answer.status,
          message: answer.body.message,
        })
      // It was taken: what comes next needs something of its own again.
      if (answer.status === 200) asked = await fresh()
    }
  }
  expect(wrong).toEqual([])
})

test('the books balance afterwards', async () => {
  const { body } = await server.call('GET', '/desk/books', { token: admin.token })
  expect(body).toMatchObject({ balanced: true, differences: [] })
})
