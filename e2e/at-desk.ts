import { expect, type Browser, type Locator, type Page } from '@playwright/test'
import type { Sauda } from './harness.ts'
import { call, logInAtDesk, type Client } from './people.ts'
import { goWithinPage } from './settled.ts'

/** A window at the desk, logged in; by default as the first operator. */
export async function deskWindow(
  browser: Browser,
  sauda: Sauda,
  operator: { email: string; password: string } = sauda.admin,
  path?: string,
): Promise<Page> {
  const context = await browser.newContext({ baseURL: sauda.url, viewport: { width: 1440, height: 900 } })
  const desk = await context.newPage()
  await logInAtDesk(desk, operator, path)
  return desk
}

/** Opens another page without loading the desk again; by way of an unknown address, so that nothing of the page before is left. */
export async function openAtDesk(desk: Page, path: string): Promise<void> {
  await goWithinPage(desk, '/desk/none')
  await expect(desk.getByRole('heading', { name: 'Page not found' })).toBeVisible()
  await goWithinPage(desk, path)
}

type Kind =
  | 'Deposit'
  | 'Withdrawal'
  | 'Loan'
  | 'Charge'
  | 'Reversal'
  | 'Credit adjustment'
  | 'Segment request'
  | 'Nominee request'
  | 'Settlement request'

/** Opens the pending case of this client from the queue; it appears there automatically. */
export async function openCase(desk: Page, kind: Kind, { name }: Client): Promise<void> {
  const queue = desk.getByRole('navigation', { name: 'Desk' }).getByRole('link', { name: /^Queue/ })
  const row = desk.getByRole('link').filter({ hasText: kind }).filter({ hasText: name })
  // The row of an earlier case of the client stays until the list has been read again.
  await expect(async () => {
    await queue.click()
    await expect(desk.getByRole('heading', { name: 'Queue', level: 1 })).toBeVisible()
    await row.click()
    await expect(desk.getByRole('heading', { name, level: 1 })).toBeVisible()
    await expect(desk.getByText('Nothing to decide')).toBeHidden({ timeout: 5000 })
  }).toPass()
}

/** The form that decides the open case. */
export const decision = (desk: Page): Locator => desk.getByRole('form', { name: 'Decision' })

/** Presses the button of the decision and waits until it has arrived. */
export async function send(desk: Page, button: string | RegExp): Promise<void> {
  await decision(desk).getByRole('button', { name: button }).click()
  await expect(desk.getByText('Decision submitted')).toBeVisible()
}

/** Approves the open deposit or withdrawal under the bank's reference. */
export async function approve(desk: Page, reference: string): Promise<void> {
  await decision(desk)
    .getByRole('radio', { name: /^(Approve|Mark as paid)$/ })
    .check()
  await decision(desk).getByLabel('Reference in the bank statement').fill(reference)
  await send(desk, /^(Approve|Mark as paid)/)
}

/** Rejects the open case; `more` is added to the reason from the list. */
export async function refuse(desk: Page, reason: string, more = ''): Promise<void> {
  await decision(desk).getByRole('radio', { name: 'Reject' }).check()
  await decision(desk).getByLabel('Reason').selectOption(reason)
  await decision(desk).getByLabel('Add details').fill(more)
  await send(desk, /^Reject/)
}

/** The last four trading days before today, the latest first. */
export async function lastTradingDays(sauda: Sauda, token: string): Promise<string[]> {
  const india = (time: number) => new Date(time + 5.5 * 3_600_000).toISOString().slice(0, 10)
  const days = Array.from({ length: 16 }, (_, ago) => india(Date.now() - (ago + 1) * 86_400_000))
  const { entries } = await call<{ entries: { day: string; kind: string }[] }>(sauda, 'GET', '/desk/calendar', {
    token,
  })
  const closed = new Set(entries.filter(({ kind }) => kind === 'holiday').map(({ day }) => day))
  return days
    .filter((day) => ![0, 6].includes(new Date(`${day}T00:00:00Z`).getUTCDay()) && !closed.has(day))
    .slice(0, 4)
}
