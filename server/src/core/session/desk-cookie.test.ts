import { commonErrors } from '@sauda/contract/platform/error'
import { deskOperatorHeader, sessionErrors, sessionRules } from '@sauda/contract/core/session'
import { describe, expect, test } from 'vitest'
import { liveSettings } from '../../../test/live.ts'
import { newOperator, type NewOperator } from '../../../test/operator.ts'
import { setCookieOf, testServer, type TestServer } from '../../../test/server.ts'

const server = await testServer()
const live = await testServer(liveSettings)
const { db, url } = server

type Browser = { readonly cookie: string; readonly setCookie: string; readonly operator: NewOperator }

/** Logs an operator in as a browser would; `cookie` is one the browser already has. */
async function logIn(operator: NewOperator, on: TestServer = server, cookie?: string): Promise<Browser> {
  const { email, password } = operator
  const answer = await on.call('POST', '/desk/login', {
    body: { email, password },
    ...(cookie !== undefined && { headers: { cookie } }),
  })
  const setCookie = setCookieOf(answer, 'desk') || setCookieOf(answer, '__Host-desk')
  return { operator, setCookie, cookie: setCookie.split(';')[0] ?? '' }
}
const newBrowser = async (role: Parameters<typeof newOperator>[1] = 'admin') => logIn(await newOperator(server, role))
const me = ({ cookie }: Browser, headers: Record<string, string> = {}, on: TestServer = server) =>
  on.call('GET', '/desk/me', { headers: { cookie, ...headers } })
/** A change any operator may make of their own login. */
const post = ({ cookie }: Pick<Browser, 'cookie'>, headers: Record<string, string>) =>
  server.call('POST', '/desk/totp/start', { headers: { cookie, ...headers } })
const ownPage = ({ operator }: Browser) => ({ [deskOperatorHeader]: operator.id, 'sec-fetch-site': 'same-origin' })

describe('the desk’s cookie', () => {
  test('is set by the login, which still answers the token, and authenticates the desk', async () => {
    const browser = await newBrowser()
    expect(browser.setCookie).toMatch(/^desk=[\w-]{43}; Path=\/; HttpOnly; SameSite=Strict$/)
    expect((await me(browser)).body).toMatchObject({ _id: browser.operator.id })
  })

  test('over https has the __Host- prefix and is Secure', async () => {
    const browser = await logIn(await newOperator(live, 'admin'), live)
    expect(browser.setCookie).toMatch(/^__Host-desk=[\w-]{43}; Path=\/; HttpOnly; Secure; SameSite=Strict$/)
    expect((await me(browser, {}, live)).status).toBe(200)
    expect((await me({ ...browser, cookie: browser.cookie.replace('__Host-', '') }, {}, live)).status).toBe(401)
  })

  test('is cleared by the logout', async () => {
    const browser = await newBrowser()
    const { status, headers } = await server.call('POST', '/desk/logout', {
      headers: { cookie: browser.cookie, ...ownPage(browser) },
    })
    expect(status).toBe(200)
    expect(headers.get('set-cookie')).toMatch(/^desk=; .*Expires=Thu, 01 Jan 1970/)
    expect((await me(browser)).status).toBe(401)
  })

  test('does not authenticate a client’s request', async () => {
    const client = await server.newClient()
    const answer = await server.call('GET', '/user/sessions', { headers: { cookie: `desk=${client.token}` } })
    expect(answer.body).toEqual(commonErrors.notSignedIn)
  })

  test('opens the event stream', async () => {
    const browser = await newBrowser()
    const stop = new AbortController()
    const response = await fetch(`${url}/api/desk/events`, {
      headers: { cookie: browser.cookie, [deskOperatorHeader]: browser.operator.id },
      signal: stop.signal,
    })
    expect(response.status).toBe(200)
    stop.abort()
  })
})

describe('a request with the cookie', () => {
  test.each([
    ['without the operator’s header', { 'sec-fetch-site': 'same-origin' }],
    ['from another site', { 'x-desk-operator': 'me', 'sec-fetch-site': 'cross-site' }],
    ['from another host of the same site', { 'x-desk-operator': 'me', 'sec-fetch-site': 'same-site' }],
    ['from a foreign origin', { 'x-desk-operator': 'me', origin: 'http://elsewhere.example' }],
    ['from an opaque origin', { 'x-desk-operator': 'me', origin: 'null' }],
    ['without any origin', { 'x-desk-operator': 'me' }],
  ])('changes nothing %s', async (_, headers: Record<string, string>) => {
    const browser = await newBrowser()
    const sent = { ...headers, ...('x-desk-operator' in headers && { 'x-desk-operator': browser.operator.id }) }
    const { status, body } = await post(browser, sent)
    expect({ status, body }).toEqual({ status: 403, body: sessionErrors.notFromDesk })
  })

  test('changes what a page of the desk requests', async () => {
    const browser = await newBrowser()
    expect((await post(browser, ownPage(browser))).status).toBe(200)
    const withOrigin = { [deskOperatorHeader]: browser.operator.id, origin: url }
    expect((await post(browser, withOrigin)).status).toBe(200)
  })

  test('reads nothing for another site', async () => {
    const browser = await newBrowser()
    expect((await me(browser, { 'sec-fetch-site': 'same-site' })).body).toEqual(sessionErrors.notFromDesk)
    expect((await me(browser, { 'sec-fetch-site': 'none' })).status).toBe(200)
  })

  test('of a bearer token needs no header and ignores the cookie', async () => {
    const [mine, theirs] = [await newBrowser(), await newBrowser()]
    const { body } = await server.call('GET', '/desk/me', {
      token: mine.operator.token,
      headers: { cookie: theirs.cookie },
    })
    expect(body).toMatchObject({ _id: mine.operator.id })
    expect((await server.call('POST', '/desk/totp/start', { token: mine.operator.token })).status).toBe(200)
  })
})

describe('another operator’s login in the same browser', () => {
  test('ends the previous session, whose pages cannot act for the new one', async () => {
    const first = await newBrowser()
    const second = await logIn(await newOperator(server, 'admin'), server, first.cookie)
    expect((await me(first)).status).toBe(401)
    expect((await me(second)).body).toMatchObject({ _id: second.operator.id })
    const stale = ownPage(first)
    for (const { status, body } of [await me(second, stale), await post(second, stale)])
      expect({ status, body }).toEqual({ status: 401, body: sessionErrors.otherOperator })
    const audited = `select subject_id from audit where action = 'operator.logout' and subject_id = any($1)`
    expect(await db.rows(audited, [[first.operator.id, second.operator.id]])).toEqual([
      { subject_id: first.operator.id },
    ])
  })
})

describe('a session ends by cookie as it does by bearer token', () => {
  const both = async (browser: Browser) => {
    const token = browser.cookie.replace('desk=', '')
    return [(await me(browser)).status, (await server.call('GET', '/desk/me', { token })).status]
  }
  const shift = (id: string, column: 'last_seen_at' | 'expires_at', minutes: number) =>
    db.run(`update session set ${column} = ${column} - make_interval(mins => $2) where operator_id = $1`, [id, minutes])
  const { idleMinutes, absoluteHours } = sessionRules.operator

  test('after its idle time', async () => {
    const browser = await newBrowser()
    await shift(browser.operator.id, 'last_seen_at', idleMinutes - 1)
    // This request counts as activity.
    expect(await both(browser)).toEqual([200, 200])
    await shift(browser.operator.id, 'last_seen_at', idleMinutes - 1)
    expect(await both(browser)).toEqual([200, 200])
    await shift(browser.operator.id, 'last_seen_at', idleMinutes + 1)
    expect(await both(browser)).toEqual([401, 401])
  })

  test('after its absolute time', async () => {
    const browser = await newBrowser()
    await shift(browser.operator.id, 'expires_at', absoluteHours * 60 + 1)
    expect(await both(browser)).toEqual([401, 401])
  })

  test('when the operator is disabled', async () => {
    const browser = await newBrowser()
    await db.run('update operator set disabled_at = now() where id = $1', [browser.operator.id])
    expect(await both(browser)).toEqual([401, 401])
  })

  test('and has no rights in live mode without a second factor', async () => {
    const operator = await newOperator(live, 'admin')
    const browser = await logIn(operator, live)
    expect((await me(browser, {}, live)).body).toMatchObject({ rights: [], need: 'totp-setup' })
    const operators = { headers: { cookie: browser.cookie } }
    expect((await live.call('GET', '/desk/operators', operators)).status).toBe(403)
  })
})
