import { expect, test } from 'vitest'
import { seedDemo } from '../seed/demo.ts'
import { verifyAudit } from '../src/audit/verify.ts'
import { bookChecks } from '../src/checks.sql.ts'
import { checkBooks } from '../src/ledger/books.ts'
import { testServer } from '../test/server.ts'
import { fuzz } from './fuzz.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
await seedDemo(server.app.context)

test('2,000 requests generated from the OpenAPI document are answered as it says', { timeout: 300_000 }, async () => {
  const { requests, byStatus, findings } = await fuzz({ ...server, requests: 2000, seed: 1, atOnce: 1 })
  expect(findings).toEqual([])
  expect(requests).toBe(2000)
  // Otherwise the requests would not reach the commands.
  expect(byStatus['200']).toBeGreaterThan(500)
})

test('the books balance and the audit chain verifies afterwards', async () => {
  expect(await checkBooks(server.db, bookChecks)).toMatchObject({ differences: [] })
  expect(await verifyAudit(server.db)).toMatchObject({ ok: true })
})
