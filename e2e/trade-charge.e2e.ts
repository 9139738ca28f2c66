import { deskWindow } from './at-desk.ts'
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
    await expect(desk.getByRole('cell', { name: /Intraday: lower of ₹20.00 and 0.03 %/ })).toBeVisible()
  })
  await test.step('a cut file is rejected, and a whole one of a day without trades', async () => {
    const file = desk.getByLabel('STT or stamp duty file')
    await file.setInputFiles(levyFile('20.00'))
    await expect(desk.getByRole('alert').filter({ hasText: 'The amounts of the clients do not add up' })).toBeVisible()
    await file.setInputFiles(levyFile('15.00'))
    await expect(
      desk.getByRole('alert').filter({ hasText: 'No trades of NSE of 20 Nov 2026 are recorded' }),
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
