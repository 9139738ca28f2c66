import { commonErrors } from '@sauda/contract/platform/error'
import { expect, test } from 'vitest'
import { decidePending, pendingProposal } from '../../../test/approvals.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { tradeFileForm, tradeFileName, tradeFileText, type TradeRow } from '../../../test/trade-file.ts'
import { tradingDesk } from '../../../test/trading.ts'
import { dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { call, db } = server
const desk = await tradingDesk(server)
const [day = ''] = daysBefore(dayInIndia(new Date()), 2)
const [asha, bela] = [await desk.client(50_000), await desk.client(50_000)]
const numberOf = async ({ id }: { readonly id: string }) =>
  (await db.row<{ number: string }>("select 'SD' || number as number from client where id = $1", [id]))?.number ?? ''
const send = (rows: readonly TradeRow[], by = desk.dealer) =>
  call('POST', `/desk/exchange-files?trades=${rows.length}`, {
    token: by.token,
    body: tradeFileForm(tradeFileText(day, rows), tradeFileName(day)),
  })
const shown = async (): Promise<string[] | undefined> => {
  const id = await pendingProposal(server, 'exchange-file.book')
  const row = await db.row<{ clients: string[] }>(
    "select payload -> 'clients' as clients from proposal where id = $1",
    [id],
  )
  const { body } = await call('GET', `/desk/proposals/${id}`, { token: desk.second.token })
  for (const line of row?.clients ?? []) expect(JSON.stringify(body)).toContain(line)
  return row?.clients
}
const rows = [desk.deal(asha, 'B', 10, '1500.00'), desk.deal(bela, 'B', 5, '1500.00')]

test('the second operator of a trade file sees what each client bought and sold, the largest changes first', async () => {
  await send(rows)
  expect(await shown()).toEqual([
    `${await numberOf(asha)}: bought ₹15,000.00, sold ₹0.00; recorded before: bought ₹0.00, sold ₹0.00`,
    `${await numberOf(bela)}: bought ₹7,500.00, sold ₹0.00; recorded before: bought ₹0.00, sold ₹0.00`,
  ])
  await decidePending(server, desk.second, { subject: 'exchange-file.book', verb: 'reject' })
})

test('a newer file that gives a trade to another client shows both clients, and nobody takes their own trades out of a file', async () => {
  await desk.record(day, rows)
  const swapped = rows.map((row) => ({ ...row, client: row.client === asha.ucc ? bela.ucc : row.client }))
  await send(swapped)
  expect(await shown()).toEqual([
    `${await numberOf(asha)}: bought ₹0.00, sold ₹0.00; recorded before: bought ₹15,000.00, sold ₹0.00`,
    `${await numberOf(bela)}: bought ₹22,500.00, sold ₹0.00; recorded before: bought ₹7,500.00, sold ₹0.00`,
  ])
  const emailOf = ({ id }: { readonly id: string }, email: string) =>
    db.run('update operator set email = $2 where id = $1', [id, email])
  const path = `/desk/proposals/${await pendingProposal(server, 'exchange-file.book')}`
  await emailOf(desk.second, bela.email)
  expect((await call('GET', path, { token: desk.second.token })).body.obstacle).toBe(commonErrors.ownAccount.message)
  await emailOf(desk.second, desk.second.email)
  expect((await call('GET', path, { token: desk.second.token })).body).not.toHaveProperty('obstacle')
  await decidePending(server, desk.second, { subject: 'exchange-file.book', verb: 'reject' })

  await emailOf(desk.dealer, asha.email)
  const removed = await send(rows.slice(1))
  expect([removed.status, removed.body.message]).toEqual([409, commonErrors.ownAccount.message])
})
