import { enter, toast, verifiedClient } from './people.ts'
import { expect, test } from './test.ts'

test('without a connection nothing typed is lost by submitting, leaving or waiting', async ({
  page,
  context,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Falguni')
  await enter(page, client)
  await page.getByRole('link', { name: 'Bank Accounts' }).click()
  await page.getByLabel('Account Holder Name').fill(client.name)
  await page.getByLabel('Account Number').fill('123456789012')
  await page.getByLabel('IFSC Code').fill('HDFC0000001')

  // The toasts load a moment after the first screen, faster than a person types.
  await page.locator('.Toastify').waitFor({ state: 'attached' })
  await context.setOffline(true)
  await expect(page.getByText('You are offline.')).toBeVisible()
  await test.step('an impossible request changes nothing', async () => {
    await page.getByRole('button', { name: 'Update Bank Details' }).click()
    await expect(toast(page, 'Error while updating bank details!')).toBeVisible()
    await expect(page.getByText('Your details may have been saved; saving them again is safe.')).toBeVisible()
    await expect(page.getByLabel('Account Number')).toHaveValue('123456789012')
  })

  await test.step('a screen whose code is not loaded does not replace the current one', async () => {
    await page.getByRole('link', { name: 'Fund', exact: true }).click()
    await expect(toast(page, 'You are offline. This screen opens once you are connected again.')).toBeVisible()
    await expect(page).toHaveURL('/account/bank')
    await expect(page.getByLabel('Account Number')).toHaveValue('123456789012')
  })

  await context.setOffline(false)
  await expect(page.getByText('You are offline.')).toBeHidden()
  await page.getByRole('button', { name: 'Update Bank Details' }).click()
  await expect(page.getByText('Account Updated')).toBeVisible()

  await test.step('a screen opened earlier opens without a connection, and loads its data when there is one', async () => {
    await page.getByRole('link', { name: 'Account', exact: true }).click()
    await context.setOffline(true)
    await page.getByRole('link', { name: 'Bank Accounts' }).click()
    await expect(page.getByLabel('Account Number')).toHaveValue('••••9012')
    await page.getByRole('button', { name: 'Back' }).click()
    await expect(page).toHaveURL('/account/profile')
    await context.setOffline(false)
    const notices = page.getByText(/You are offline|We can’t reach the server/).filter({ visible: true })
    await expect(notices).toHaveCount(0)
    await page.getByRole('link', { name: 'Fund', exact: true }).click()
    await expect(page).toHaveURL('/account/wallet/add-fund')
  })
})
