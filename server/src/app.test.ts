import { randomUUID } from 'node:crypto'
import type { Call } from '@sauda/contract/call'
import { features } from '@sauda/contract/calls'
import { commonErrors } from '@sauda/contract/error'
import { describe, expect, test } from 'vitest'
import { newOperator } from '../test/operator.ts'
import { testServer } from '../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const client = await server.newClient()
const admin = await newOperator(server, 'admin')
const rightless = await newOperator(server, 'support')
await server.db.run("update operator set role = 'none' where id = $1", [rightless.id])

const calls = Object.entries(features).flatMap(([feature, calls]) =>
  Object.entries(calls).map(([name, call]): [string, Call] => [`${feature}.${name}`, call]),
)
const guarded = calls.filter(([, { who }]) => who !== 'anyone')
const isClients = ({ who }: Call) => who === 'client' || who === 'verified'

/** The call with ids nobody has, and no body: who may call is asked before what is said. */
function make({ method, path, words }: Call, token?: string) {
  const filled = path.replace(/:(\w+)/g, (_, name: string) => words?.[name]?.[0] ?? randomUUID())
  return server.call(method, filled, { ...(token !== undefined && { token }) })
}

describe('every call of the contract', () => {
  test('there are calls to check', () => {
    expect(guarded.length).toBeGreaterThan(30)
  })

  test.each(calls)('%s is mounted', async (_name, { method, path }) => {
    expect(server.app.http.hasRoute({ method, url: `/api${path}` })).toBe(true)
  })

  test('is in the OpenAPI document, with who may make it', async () => {
    const { body } = await server.call('GET', '/openapi.json')
    expect(body.openapi).toBe('3.1.0')
    const documented = Object.entries<Record<string, { operationId: string; 'x-who': string }>>(body.paths).flatMap(
      ([path, methods]) =>
        Object.entries(methods).map(
          ([method, { operationId, 'x-who': who }]) => `${operationId} ${method.toUpperCase()} ${path} ${who}`,
        ),
    )
    const expected = calls.map(
      ([name, { method, path, who }]) => `${name} ${method} ${path.replace(/:(\w+)/g, '{$1}')} ${who}`,
    )
    expect(documented.toSorted()).toEqual(expected.toSorted())
  })

  test('is on the page for readers', async () => {
    const page = await server.call('GET', '/docs')
    expect(page.headers.get('content-type')).toContain('text/html')
    const text = String(page.body)
    expect(calls.filter(([, call]) => !text.includes(`<code>${call.method} /api${call.path}</code>`))).toEqual([])
  })
})

describe('who may not call', () => {
  test.each(guarded)('%s: nobody without a login', async (_name, call) => {
    expect(await make(call)).toMatchObject({ status: 401, body: commonErrors.notSignedIn })
  })

  test.each(guarded)('%s: nobody with a token of our making', async (_name, call) => {
    expect(await make(call, 'a'.repeat(43))).toMatchObject({ status: 401, body: commonErrors.notSignedIn })
  })

  test.each(guarded)('%s: no client at the desk, no operator in the portal', async (_name, call) => {
    const answer = await make(call, isClients(call) ? admin.token : client.token)
    expect(answer).toMatchObject({ status: 401, body: commonErrors.notSignedIn })
  })

  const needsRight = guarded.filter(([, { who }]) => who.includes('.'))
  test.each(needsRight)('%s: no operator without the right', async (_name, call) => {
    expect(await make(call, rightless.token)).toMatchObject({ status: 403, body: commonErrors.noRight })
  })

  test('the roles hold rights: a dealer does not decide documents, a reviewer may', async () => {
    const look = features['kyc']?.['submission'] as Call
    expect((await make(look, (await newOperator(server, 'dealer')).token)).status).toBe(403)
    expect((await make(look, (await newOperator(server, 'reviewer')).token)).status).toBe(404)
  })

  test.each(guarded.filter(([, { who }]) => who === 'verified'))('%s: no client without documents', async (_, call) => {
    expect(await make(call, client.token)).toMatchObject({ status: 409, body: commonErrors.notVerified })
  })
})

test.each(guarded.filter(([, { path }]) => path.includes(':clientId')))(
  '%s: a client nobody has is not found',
  async (_name, call) => {
    const { status, body } = await make(call, admin.token)
    // Where a body or a form is needed its absence is told first.
    expect('images' in call ? [400, 404, 415] : [400, 404]).toContain(status)
    if (status === 404) expect(body).toEqual(commonErrors.notFound)
  },
)

test('an operator disabled is out with the next call', async () => {
  const leaver = await newOperator(server, 'support')
  await server.call('POST', `/desk/operators/${leaver.id}/disable`, { token: admin.token })
  expect((await server.call('GET', '/desk/me', { token: leaver.token })).status).toBe(401)
})
