import { expect, test } from 'vitest'
import { seedDemo } from '../../seed/demo.ts'
import { verifyAudit } from '../../src/core/audit/verify.ts'
import { bookChecks } from '../../src/operation/books/checks.sql.ts'
import { checkBooks } from '../../src/core/ledger/books.ts'
import { isNightly } from '../often.ts'
import { testServer } from '../server.ts'
import { fuzz } from './fuzz.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
await seedDemo(server.app.context)

const seed = Number(process.env['SEED'] ?? 1)
const count = isNightly ? 5000 : 250

test('requests generated from the OpenAPI document are answered as documented', { timeout: 900_000 }, async () => {
  const { requests, byStatus, findings } = await fuzz({ ...server, requests: count, seed, atOnce: 1 })
  expect(findings).toEqual([])
  expect(requests).toBe(count)
  // Otherwise the requests would not reach the commands.
  expect(byStatus['200']).toBeGreaterThan(count / 4)
})

test('the books balance and the audit chain verifies afterwards', async () => {
  expect(await checkBooks(server.db, bookChecks)).toMatchObject({ differences: [] })
  expect(await verifyAudit(server.db)).toMatchObject({ ok: true })
})
