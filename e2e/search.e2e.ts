import { inspect } from './inspect.ts'
import { atDesk, clientWith, reportPayment } from './money.ts'
import { enter } from './people.ts'
import { expect, test } from './test.ts'

test('Ctrl+K opens a screen, a stock or a transaction by keyboard', async ({ page, sauda, cards }) => {
  const client = await clientWith(sauda, cards, 'Sarita', 50_000)
  const bought = await atDesk<{ _id: string; tradeId: string }>(sauda, '/trades/buy', {
    clientId: client.userId,
    stockName: 'TCS',
    quantity: 10,
    price: 3500,
  })
  await page.setViewportSize({ width: 1440, height: 900 })
  await enter(page, client, '/account/home')
  const search = page.getByRole('dialog', { name: 'Search' })
  const field = search.getByRole('combobox')
  const chosen = search.getByRole('option', { selected: true })
  const find = async (words: string) => {
    // A page that is still loading does not know the keys yet.
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(search).toBeHidden()
    await page.keyboard.press('Control+k')
    await expect(field).toBeFocused()
    await page.keyboard.type(words)
  }

  await find('nominee')
  await expect(chosen).toHaveText('Nominee')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/account/nominee')

  await find('details pers')
  await expect(chosen).toHaveText('Personal Details')
  await page.keyboard.press('Escape')

  await find('tcs')
  await expect(chosen).toContainText('TCS10 shares')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/account/nominee?stock=TCS')
  await expect(page.getByRole('dialog', { name: /^TCS · / })).toBeVisible()
  await page.keyboard.press('Escape')

  await find('tcs')
  await expect(search.getByRole('option', { name: /Bought TRD/ })).toContainText('35,000.00')
  await inspect(page, 'search')
  await page.setViewportSize({ width: 1440, height: 900 })
  await expect(field).toBeFocused()
  await page.keyboard.press('ArrowUp')
  await expect(chosen).toHaveAccessibleName(/Bought TRD/)
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL(/\/account\/wallet\/statement\?entry=/)

  // References as on Positions and Orders; words that begin with the text come first.
  await atDesk(sauda, `/trades/${bought._id}/sell`, { quantity: 4, price: 3600 })
  await page.reload()
  await find(bought.tradeId)
  await expect(chosen).toContainText(`TCS6 shares`)
  await expect(search.getByRole('option', { name: new RegExp(`Bought ${bought.tradeId}`) })).toBeVisible()
  await page.keyboard.press('Escape')
  await find('cs')
  await expect(search.getByRole('option', { name: /Sold 4 at ₹3,600.00/ })).toContainText('+₹400.00')
  await page.keyboard.press('Escape')

  await find('password')
  await expect(chosen).toHaveText('PasswordSecurity')
  await page.keyboard.press('Enter')
  await expect(page).toHaveURL('/account/security')

  const { _id, transactionId, utr } = await reportPayment(sauda, client, 1234)
  await page.reload()
  for (const words of [transactionId, utr, '1,234', 'pending']) {
    await find(words)
    await expect(chosen).toContainText(`Deposit ${transactionId}PENDING · ₹1,234.00`)
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(`/account/wallet/transaction-history?transaction=${_id}`)
  }

  await page.getByRole('button', { name: 'Search' }).click()
  await field.fill('no such thing')
  await expect(search.getByText('Nothing matches “no such thing”.')).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(search).toBeHidden()
})

test('what is typed right after Ctrl+K is searched for, also before the search has loaded', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Hema', 50_000)
  await enter(page, client, '/account/home')
  await expect(page.getByRole('button', { name: 'Hide amounts' })).toBeVisible()
  await page.route('**/*.js', async (route) => {
    await new Promise((done) => setTimeout(done, 1500))
    await route.continue()
  })
  await page.keyboard.press('Control+k')
  await page.keyboard.type('charg', { delay: 20 })
  await page.keyboard.press('h')
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')).toHaveValue('chargh')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'Hide amounts' })).toBeVisible()
})
