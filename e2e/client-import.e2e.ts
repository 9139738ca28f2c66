import { deskWindow } from './at-desk.ts'
import { expect, test } from './test.ts'

const header =
  'record,pan,name,email,mobile,kyc_date,executive,balance,account_holder,account_number,ifsc,stock,quantity,unit_cost,purchase_date'
const email = 'lata.brought@example.com'
const client = (ifsc: string) =>
  `client,QWRPS4321K,Lata Brought,${email},9123456780,2024-03-31,,2500.50,Lata Brought,50100123499999,${ifsc},,,,`
const position = 'position,QWRPS4321K,,,,,,,,,,TCS,10,3000,2023-06-01'
const file = (ifsc: string) => ({
  name: 'clients.csv',
  mimeType: 'text/csv',
  buffer: Buffer.from([header, client(ifsc), position].join('\n')),
})

test('clients are imported from a file after its errors are corrected, and choose their password by the mailed link', async ({
  browser,
  page,
  sauda,
}, info) => {
  const desk = await deskWindow(browser, sauda)
  await desk.keyboard.press('g')
  await desk.keyboard.press('c')
  await desk.getByRole('link', { name: 'Import clients' }).click()
  await desk.getByLabel('CSV file of clients').setInputFiles(file('WRONG'))
  await expect(desk.getByRole('table', { name: 'Lines of the file' })).toContainText('Invalid IFSC code format')
  await expect(desk.getByRole('button', { name: 'Import 1 client' })).toBeHidden()
  await desk.screenshot({ path: info.outputPath('errors-1440.png'), fullPage: true })
  await desk.getByLabel('CSV file of clients').setInputFiles(file('HDFC0001234'))
  const send = desk.getByRole('button', { name: 'Import 1 client' })
  await expect(send).toBeVisible()
  await desk.setViewportSize({ width: 390, height: 844 })
  await desk.emulateMedia({ colorScheme: 'dark' })
  await desk.screenshot({ path: info.outputPath('preview-390.png'), fullPage: true })
  await send.click()
  await expect(desk.getByText('1 client imported.')).toBeVisible()

  const mail = await sauda.nextMailTo(email)
  const link = /\/welcome#\S+/.exec(mail.text)?.[0] ?? ''
  await page.goto('/welcome')
  await expect(page.getByText('You choose your password through the link in our invitation email.')).toBeVisible()
  await expect(page.getByLabel('New password', { exact: true })).toHaveCount(0)
  await expect(page.getByRole('main').getByRole('link')).toHaveText(['Request a new link', 'Log in'])
  await page.goto(link)
  await expect(page.getByText('Sauda has opened an account for you.')).toBeVisible()
  await page.getByLabel('New password', { exact: true }).fill('Quiet-River-27')
  await page.getByLabel('Confirm new password').fill('Quiet-River-27')
  await page.screenshot({ path: info.outputPath('welcome.png'), fullPage: true })
  await page.getByRole('button', { name: 'Set Password' }).click()
  await expect(page.getByText('Your password is set. Please log in.')).toBeVisible()
  await expect(page).toHaveURL(/\/login$/)
})
