import { expect, ownServer, test } from './test.ts'

ownServer({ demoData: true })

test('a visitor of the demo becomes a practice client with one tap, and an operator with another', async ({ page }) => {
  await page.goto('/')
  await page.getByRole('link', { name: /^Jaya Shetty/ }).click()
  await expect(page).toHaveURL('/account/home')

  await test.step('practice trades and sample closes are marked', async () => {
    await page.goto('/account/position/order-history')
    await expect(page.getByText(/of these.* are practice trades\./)).toBeVisible()
    await page.emulateMedia({ reducedMotion: 'reduce' })
    await page.goto('/account/position')
    await expect(page.getByText(/Sample close of /).first()).toBeVisible()
  })

  await test.step('a logged-in client is not offered a login', async () => {
    await page.goto('/')
    await expect(page.getByRole('link', { name: /^Chitra Nair/ })).toBeHidden()
    await page.evaluate(() => localStorage.clear())
  })

  await test.step('the login page offers the same', async () => {
    await page.goto('/login')
    await page.getByRole('link', { name: /^Chitra Nair/ }).click()
    await expect(page).toHaveURL('/account/home')
    await page.evaluate(() => localStorage.clear())
  })

  await test.step('if the password of a practice client was changed, the form says so with the email filled in', async () => {
    await page.route('**/api/user/login', (route) =>
      route.fulfill({ status: 401, json: { message: 'Invalid email or password', status: 401 } }),
    )
    await page.goto('/login?as=asha%40demo.example')
    await expect(page.getByText('Check the email and the password, then log in again')).toBeVisible()
    await expect(page.getByLabel('Email')).toHaveValue('asha@demo.example')
  })

  await page.goto('/')
  await page.getByRole('link', { name: 'See it from the broker’s desk' }).click()
  await expect(page.getByRole('navigation', { name: 'Desk' })).toBeVisible()
  await expect(page.getByRole('banner').or(page.locator('body')).first()).toContainText('Kiran Desai')
})
