import { execFileSync } from 'node:child_process'
import { mkdtempSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from '@playwright/test'
import { deskWindow, lastTradingDays, openAtDesk } from './at-desk.ts'
import { inspect } from './inspect.ts'
import { atDesk, clientWith } from './money.ts'
import { call, deskToken, enter } from './people.ts'
import { expect, ownServer, test } from './test.ts'
import { listingForm, tradeFile } from './trade-file.ts'

/** A key and certificate as a broker's token would hold them. */
function signerFile(): string {
  const folder = mkdtempSync(join(tmpdir(), 'sauda-signer-'))
  const [key, certificate, file] = ['key.pem', 'certificate.pem', 'signer.p12'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ]
  const subject = ['-subj', '/CN=Signer of tests', '-days', '30', '-nodes']
  const quiet = { stdio: 'ignore' } as const
  execFileSync(
    'openssl',
    ['req', '-x509', '-newkey', 'rsa:2048', '-keyout', key, '-out', certificate, ...subject],
    quiet,
  )
  execFileSync(
    'openssl',
    ['pkcs12', '-export', '-in', certificate, '-inkey', key, '-out', file, '-passout', 'pass:test'],
    quiet,
  )
  return file
}

const sauda = ownServer({ env: { NOTE_SIGNER_P12: signerFile(), NOTE_SIGNER_PASSWORD: 'test', NOTE_PASSWORD: 'none' } })

const formOf = ({ name, buffer }: ReturnType<typeof tradeFile>): FormData => {
  const form = new FormData()
  form.set('file', new File([buffer], name))
  return form
}

/** The client buys 10 TCS on the day, and it is booked. */
async function bookedDay(day: string, clientId: string): Promise<void> {
  const token = await deskToken(sauda)
  const tariff = { delivery: '20', intraday: '20', etf: '20', minimum: 0, dealerFee: 0 }
  await atDesk(sauda, '/trade-charges/plans', { name: 'Flat', from: '2026-01-01', ...tariff })
  await atDesk(sauda, '/exchange-codes', { exchange: 'NSE', column: 'Brkr', code: '90001', meaning: 'own' })
  await atDesk(sauda, '/securities/files', listingForm())
  const account = { ucc: 'CN1', demat: 'IN300123 10456781', reason: 'Account opening form' }
  await call(sauda, 'PUT', `/desk/clients/${clientId}/trading-account`, { token, body: account })
  await atDesk(sauda, '/trade-charges/plans/assign', { plan: 'Flat', from: '2026-01-01', clientId })
  await atDesk(sauda, '/exchange-files', formOf(tradeFile(day, [{ number: '700001', client: 'CN1', price: '150.10' }])))
  const state = async () =>
    (await call<{ days: { state: string }[] }>(sauda, 'GET', '/desk/trade-days', { token })).days[0]?.state
  await expect.poll(state).toBe('recorded')
  await atDesk(sauda, '/trade-days', { day, without: 'BSE' })
  await expect.poll(state).toBe('booked')
}

async function downloaded(page: Page, name: string | RegExp): Promise<string> {
  const downloading = page.waitForEvent('download')
  await page.getByRole('button', { name }).click()
  return (await downloading).suggestedFilename()
}

test('a note is issued, bounces, is sent on paper and issued again; the client finds it', async ({
  browser,
  cards,
  page,
}) => {
  const client = await clientWith(sauda, cards, 'Chitra', 20_000)
  const [day = ''] = await lastTradingDays(sauda, await deskToken(sauda))
  await bookedDay(day, client.userId)
  const desk = await deskWindow(browser, sauda, sauda.admin, '/desk/today')
  const dialog = desk.getByRole('dialog')
  await test.step('Today counts down the notes to issue; the client’s page has address and consent', async () => {
    await expect(desk.getByText(/^1; (late, were|.+ left,) due \d/)).toBeVisible()
    await inspect(desk, 'contract notes 00 today')
    await openAtDesk(desk, `/desk/clients/${client.userId}`)
    await desk.getByRole('button', { name: /^Record address and consent/ }).click()
    await dialog.getByLabel('Address').fill('4 Example Road, Fort, Mumbai 400001')
    await dialog.getByLabel('Reason').fill('Account opening form')
    await inspect(desk, 'contract notes 00 consent')
    await dialog.getByRole('button', { name: 'Record' }).click()
    await expect(desk.getByText(/No consent to e-mail recorded.*Example Road/)).toBeVisible()
    await openAtDesk(desk, '/desk/trade/notes')
  })
  const days = desk.getByRole('table', { name: 'Contract notes by day' })
  const row = desk
    .getByRole('table', { name: /^Contract notes of/ })
    .getByRole('row')
    .filter({ hasText: client.name })
  await test.step('the draft is read, then the day is issued', async () => {
    await days.getByRole('row').nth(1).getByText(/\d{4}/).first().click()
    await expect(row).toContainText('Draft')
    expect(await downloaded(desk, `Draft for ${client.name}`)).toContain('draft-CN1')
    await days.getByRole('button', { name: 'Issue notes' }).click()
    await dialog.getByRole('button', { name: 'Issue notes' }).click()
    await expect(row).toContainText('Accepted by the mail server', { timeout: 60_000 })
    await expect(row).toContainText(/CN\d{4}-000001/)
    await desk.setViewportSize({ width: 1440, height: 900 })
    // The buttons of a row stand beside each other, whatever its details say.
    const tops = await row.getByRole('button').evaluateAll((all) => all.map((one) => one.getBoundingClientRect().top))
    expect([tops.length, new Set(tops).size]).toEqual([3, 1])
    await inspect(desk, 'contract notes 01 issued')
    expect(await downloaded(desk, /^Duplicate of CN/)).toMatch(/^CN\d{4}-000001\.pdf$/)
  })
  await test.step('a bounced note asks for the dispatch number', async () => {
    await row.getByRole('button', { name: /^Mail bounced/ }).click()
    await dialog.getByLabel('Reason').fill('Mailbox full')
    await dialog.getByRole('button', { name: 'Record' }).click()
    await expect(row).toContainText('Bounced')
    await expect(days.getByRole('row').nth(1)).toContainText('1 of 1')
    await row.getByRole('button', { name: /^Enter dispatch/ }).click()
    await dialog.getByLabel('Dispatch number').fill('EM123456789IN')
    await inspect(desk, 'contract notes 02 dispatch')
    await dialog.getByRole('button', { name: 'Record the dispatch' }).click()
    await expect(row).toContainText('EM123456789IN')
  })
  await test.step('it is issued again under the next number', async () => {
    await row.getByRole('button', { name: /^Issue again/ }).click()
    await dialog.getByLabel('Cause').selectOption({ label: 'Wrong rate or plan' })
    await dialog.getByLabel('Reason').fill('Brokerage of another plan')
    await dialog.getByRole('button', { name: 'Request' }).click()
    await expect(row.filter({ hasText: 'Replaces' })).toContainText(/CN\d{4}-000002/, { timeout: 60_000 })
    await expect(row.filter({ hasText: 'Cancelled' })).toContainText('Brokerage of another plan')
  })
  await test.step('the client finds both under Orders and the new one on the stock page', async () => {
    for (const [width, height] of [
      [1440, 900],
      [390, 844],
    ] as const) {
      await page.setViewportSize({ width, height })
      await enter(page, client, `/account/position/order-history?day=${day}`)
      await expect(page.getByRole('button', { name: /CN\d{4}-000001/ })).toBeVisible()
      await expect(page.getByText('Cancelled', { exact: true })).toBeVisible()
      expect(await downloaded(page, /CN\d{4}-000002/)).toMatch(/^CN\d{4}-000002\.pdf$/)
    }
    await inspect(page, 'contract notes 03 orders')
    await enter(page, client, '/account/position/order-history?stock=TCS')
    await expect(page.getByRole('button', { name: /CN\d{4}-000002/ })).toBeVisible()
  })
})
