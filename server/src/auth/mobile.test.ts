import { randomUUID } from 'node:crypto'
import { readFileSync } from 'node:fs'
import { expect, test } from 'vitest'
import { testServer } from '../../test/server.ts'

const { db } = await testServer()

test('numbers kept before with their country code become their ten digits, each once', async () => {
  const numbers = ['919876500011', '919876500022', '9876500022', '09876500033', '919876500033', '447700900123']
  for (const [n, mobile] of numbers.entries())
    await db.run(
      `insert into client (id, email, mobile, name, password_hash, executive_name, referral_id)
       values ($1, $2, $3, 'Asha', '', '', '')`,
      [randomUUID(), `before${n}@example.com`, mobile],
    )
  const migration = readFileSync(
    new URL('../../migrations/0023-mobile-and-password.sql', import.meta.url),
    'utf8',
  ).split('\n\n')[0]
  await db.run(migration ?? '')
  const rows = await db.rows<{ mobile: string }>('select mobile from client order by number')
  expect(rows.map(({ mobile }) => mobile)).toEqual([
    '9876500011',
    '919876500022',
    '9876500022',
    '9876500033',
    '919876500033',
    '447700900123',
  ])
})
