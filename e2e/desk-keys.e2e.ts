import { decision, deskWindow } from './at-desk.ts'
import { newOperator, newUtr, reportPayment } from './money.ts'
import { pauseResponses, logInAtDesk, toast, verifiedClient } from './people.ts'
import { expect, test } from './test.ts'

test('by keyboard: from case to case, and back to the same place in the queue', async ({ page, sauda, cards }) => {
  const client = await verifiedClient(sauda, cards, 'Kavya')
  for (const amount of [701, 702, 703]) await reportPayment(sauda, client, amount)
  await logInAtDesk(page, sauda.admin, '/desk/queue?kind=deposit')
  const item = (rupees: string) => page.getByRole('link').filter({ hasText: client.name }).filter({ hasText: rupees })
  const evidence = page.getByRole('region', { name: 'Evidence' })
  await test.step('the first case is shown beside the list; the arrow keys show the others', async () => {
    await expect(page.locator('a[aria-current=true]')).toBeVisible()
    await expect(evidence).toBeVisible()
    await item('₹701.00').first().focus()
    await page.keyboard.press('ArrowDown')
    await expect(evidence).toContainText(/^Deposit₹702.00/)
    await expect(item('₹702.00')).toBeFocused()
    await page.keyboard.press('ArrowUp')
    await expect(evidence).toContainText(/^Deposit₹701.00/)
    await expect(decision(page).getByRole('button', { name: 'Submit decision' })).toBeDisabled()
    await page.keyboard.press('ArrowDown')
    await page.setViewportSize({ width: 390, height: 844 })
    await expect(page.getByRole('complementary', { name: 'Queue' })).toHaveCount(0)
    await page.setViewportSize({ width: 1280, height: 720 })
  })
  await test.step('Enter goes to the decision of the case that is shown, also before any other key was pressed', async () => {
    await page.keyboard.press('u')
    const shown = page.locator('a[aria-current=true]')
    await expect(shown).toContainText('₹702.00')
    const address = await shown.getAttribute('href')
    await page.keyboard.press('Enter')
    await expect(page).toHaveURL(address ?? '')
    await expect(page.getByRole('region', { name: 'Decision' })).toBeFocused()
  })
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
    await page.getByRole('combobox', { name: 'What to find' }).fill('st import')
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
    await expect(evidence).toContainText(/^Deposit₹703.00/)
    await page.keyboard.press('k')
    await page.keyboard.press('k')
    await expect(item('₹701.00')).toBeFocused()
    await expect(evidence).toContainText(/^Deposit₹701.00/)
    await page.keyboard.press('j')
    await expect(evidence).toContainText(/^Deposit₹702.00/)
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
    await expect(item('₹702.00')).toHaveAttribute('aria-current', 'true')
    await page.keyboard.press('j')
    await expect(item('₹703.00')).toBeFocused()
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
      await expect(decision(page).getByRole('radio', { name: 'Approve' })).toBeEnabled()
      await page.keyboard.press('a')
      await page.keyboard.type(newUtr())
      await page.keyboard.press('Control+Enter')
    }
    const answer = await pauseResponses(page, '**/api/desk/wallet/transactions/*/approve')
    await approve('₹703.00')
    await expect(decision(page).getByRole('button', { name: 'Sending' })).toBeVisible()
    await item('₹702.00').focus()
    await page.keyboard.press('ArrowUp')
    await expect(evidence).toContainText(/^Deposit₹701.00/)
    answer()
    // Told apart from the case that is shown now, which stays undecided.
    await expect(toast(page, `Decision submitted. ₹703.00 has been credited to ${client.name}`)).toBeVisible()
    await expect(item('₹701.00')).toBeFocused()
    await expect(decision(page).getByRole('button', { name: 'Submit decision' })).toBeDisabled()
    await approve('₹701.00')
    await expect(page.getByRole('region', { name: 'Decision' }).getByText('Decision submitted')).toBeVisible()
    await expect(page.getByRole('link', { name: /^(Next in|Back to) the queue$/ })).toBeFocused()
    await expect(item('₹701.00')).toHaveCount(0)
  })
})

test('keys pressed while the browser is busy reach the field they were meant for', async ({ page, sauda, cards }) => {
  const client = await verifiedClient(sauda, cards, 'Lata')
  const { _id } = await reportPayment(sauda, client, 704)
  const claims: string[] = []
  page.on('request', (request) => request.url().endsWith('/queue/take') && claims.push(request.postData() ?? ''))
  await logInAtDesk(page, sauda.admin, `/desk/wallet/${_id}?kind=deposit`)
  await expect(decision(page).getByRole('radio', { name: 'Approve' })).toBeEnabled()
  expect(claims).toEqual([])
  await test.step('what is typed after A goes into the field, before a frame has been drawn', async () => {
    await page.evaluate(() => (globalThis.requestAnimationFrame = () => 0))
    const utr = newUtr()
    await page.keyboard.press('a')
    await page.keyboard.type(utr)
    await expect(decision(page).getByLabel('Reference in the bank statement')).toHaveValue(utr)
    // Who reads a case claims nothing; who begins to decide it does.
    await expect.poll(() => claims.map((body) => (JSON.parse(body) as { id: string }).id)).toEqual([_id])
    await page.keyboard.press('Escape')
  })
  await test.step('two keys are one shortcut by when they were pressed, not by when they are handled', async () => {
    await page.evaluate(() => {
      const keys = ['g', 'q'].map((key) => new KeyboardEvent('keydown', { key, bubbles: true }))
      for (const [index, key] of keys.entries()) {
        const handled = Date.now() + index * 60_000
        Date.now = () => handled
        document.body.dispatchEvent(key)
      }
    })
    await expect(page.getByRole('heading', { name: 'Queue', level: 1 })).toBeVisible()
  })
})

test('an operator without a right to decide has no queue', async ({ browser, sauda }) => {
  const support = await newOperator(sauda, 'Sunil Rao', 'support')
  const desk = await deskWindow(browser, sauda, support, '/desk/')
  await expect(desk.getByRole('heading', { name: 'Today', level: 1 })).toBeVisible()
  await expect(desk.getByRole('navigation', { name: 'Desk' }).getByRole('link')).toHaveText([
    'Today',
    'Clients',
    'Complaints',
  ])
  await desk.context().close()
})

test('a decision applies only to the case that is shown', async ({ browser, page, sauda, cards }) => {
  const client = await verifiedClient(sauda, cards, 'Meera')
  const [first, second] = [await reportPayment(sauda, client, 811), await reportPayment(sauda, client, 812)]
  const sent: string[] = []
  page.on('request', (request) => {
    if (request.method() === 'POST' && /\/transactions\//.test(request.url()))
      sent.push(new URL(request.url()).pathname)
  })
  const evidence = page.getByRole('region', { name: 'Evidence' })
  const item = (rupees: string) => page.getByRole('link').filter({ hasText: client.name }).filter({ hasText: rupees })
  const approval = (id: string) => `/api/desk/wallet/transactions/${id}/approve`
  await logInAtDesk(page, sauda.admin, `/desk/wallet/${first._id}?kind=deposit`)
  await expect(evidence).toContainText(/^Deposit₹811.00/)

  await test.step('keys typed before the next case has loaded decide nothing', async () => {
    await page.keyboard.press('a')
    await decision(page).getByLabel('Reference in the bank statement').fill(newUtr())
    await page.keyboard.press('Escape')
    const load = await pauseResponses(page, `**/api/desk/wallet/transactions/${second._id}`)
    await item('₹811.00').focus()
    for (const key of ['j', 'Enter', 'a', 'Control+Enter']) await page.keyboard.press(key)
    await expect(page).toHaveURL(new RegExp(second._id))
    await expect(evidence).toHaveCount(0)
    load()
    await expect(evidence).toContainText(/^Deposit₹812.00/)
    await expect(decision(page).getByRole('button', { name: 'Submit decision' })).toBeDisabled()
    expect(sent).toEqual([])
  })

  await test.step('keys typed without a pause decide the case that they moved to', async () => {
    await page.keyboard.press('k')
    await expect(evidence).toContainText(/^Deposit₹811.00/)
    await item('₹811.00').focus()
    for (const key of ['j', 'Enter', 'a']) await page.keyboard.press(key)
    await page.keyboard.insertText(newUtr())
    await page.keyboard.press('Control+Enter')
    await expect(page.getByText('Decision submitted')).toBeVisible()
    expect(sent).toEqual([approval(second._id)])
    expect(page.url()).toContain(second._id)
  })

  await test.step('a case that another operator decides stays on the screen, and nothing more is sent', async () => {
    const third = await reportPayment(sauda, client, 813)
    await page.goto('/desk/queue?kind=deposit')
    // The oldest one is shown without having been opened; the keys reach it.
    const shown = page.locator('a[aria-current=true]')
    await expect(shown).toBeVisible()
    while (!(await shown.filter({ hasText: '₹813.00' }).count()))
      await page.keyboard.press('j').then(() => page.keyboard.press('u'))
    await expect(evidence).toContainText(/^Deposit₹813.00/)
    const other = await deskWindow(browser, sauda, sauda.admin, `/desk/wallet/${third._id}`)
    await decision(other).getByRole('radio', { name: 'Reject' }).check()
    await decision(other).getByLabel('Reason').selectOption({ index: 1 })
    await decision(other)
      .getByRole('button', { name: /^Reject/ })
      .click()
    await expect(page.getByRole('region', { name: 'Decision' }).getByText(/^Already decided by /)).toBeVisible()
    await expect(evidence).toContainText(/^Deposit₹813.00/)
    await page.keyboard.press('a')
    await page.keyboard.press('Control+Enter')
    expect(sent).toEqual([approval(second._id)])
    await other.context().close()
  })
})
