import { deskWindow, openAtDesk } from './at-desk.ts'
import { inspect } from './inspect.ts'
import { call, newClient } from './people.ts'
import { expect, test } from './test.ts'

const levyFile = (total: string) => ({
  name: 'STT_NCL_CM_0_CM_90001_20261120_F_0000.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'RptHdr,Sgmt,Src,TradDt,ClntId,TckrSymb,SctySrs,ISIN,TtlBuyTradgVol,TtlBuyTrfVal,TtlSellTradgVol,TtlSellTrfVal,SellOthrThanDlvryQty,TtlTaxs',
      `20,CM,NCL,2026-11-20,,,,,,,,,,${total}`,
      '30,CM,NCL,2026-11-20,AB1001,,,,10,15001.00,0,,,15.00',
    ].join('\n'),
  ),
})

test('an administrator sets a plan; an STT file needs trades to compare it with', async ({ browser, sauda }) => {
  const desk = await deskWindow(browser, sauda, sauda.admin, '/desk/trade/charges')
  const dialog = desk.getByRole('dialog')
  await test.step('a tariff that cannot be read is rejected with an example', async () => {
    await desk.getByRole('button', { name: 'New plan' }).click()
    await dialog.getByLabel('Name').fill('Flat 20')
    await dialog.getByLabel('First trade day').fill('01/11/2026')
    await dialog.getByLabel('Delivery').fill('twenty')
    await dialog.getByLabel('Intraday').fill('lower of 20 and 0.03 %')
    await dialog.getByLabel('ETFs').fill('0')
    await dialog.getByRole('button', { name: 'Set the plan' }).click()
    await expect(dialog).toContainText('Write the tariff as 20, 0.03 % or lower of 20 and 0.03 %; 0 for none')
    await dialog.getByLabel('Delivery').fill('20')
    await dialog.getByRole('button', { name: 'Set the plan' }).click()
    await expect(desk.getByRole('cell', { name: 'lower of ₹20.00 and 0.03 %' })).toBeVisible()
  })
  await test.step('several clients get the plan with one request, and unknown codes are named', async () => {
    const client = await newClient(sauda, 'Gita')
    const { saudaId } = await call<{ saudaId: string }>(sauda, 'GET', `/user/profile/${client.userId}`, {
      token: client.token,
    })
    await desk.getByRole('button', { name: 'Assign to several' }).click()
    await dialog.getByLabel('Client IDs or UCCs').fill(`${saudaId}\nNOBODY`)
    await dialog.getByLabel('First trade day').fill('02/11/2026')
    await dialog.getByRole('button', { name: 'Show what changes' }).click()
    await expect(dialog).toContainText('No client has these codes: NOBODY. Nothing was changed.')
    await dialog.getByLabel('Client IDs or UCCs').fill(saudaId)
    await inspect(desk, 'charges 01 several clients')
    await dialog.getByRole('button', { name: 'Show what changes' }).click()
    await expect(dialog.getByRole('table', { name: 'Clients whose plan changes' })).toContainText(client.name)
    await inspect(desk, 'charges 02 several plans')
    await dialog.getByRole('button', { name: 'Assign the plan' }).click()
    await expect(desk.getByRole('row').filter({ hasText: client.name })).toContainText('Flat 20')
  })
  await test.step('a cut file is rejected, and a whole one of a day without trades', async () => {
    const file = desk.getByLabel('STT or stamp duty file')
    await file.setInputFiles(levyFile('20.00'))
    await expect(desk.getByRole('alert').filter({ hasText: 'The amounts of the clients do not add up' })).toBeVisible()
    await file.setInputFiles(levyFile('15.00'))
    await expect(
      desk.getByRole('alert').filter({ hasText: 'No trades of 20 Nov 2026 that cleared at NCL are recorded' }),
    ).toBeVisible()
  })
  await test.step('STT of a security is set from a day on, and an STT list needs the name the exchange gave it', async () => {
    await desk.getByRole('button', { name: 'Set a security' }).click()
    await dialog.getByLabel('ISIN').fill('INE002A01018')
    await dialog.getByLabel('STT', { exact: true }).selectOption({ label: 'As an equity fund' })
    await dialog.getByLabel('First trade day').fill('01/11/2026')
    await dialog.getByRole('button', { name: 'Set the STT' }).click()
    await expect(desk.getByRole('cell', { name: 'As an equity fund' })).toBeVisible()
    const list = { mimeType: 'text/csv', buffer: Buffer.from('ISIN\nINE002A01018\n') }
    await desk.getByLabel('STT list of an exchange').setInputFiles({ name: 'list.csv', ...list })
    await expect(desk.getByRole('alert').filter({ hasText: 'The name of the list must begin' })).toBeVisible()
    await desk
      .getByLabel('STT list of an exchange')
      .setInputFiles({ name: 'C_STT_20112026.csv', ...list, buffer: Buffer.from('ISIN,REMARKS\nINE002A01018,none\n') })
    await expect(desk.getByText('Not used: column REMARKS.')).toBeVisible()
  })
  await test.step('an ETF of gold in the exchange’s list is offered to be exempted', async () => {
    await openAtDesk(desk, '/desk/trade/instruments')
    await desk.getByLabel('List of securities of an exchange').setInputFiles({
      name: 'eq_etfseclist.csv',
      mimeType: 'text/csv',
      buffer: Buffer.from(
        'Symbol,Underlying,SecurityName,DateofListing,MarketLot,ISINNumber,FaceValue\nGOLDNINE,Gold,SABARMATI MF GOLD,08-Jan-02,1,INF702A01012,1\n',
      ),
    })
    await expect(desk.getByText('STT is charged on ETFs that do not hold Indian shares: GOLDNINE.')).toBeVisible()
    await expect(desk.getByText('Not used: columns DateofListing, FaceValue.')).toBeVisible()
    await desk.getByRole('button', { name: 'Import 1 rows' }).click()
    await expect(desk.getByText('eq_etfseclist.csv: imported')).toBeVisible()
    await openAtDesk(desk, '/desk/trade/charges')
    await inspect(desk, 'charges 03 etf')
    await desk.getByRole('button', { name: 'Exempt it' }).click()
    await dialog.getByLabel('First trade day').fill('01/11/2026')
    await dialog.getByRole('button', { name: 'Exempt the ETFs' }).click()
    await expect(desk.getByRole('button', { name: 'Exempt it' })).toHaveCount(0)
  })
  await test.step('on a phone a date field of half the width shows the whole date format', async () => {
    await desk.setViewportSize({ width: 390, height: 844 })
    await desk.getByRole('button', { name: 'Assign a plan' }).click()
    const day = dialog.getByLabel('First trade day')
    await expect(day).toHaveAttribute('placeholder', 'DD/MM/YYYY')
    const remaining = await day.evaluate((field: HTMLInputElement) => {
      const { font, paddingLeft, paddingRight } = getComputedStyle(field)
      const context = new OffscreenCanvas(1, 1).getContext('2d')
      if (!context) throw new Error('No canvas')
      context.font = font
      const [left, right] = [paddingLeft, paddingRight].map((pixels) => Number(pixels.replace('px', '')))
      return field.clientWidth - (left ?? 0) - (right ?? 0) - context.measureText(field.placeholder).width
    })
    expect(remaining).toBeGreaterThanOrEqual(0)
  })
})
