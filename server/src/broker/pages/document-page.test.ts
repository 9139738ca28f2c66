import { documentRules } from '@sauda/contract/core/document'
import { expect, test } from 'vitest'
import { createHttp } from '../../platform/http.ts'
import { makeLog } from '../../platform/log.ts'
import { createRateLimit } from '../../platform/rate-limit.ts'
import { serveDocuments } from './pages.ts'

test('the page of a document is neither stored nor listed, and limited for each address', async () => {
  const http = await createHttp({
    log: makeLog('silent'),
    rateLimits: { perAddress: 1000, perSession: 1000 },
    rateLimit: createRateLimit(() => 0),
    trustProxy: 0,
    https: false,
    inline: undefined,
    frames: [],
  })
  const known = { number: 'DOC-7QK4-M2XA-9TRB', day: '2026-11-24', amount: 5000n }
  serveDocuments(
    http,
    (document) => (document ? `confirmed ${document.amount}` : 'not found'),
    async (part) => (part === 'known' ? known : undefined),
  )
  const confirmed = await http.inject('/document/known')
  expect([confirmed.statusCode, confirmed.body]).toEqual([200, 'confirmed 5000'])
  expect(confirmed.headers).toMatchObject({ 'cache-control': 'no-store', 'x-robots-tag': 'noindex' })
  for (const path of ['/document/other', '/document/', '/document/a/b'])
    expect((await http.inject(path)).statusCode).toBe(404)
  for (let used = 4; used < documentRules.perMinute; used++) await http.inject('/document/other')
  expect((await http.inject('/document/known')).statusCode).toBe(429)
  await http.close()
})
