import { expect, type Browser, type Page } from '@playwright/test'
import type { Sauda } from './harness.ts'
import { logInAtDesk, type Client } from './people.ts'

/** A window at the desk, logged in; the first operator unless told. */
export async function deskWindow(
  browser: Browser,
  sauda: Sauda,
  operator: { email: string; password: string } = sauda.admin,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: sauda.url, viewport: { width: 1440, height: 900 } })
  const desk = await context.newPage()
  await logInAtDesk(desk, operator)
  return desk
}

type Kind = 'Deposit' | 'Withdrawal' | 'Loan' | 'Charge'

/** Opens what waits for this client from the queue; it appears there by itself. */
export async function openCase(desk: Page, kind: Kind, { name }: Client): Promise<void> {
  await desk
    .getByRole('navigation', { name: 'Desk' })
    .getByRole('link', { name: /^Queue/ })
    .click()
  await desk.getByRole('link').filter({ hasText: kind }).filter({ hasText: name }).click()
  await expect(desk.getByRole('heading', { name, level: 1 })).toBeVisible()
}

const form = (desk: Page) => desk.getByRole('form', { name: 'Decision' })

/** Approves the open deposit or withdrawal under the bank's reference. */
export async function approve(desk: Page, reference: string): Promise<void> {
  await form(desk).getByRole('radio', { name: 'Approve' }).check()
  await form(desk).getByLabel('Reference in the bank statement').fill(reference)
  await form(desk)
    .getByRole('button', { name: /^Approve/ })
    .click()
  await expect(desk.getByText('Decision sent')).toBeVisible()
}

/** Refuses the open case; `more` is added to the reason from the list. */
export async function refuse(desk: Page, reason: string, more = ''): Promise<void> {
  await form(desk).getByRole('radio', { name: 'Refuse' }).check()
  await form(desk).getByLabel('Reason').selectOption(reason)
  await form(desk).getByLabel('Add something').fill(more)
  await form(desk)
    .getByRole('button', { name: /^Refuse/ })
    .click()
  await expect(desk.getByText('Decision sent')).toBeVisible()
}
