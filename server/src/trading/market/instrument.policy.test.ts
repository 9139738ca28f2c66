import { marketErrors } from '@sauda/contract/trading/market'
import { expect, test } from 'vitest'
import { establishedOperator, type NewOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call, mailTo } = server
const asha = await establishedOperator(server, 'admin', 'Asha')
const dealer = await establishedOperator(server, 'dealer', 'Danish')
const second = await establishedOperator(server, 'dealer', 'Gopal')

const values = {
  name: 'Gangotri Steel',
  aliases: [] as string[],
  exchange: 'NSE',
  kind: 'share',
  lot: 1,
  tick: '0.05',
  fractional: false,
  active: true,
}
const add = (symbol: string, more: object = {}) =>
  call('POST', '/desk/instruments', { token: dealer.token, body: { ...values, symbol, name: symbol, ...more } })
const edit = (id: string, more: object) =>
  call('PUT', `/desk/instruments/${id}`, { token: dealer.token, body: { ...values, name: 'GANGA', ...more } })
const instrument = (symbol: string) =>
  db.row<{ id: string; lot: number; tick: string; active: boolean }>(
    'select id, lot, trim_scale(tick)::text as tick, active from instrument where symbol = $1',
    [symbol],
  )
const pending = () =>
  db.rows<{ id: string; summary: string }>("select id, summary from proposal where status = 'pending' order by id")
const approve = (id: string, by: NewOperator) => call('POST', `/desk/proposals/${id}/approve`, { token: by.token })

test('with one administrator an instrument is added at once, and mailed', async () => {
  expect((await add('GANGA')).body).toMatchObject({ symbol: 'GANGA', lot: 1 })
  const mail = await mailTo(asha.email)
  expect(mail?.subject).toBe('Add the instrument GANGA')
  expect(mail?.text).toMatch(/Add the instrument GANGA: name GANGA, .*lot 1, tick 0\.05/)
})

test('with two administrators an instrument is added or changed when one of them approves', async () => {
  await establishedOperator(server, 'admin', 'Bela')
  expect((await add('YAMUNA')).body).toMatchObject({ symbol: 'YAMUNA', waitsForSecond: true })
  expect(await instrument('YAMUNA')).toBeUndefined()
  expect((await add('YAMUNA2', { aliases: ['GANGA'] })).body).toEqual(
    expect.objectContaining({ message: marketErrors.symbolTaken.message }),
  )
  const [addition] = await pending()
  for (const by of [dealer, second]) expect((await approve(addition?.id ?? '', by)).status).toBe(403)
  expect((await approve(addition?.id ?? '', asha)).body.status).toBe('approved')
  expect(await instrument('YAMUNA')).toMatchObject({ lot: 1 })

  const id = (await instrument('GANGA'))?.id ?? ''
  expect((await edit(id, { lot: 5 })).body).toMatchObject({ lot: 1, waitsForSecond: true })
  expect((await edit(id, { tick: '10' })).body.waitsForSecond).toBe(true)
  expect(await instrument('GANGA')).toMatchObject({ lot: 1, tick: '0.05' })
  const changes = await pending()
  expect(changes.map(({ summary }) => summary)).toEqual([
    'Change the instrument GANGA: lot 5',
    'Change the instrument GANGA: tick 10',
  ])
  for (const change of changes) expect((await approve(change.id, asha)).status).toBe(200)
  // Neither request undoes the other.
  expect(await instrument('GANGA')).toMatchObject({ lot: 5, tick: '10' })
  const unchanged = await edit(id, { lot: 5, tick: '10.0' })
  expect(unchanged.body.waitsForSecond).toBeUndefined()
  expect(await pending()).toEqual([])
})

test('two requests for one symbol: the second approval is rejected', async () => {
  await add('KAVERI')
  await add('KAVERI')
  const [first, other] = await pending()
  expect((await approve(first?.id ?? '', asha)).status).toBe(200)
  expect(await approve(other?.id ?? '', asha)).toMatchObject({ status: 409, body: marketErrors.symbolTaken })
})
