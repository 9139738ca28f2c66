import { emptyFile } from '../../../test/sent-file.ts'
import { expect, test } from 'vitest'
import { moneyClients } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { newId } from '../../platform/id.ts'
import { lotsOf } from './contract.sql.ts'

const server = await testServer()
const { db } = server
const { id: operatorId } = await newOperator(server, 'dealer')
const [seller, other] = (await moneyClients(server, 2)).map(({ id }) => id)
const isins = { old: 'INE9AE501013', now: 'INE9AE501021', later: 'INE9AE501039', bank: 'INE9AE601011' }
await db.run(
  `insert into instrument (symbol, name, exchange, kind, lot, tick, fractional, aliases, isin)
   select s, s, 'NSE', 'share', 1, 0.05, false, '{}', i from unnest($1::text[], $2::text[]) n (s, i)`,
  [
    ['LOTS', 'LOTBANK'],
    [isins.now, isins.bank],
  ],
)
await db.run(
  `with ${emptyFile}, file as (insert into security_file (id, kind, exchange, day, name, sha256, rows, imported_by)
     values (gen_random_uuid(), 'listing', 'NSE', '2020-01-01', 'x', sha256(''), 1, $1) returning id)
   insert into isin_successor (isin, successor, from_day, symbol, file_id, accepted, decided_by, decided_at)
   select n.isin, n.successor, n.day::date, 'LOTS', id, true, $1, now()
     from file, (values ($2, $3, '2026-01-05'), ($3, $4, '2026-03-02')) n (isin, successor, day)`,
  [operatorId, isins.old, isins.now, isins.later],
)

type LotOptions = { readonly clientId?: string | undefined; readonly stock?: string; readonly open?: number }
async function lot(isin: string | null, on: string, { clientId = seller, stock = 'LOTS', open = 1 }: LotOptions = {}) {
  const id = newId()
  await db.run(
    `insert into lot (id, client_id, stock, isin, source, acquired_on, quantity, cost, open_quantity, open_cost)
     values ($1, $2, $3, $4, 'unknown', $5, 5, 0, $6, 0)`,
    [id, clientId, stock, isin, on, open],
  )
  return id
}

const found = (day: string, sold: Parameters<typeof lotsOf>[2]) =>
  db.transaction(async (tx) => (await lotsOf(tx, day, sold)).map(({ id, isin }) => [id, isin]))

test('a sale finds the open lots of its security, also under the ISIN before, and under none, the oldest first', async () => {
  const bank = await lot(isins.bank, '2025-12-01', { stock: 'LOTBANK' })
  const unnamed = await lot(null, '2025-12-03')
  const before = await lot(isins.old, '2025-12-02')
  const now = await lot(isins.now, '2026-01-06')
  await lot(isins.now, '2026-01-07', { open: 0 })
  const ofOther = await lot(isins.old, '2025-12-02', { clientId: other })
  const today = await lot(isins.now, '2026-02-02')
  const sold = [{ client_id: seller!, isin: isins.now }]
  expect(await found('2026-02-02', sold)).toEqual([before, unnamed, now, today].map((id) => [id, isins.now]))
  expect(await found('2026-02-01', [...sold, ...sold])).toEqual([before, unnamed, now].map((id) => [id, isins.now]))
  expect(await found('2026-02-02', [...sold, { client_id: other!, isin: isins.bank }])).toHaveLength(4)
  expect(
    await found('2026-02-02', [
      { client_id: seller!, isin: isins.bank },
      { client_id: other!, isin: isins.now },
    ]),
  ).toEqual([
    [bank, isins.bank],
    [ofOther, isins.now],
  ])
  // Before the change it is another security, and after the next one too.
  expect(await found('2026-01-04', sold)).toEqual([[unnamed, isins.now]])
  expect(await found('2026-03-02', sold)).toEqual([])
  expect(await found('2026-03-02', [{ client_id: seller!, isin: isins.later }])).toEqual(
    [before, unnamed, now, today].map((id) => [id, isins.later]),
  )
})
