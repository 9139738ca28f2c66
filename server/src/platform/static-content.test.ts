import fastify from 'fastify'
import { describe, expect, test } from 'vitest'
import { sendStatic, staticContent } from './static-content.ts'

describe('content served from memory', () => {
  const app = fastify()
  const content = staticContent('<p>long enough</p>'.repeat(200), 'text/html; charset=utf-8')
  app.get('/', (request, reply) => sendStatic(request, reply, content))
  app.get('/picture', (request, reply) => sendStatic(request, reply, staticContent(Buffer.from('png'), 'image/png')))
  const get = (headers: Record<string, string>, url = '/') => app.inject({ url, headers })

  test.each([
    ['gzip, deflate, br, zstd', 'br'],
    ['gzip;q=1.0, br;q=0', 'gzip'],
    ['gzip', 'gzip'],
    ['identity', undefined],
    ['', undefined],
  ])('sends %s as %s', async (accepted, how) => {
    const answer = await get({ 'accept-encoding': accepted })
    expect(answer.headers['content-encoding']).toBe(how)
    expect(answer.headers.vary).toBe('accept-encoding')
  })

  test('does not compress pictures', async () => {
    expect((await get({ 'accept-encoding': 'br' }, '/picture')).headers['content-encoding']).toBeUndefined()
  })

  test('answers 304 to a browser that has it', async () => {
    const { etag = '' } = (await get({})).headers
    for (const tag of [String(etag), `W/${String(etag)}`]) {
      const again = await get({ 'if-none-match': tag })
      expect([again.statusCode, again.body]).toEqual([304, ''])
    }
    expect((await get({ 'if-none-match': '"another"' })).statusCode).toBe(200)
  })
})
