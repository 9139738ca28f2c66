import { decision, deskWindow } from './at-desk.ts'
import { newOperator, newUtr, reportPayment } from './money.ts'
import { pauseResponses, logInAtDesk, verifiedClient } from './people.ts'
import { expect, test } from './test.ts'

test('by keyboard: from case to case, and back to the same place in the queue', async ({ page, sauda, cards }) => {
  const client = await verifiedClient(sauda, cards, 'Kavya')
  for (const amount of [701, 702, 703]) await reportPayment(sauda, client, amount)
  await logInAtDesk(page, sauda.admin, '/desk/queue?kind=deposit')
  const item = (rupees: string) => page.getByRole('link').filter({ hasText: client.name }).filter({ hasText: rupees })
  await test.step('the arrow keys show the evidence of each case beside the list', async () => {
    const preview = page.getByRole('complementary', { name: 'Preview' })
    await item('₹701.00').first().focus()
    await expect(preview.getByRole('region', { name: 'Evidence' })).toContainText(/^Deposit₹701.00/)
    await page.keyboard.press('ArrowDown')
    await expect(preview.getByRole('region', { name: 'Evidence' })).toContainText(/^Deposit₹702.00/)
    await expect(preview.getByRole('button', { name: 'Submit decision' })).toHaveCount(0)
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(preview).toHaveCount(0)
    await page.setViewportSize({ width: 1280, height: 720 })
  })
  await item('₹702.00').press('Enter')
  const heading = page.getByRole('heading', { name: client.name, level: 1 })
  await expect(heading).toBeFocused()
  // The list beside the case keeps its filter.
  await expect(page).toHaveURL(/\/desk\/wallet\/[\da-f-]+\?kind=deposit$/)

  await test.step('Ctrl+K finds a request by its amount and opens it', async () => {
    await page.keyboard.press('Control+k')
    await page.getByRole('combobox', { name: 'What to find' }).fill('₹701')
    await expect(page.getByRole('option')).toContainText(['Deposit ADD'])
    await page.keyboard.press('Enter')
    // Its own figure: the case before names the amount too, among the client's requests.
    await expect(page.getByRole('region', { name: 'Evidence' })).toContainText(/^Deposit₹701.00/)
    await page.goBack()
  })
  await test.step('Ctrl+K offers what was opened last, and screens by their names', async () => {
    const address = page.url()
    await page.keyboard.press('Control+k')
    await page.keyboard.type(client.name)
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toBeHidden()
    await page.keyboard.press('Control+k')
    const recent = page.getByRole('group', { name: 'Recent' }).getByRole('option')
    await expect(recent).toHaveText([new RegExp(`^ADD\\d+ ${client.name}Request$`)])
    await page.keyboard.press('Escape')
    await page.reload()
    await expect(page.getByRole('region', { name: 'Evidence' })).toBeVisible()
    await page.keyboard.press('Control+k')
    await expect(recent).toHaveText([new RegExp(`^ADD\\d+ ${client.name}Request$`)])
    await page.getByRole('combobox', { name: 'What to find' }).fill('import st')
    await expect(page.getByRole('option')).toHaveText(['Import statement'])
    await expect(page.getByRole('group', { name: 'Actions' })).toBeVisible()
    await page.keyboard.press('Enter')
    await expect(page.getByRole('heading', { name: 'Import statement', level: 1 })).toBeVisible()
    await page.goBack()
    await expect(page).toHaveURL(address)
  })
  await test.step('j and k continue from the open case', async () => {
    await page.keyboard.press('j')
    await expect(item('₹703.00')).toBeFocused()
    await page.keyboard.press('k')
    await page.keyboard.press('k')
    await expect(item('₹701.00')).toBeFocused()
  })
  await test.step('no shortcut fires while typing', async () => {
    const address = page.url()
    await page.keyboard.press('a')
    const reference = decision(page).getByLabel('Reference in the bank statement')
    await expect(reference).toBeFocused()
    await page.keyboard.type('jku?rg')
    await expect(reference).toHaveValue('jku?rg')
    expect(page.url()).toBe(address)
    await page.keyboard.press('Control+Enter')
    await expect(decision(page)).toContainText('A bank reference has 6 to 30 letters and digits')
    await expect(reference).toBeFocused()
    await page.keyboard.press('Escape')
  })
  await test.step('the queue shows the same kind again, and the keys continue from the open case', async () => {
    await page.keyboard.press('u')
    await expect(page).toHaveURL('/desk/queue?kind=deposit')
    await expect(page.getByRole('heading', { name: 'Queue', level: 1 })).toBeFocused()
    await expect(item('₹702.00')).toBeVisible()
    await page.keyboard.press('j')
    await expect(item('₹702.00')).toBeFocused()
  })
  await test.step('a decision opens the next case, unless the operator has already opened another', async () => {
    const approve = async (rupees: string) => {
      const address = await item(rupees).getAttribute('href')
      await item(rupees).press('Enter')
      await expect(page).toHaveURL(address ?? '')
      // The list of recent requests has every amount of this client.
      await expect(page.getByRole('region', { name: 'Evidence' })).toContainText(
        new RegExp(`^\\W*Deposit\\W*${rupees}`),
      )
      const reference = decision(page).getByLabel('Reference in the bank statement')
      await expect(async () => {
        if (!(await reference.isVisible())) await page.keyboard.press('a')
        await expect(reference).toBeFocused({ timeout: 3000 })
      }).toPass()
      await page.keyboard.type(newUtr())
      await page.keyboard.press('Control+Enter')
    }
    const answer = await pauseResponses(page, '**/api/desk/wallet/transactions/*/approve')
    await approve('₹703.00')
    await expect(decision(page).getByRole('button', { name: 'Sending' })).toBeVisible()
    await item('₹701.00').focus()
    answer()
    await expect(page.getByText('Decision submitted')).toBeVisible()
    await expect(item('₹701.00')).toBeFocused()
    await approve('₹701.00')
    await expect(page.getByText('Decision submitted')).toBeVisible()
    await expect(page.getByRole('link', { name: /^(Next in|Back to) the queue$/ })).toBeFocused()
  })
})

test('an operator without a right to decide starts at the clients', async ({ browser, sauda }) => {
  const support = await newOperator(sauda, 'Sunil Rao', 'support')
  const desk = await deskWindow(browser, sauda, support)
  await expect(desk.getByRole('heading', { name: 'Clients', level: 1 })).toBeVisible()
  await expect(desk.getByRole('navigation', { name: 'Desk' }).getByRole('link')).toHaveText(['Clients', 'Complaints'])
  await desk.context().close()
})
