import type { Locator, Page } from '@playwright/test'
import { decision, deskWindow, lastTradingDays, openAtDesk, send } from './at-desk.ts'
import { policyWithoutWaiting } from './harness.ts'
import { atDesk, clientWith, newOperator, type Operator, reportPayment, walletOf } from './money.ts'
import { call, type Cards, type Client, deskToken } from './people.ts'
import { expect, ownServer, test } from './test.ts'
import { listingForm, tradeFile } from './trade-file.ts'

// Trade days are booked in their order, so this installation has no others.
const sauda = ownServer({ env: policyWithoutWaiting })

const file = (name: string, lines: readonly string[]) => ({
  name,
  mimeType: 'text/csv',
  buffer: Buffer.from(lines.join('\n')),
})
type Given = ReturnType<typeof file>
const formOf = ({ name, buffer }: Given): FormData => {
  const form = new FormData()
  form.set('file', new File([buffer], name))
  return form
}
const digits = (day: string) => day.replaceAll('-', '')

const priceFile = (day: string, close: string, before: string) =>
  file(`BhavCopy_NSE_CM_0_0_0_${digits(day)}_F_0000.csv`, [
    'TradDt,Sgmt,Src,ISIN,TckrSymb,SctySrs,HghPric,LwPric,ClsPric,PrvsClsgPric,TtlTradgVol',
    `${day},CM,NSE,INE467B01029,TCS,EQ,${close},${close},${close},${before},100`,
  ])
const levyFile = (levy: 'STT' | 'StampDuty', day: string, clients: readonly string[], total: string) =>
  file(`${levy}_NCL_CM_0_CM_90001_${digits(day)}_F_0000.csv`, [
    `RptHdr,Sgmt,Src,TradDt,ClntId,TckrSymb,SctySrs,ISIN,TtlBuyTradgVol,TtlBuyTrfVal,TtlSellTradgVol,TtlSellTrfVal,${levy === 'STT' ? 'SellOthrThanDlvryQty,TtlTaxs' : 'BuyOthrThanDlvryQty,StmpDtyAmt'}`,
    `20,CM,NCL,${day},,,,,,,,,,${total}`,
    ...clients.map((row) => `30,CM,NCL,${day},${row}`),
  ])

/** Ten shares sold by one client and bought by another; every file says what our books compute. */
const evening = (day: string, payOut: string) => {
  const row = { number: '1', client: '00CH7', price: '1540.00', settlement: '2026772' }
  return {
    trades: tradeFile(day, [
      { ...row, number: '700002', side: 'S' },
      { ...row, number: '700003', client: 'BH1' },
    ]),
    prices: priceFile(day, '1540.00', '1500.10'),
    stt: levyFile('STT', day, ['00CH7,,,,0,,10,15400.00,0,15.40', 'BH1,,,,10,15400.00,0,,,15.40'], '30.80'),
    stamp: levyFile('StampDuty', day, ['00CH7,,,,0,,10,15400.00,0,0.00', 'BH1,,,,10,15400.00,0,,,2.31'], '2.31'),
    settlement: [
      file(`SettlementMaster_NCL_CM_0_0_0_${digits(payOut).slice(0, 6)}00_0_0000.csv`, [
        'Sgmt,Src,SttlmTp,SctiesSttlmTxId,FndsPayInDtAndTm,FndsPayOutDtAndTm',
        `CM,NCL,M,2026772,${payOut}T10:30:00,${payOut}T15:30:00`,
      ]),
      file(`Obligation_NCL_CM_0_CM_90001_${digits(day)}_F_0000.csv`, [
        'Sgmt,SttlmTp,SctiesSttlmTxId,ISIN,ClntId,RptgDt,FndsPayOutDt,DalyBuyTradgVol,DalySellTradgVol,DalyBuyTradgVal,DalySellTradgVal',
        `CM,M,2026772,INE467B01029,,${day},,10,10,15400.00,15400.00`,
      ]),
      file(`DeliveryDpo_NCL_CM_EquityT1_CM_90001_${digits(day)}_F_0000.csv`, [
        'ClntId,ISIN,SttlmTp,SctiesSttlmTxId,QtyORShrtQty',
        '00CH7,INE467B01029,M,2026772,0',
        'BH1,INE467B01029,M,2026772,10',
      ]),
    ],
  }
}

/** A client with ₹20,000. */
async function funded(cards: Cards, name: string, cashier: Operator): Promise<Client> {
  const client = await clientWith(sauda, cards, name, 0)
  const { _id, utr } = await reportPayment(sauda, client, 20_000)
  for (const token of [undefined, cashier.token])
    await atDesk(sauda, `/wallet/transactions/${_id}/approve`, { reference: utr }, token)
  return client
}

/** Everything that waits is approved by this operator, without the desk. */
async function approveAll({ token }: { token: string }): Promise<void> {
  const { items } = await call<{ items: { id: string }[] }>(sauda, 'GET', '/desk/queue', { token })
  for (const { id } of items) {
    const { version } = await call<{ version: string }>(sauda, 'GET', `/desk/proposals/${id}`, { token })
    await atDesk(sauda, `/proposals/${id}/approve`, { version }, token)
  }
}

/** Both clients buy, their codes are recorded by two operators, and the day is booked: the evening has something to follow. */
async function dayBefore(
  day: string,
  { deepa, dev }: Record<'deepa' | 'dev', Operator>,
  clients: readonly (readonly [client: Client, ucc: string])[],
): Promise<void> {
  const tariff = { delivery: '20', intraday: '20', etf: '20', minimum: 0, dealerFee: 0 }
  await atDesk(sauda, '/trade-charges/plans', { name: 'Flat', from: '2026-01-01', ...tariff })
  await atDesk(sauda, '/exchange-codes', { exchange: 'NSE', column: 'Brkr', code: '90001', meaning: 'own' })
  await atDesk(sauda, '/securities/files', listingForm())
  const trades = clients.map(([, client], at) => ({ number: `70000${at}`, client, price: '1500.10' }))
  const form = formOf(tradeFile(day, trades))
  await atDesk(sauda, '/exchange-files', form, deepa.token)
  await atDesk(sauda, '/closing-prices', formOf(priceFile(day, '1500.10', '1500.10')), deepa.token)
  await approveAll(dev)
  const { token } = deepa
  const recorded = async () =>
    (await call<{ files: { _id: string; status: string }[] }>(sauda, 'GET', '/desk/exchange-files', { token })).files[0]
  await expect.poll(async () => (await recorded())?.status).toBe('booked')
  for (const [{ userId: clientId }, ucc] of clients) {
    const body = { ucc, demat: `IN300123 1045678${ucc.length}`, reason: 'Account opening form' }
    await call(sauda, 'PUT', `/desk/clients/${clientId}/trading-account`, { token: await deskToken(sauda), body })
    await atDesk(sauda, '/trade-charges/plans/assign', { plan: 'Flat', from: '2026-01-01', clientId })
  }
  await approveAll(await newOperator(sauda, 'Rohan Iyer', 'reviewer'))
  await atDesk(sauda, `/exchange-files/${(await recorded())?._id}/again`, {}, token)
  await expect(async () => atDesk(sauda, '/trade-days', { day, without: 'BSE' }, token)).toPass()
  for (const [client] of clients)
    await expect.poll(async () => (await walletOf(sauda, client)).balance).toBeLessThan(5000)
}

test('an evening of true files takes two dealers seventeen steps', async ({ browser, cards }) => {
  const [deepa, dev] = [
    await newOperator(sauda, 'Deepa Nair', 'dealer'),
    await newOperator(sauda, 'Dev Khan', 'dealer'),
  ]
  const cashier = await newOperator(sauda, 'Meena Kulkarni', 'cashier')
  const [seller, buyer] = [await funded(cards, 'Chitra', cashier), await funded(cards, 'Bharat', cashier)]
  const [, payOut = '', day = '', before = ''] = await lastTradingDays(sauda, deepa.token)
  await dayBefore(before, { deepa, dev }, [
    [seller, '00CH7'],
    [buyer, 'BH1'],
  ])

  let steps = 0
  const press = async (button: Locator) => {
    steps += 1
    await button.click()
  }
  const choose = async (desk: Page, field: string, given: Given) => {
    steps += 1
    await desk.getByLabel(field).setInputFiles(given)
  }
  const open = async (desk: Page, path: string) => {
    steps += 1
    await openAtDesk(desk, path)
  }
  const files = evening(day, payOut)
  const dealer = await deskWindow(browser, sauda, deepa, '/desk/trade/files')
  const second = await deskWindow(browser, sauda, dev, '/desk/queue')

  await choose(dealer, 'Trade file of an exchange', files.trades)
  await press(dealer.getByRole('button', { name: 'Record 2 trades' }))
  await expect(dealer.getByText('Approval requested')).toBeVisible()
  await press(second.getByRole('link').filter({ hasText: 'Trade file of an exchange' }))
  await press(decision(second).getByRole('radio', { name: 'Approve' }))
  steps += 1
  await send(second, /^Approve/)
  const row = dealer.getByRole('table', { name: 'Trade days' }).getByRole('row').nth(1)
  await press(row.getByRole('button', { name: 'Book the day' }))
  await press(dealer.getByRole('dialog').getByRole('button', { name: 'Book without BSE' }))
  await expect(row).toContainText('Booked')

  await open(dealer, '/desk/trade/prices')
  await choose(dealer, 'Price file of an exchange', files.prices)
  await press(dealer.getByRole('button', { name: 'Import 1 price' }))
  await expect(dealer.getByText('In use: 1 price.')).toBeVisible()

  await open(dealer, '/desk/trade/charges')
  for (const [name, levy] of [
    ['STT', files.stt],
    ['Stamp duty', files.stamp],
  ] as const) {
    await choose(dealer, 'STT or stamp duty file', levy)
    await expect(dealer.getByRole('heading', { name: new RegExp(`^${name}, NSE, .*: differences$`) })).toBeVisible()
  }
  await open(dealer, '/desk/trade/settlement')
  for (const [at, each] of files.settlement.entries()) {
    await choose(dealer, 'Obligation file, settlement master or delivery file', each)
    const kind = ['Settlement master', 'Obligation file', 'Delivery file'][at] ?? ''
    await expect(dealer.getByText(`${kind} of NCL imported`)).toBeVisible()
  }
  await expect(dealer.getByText('The file waits for a second operator')).toHaveCount(0)
  await expect(dealer.getByRole('row', { name: /NSE-M-2026772/ })).toContainText('Complete')
  const { items } = await call<{ items: unknown[] }>(sauda, 'GET', '/desk/queue', { token: dev.token })
  expect(items).toEqual([])
  expect(await walletOf(sauda, seller)).toMatchObject({ balance: expect.any(Number) })
  expect(steps).toBe(17)
})
