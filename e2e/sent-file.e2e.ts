import { decision, deskWindow, lastTradingDays, openAtDesk, send } from './at-desk.ts'
import { policyWithoutWaiting } from './harness.ts'
import { newOperator } from './money.ts'
import { expect, ownServer, test } from './test.ts'

const policy = ownServer({ env: policyWithoutWaiting })

test('the page of files shows what waits and what counts, opens the case, and saves the original', async ({
  browser,
}) => {
  const [deepa, dev] = [
    await newOperator(policy, 'Deepa Nair', 'dealer'),
    await newOperator(policy, 'Dev Khan', 'dealer'),
  ]
  const [day = ''] = await lastTradingDays(policy, deepa.token)
  const name = `BhavCopy_NSE_CM_0_0_0_${day.replaceAll('-', '')}_F_0000.csv`
  const header = 'TradDt,Sgmt,Src,ISIN,TckrSymb,SctySrs,HghPric,LwPric,ClsPric,PrvsClsgPric,TtlTradgVol'
  const text = `${header}\n${day},CM,NSE,INE467B01029,TCS,EQ,3120,3120,3120,3100,100`
  const desk = await deskWindow(browser, policy, deepa, '/desk/trade/prices')
  await desk
    .getByLabel('Price file of an exchange')
    .setInputFiles({ name, mimeType: 'text/csv', buffer: Buffer.from(text) })
  await desk.getByRole('button', { name: 'Import 1 price' }).click()
  await expect(desk.getByText('The file waits for a second operator')).toBeVisible()

  const other = await deskWindow(browser, policy, dev, '/desk/files')
  const row = other.getByRole('row', { name })
  await expect(row).toContainText('Waiting')
  await expect(row).toContainText('Deepa Nair')
  await row.getByRole('link', { name: 'Open the case' }).click()
  await decision(other).getByRole('radio', { name: 'Approve' }).check()
  await send(other, /^Approve/)

  await openAtDesk(other, '/desk/files?status=counted')
  await expect(row).toContainText('approved by Dev Khan')
  const [download] = await Promise.all([
    other.waitForEvent('download'),
    row.getByRole('button', { name: `Download ${name}` }).click(),
  ])
  expect(download.suggestedFilename()).toBe(name)
  await other.getByLabel('Status').selectOption('Waiting')
  await expect(other.getByText('No files')).toBeVisible()
})
