import { enter, newClient, verifiedClient } from './people.ts'
import { goWithinPage } from './settled.ts'
import { expect, test } from './test.ts'

/** The route table of the specification, with the title of each screen. */
const publicScreens = {
  '/': 'Sauda',
  '/login': 'Login | Sauda',
  '/create-account': 'Create Account | Sauda',
  '/profile/verify-bank-details': 'Verify Bank Details | Sauda',
  '/profile/verify-docx': 'Verify Documents | Sauda',
  '/privacy': 'Privacy Policy | Sauda',
  '/terms': 'Terms of Service | Sauda',
  '/technical-security': 'Technical Security | Sauda',
}
const accountScreens = {
  '/account/home': 'Dashboard | Sauda',
  '/account/profile': 'Profile | Sauda',
  '/account/personal-details': 'Personal Details | Sauda',
  '/account/bank': 'Bank Accounts | Sauda',
  '/account/demat': 'Demat Account Details | Sauda',
  '/account/segment': 'Manage Segment | Sauda',
  '/account/nominee': 'Nominee | Sauda',
  '/account/fund-settlement': 'Fund Settlement Frequency | Sauda',
  '/account/charges': 'Charges | Sauda',
  '/account/tax': 'Tax | Sauda',
  '/account/security': 'Security | Sauda',
  '/account/wallet/add-fund': 'Add Fund | Sauda',
  '/account/wallet/transaction-history': 'Transaction History | Sauda',
  '/account/wallet/statement': 'Statement | Sauda',
  '/account/portfolio': 'Portfolio | Sauda',
  '/account/portfolio/overview': 'Portfolio | Sauda',
  '/portfolio/overview': 'Portfolio | Sauda',
  '/portfolio/equity': 'Forex Coins | Sauda',
  '/account/position/position': 'Positions | Sauda',
  '/account/position/order-history': 'Order History | Sauda',
}
const redirects = {
  '/account': '/account/home',
  '/account/wallet': '/account/wallet/add-fund',
  '/portfolio': '/portfolio/overview',
  '/account/position': '/account/position/position',
}

test('every public screen opens for a visitor, with its title', async ({ page }) => {
  for (const [path, title] of Object.entries(publicScreens)) {
    await page.goto(path)
    await expect(page).toHaveTitle(title)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(path)
  }
})

test('a visitor who opens the account area is led to the login', async ({ page }) => {
  await page.goto('/account')
  for (const path of [...Object.keys(accountScreens), ...Object.keys(redirects)]) {
    await expect(page, path).toHaveURL('/login')
    await goWithinPage(page, path)
  }
  await expect(page).toHaveURL('/login')
})

test('a client whose documents are not sent is confined to the profile', async ({ page, sauda }) => {
  await enter(page, await newClient(sauda), '/account/home')
  for (const path of Object.keys(accountScreens)) {
    await expect(page, path).toHaveURL('/account/profile')
    await goWithinPage(page, path)
  }
  await expect(page).toHaveURL('/account/profile')
})

test('every screen of the account area opens for a verified client', async ({ page, sauda, cards }) => {
  await enter(page, await verifiedClient(sauda, cards))
  for (const [path, title] of Object.entries(accountScreens)) {
    await page.goto(path)
    await expect(page).toHaveTitle(title)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page).toHaveURL(path)
  }
  for (const [path, to] of Object.entries(redirects)) {
    await page.goto(path)
    await expect(page, path).toHaveURL(to)
  }
  await page.goto('/login')
  await expect(page).toHaveURL('/account/profile')
  await page.goto('/')
  await expect(page.getByRole('navigation', { name: 'Main' }).getByRole('link')).toHaveText(['Profile'])
})

test('an unknown address has the navigation for a client', async ({ page, sauda, cards }) => {
  await enter(page, await verifiedClient(sauda, cards), '/account/no-such-screen')
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
  await page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name: 'Portfolio' }).click()
  await expect(page).toHaveURL('/account/portfolio')
})

test('an unknown address shows Page not found and the product’s name only', async ({ page, request }) => {
  await page.goto('/no/such/screen')
  await expect(page).toHaveTitle('Sauda')
  await expect(page.getByRole('heading', { name: 'This page does not exist' })).toBeVisible()
  await page.getByRole('link', { name: 'Go to the start page' }).click()
  await expect(page).toHaveURL('/')
  expect((await request.get('/no/such/screen')).headers()['x-robots-tag']).toBe('noindex')
  expect((await request.get('/login')).headers()['x-robots-tag']).toBeUndefined()
  const answer = await request.get('/api/no/such/call')
  expect(answer.status()).toBe(404)
  expect(await answer.json()).toEqual({ message: 'Not found', status: 404 })
})

test('every screen’s page carries the headers that protect it', async ({ request }) => {
  for (const path of ['/', '/login', '/desk/', '/account/home']) {
    const headers = (await request.get(path)).headers()
    expect(headers['content-security-policy'], path).toContain("default-src 'self'")
    expect(headers['content-security-policy'], path).not.toContain("'unsafe-inline'")
    expect(headers['x-content-type-options'], path).toBe('nosniff')
  }
})

test('text never becomes markup or script, in portal and desk, and the server logs each attempt', async ({
  page,
  sauda,
}) => {
  const attempts = () =>
    page.evaluate(() => {
      const attempt = (work: () => unknown): string => {
        try {
          work()
          return 'done'
        } catch (error) {
          return (error as Error).name
        }
      }
      const { trustedTypes } = globalThis as { trustedTypes?: { createPolicy(name: string, rules: object): unknown } }
      return [
        attempt(() => (document.body.innerHTML = '<img src=x onerror=alert(1)>')),
        attempt(() => Object.assign(document.createElement('script'), { src: 'https://evil.example/x.js' })),
        attempt(() => new DOMParser().parseFromString('<p>', 'text/html')),
        attempt(() => void navigator.serviceWorker.register('/assets/x.js')),
        attempt(() => trustedTypes?.createPolicy('mine', {})),
      ]
    })
  for (const path of ['/', '/login', '/desk/']) {
    await page.goto(path)
    const [markup, source, parsed, , policy] = await attempts()
    expect([markup, source, parsed, policy], path).toEqual(Array.from({ length: 4 }, () => 'TypeError'))
  }
  for (const part of ['portal', 'desk'])
    await expect
      .poll(() => sauda.output())
      .toContain(`"directive":"require-trusted-types-for","blocked":"trusted-types-sink","page":"${part}","source":""`)
})
