import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { logIn, logInAtDesk, newClient } from './people.ts'
import { expect, ownServer, test } from './test.ts'

const fixture = (name: string) => new URL(`../server/test/aadhaar/${name}`, import.meta.url)

// Trusts the key of the public test vector.
const sauda = ownServer({ env: { UIDAI_CERTIFICATES: fileURLToPath(fixture('certificate.pem')) } })
// No test of this file runs code in the page that the policy may block.
test.afterAll(() => expect(sauda.output()).not.toContain('of the content security policy'))

test('the QR code of an Aadhaar photo reaches the reviewer as signed, without a tap of the client', async ({
  browser,
  cards,
}) => {
  const code = readFileSync(fixture('public-vector.png')).toString('base64')
  const table = await browser.newPage({ viewport: { width: 1500, height: 1050 } })
  await table.setContent(
    `<body style="background:#7a5b3c"><div style="rotate:-1.6deg;margin:140px;padding:60px;background:#fdfdf8">
       <img style="width:640px" src="data:image/png;base64,${code}"></div>`,
  )
  const aadhaar = { ...cards.aadhaar, buffer: await table.screenshot({ type: 'jpeg', quality: 88 }) }
  await table.close()

  const page = await browser.newPage({ baseURL: sauda.url, viewport: { width: 1440, height: 900 } })
  const client = await newClient(sauda, 'Sumit')
  await page.goto('/login')
  await logIn(page, client)
  await page.getByRole('dialog', { name: 'KYC Required' }).getByRole('button', { name: 'Verify Now' }).click()
  const upload = page.getByRole('dialog', { name: 'Verify Your Documents' })
  await upload.getByLabel('Photo of the front of PAN card').setInputFiles(cards.pan)
  await upload.getByRole('button', { name: 'Confirm Upload' }).click()
  await upload.getByLabel('Photo of the front of Aadhar card').setInputFiles(aadhaar)
  await upload.getByRole('button', { name: 'Confirm Upload' }).click()
  await expect(upload.getByRole('link', { name: 'Verify Bank Details' })).toBeVisible()

  await logInAtDesk(page, sauda.admin, `/desk/kyc/${client.userId}`)
  const card = page.getByRole('region', { name: 'Aadhaar card', exact: true })
  await expect(card.getByText('Signed by UIDAI')).toBeVisible()
  await expect(card).toContainText('Sumit Kumar')
  await expect(card).toContainText('1 Jan 1984')
  await expect(card.getByText('XXXX XXXX 2697', { exact: true })).toBeVisible()
  await card.getByRole('radio', { name: 'Accept' }).check()
  await card.getByLabel('Last 4 digits of the Aadhaar number').fill('2698')
  await expect(card.getByText('Differs from the QR code, XXXX XXXX 2697')).toBeVisible()
})
