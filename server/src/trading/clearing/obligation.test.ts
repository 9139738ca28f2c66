import type { ClearingSettlement } from '@sauda/contract/trading/clearing'
import { clearingErrors } from '@sauda/contract/trading/clearing'
import { expect, test } from 'vitest'
import { type Cells, clearingText, obligationName } from '../../../test/clearing.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { settlementNumberOf, shareA, tradingDesk } from '../../../test/trading.ts'
import { addDays, dateText, dayInIndia } from '../../platform/india.ts'

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy', LENDING: 'off' })
const { call, db } = server
const desk = await tradingDesk(server)
const [earlier = '', day = ''] = daysBefore(dayInIndia(new Date()), 5)

const oblige = (of: string, rows: readonly Cells[]) => {
  const cells = { SctiesSttlmTxId: settlementNumberOf(of), RptgDt: of, ISIN: shareA }
  const text = clearingText(
    'obligation',
    rows.map((row) => ({ ...cells, ...row })),
  )
  return desk.sendFile(text, obligationName(of))
}
const shown = async (of: string) => {
  const { body } = await call('GET', '/desk/clearing-settlements', { token: desk.dealer.token })
  return (body.settlements as ClearingSettlement[]).find(({ tradedOn }) => tradedOn === of)
}
const volumes = async (of: string) => {
  const id = `NSE-M-${settlementNumberOf(of)}`
  return (await call('GET', `/desk/clearing-settlements/${id}`, { token: desk.dealer.token })).body.volumes
}

test('own, error and institutional trades are not in the clients’ obligation, whose proceeds are released', async () => {
  const seller = await desk.client()
  await desk.bookDay(earlier, [
    desk.deal(seller, 'S', 10, '100.00'),
    desk.deal({ ucc: 'OWN' }, 'B', 6, '100.00'),
    desk.deal({ ucc: 'ERROR1' }, 'B', 4, '100.00'),
    desk.deal({ ucc: 'EF3003' }, 'B', 5000, '99.95', { custodian: 'CUST01' }),
  ])
  const sent = await oblige(earlier, [
    { DalyBuyTradgVol: 10, DalySellTradgVol: 10, DalyBuyTradgVal: '1000.00', DalySellTradgVal: '1000.00' },
    { CtdnPtcptId: 'CUST01', ClntId: 'EF3003', DalyBuyTradgVol: 5000, DalyBuyTradgVal: '499750.00' },
    { CtdnPtcptId: 'CUST01', DalyBuyTradgVol: 5000, DalyBuyTradgVal: '499750.00' },
  ])
  expect(sent.body.settlements).toMatchObject([{ net: 0 }])
  expect(await shown(earlier)).toMatchObject({
    computed: 1000,
    file: 0,
    difference: -1000,
    apart: [
      { kind: 'own', net: -600 },
      { kind: 'error', net: -400 },
      { kind: 'institutional', net: -499_750 },
    ],
    mayAccept: false,
  })
  expect(await volumes(earlier)).toEqual([])
  await desk.deliver(`NSE-M-${settlementNumberOf(earlier)}`)
  await desk.release()
  expect(await shown(earlier)).toMatchObject({ state: 'Complete', released: 1 })
  const row = await db.row<{ unsettled: bigint }>('select unsettled from client_ledger where client_id = $1', [
    seller.id,
  ])
  expect(row?.unsettled).toBe(0n)
})

test('what no account explains is named by its kind and holds the release until it is accepted', async () => {
  const seller = await desk.client()
  await desk.bookDay(day, [
    desk.deal(seller, 'S', 10, '100.00'),
    desk.deal({ ucc: 'OWN' }, 'B', 7, '100.00'),
    desk.deal({ ucc: 'ZZ9999' }, 'B', 3, '100.00'),
  ])
  await oblige(day, [
    { DalyBuyTradgVol: 10, DalySellTradgVol: 10, DalyBuyTradgVal: '1000.00', DalySellTradgVal: '1000.00' },
  ])
  await desk.deliver(`NSE-M-${settlementNumberOf(day)}`)
  expect(await shown(day)).toMatchObject({
    difference: -1000,
    unexplained: -300,
    apart: [
      { kind: 'own', net: -700 },
      { kind: 'unassigned', net: -300 },
    ],
    state: 'Unexplained difference of −₹300.00',
  })
  await desk.release()
  expect(await shown(day)).toMatchObject({ released: 0 })
  const accept = (difference: number) =>
    call('POST', `/desk/clearing-settlements/NSE-M-${settlementNumberOf(day)}/accept`, {
      token: desk.second.token,
      body: { difference, reason: 'The code was corrected too late' },
    })
  expect((await accept(-1000)).body).toEqual(clearingErrors.changed)
  expect((await accept(-300)).status).toBe(200)
  await desk.release()
  expect(await shown(day)).toMatchObject({ state: 'Complete', mayAccept: false })
})

test('an obligation whose values come to more than any day has is rejected with the line', async () => {
  const most = { DalySellTradgVol: 1, DalySellTradgVal: '1000000000000.00' }
  const { status, body } = await oblige(day, [most, { ...most, DalySellTradgVal: '0.01' }])
  expect([status, body.message]).toEqual([
    422,
    expect.stringMatching(/^Line 3: the values of settlement M \d{7} come to more than ₹1,00,000 crore\.$/),
  ])
})

test('an obligation file of a future day is rejected', async () => {
  const future = addDays(dayInIndia(new Date()), 3)
  const { status, body } = await oblige(future, [{ DalySellTradgVal: '5.00' }])
  expect([status, body.message]).toEqual([422, `The file is named for ${dateText(future)}, a future day.`])
})
