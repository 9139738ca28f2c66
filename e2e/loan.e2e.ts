import type { Page } from '@playwright/test'
import { staysOpen } from './closing.ts'
import { decision, deskWindow, openAtDesk, openCase, refuse, send } from './at-desk.ts'
import { atDesk, clientWith, walletOf } from './money.ts'
import { call, enter, pauseResponses, verifiedClient, type Client } from './people.ts'
import type { Sauda } from './harness.ts'
import { serveBrand } from './served-brand.ts'
import { expect, test } from './test.ts'

interface Loan {
  _id: string
  status: string
  total: number
  repaid?: number
  payoff?: number
}

const loansOf = (sauda: Sauda, { token, userId }: Client): Promise<Loan[]> =>
  call(sauda, 'GET', `/user/loan/get-loans-by-user/${userId}`, { token })

// Also found behind the dialog, where no role is.
const banner = (page: Page) => page.locator('section[aria-labelledby="loan-banner"]')
const loans = (page: Page) => page.getByRole('region', { name: 'Your Loans' })
const modal = (page: Page) => page.getByRole('dialog')
const figure = (page: Page, name: string) =>
  page.getByRole('region', { name: 'Your money' }).locator('section').filter({ hasText: name }).first()

async function apply(page: Page): Promise<void> {
  await banner(page).getByRole('button', { name: 'Apply Now' }).click()
  await expect(modal(page)).toContainText('Apply for a trading loan?')
  await modal(page).getByRole('button', { name: 'Apply Now' }).dblclick()
}

test('a loan: requested, offered with every term, accepted, repaid in part, then in full', async ({
  browser,
  page,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Ishani', 25_000.75)
  await enter(page, client, '/account/portfolio')
  await expect(page).toHaveTitle('Portfolio | Sauda')

  await test.step('she requests it once', async () => {
    await expect(loans(page)).toContainText('Apply for Trading Loan')
    const answer = await pauseResponses(page, '**/user/loan/request/*')
    await apply(page)
    await staysOpen(modal(page))
    answer()
    await expect(modal(page)).toContainText('Loan Applied!')
    await expect(modal(page)).toContainText('Your loan request has been submitted.')
    expect(await loansOf(sauda, client)).toMatchObject([{ status: 'pending', total: 0 }])
    await expect(banner(page)).toContainText('Applied')
  })
  const [{ _id: loanId } = { _id: '' }] = await loansOf(sauda, client)
  const card = loans(page)
    .locator('section')
    .filter({ hasText: `Loan ${loanId.slice(-6).toUpperCase()}` })
    .first()

  const desk = await deskWindow(browser, sauda)
  await test.step('the operator sees the terms as the client will, and offers them', async () => {
    await openCase(desk, 'Loan', client)
    const form = decision(desk)
    await form.getByRole('radio', { name: 'Make an offer' }).check()
    await form.getByLabel('Amount').fill('999.99')
    await form.getByRole('button', { name: 'Make offer' }).click()
    await expect(form.getByText('Offer at least ₹1,000')).toBeVisible()
    await form.getByLabel('Amount').fill('50000')
    await form.getByLabel('Interest rate (% p.a.)').fill('14.5')
    await form.getByLabel('Tenure (months)').fill('12')
    await form.getByLabel('Fee').fill('590')
    await expect(desk.getByText(`Loan terms shown to ${client.name}`)).toBeVisible()
    // The terms without the fee may be shown before.
    await expect(desk.getByText('₹590.00').first()).toBeVisible()
    await send(desk, 'Make offer')
    await desk.context().close()
  })

  await test.step('the open dialog and the list update automatically; the offer shows every term', async () => {
    await expect(modal(page)).toContainText('Pending Approval')
    await expect(modal(page)).toContainText('Your loan request is under review.')
    await modal(page).getByRole('button', { name: 'OK' }).click()
    await expect(banner(page)).toBeHidden()
    await expect(card).toContainText('Pending')
    for (const [term, value] of [
      ['Loan amount', '₹50,000.00'],
      ['Interest', '14.5% p.a.'],
      ['Tenure', '12 months'],
      ['Processing fee', '₹590.00'],
    ] as const)
      await expect(termOf(page, term)).toHaveText(value)
    await page.getByText('Repayment schedule', { exact: true }).click()
    await expect(page.getByRole('table', { name: 'Repayment schedule' }).getByRole('row')).toHaveCount(13)
    const mail = await sauda.nextMailTo(client.email)
    expect(mail.subject).toBe('Your loan offer from Sauda: ₹50,000.00')
    const total = await termOf(page, 'Total payable').innerText()
    expect(mail.text).toContain(`Total payable: ${total}.`)
    expect(mail.text).toContain(
      `APR, including the fee: ${await termOf(page, 'APR (yearly cost with the fee)').innerText()}`,
    )
    expect(await walletOf(sauda, client)).toMatchObject({ balance: 25_000.75, loanAmount: 0 })
  })

  await test.step('accepting it disburses the money, shown apart from her own', async () => {
    const answer = await pauseResponses(page, '**/user/loan/accept')
    await page.getByRole('button', { name: 'Accept' }).click()
    await expect(page.getByRole('button', { name: 'Accepting...' })).toBeDisabled()
    answer()
    await expect(card).toContainText('Approved')
    await expect(card).toContainText('Accepted')
    await expect(figure(page, 'Total Amount')).toContainText('₹75,000.75')
    await expect(figure(page, 'Total Amount')).toContainText('Includes loan ₹50,000.00')
    await expect(figure(page, 'Available funds')).toContainText('Includes loan ₹50,000.00Withdrawable ₹25,000.75')
    expect((await sauda.nextMailTo(client.email)).subject).toBe('Loan of ₹50,000.00 accepted')
    expect(await walletOf(sauda, client)).toMatchObject({ loanAmount: 50_000, withdrawable: 25_000.75 })
  })

  const repay = page.getByRole('dialog', { name: /^Repay loan/ })
  await test.step('a part is repaid, once', async () => {
    await page.getByRole('button', { name: 'Repay' }).click()
    await repay.getByRole('radio', { name: 'Another amount' }).check()
    await repay.getByRole('textbox', { name: 'Amount' }).fill('999999')
    await expect(repay.getByText('This is more than you owe on this loan')).toBeVisible()
    await repay.getByRole('textbox', { name: 'Amount' }).fill('1000.50')
    const answer = await pauseResponses(page, '**/user/loan/repay')
    await repay.getByRole('button', { name: 'Repay ₹1,000.50' }).dblclick()
    await staysOpen(repay)
    answer()
    await expect(repay).toBeHidden()
    await expect(termOf(page, 'Paid so far')).toHaveText('₹1,000.50')
    await page.getByText('Terms and repayment schedule').click()
    const left = await page.getByRole('cell', { name: / left$/ }).allInnerTexts()
    const total = await termOf(page, 'Left to pay with interest').innerText()
    const numbers = [...left, total].map((text) => Number(text.replaceAll(/[^\d.]/g, '')))
    expect(numbers.slice(0, 12).reduce((sum, each) => sum + each, 0)).toBeCloseTo(numbers[12] ?? 0, 2)
    expect(await loansOf(sauda, client)).toMatchObject([{ status: 'approved', repaid: 1000.5 }])
  })

  await test.step('full repayment closes the loan; she may request another one', async () => {
    await page.getByRole('button', { name: 'Repay' }).click()
    await repay.getByRole('radio', { name: /^Close the loan/ }).check()
    await repay.getByRole('button', { name: /^Repay ₹/ }).click()
    await expect(card).toContainText('Closed')
    await expect(card).toContainText('Loan closed. You have nothing more to pay.')
    await expect(banner(page).getByRole('button', { name: 'Apply Now' })).toBeEnabled()
    expect((await sauda.nextMailTo(client.email)).subject).toBe('Loan closed: nothing more to pay')
    const [loan] = await loansOf(sauda, client)
    const cost = (loan?.repaid ?? 0) - 50_000
    // The fee, and no interest for days that have not passed.
    expect(cost).toBe(590)
    expect(await walletOf(sauda, client)).toMatchObject({ balance: 25_000.75 - cost, loanAmount: 0 })
  })
})

test('a rejected request and a cancelled offer show the reason; nothing is disbursed', async ({
  browser,
  page,
  sauda,
  cards,
}) => {
  const client = await verifiedClient(sauda, cards, 'Jaya')
  await enter(page, client, '/portfolio/overview')
  const desk = await deskWindow(browser, sauda)
  await apply(page)
  await modal(page).getByRole('button', { name: 'OK' }).click()
  await openCase(desk, 'Loan', client)
  await refuse(desk, 'We need to know more about you before we can lend', 'Please call us.')
  await expect(loans(page)).toContainText('Rejected')
  await expect(loans(page)).toContainText('We need to know more about you before we can lend. Please call us.')
  expect((await sauda.nextMailTo(client.email)).text).toContain('Please call us.')

  await apply(page)
  await modal(page).getByRole('button', { name: 'OK' }).click()
  const [{ _id: loanId } = { _id: '' }] = await loansOf(sauda, client)
  await atDesk(sauda, `/loans/${loanId}/offer`, { amount: 9000, ratePercent: 12, months: 6, fee: 0 })
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
  await openAtDesk(desk, `/desk/loan/${loanId}`)
  await decision(desk).getByLabel('Reason').selectOption('You asked us to cancel the offer')
  // The client presses Accept on a cancelled offer; the screen is not updated yet.
  await page.route('**/api/user/events*', (route) => route.abort())
  await page.reload()
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
  await send(desk, 'Cancel offer')
  await page.getByRole('button', { name: 'Accept' }).click()
  await expect(loans(page)).toContainText('You asked us to cancel the offer')
  expect(await walletOf(sauda, client)).toMatchObject({ loanAmount: 0 })
  await desk.context().close()
})

test('an offer is rejected, and the client may apply again', async ({ page, sauda, cards }) => {
  const client = await verifiedClient(sauda, cards, 'Lalita')
  await call(sauda, 'POST', `/user/loan/request/${client.userId}`, { token: client.token, body: {} })
  const [{ _id: loanId } = { _id: '' }] = await loansOf(sauda, client)
  await atDesk(sauda, `/loans/${loanId}/offer`, { amount: 9000, ratePercent: 12, months: 6, fee: 0 })
  await serveBrand(page, { lending: false })
  await enter(page, client, '/portfolio/overview')
  await expect(loans(page)).toContainText('New loans are not offered at the moment, so this offer cannot be accepted.')
  await expect(page.getByRole('button', { name: 'Reject', exact: true })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Accept' })).toBeHidden()
  await page.unrouteAll()
  await page.reload()
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await modal(page).getByRole('button', { name: 'Not now' }).click()
  await expect(modal(page)).toBeHidden()
  await expect(page.getByRole('button', { name: 'Accept' })).toBeVisible()
  await page.getByRole('button', { name: 'Reject', exact: true }).click()
  await modal(page).getByRole('button', { name: 'Reject offer' }).click()
  await expect(loans(page)).toContainText('You rejected the offer')
  await expect(loans(page)).toContainText('Rejected')
  await expect(banner(page).getByRole('button', { name: 'Apply Now' })).toBeEnabled()
  expect(await walletOf(sauda, client)).toMatchObject({ loanAmount: 0 })
})

test('offer and review say that the fee includes GST where it does', async ({ browser, page, sauda, cards }) => {
  const client = await verifiedClient(sauda, cards, 'Gauri')
  await call(sauda, 'POST', `/user/loan/request/${client.userId}`, { token: client.token, body: {} })
  const [{ _id: loanId } = { _id: '' }] = await loansOf(sauda, client)
  await atDesk(sauda, `/loans/${loanId}/offer`, { amount: 9000, ratePercent: 12, months: 6, fee: 118 })
  const desk = await deskWindow(browser, sauda)
  await enter(page, client, '/portfolio/overview')
  await expect(termOf(page, 'Processing fee')).toHaveText('₹118.00')
  await openAtDesk(desk, `/desk/loan/${loanId}`)
  await expect(termOf(desk, 'Processing fee')).toHaveText('₹118.00')

  // As a server with a GSTIN answers.
  type WithTerms = { terms?: object }
  const withGst = (loan: WithTerms) => ({ ...loan, terms: { ...loan.terms, feeGst: 18 } })
  await page.route('**/user/loan/get-loans-by-user/*', async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: ((await response.json()) as WithTerms[]).map(withGst) })
  })
  await page.reload()
  await expect(termOf(page, 'Processing fee, including GST')).toHaveText('₹118.00')
  await desk.route(`**/desk/loans/${loanId}`, async (route) => {
    const response = await route.fetch()
    await route.fulfill({ response, json: withGst((await response.json()) as WithTerms) })
  })
  await desk.reload()
  await expect(termOf(desk, 'Processing fee including GST')).toHaveText('₹118.00')
  await expect(termOf(desk, 'GST included in the fee')).toHaveText('₹18.00')
  await desk.unrouteAll({ behavior: 'ignoreErrors' })
  await desk.context().close()
})

test('a client who applied in another tab sees that a loan exists', async ({ page, sauda, cards }) => {
  const client = await verifiedClient(sauda, cards, 'Kamini')
  await page.route('**/user/loan/get-loans-by-user/*', (route) => route.fulfill({ json: [] }))
  await enter(page, client, '/portfolio/overview')
  await expect(banner(page)).toBeVisible()
  await call(sauda, 'POST', `/user/loan/request/${client.userId}`, { token: client.token, body: {} })
  await apply(page)
  await expect(modal(page)).toContainText('Loan Already Exists!')
  await expect(modal(page)).toContainText('You already have an active loan.')
  const asked = await loansOf(sauda, client)
  expect(asked).toHaveLength(1)
  // Other tests find an empty queue.
  await atDesk(sauda, `/loans/${asked[0]?._id}/reject`, { reason: 'We cannot lend to you at the moment' })
})

/** The value beside a term of the loan. */
function termOf(page: Page, name: string) {
  return page
    .getByRole('term')
    .and(page.getByText(name, { exact: true }))
    .locator('xpath=following-sibling::dd[1]')
}

test('while the verification is revoked, the forms to add funds and to apply say so, and withdrawing works', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Revati', 5000)
  await page.route('**/api/user/profile/*', async (route) => {
    const response = await route.fetch()
    const revoked = { ...((await response.json()) as object), isDocsVerified: 'REVOKED' }
    await route.fulfill({ response, json: { ...revoked, data: undefined } })
  })
  await enter(page, client, '/account/wallet/add-fund')
  await expect(page.getByText('You can add funds once your documents are verified again.')).toBeVisible()
  await page.getByLabel('Amount').fill('500')
  await expect(page.getByRole('button', { name: 'Add Fund', exact: true })).toBeDisabled()
  await page.getByRole('radio', { name: 'Withdraw Fund' }).check()
  await expect(page.getByRole('button', { name: 'Withdraw Fund', exact: true })).toBeEnabled()
  await page.goto('/account/portfolio')
  await expect(banner(page)).toContainText('You can apply once your documents are verified.')
  await expect(banner(page).getByRole('button', { name: 'Apply Now' })).toBeDisabled()
})
