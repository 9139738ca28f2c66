import type { Locator, Page } from '@playwright/test'
import { atDesk, clientWith, newUtr, raiseCharge } from './money.ts'
import { call, enter, type Client } from './people.ts'
import type { Sauda } from './harness.ts'
import { expect, test } from './test.ts'

/** From the home screen on a phone, without typing. Typing into a field costs one tap, and a choice from a list two. */
const most = { 'add fund': 4, withdraw: 4, 'pay a charge': 6, 'accept a loan': 2, 'last year’s tax': 4 } as const

test.use({ viewport: { width: 390, height: 844 }, hasTouch: true, isMobile: true })

/** The client's next action: a tap, or typing into a field after a tap. */
type Step = (tap: (target: Locator) => Promise<void>) => Promise<unknown>

async function offerLoan(sauda: Sauda, { userId, token }: Client): Promise<void> {
  await call(sauda, 'POST', `/user/loan/request/${userId}`, { token, body: {} })
  const loans = await call<{ _id: string }[]>(sauda, 'GET', `/user/loan/get-loans-by-user/${userId}`, { token })
  await atDesk(sauda, `/loans/${loans[0]?._id}/offer`, { amount: 20_000, ratePercent: 12, months: 12, fee: 590 })
}

test('add fund, withdraw, pay a charge, accept a loan and find last year’s tax take no more taps than before', async ({
  page,
  sauda,
  cards,
}) => {
  const client = await clientWith(sauda, cards, 'Tapasya', 5000)
  await raiseCharge(sauda, client, { chargeType: 'Other', description: 'Courier', amount: 100 })
  await sauda.backdate(client.userId, '2025-01-01')
  const deal = { stockName: 'TCS', quantity: 1, tradedAt: '2025-06-10T10:15:00+05:30' }
  const { _id } = await atDesk<{ _id: string }>(sauda, '/trades/buy', { clientId: client.userId, price: 1000, ...deal })
  await atDesk(sauda, `/trades/${_id}/sell`, { price: 1100, ...deal })
  await offerLoan(sauda, client)
  await enter(page, client, '/account/home')
  const bar = (name: string) => page.getByRole('navigation', { name: 'Account' }).getByRole('link', { name })
  const button = (name: string | RegExp) => page.getByRole('button', { name })
  const type = async (tap: Parameters<Step>[0], field: Locator, text: string) => {
    await tap(field)
    await page.keyboard.type(text)
  }
  const steps: Record<keyof typeof most, Step> = {
    'add fund': async (tap) => {
      await tap(page.getByRole('link', { name: 'Add Fund' }).first())
      await tap(button('+500').first())
      await tap(button('Add Fund'))
      await tap(button('Pay Now'))
      await expect(page.getByRole('dialog', { name: 'Success' })).toBeVisible()
    },
    withdraw: async (tap) => {
      await tap(bar('Fund'))
      await tap(page.getByRole('radio', { name: 'Withdraw Fund' }))
      await tap(button('All'))
      await tap(button(/^Withdraw Fund/))
      await expect(page.getByRole('dialog')).toContainText('Withdrawal request successful!')
    },
    'pay a charge': async (tap) => {
      await tap(bar('Account'))
      await tap(page.getByRole('link', { name: 'Charges', exact: true }))
      await tap(button(/^Pay Now/))
      await tap(button('I have paid'))
      await type(tap, page.getByLabel('Transaction ID'), newUtr())
      await tap(button('Submit Payment'))
      await expect(page.getByText('Payment Submitted - Awaiting Approval').first()).toBeVisible()
    },
    'accept a loan': async (tap) => {
      await tap(bar('Portfolio'))
      await tap(button('Accept'))
      await expect(button('Repay').first()).toBeVisible()
    },
    'last year’s tax': async (tap) => {
      await tap(bar('Account'))
      await tap(page.getByRole('link', { name: 'Tax', exact: true }))
      const year = page.getByLabel('Financial year')
      await tap(year)
      await tap(year)
      await year.selectOption('2025-26')
      await expect(page.getByRole('table', { name: 'By stock' })).toContainText('+₹100.00')
    },
  }
  const taken: Record<string, number> = {}
  for (const [name, take] of Object.entries(steps)) {
    await page.goto('/account/home')
    taken[name] = await count(page, take)
  }
  for (const [name, limit] of Object.entries(most)) expect.soft(taken[name], name).toBeLessThanOrEqual(limit)
})

async function count(page: Page, take: Step): Promise<number> {
  let taps = 0
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await take(async (target) => {
    taps += 1
    await target.tap()
  })
  return taps
}
