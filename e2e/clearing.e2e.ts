import { deskWindow } from './at-desk.ts'
import { expect, test } from './test.ts'

const obligation = (value: string) => ({
  name: 'Obligation_NCL_CM_0_CM_90001_20261120_F_0000.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from(
    [
      'Sgmt,SttlmTp,SctiesSttlmTxId,ISIN,ClntId,RptgDt,FndsPayOutDt,DalyBuyTradgVol,DalySellTradgVol,DalyBuyTradgVal,DalySellTradgVal',
      `CM,M,2026220,INE467B01029,,2026-11-20,2026-11-23,,10,,${value}`,
    ].join('\n'),
  ),
})

test('an obligation file shows its settlement with the difference from the ledger, which an operator accepts', async ({
  browser,
  sauda,
}) => {
  const desk = await deskWindow(browser, sauda, sauda.admin, '/desk/trade/settlement')
  const file = desk.getByLabel('Obligation file, settlement master or delivery file')
  await test.step('a file that a spreadsheet changed is rejected', async () => {
    await file.setInputFiles(obligation('1E+05'))
    await expect(
      desk.getByRole('alert').filter({ hasText: 'Line 2: DalySellTradgVal is not a plain number' }),
    ).toBeVisible()
  })
  await test.step('the settlement waits because the ledger has no such trades', async () => {
    await file.setInputFiles(obligation('900.00'))
    const row = desk.getByRole('row', { name: /NSE-M-2026220/ })
    await expect(row).toContainText('difference ₹900.00')
    await expect(row).toContainText('Unexplained difference of ₹900.00')
  })
  await test.step('its details show the volumes; the difference is accepted with a reason', async () => {
    await desk.getByRole('button', { name: 'Details of NSE-M-2026220' }).click()
    await expect(desk.getByRole('row', { name: /INE467B01029/ })).toContainText('0 bought, 10 sold')
    await desk.getByRole('button', { name: 'Accept the unexplained difference' }).click()
    const dialog = desk.getByRole('dialog')
    await expect(dialog).toContainText('explain ₹900.00 of the difference')
    await dialog.getByLabel('Reason').fill('Own trades of the broker')
    await dialog.getByRole('button', { name: 'Accept', exact: true }).click()
    await expect(desk.getByRole('row', { name: /NSE-M-2026220/ })).toContainText('Waiting for the pay-out line')
  })
})
