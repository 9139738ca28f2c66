import { expect, test } from 'vitest'
import type { Sql } from '../../platform/db.ts'
import type { ReadLine } from './reconciliation.read.ts'
import { recogniser } from './reconciliation.import.ts'

const line = (occurrence: number): ReadLine =>
  ({
    bookedOn: '2026-11-20',
    direction: 'debit',
    amount: 500n,
    balance: 1000n,
    text: 'SMS CHARGES',
    reference: undefined,
    identity: Buffer.from('sms'),
    occurrence,
  }) as unknown as ReadLine

test('equal lines of several batches are each read once, and recognised as different lines', async () => {
  const imported = Array.from({ length: 300 }, (_, n) => ({
    at: 1,
    identity: Buffer.from('sms'),
    occurrence: n + 1,
    text: 'SMS CHARGES',
    reference: null,
  }))
  let read = 0
  const rows = async (_: string, [, days]: [string, string[]]) => {
    const all = days.flatMap((__, at) => imported.map((each) => ({ ...each, at: at + 1 })))
    read += all.length
    return all
  }
  const recognise = recogniser({ rows } as unknown as Sql, 'account')
  const found: ReadLine[] = []
  for (let from = 0; from < 300; from += 50)
    found.push(...(await recognise(Array.from({ length: 50 }, (_, n) => line(from + n + 1)))))
  expect(new Set(found.map(({ occurrence }) => occurrence)).size).toBe(300)
  expect(Math.max(...found.map(({ occurrence }) => occurrence))).toBe(300)
  expect(read).toBe(300)
})
