import { request } from 'node:http'
import { expect, test } from 'vitest'
import { liveSettings } from '../../../test/live.ts'
import { testServer } from '../../../test/server.ts'

const { SHARED_HOST: _, ...settings } = liveSettings
const server = await testServer({ ...settings, DESK_URL: 'https://desk.sauda.test' })

/** `fetch` does not send another Host. */
const statusAt = (host: string, path: string, method = 'GET') =>
  new Promise<number | undefined>((resolve, reject) => {
    const sent = request(`${server.url}${path}`, { method, headers: { host } }, (response) => {
      response.resume()
      resolve(response.statusCode)
    })
    sent.on('error', reject)
    sent.end()
  })

test.each([
  ['/desk', 'desk'],
  ['/desk/queue', 'desk'],
  ['/desk/assets/index.js', 'desk'],
  ['/api/desk/queue', 'desk'],
  ['/%61pi/desk/queue', 'desk'],
  ['/api/user/charges', 'portal'],
  ['/login', 'portal'],
  ['/sw.js', 'portal'],
  ['/qr-reader.js', 'portal'],
])('%s answers 404 on the other host', async (path, owner) => {
  const other = owner === 'desk' ? 'sauda.test' : 'desk.sauda.test'
  expect(await statusAt(other, path)).toBe(404)
})

test('the address of the desk alone leads to the desk', async () => {
  expect(await statusAt('desk.sauda.test', '/')).toBe(302)
  expect(await statusAt('desk.sauda.test', '/', 'POST')).not.toBe(302)
  expect(await statusAt('sauda.test', '/')).not.toBe(302)
})

test.each(['/api/desk/queue', '/api/user/charges'])('%s is reached on its own host', async (path) => {
  expect(await statusAt(path.includes('desk') ? 'desk.sauda.test' : 'sauda.test', path)).toBe(401)
})

test('the portal answers on every host but the desk’s, and shared files on each', async () => {
  expect(await statusAt('127.0.0.1', '/api/user/charges')).toBe(401)
  for (const host of ['sauda.test', 'desk.sauda.test']) {
    expect(await statusAt(host, '/api/health')).toBe(200)
    expect(await statusAt(host, '/api/csp-report', 'POST')).toBe(204)
  }
})
