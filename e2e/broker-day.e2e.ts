import type { Locator, Page } from '@playwright/test'
import { payoutLayouts } from '@sauda/contract/money/payout-layout'
import { approve, decision, deskWindow, openAtDesk, send } from './at-desk.ts'
import {
  axisCsv,
  type BankFile,
  hdfcDelimited,
  iciciWorkbook,
  kotakQuiet,
  sbiText,
  type BankEntry,
  rupees,
} from './bank-files.ts'
import { clientWith, newOperator, newUtr, transactionsOf, walletOf } from './money.ts'
import { call, deskToken, type Client } from './people.ts'
import { expect, ownServer, test } from './test.ts'

// A day of a broker's back office in the browser: three operators, five banks with a layout of files each, and one
// entry of every usual kind. It ends when all accounts are signed off.

const policy = ownServer({ env: { APPROVALS: 'policy' } })

const accounts = {
  hdfc: { name: 'HDFC client account', accountNumber: '50200087654321', ifsc: 'HDFC0000240' },
  icici: { name: 'ICICI client account', accountNumber: '004105012233', ifsc: 'ICIC0000041' },
  sbi: { name: 'SBI client account', accountNumber: '38211445567', ifsc: 'SBIN0000300' },
  axis: { name: 'Axis client account', accountNumber: '917020045678901', ifsc: 'UTIB0000007' },
  kotak: { name: 'Kotak client account', accountNumber: '7411223344', ifsc: 'KKBK0000958' },
} as const
type Bank = keyof typeof accounts

/** The first account is there from the start; the payouts leave from it. */
async function addAccounts(): Promise<Record<Bank, string>> {
  const token = await deskToken(policy)
  type Account = { _id: string; upiId: string; upiName: string }
  const [first] = await call<Account[]>(policy, 'GET', '/desk/bank-accounts', { token })
  if (!first) throw new Error('The first bank account is missing')
  const { upiId, upiName } = first
  const ids: Partial<Record<Bank, string>> = {}
  for (const [bank, details] of Object.entries(accounts) as [Bank, (typeof accounts)[Bank]][]) {
    const body = { upiId, upiName, ...details, receives: bank === 'hdfc' }
    const saved =
      bank === 'hdfc'
        ? await call<Account>(policy, 'PUT', `/desk/bank-accounts/${first._id}`, { token, body })
        : await call<Account>(policy, 'POST', '/desk/bank-accounts', { token, body })
    ids[bank] = saved._id
  }
  const layout = { ...payoutLayouts[0], corporateCode: 'SAUD' }
  await call(policy, 'PUT', `/desk/payout-layouts/${first._id}`, { token, body: layout })
  return ids as Record<Bank, string>
}

const paid = async ({ token, userId }: Client, body: object) =>
  (
    await call<{ transaction: { _id: string; transactionId: string } }>(policy, 'POST', '/user/wallet/add-money', {
      token,
      body: { id: userId, ...body },
    })
  ).transaction
const upper = ({ name }: Client): string => name.toUpperCase()

const row = (page: Page, words: string): Locator => page.getByRole('row').filter({ hasText: words })

async function importFile(desk: Page, accountId: string, file: BankFile, button: string): Promise<void> {
  await openAtDesk(desk, '/desk/reconciliation/import')
  await desk.getByLabel('Bank account').selectOption(accountId)
  await desk.getByLabel('Bank statement').setInputFiles(file)
  await desk.getByRole('button', { name: button }).click()
  await expect(row(desk, file.name).first()).toBeVisible()
}

/** An operator who did not import it reads the balance on the bank's own page. */
async function confirmBalance(desk: Page, file: string, balance: number): Promise<void> {
  await openAtDesk(desk, '/desk/reconciliation/import')
  await row(desk, file).first().getByRole('button', { name: 'Confirm the bank’s balance' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Confirm the bank’s balance' })
  await dialog.getByLabel(/^Balance on/).fill(rupees(balance))
  await dialog.getByRole('button', { name: 'Confirm' }).click()
  await expect(row(desk, file).first()).toContainText('Confirmed')
}

async function openLine(desk: Page, show: string, words: string): Promise<void> {
  await openAtDesk(desk, `/desk/reconciliation?show=${show}`)
  await row(desk, words).getByRole('link').first().click()
  await expect(desk.getByRole('region', { name: 'Decision' })).toBeVisible()
}

async function book(desk: Page, words: string, kind: string, reason: string): Promise<void> {
  await openLine(desk, 'exception', words)
  await desk.keyboard.press('b')
  const dialog = desk.getByRole('dialog', { name: 'Book this line' })
  await dialog.getByRole('radio', { name: kind }).check()
  await dialog.getByLabel('Reason').fill(reason)
  await dialog.getByRole('button', { name: 'Book' }).click()
  await expect(desk.getByLabel('Bookings')).toContainText(reason)
}

async function enterBalance(desk: Page, opening: number, closing: number): Promise<void> {
  await desk.getByRole('button', { name: 'Enter closing balance' }).click()
  const dialog = desk.getByRole('dialog', { name: 'Enter the closing balance' })
  await dialog.getByLabel('Opening balance').fill(rupees(opening))
  await dialog.getByLabel('Closing balance').fill(rupees(closing))
  await dialog.getByRole('button', { name: 'Enter' }).click()
  await expect(dialog).toBeHidden()
}

test('three operators, five banks: from the statements of the morning to five signed-off accounts', async ({
  browser,
  cards,
}) => {
  test.slow()
  const ids = await addAccounts()
  const [meena, raghu, salim, kavya, dev, parvati] = (await Promise.all(
    ['Meena', 'Raghu', 'Salim', 'Kavya', 'Devendra', 'Parvati'].map((first) => clientWith(policy, cards, first, 0)),
  )) as [Client, Client, Client, Client, Client, Client]
  const utrs = Array.from({ length: 6 }, newUtr) as [string, string, string, string, string, string]
  await paid(meena, { amount: 48_000, utr: utrs[0] })
  const qr = await call<{ reference: string }>(policy, 'POST', '/user/wallet/intent', {
    token: raghu.token,
    body: { amount: 12_500 },
  })
  await paid(raghu, { amount: 12_500, reference: qr.reference })
  await paid(salim, { amount: 30_000, utr: utrs[2] })
  await paid(kavya, { amount: 20_000, utr: utrs[3] })
  await paid(dev, { amount: 22_400, utr: utrs[4] })
  // The last digit is wrong.
  const mistyped = await paid(parvati, { amount: 9_900, utr: utrs[5].slice(0, 11) + ((Number(utrs[5][11]) + 1) % 10) })

  const [nandini, farhan, gopal] = (await Promise.all(
    ['Nandini Iyer', 'Farhan Ali', 'Gopal Das'].map(async (name) =>
      deskWindow(browser, policy, await newOperator(policy, name, 'cashier')),
    ),
  )) as [Page, Page, Page]

  const hdfcOpening = 2_50_000
  const hdfcMorning: BankEntry[] = [
    {
      text: `UPI-${upper(meena)}-MEENA@OKHDFCBANK-HDFC0001122-${utrs[0]}-ADD FUND`,
      reference: utrs[0],
      credit: 48_000,
    },
    {
      text: `UPI-${upper(raghu).slice(0, 12)}-9840012345@YBL-UTIB0000123-${utrs[1]}-${qr.reference}`,
      reference: utrs[1],
      credit: 12_500,
    },
    { text: `UPI-SALMA BEGUM-SALMA77@PAYTM-PYTM0123456-${utrs[2]}-ADD FUND`, reference: utrs[2], credit: 30_000 },
    { text: `UPI-${upper(parvati)}-PARV@OKAXIS-SBIN0007777-${utrs[5]}-PAYMENT`, reference: utrs[5], credit: 9_900 },
    { text: 'CHRG: SMS ALERT SEP-NOV26 INCL GST', debit: 59 },
  ]
  const balanceOf = (entries: readonly BankEntry[], opening: number): number =>
    entries.reduce((sum, { credit = 0, debit = 0 }) => sum + credit - debit, opening)
  const icici: BankEntry[] = [
    { text: `MMT/IMPS/${utrs[3]}/ADD FUND/${upper(kavya)}/CNRB0000456`, credit: 20_000 },
    { text: 'RTGS CHRGS/GST', debit: 29.5 },
  ]
  const sbi: BankEntry[] = [
    {
      text: `BY TRANSFER-UPI/CR/${utrs[4]}/${upper(dev).slice(0, 10)}/HDFC/dev@ybl/Add--`,
      reference: 'TRANSFER FROM 4897691162094',
      credit: 22_400,
    },
    { text: 'CREDIT INTEREST--', credit: 1180 },
  ]
  const axis: BankEntry[] = [{ text: 'Consolidated Charges for A/c', debit: 118 }]
  const morning = [
    ['hdfc', hdfcDelimited(hdfcMorning, hdfcOpening), 5, balanceOf(hdfcMorning, hdfcOpening)],
    ['icici', iciciWorkbook(accounts.icici.accountNumber, icici, 5_00_000), 2, balanceOf(icici, 5_00_000)],
    ['sbi', sbiText(accounts.sbi.accountNumber, sbi, 1_00_000), 2, balanceOf(sbi, 1_00_000)],
    ['axis', axisCsv(accounts.axis.accountNumber, axis, 75_000), 1, balanceOf(axis, 75_000)],
    ['kotak', kotakQuiet(accounts.kotak.accountNumber, 64_310.25), 0, 64_310.25],
  ] as const

  await test.step('the first operator imports a statement of each bank', async () => {
    for (const [bank, file, lines] of morning)
      await importFile(
        nandini,
        ids[bank],
        file,
        lines === 0 ? 'Import the statement' : `Import ${lines} new line${lines === 1 ? '' : 's'}`,
      )
  })

  await test.step('the second reads the balances at the bank and approves what matches exactly', async () => {
    for (const [, { name }, lines, balance] of morning) if (lines > 0) await confirmBalance(farhan, name, balance)
    await openAtDesk(farhan, '/desk/reconciliation')
    await farhan.getByRole('button', { name: /^Approve all \d exact matches$/ }).click()
    await farhan
      .getByRole('dialog', { name: /^Approve all/ })
      .getByRole('button', { name: 'Approve', exact: true })
      .click()
    for (const [client, balance] of [
      [meena, 48_000],
      [raghu, 12_500],
      [kavya, 20_000],
      [dev, 22_400],
    ] as const)
      await expect.poll(async () => (await walletOf(policy, client)).balance).toBe(balance)
    expect((await walletOf(policy, salim)).balance).toBe(0)
  })

  await test.step('a payment from another person waits for the third operator, who sees both names', async () => {
    await openLine(farhan, 'approve', 'SALMA BEGUM')
    await expect(farhan.getByRole('region', { name: 'Evidence' })).toContainText('SALMA BEGUM')
    await farhan.getByRole('button', { name: /^Approve ADD/ }).click()
    await expect(farhan.getByText('Decision submitted')).toBeVisible()
    expect((await walletOf(policy, salim)).balance).toBe(0)
    await openLine(gopal, 'approve', 'SALMA BEGUM')
    await expect(gopal.getByText('Farhan Ali').first()).toBeVisible()
    await expect(gopal.getByText('SALMA BEGUM').first()).toBeVisible()
    // The decision is beside the bank lines.
    await expect(gopal.getByRole('complementary', { name: 'Pending' })).toBeVisible()
    await approve(gopal, utrs[2])
    await expect.poll(async () => (await walletOf(policy, salim)).balance).toBe(30_000)
  })

  await test.step('a mistyped UTR: the request is approved under the number in the statement', async () => {
    await openAtDesk(farhan, `/desk/wallet/${mistyped._id}`)
    await decision(farhan).getByRole('radio', { name: 'Approve' }).check()
    await decision(farhan).getByLabel('Reference in the bank statement').fill(utrs[5])
    await send(farhan, /^Approve/)
    await expect.poll(async () => (await walletOf(policy, parvati)).balance).toBe(9_900)
  })

  await test.step('charges and interest are booked by one operator', async () => {
    await book(farhan, 'SMS ALERT', 'Bank charge', 'SMS charges of the quarter')
    await book(farhan, 'RTGS CHRGS', 'Bank charge', 'Charge of the RTGS')
    await book(farhan, 'Consolidated Charges', 'Bank charge', 'Charges of the month')
    await book(farhan, 'CREDIT INTEREST', 'Bank interest', 'Interest of the quarter')
    await openAtDesk(farhan, '/desk/reconciliation?show=exception')
    await expect(farhan.getByText('No exceptions')).toBeVisible()
  })

  const names: Record<string, string> = {}
  const paymentUtr = newUtr()
  await test.step('two withdrawals are paid by a batch; one fails, and its money returns', async () => {
    for (const [client, amount] of [
      [meena, 15_000],
      [kavya, 6_400],
    ] as const) {
      const body = { id: client.userId, amount }
      await call(policy, 'POST', '/user/wallet/withdraw', { token: client.token, body })
      const [made] = await transactionsOf(policy, client)
      names[client.name] = (made as unknown as { transactionId: string }).transactionId
    }
    await openAtDesk(nandini, '/desk/payouts')
    for (const name of Object.values(names)) await nandini.getByRole('checkbox', { name }).check()
    await nandini.getByRole('button', { name: 'Create batch of 2 withdrawals, ₹21,400.00' }).click()
    await nandini.getByRole('dialog').getByRole('button', { name: 'Create batch' }).click()
    await expect(nandini.getByText('A second operator must release this batch')).toBeVisible()
    // The operator who approved these deposits may not release their payout.
    await openAtDesk(gopal, new URL(nandini.url()).pathname)
    await gopal.getByRole('button', { name: 'Release batch' }).click()
    await gopal.getByRole('dialog').getByRole('button', { name: 'Release batch' }).click()
    await expect(gopal.getByText('Awaiting the bank’s answer').last()).toBeVisible()
    const downloading = nandini.waitForEvent('download')
    await nandini.getByRole('button', { name: 'Download bank file' }).click()
    await downloading
    const answer = [
      `${names[meena.name]},MEENA,1,HDFC0000001,SB,15000.00,20261122,${paymentUtr},E,`,
      `${names[kavya.name]},KAVYA,1,HDFC0000001,SB,6400.00,20261122,,R,BENEFICIARY ACCOUNT CLOSED`,
    ].join('\n')
    await nandini
      .getByLabel('Answer of the bank')
      .setInputFiles({ name: 'SAUD2211.r001', mimeType: 'text/plain', buffer: Buffer.from(answer) })
    await nandini.getByRole('button', { name: 'Import 2 answers' }).click()
    await gopal.getByRole('link', { name: 'Review the failed payments' }).click()
    await decision(gopal).getByRole('radio', { name: 'Approve' }).check()
    await send(gopal, /^Approve/)
    await expect.poll(async () => (await walletOf(policy, kavya)).balance).toBe(20_000)
    expect((await walletOf(policy, meena)).balance).toBe(33_000)
  })

  await test.step('the evening statement of HDFC repeats the morning and proves the payment', async () => {
    const evening = [
      ...hdfcMorning,
      {
        text: `IMPS-${paymentUtr}-${upper(meena)}-${names[meena.name]}`,
        reference: paymentUtr,
        debit: 15_000,
      },
    ]
    const file = { ...hdfcDelimited(evening, hdfcOpening), name: 'hdfc_evening.txt' }
    await importFile(nandini, ids.hdfc, file, 'Import 1 new line')
    await openAtDesk(nandini, '/desk/reconciliation?show=matched')
    await expect(row(nandini, names[meena.name] ?? '').first()).toBeVisible()
  })

  await test.step('each account is signed off by two operators', async () => {
    const daysAgo = (days: number) =>
      new Intl.DateTimeFormat('en-CA', { timeZone: 'Asia/Kolkata' }).format(Date.now() - days * 86_400_000)
    for (const [bank, id] of Object.entries(ids)) {
      // A file without entries covers days that are over.
      const day = daysAgo(bank === 'kotak' ? 1 : 0)
      await openAtDesk(farhan, `/desk/books/days/${id}/${day}`)
      if (bank === 'kotak') await enterBalance(farhan, 64_310.25, 64_310.25)
      await farhan.getByRole('button', { name: 'Request sign-off' }).click()
      await farhan.getByRole('dialog').getByRole('button', { name: 'Request sign-off' }).click()
      await expect(farhan.getByText('Farhan Ali requested the sign-off')).toBeVisible()
      await openAtDesk(gopal, `/desk/books/days/${id}/${day}`)
      await gopal.getByRole('button', { name: 'Sign off and close' }).click()
      await gopal.getByRole('dialog').getByRole('button', { name: 'Sign off and close' }).click()
      await expect(gopal.getByText('Signed off by Farhan Ali and Gopal Das')).toBeVisible()
    }
    const token = await deskToken(policy)
    expect(await call(policy, 'GET', '/desk/books', { token })).toMatchObject({ balanced: true, differences: [] })
  })
  for (const desk of [nandini, farhan, gopal]) await desk.context().close()
})
