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

test('an obligation file that cannot be compared with recorded trades is rejected with the reason', async ({
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
  await test.step('a settlement without recorded trades is rejected with what to import first', async () => {
    await file.setInputFiles(obligation('900.00'))
    const alert = desk.getByRole('alert').filter({ hasText: 'NSE-M-2026220 has no recorded trades' })
    await expect(alert).toContainText('Import the trade file of that settlement first')
    await expect(desk.getByRole('row', { name: /NSE-M-2026220/ })).toHaveCount(0)
  })
})
