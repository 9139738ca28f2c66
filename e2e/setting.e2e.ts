import type { Page } from '@playwright/test'
import { decision, deskWindow, openCase, refuse, send } from './at-desk.ts'
import { atDesk } from './money.ts'
import { call, enter, pauseResponses, logIn, toast, verifiedClient, type Client } from './people.ts'
import type { Sauda } from './harness.ts'
import { expect, test } from './test.ts'

const standing = (page: Page) => page.getByRole('group', { name: 'Current setting' })
const heading = (page: Page, name: string) => page.getByRole('heading', { name, level: 1 })

/** Presses Tab until the given element has the focus, as a keyboard user does. */
async function tabTo(page: Page, role: 'switch' | 'button' | 'textbox' | 'combobox' | 'radio' | 'link', name: string) {
  const wanted = page.getByRole(role, { name, exact: true })
  for (let steps = 0; steps < 60; steps += 1) {
    if (await wanted.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`The keyboard does not reach the ${role} “${name}”`)
}

/** Records how long each toast is to be shown, and where; in tests they stay longer. */
async function timeToasts(page: Page): Promise<() => Promise<string[]>> {
  await page.addInitScript(() => {
    const told: string[] = []
    Object.assign(window, { told })
    const note = ({ target }: AnimationEvent): void => {
      const bar = target instanceof HTMLElement && target.matches('.Toastify__progress-bar') ? target : undefined
      const all = bar?.closest('.Toastify__toast')
      if (!all) return
      const place = /top-\w+/.exec(all.parentElement?.className ?? '')?.[0]
      const theme = /theme--(\w+)/.exec(all.className)?.[1]
      told.push(`${all.textContent} ${bar?.style.animationDuration}, ${place}, ${theme}`)
    }
    addEventListener('animationstart', note, true)
  })
  return () => page.evaluate(() => (window as unknown as { told: string[] }).told)
}

interface Request {
  _id: string
  value: unknown
}
type Settings = Record<'segment' | 'nominee' | 'settlement', { inForce: unknown; request?: Request }>

const settingsOf = (sauda: Sauda, { token }: Client): Promise<Settings> =>
  call(sauda, 'GET', '/user/settings', { token })

test('segments by keyboard: requested, activated at the desk, shown immediately', async ({
  browser,
  page,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Nirmala')
  await enter(page, client)
  await tabTo(page, 'link', 'Manage Segment')
  await page.keyboard.press('Enter')
  await expect(page).toHaveTitle('Manage Segment | Sauda')
  await expect(heading(page, 'Manage Segment')).toBeFocused()
  for (const name of ['Equity', 'Currency'])
    await expect(page.getByRole('switch', { name: `${name} Enabled` })).toBeChecked()
  for (const name of ['FnO', 'Commodity'])
    await expect(page.getByRole('switch', { name: `${name} Disabled` })).not.toBeChecked()

  await test.step('she disables one and enables another', async () => {
    await tabTo(page, 'switch', 'Currency Enabled')
    await page.keyboard.press('Space')
    await expect(page.getByRole('switch', { name: 'Currency Disabled' })).not.toBeChecked()
    await tabTo(page, 'switch', 'Commodity Disabled')
    await page.keyboard.press('Space')
    await tabTo(page, 'button', 'Enable/Disable Segments')
    await page.keyboard.press('Enter')
    await page.keyboard.press('Enter')
    const saved = toast(page, 'Request received. We’ll let you know when it’s active.')
    await expect(saved).toBeVisible()
    const box = await saved.boundingBox()
    const { width } = page.viewportSize() ?? { width: 0 }
    expect(box && box.y < 200 && box.x > width / 2).toBe(true)
    await expect(standing(page)).toContainText('Requested')
    await expect(standing(page)).toContainText('Disable Currency')
    await expect(standing(page)).toContainText('Enable Commodity')
    await expect(page.getByRole('switch', { name: 'Commodity Enabled once approved' })).toBeChecked()
    await expect(page.getByRole('switch', { name: 'Currency Disabled once approved' })).not.toBeChecked()
    await expect(page.getByRole('switch', { name: 'Equity Enabled', exact: true })).toBeChecked()
    expect((await sauda.nextMailTo(client.email)).subject).toBe('Request received: Segments')
    expect((await settingsOf(sauda, client)).segment).toMatchObject({
      inForce: { equity: true, commodity: false },
      request: { status: 'requested' },
    })
  })

  const desk = await deskWindow(browser, sauda)
  await test.step('the operator compares and activates it', async () => {
    await openCase(desk, 'Segment request', client)
    const row = desk.getByRole('row', { name: /^Commodity/ })
    await expect(row).toContainText('Disabled')
    await expect(row).toContainText('Enabled')
    await decision(desk).getByRole('radio', { name: 'Approve' }).check()
    await send(desk, 'Approve and activate')
  })

  await test.step('it is active on the open screen, and in the mail', async () => {
    await expect(standing(page)).toHaveText(/^Since [^S]+$/)
    for (const name of ['Equity', 'Commodity'])
      await expect(page.getByRole('switch', { name: `${name} Enabled`, exact: true })).toBeChecked()
    await expect(standing(page)).not.toContainText('Requested')
    expect((await sauda.nextMailTo(client.email)).subject).toBe('Your segments setting is updated')
  })

  await test.step('a request can be rejected with a reason, and cancelled', async () => {
    await page.getByRole('switch', { name: 'FnO Disabled' }).check()
    await page.getByRole('button', { name: 'Enable/Disable Segments' }).click()
    await openCase(desk, 'Segment request', client)
    await refuse(desk, 'We need proof of your income for this segment', 'Please send your last tax return.')
    await expect(standing(page)).toContainText('Rejected')
    await expect(standing(page)).toContainText(
      'We need proof of your income for this segment. Please send your last tax return.',
    )

    await standing(page).getByRole('button', { name: 'Reply' }).click()
    await page.getByLabel('Your reply').fill('My tax return')
    await page.getByLabel('Photo of a document (optional)').setInputFiles(cards.pan)
    await page.getByRole('button', { name: 'Send reply' }).click()
    await expect(standing(page)).toContainText('My tax return · photo attached')
    await openCase(desk, 'Segment request', client)
    await desk.getByRole('button', { name: 'Show photo' }).click()
    const proof = desk.getByRole('img', { name: 'Document from the client' })
    await expect.poll(() => proof.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBeGreaterThan(100)
    await expect(desk.getByRole('link', { name: 'Download photo' })).toHaveAttribute('download', /\.jpg$/)
    await refuse(desk, 'We need proof of your income for this segment')
    await expect(standing(page)).toContainText('Rejected')

    await page.getByRole('switch', { name: 'Currency Disabled' }).check()
    await page.getByRole('button', { name: 'Enable/Disable Segments' }).click()
    await tabTo(page, 'button', 'Cancel request')
    await page.keyboard.press('Enter')
    await expect(toast(page, 'Request cancelled.')).toBeVisible()
    await expect(standing(page)).toBeFocused()
    await expect(page.getByRole('switch', { name: 'Currency Disabled' })).not.toBeChecked()
    expect((await settingsOf(sauda, client)).segment.request).toBeUndefined()
  })
  await desk.context().close()
})

test('nominees by keyboard: Not Added, then two with their shares, one a minor', async ({
  browser,
  page,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Padma')
  await enter(page, client, '/account/nominee')
  await expect(page).toHaveTitle('Nominee | Sauda')
  await expect(standing(page)).toContainText('Not Added')
  const update = async () => {
    await tabTo(page, 'button', 'Update Nominee')
    await page.keyboard.press('Enter')
  }

  await test.step('a missing value is reported at its field', async () => {
    await update()
    await expect(page.getByText('Enter the name of each nominee')).toBeVisible()
    await expect(page.getByText('Choose how each nominee is related to you')).toBeVisible()
    await expect(page.getByLabel('Name')).toBeFocused()
  })

  await test.step('two nominees share 100%', async () => {
    await page.keyboard.type('Vikram Rao')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Spouse')
    await tabTo(page, 'button', 'Add another nominee')
    await page.keyboard.press('Enter')
    const second = page.getByRole('group', { name: 'Nominee 2' })
    await expect(second.getByLabel('Name')).toBeFocused()
    await page.keyboard.type('Ira Rao')
    await page.keyboard.press('Tab')
    await page.keyboard.type('Daughter')
    await page.keyboard.press('Tab')
    await page.keyboard.type('40')
    await expect(page.getByText('The shares add up to 140%.')).toBeVisible()
    await update()
    await expect(page.getByText('The shares must add up to 100%')).toBeVisible()
    await tabTo(page, 'button', 'Share equally')
    await page.keyboard.press('Enter')
    await expect(page.getByText('The shares add up to 100%.')).toBeVisible()
    await second.getByLabel('Date of birth').fill('2020-02-29')
    await update()
    await expect(page.getByText('Enter the name of the guardian')).toBeVisible()
    await expect(second.getByLabel('Guardian')).toBeFocused()
    await page.keyboard.type('Meera Rao')
    await update()
    await expect(toast(page, 'Request received. We’ll let you know when it’s active.')).toBeVisible()
    await expect(standing(page)).toContainText('Vikram Rao, Spouse: 50%')
    await expect(standing(page)).toContainText('Ira Rao, Daughter: 50%')
  })

  const desk = await deskWindow(browser, sauda)
  await test.step('the desk activates them', async () => {
    await openCase(desk, 'Nominee request', client)
    await expect(desk.getByRole('row', { name: /Ira Rao/ })).toContainText('Meera Rao')
    await decision(desk).getByRole('radio', { name: 'Approve' }).check()
    await send(desk, 'Approve and activate')
    await desk.context().close()
    await expect(standing(page)).toContainText('Since')
    await expect(standing(page)).not.toContainText('Not Added')
  })

  await test.step('opting out is a declaration', async () => {
    await page.getByRole('button', { name: 'I don’t want a nominee' }).click()
    const dialog = page.getByRole('dialog', { name: 'Opt out of nomination?' })
    await dialog.getByRole('button', { name: 'Opt out of nomination' }).click()
    await expect(standing(page)).toContainText('You opted out of nomination')
    const { request } = (await settingsOf(sauda, client)).nominee
    expect(request?.value).toEqual({ nominees: [], optedOut: true })
    // Other tests find an empty queue.
    await atDesk(sauda, `/settings/${request?._id}/approve`, {})
  })
})

test('fund settlement by keyboard: Every 90 Days until another choice is active', async ({ page, sauda, cards }) => {
  const client = await verifiedClient(sauda, cards, 'Ojas')
  await enter(page, client, '/account/fund-settlement')
  await expect(page).toHaveTitle('Fund Settlement Frequency | Sauda')
  await expect(page.getByRole('radio', { name: /^Every 90 Days/ })).toBeChecked()
  await page.getByRole('button', { name: 'Update Frequency' }).focus()
  await expect(page.getByRole('button', { name: 'Update Frequency' })).toHaveAttribute('aria-disabled', 'true')
  await page.keyboard.press('Shift+Tab')
  await page.keyboard.press('ArrowUp')
  await expect(page.getByRole('radio', { name: /^Every 30 Days/ })).toBeChecked()
  await page.keyboard.press('Enter')
  await expect(toast(page, 'Request received. We’ll let you know when it’s active.')).toBeVisible()
  await expect(standing(page)).toContainText('Requested')
  const { request } = (await settingsOf(sauda, client)).settlement
  await atDesk(sauda, `/settings/${request?._id}/approve`, {})
  await expect(standing(page)).toHaveText(/^Since /)
  await expect(page.getByRole('radio', { name: /^Every 30 Days.*Next: / })).toBeChecked()
})

test('edits made while a request is running are preserved, and so is the focus', async ({ page, sauda, cards }) => {
  const client = await verifiedClient(sauda, cards, 'Sunita')
  const requested = toast(page, 'Request received. We’ll let you know when it’s active.')
  const slowly = async (button: string, call: string, meanwhile: () => Promise<void>): Promise<void> => {
    const answer = await pauseResponses(page, `**/api/user/settings/${call}`)
    const pressed = page.getByRole('button', { name: button })
    await pressed.click()
    await expect(pressed).toHaveAttribute('aria-busy', 'true')
    await meanwhile()
    answer()
  }
  await test.step('a segment switched during the request', async () => {
    await enter(page, client, '/account/segment')
    await page.getByRole('switch', { name: 'FnO Disabled' }).check()
    await slowly('Enable/Disable Segments', 'segment', () =>
      page.getByRole('switch', { name: 'Commodity Disabled' }).check(),
    )
    await expect(requested).toBeVisible()
    await expect(standing(page)).toContainText('Enable FnO')
    await expect(page.getByRole('switch', { name: 'Commodity Enabled' })).toBeChecked()
  })
  await test.step('another frequency chosen during the request', async () => {
    await page.goto('/account/fund-settlement')
    await page.getByRole('radio', { name: /^Every 30 Days/ }).check()
    await slowly('Update Frequency', 'settlement', () => page.getByRole('radio', { name: /^Every 90 Days/ }).check())
    await expect(requested).toBeVisible()
    await expect(standing(page)).toContainText('Every 30 Days')
    await expect(page.getByRole('radio', { name: /^Every 90 Days/ })).toBeChecked()
  })
  await test.step('a nominee edited during the request, and during its cancellation', async () => {
    await page.goto('/account/nominee')
    await page.getByLabel('Name').fill('Vikram Rao')
    await page.getByLabel('Relationship').selectOption('Spouse')
    await slowly('Update Nominee', 'nominee', () => page.getByLabel('Name').fill('Vikram S Rao'))
    await expect(standing(page)).toContainText('Vikram Rao, Spouse')
    await expect(page.getByLabel('Name')).toHaveValue('Vikram S Rao')
    await slowly('Cancel request', 'requests/*', () => page.getByLabel('Name').fill('Ira Rao'))
    await expect(toast(page, 'Request cancelled.')).toBeVisible()
    await expect(page.getByLabel('Name')).toHaveValue('Ira Rao')
    await expect(page.getByLabel('Name')).toBeFocused()
  })
  // Other tests find an empty queue.
  const { segment, settlement } = await settingsOf(sauda, client)
  for (const { request } of [segment, settlement])
    await call(sauda, 'DELETE', `/user/settings/requests/${request?._id}`, client)
})

test('the demat details are the specified sample, and marked as such', async ({ page, sauda, cards }) => {
  await enter(page, await verifiedClient(sauda, cards, 'Dev'))
  await page.getByRole('link', { name: 'Demat Account Details' }).click()
  await expect(page).toHaveTitle('Demat Account Details | Sauda')
  for (const [term, value] of [
    ['Account Type', 'Platinum'],
    ['Charges', '50/lot'],
    ['Account Opening Date', '12 AUG 2020'],
  ] as const)
    await expect(page.getByRole('term').filter({ hasText: term }).locator('xpath=following-sibling::dd')).toHaveText(
      value,
    )
  await page.getByRole('button', { name: 'Sample data' }).focus()
  await page.keyboard.press('Enter')
  await expect(page.getByText('Account type, charges and opening date are a sample, not your own.')).toBeVisible()
})

test('when the settings cannot be loaded, the screen shows an error and tries again', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Bina')
  await page.route('**/api/user/settings', (route) =>
    route.fulfill({ status: 503, json: { message: 'Busy', status: 503 } }),
  )
  await enter(page, client, '/account/segment')
  await expect(page.getByText('Your settings could not be loaded')).toBeVisible()
  await page.unroute('**/api/user/settings')
  await page.getByRole('button', { name: 'Try again' }).click()
  await page.route('**/api/user/settings/segment', (route) => route.abort())
  await page.getByRole('switch', { name: 'FnO Disabled' }).check()
  await page.getByRole('button', { name: 'Enable/Disable Segments' }).click()
  await expect(page.getByText('An error occurred. Please try again.')).toBeVisible()
  await expect(page.getByRole('switch', { name: 'FnO Enabled' })).toBeChecked()
})

test('an application toast is shown for 2 seconds at the top centre, that of a saved setting for 3 at the top right', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Bela')
  const timed = await timeToasts(page)
  await page.goto('/login')
  await logIn(page, client)
  await expect.poll(timed).toEqual(['Login successful 2000ms, top-center, dark'])
  await page.goto('/account/segment')
  await page.getByRole('switch', { name: 'FnO Disabled' }).click()
  await page.getByRole('button', { name: 'Enable/Disable Segments' }).click()
  await expect.poll(timed).toEqual(['Request received. We’ll let you know when it’s active. 3000ms, top-right, light'])
  await expect(toast(page, 'Request received.')).toBeHidden()
})
