import { accountingErrors, bookNames } from '@sauda/contract/books/accounting'
import { brokerLedgerAccounts, clientLedgerAccounts, type LedgerAccount } from '@sauda/contract/core/ledger'
import { paiseOf, rupeesOf } from '@sauda/contract/platform/money'
import { parse } from 'csv-parse/sync'
import fc from 'fast-check'
import { read, utils } from '@e965/xlsx'
import { expect, test } from 'vitest'
import { fund, moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { atBank, newUtr } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { tradeSteps } from '../../../test/trade.ts'
import { elements, parseXml, textOf } from '../../../test/xml.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { post, postHouse } from '../../core/ledger/ledger.ts'
import { addDays, dayInIndia } from '../../platform/india.ts'
import { newId } from '../../platform/id.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { db, call } = server
const admin = await newOperator(server, 'admin', 'Nisha')
const bank = atBank(server, admin.token)
const today = dayInIndia(new Date())
const banks = await db.rows<{ id: string }>('select id from broker_bank')
const insufficient = { status: 409, message: 'insufficient' }

const get = (format: string, from = today, to = today) =>
  call('GET', `/desk/accounting/journal?from=${from}&to=${to}&format=${format}`, { token: admin.token })
type Line = Record<string, string>
const csvLines = async (from = today, to = today): Promise<Line[]> =>
  parse((await get('csv', from, to)).body as Buffer, { columns: true, bom: true })
const xmlOf = async (from = today, to = today) => parseXml((await get('xml', from, to)).body.toString())
const linesOf = async (causeId: string) => {
  const rows = await db.rows<{ id: string }>('select id from journal where cause_id = $1', [causeId])
  const ids = rows.map(({ id }) => id)
  return (await csvLines(addDays(today, -5), today)).filter((line) => ids.includes(line['Journal ID'] ?? ''))
}
const saudaId = async (id: string) =>
  `SD${(await db.row<{ number: bigint }>('select number from client where id = $1', [id]))?.number}`
const paise = (text = '') => BigInt(text.replace('.', '') || '0')

const wallet = walletSteps(server, admin)

test('a deposit is a receipt with its UTR, a withdrawal a journal and a payment, and a charge has its GST apart', async () => {
  const client = await moneyClient(server)
  const id = await saudaId(client.id)
  const [utr, paidUtr, chargeUtr] = [newUtr(), newUtr(), newUtr()]
  const deposit = await wallet.deposit(client, 5000.5, utr)
  await wallet.approve(deposit, utr)
  const [debit, credit, ...others] = await linesOf(deposit)
  expect(others).toEqual([])
  expect(debit).toMatchObject({
    Date: today,
    'Voucher type': 'Receipt',
    Ledger: 'Client bank account',
    'Debit (₹)': '5000.50',
    'Credit (₹)': '',
    'Client ID': id,
    'Client name': client.name,
    Reference: expect.stringMatching(/^ADD\d+$/),
    UTR: utr,
    Narration: expect.stringMatching(new RegExp(`^Deposit approved, ADD\\d+, ${id}, UTR ${utr}$`)),
  })
  expect(credit).toMatchObject({ Ledger: `${id} Balance`, 'Debit (₹)': '', 'Credit (₹)': '5000.50' })
  const withdrawal = await wallet.withdraw(client, 1000)
  await wallet.approve(withdrawal, paidUtr)
  expect((await linesOf(withdrawal)).map((line) => [line['Voucher type'], line['Ledger'], line['UTR']])).toEqual([
    ['Journal', `${id} Balance`, ''],
    ['Journal', `${id} On hold for withdrawal`, ''],
    ['Payment', `${id} On hold for withdrawal`, paidUtr],
    ['Payment', 'Client bank account', paidUtr],
  ])
  const body = { clientId: client.id, chargeType: 'Brokerage', description: 'November', amount: 100, gst: 18 }
  const { body: charge } = await call('POST', '/desk/charges', { token: admin.token, body })
  await call('POST', `/user/charges/${charge._id}/pay`, {
    token: client.token,
    body: { paymentMethod: 'UPI', transactionId: chargeUtr },
  })
  await call('POST', `/desk/charges/${charge._id}/approve`, { token: admin.token })
  expect((await linesOf(charge._id)).map((line) => [line['Ledger'], line['Debit (₹)'], line['Credit (₹)']])).toEqual([
    ['Client bank account', '118.00', ''],
    ['Fees', '', '100.00'],
    ['GST', '', '18.00'],
  ])
})

test('a voucher has the day of the bank, also of the broker’s own bookings', async () => {
  const reference = newUtr()
  await bank.bring({ ago: 3, text: 'SMS CHARGES', reference, debit: 17.7 })
  const line = await bank.find(reference)
  await bank.send(`/lines/${line._id}/book`, { kind: 'charge', reason: 'Monthly' })
  const booking = (await bank.line(line._id)).bookings?.[0]?._id ?? ''
  expect(await linesOf(booking)).toMatchObject([
    { Date: addDays(today, -3), 'Voucher type': 'Payment', Ledger: 'Bank charges', UTR: reference, 'Client ID': '' },
    { Ledger: 'Client bank account', 'Credit (₹)': '17.70' },
  ])
  expect(await csvLines(addDays(today, -9), addDays(today, -8))).toEqual([])
})

test('Tally gets the ledgers first, then vouchers that sum to zero, under the ids of every earlier export', async () => {
  const client = await moneyClient(server)
  await db.run('update client set name = $2 where id = $1', [client.id, '=Ravi & <Sons>\u0007 "Ltd"'])
  const utr = newUtr()
  const deposit = await wallet.deposit(client, 100.01, utr)
  await wallet.approve(deposit, utr)
  const journal = { event: 'adjustment.approved', clientId: client.id, causeId: newId(), reason: ']]> & "fees"\n<x>' }
  await db.transaction((tx) =>
    post(
      tx,
      { ...journal, event: 'adjustment.approved', postings: [{ from: 'adjustment', to: 'cash', paise: 5n }] },
      insufficient,
    ),
  )
  const envelope = await xmlOf()
  const [message] = elements(envelope, 'TALLYMESSAGE')
  const names = message?.children.map(({ name }) => name) ?? []
  expect(names.lastIndexOf('LEDGER')).toBeLessThan(names.indexOf('VOUCHER'))
  const ledgers = elements(envelope, 'LEDGER')
  const ledgerNames = ledgers.map(({ attributes }) => attributes['NAME'])
  expect(new Set(ledgerNames).size).toBe(ledgerNames.length)
  const own = ledgers.find(({ attributes }) => attributes['NAME']?.startsWith(`${client.name}`))
  expect(own).toBeUndefined()
  const id = await saudaId(client.id)
  const balance = ledgers.find(({ attributes }) => attributes['NAME'] === `${id} Balance`)
  expect(balance && [textOf(balance, 'PARENT'), textOf(balance, 'MAILINGNAME')]).toEqual([
    'Sundry Creditors',
    '=Ravi & <Sons> "Ltd"',
  ])
  const vouchers = elements(envelope, 'VOUCHER')
  const ids = await db.rows<{ id: string }>('select id from journal')
  expect(vouchers.map(({ attributes }) => attributes['REMOTEID']).toSorted()).toEqual(
    ids
      .map((row) => row.id)
      .filter((each) => vouchers.some(({ attributes }) => attributes['REMOTEID'] === each))
      .toSorted(),
  )
  for (const voucher of vouchers) {
    const lines = elements(voucher, 'ALLLEDGERENTRIES.LIST')
    const amounts = lines.map((line) => paiseOf(Number(textOf(line, 'AMOUNT'))))
    expect(amounts.reduce((sum, amount) => sum + amount, 0n)).toBe(0n)
    for (const line of lines) {
      expect(ledgerNames).toContain(textOf(line, 'LEDGERNAME'))
      expect(textOf(line, 'ISDEEMEDPOSITIVE')).toBe(textOf(line, 'AMOUNT')?.startsWith('-') ? 'Yes' : 'No')
    }
    expect(textOf(voucher, 'DATE')).toMatch(/^\d{8}$/)
    expect(textOf(voucher, 'VOUCHERTYPENAME')).toBe(voucher.attributes['VCHTYPE'])
    expect(textOf(voucher, 'GUID')).toBe(voucher.attributes['REMOTEID'])
  }
  const [receipt] = vouchers.filter((voucher) => textOf(voucher, 'NARRATION')?.includes(utr))
  const [allocation] = receipt ? elements(receipt, 'BANKALLOCATIONS.LIST') : []
  expect(allocation && [textOf(allocation, 'INSTRUMENTNUMBER'), textOf(allocation, 'AMOUNT')]).toEqual([utr, '-100.01'])
  expect(vouchers.some((voucher) => textOf(voucher, 'NARRATION')?.includes(']]> & "fees" <x>'))).toBe(true)
  const again = await xmlOf()
  expect(elements(again, 'VOUCHER')).toEqual(vouchers)
})

test('the workbook has the lines of the CSV as numbers, and no text of either can start a formula', async () => {
  const client = await moneyClient(server, { rupees: 10 })
  const reason = '=HYPERLINK("http://evil.example")'
  const postings = [{ from: 'adjustment', to: 'cash', paise: 12_345_678_901n }] as const
  await db.transaction((tx) =>
    post(tx, { event: 'adjustment.approved', clientId: client.id, causeId: newId(), reason, postings }, insufficient),
  )
  await db.run("update client set name = '@Ravi' where id = $1", [client.id])
  const [csv, xlsx] = [await csvLines(), (await get('xlsx')).body as Buffer]
  const { SheetNames: names, Sheets: sheets } = read(xlsx)
  const [columns = [], ...cells] = utils.sheet_to_json<unknown[]>(sheets[names[0] ?? ''] ?? {}, { header: 1 })
  // Only the workbook, which people read, ends in a row of totals.
  const total = csv.reduce((sum, line) => sum + paise(line['Debit (₹)']), 0n)
  const last = cells.pop() ?? []
  expect([last[0], last[4], last[5]]).toEqual(['Total', rupeesOf(total), rupeesOf(total)])
  expect(csv.some((line) => line['Date'] === 'Total')).toBe(false)
  expect(cells).toHaveLength(csv.length)
  for (const [at, row] of cells.entries())
    for (const [column, cell] of row.entries()) {
      const text = csv[at]?.[String(columns[column])] ?? ''
      if (typeof cell === 'number') expect(paiseOf(cell)).toBe(paise(text))
      else expect(typeof cell === 'string' ? cell : '').toBe(text.replace(/^'/, '').replaceAll('\u0007', ''))
    }
  const raw = (await get('csv')).body.toString()
  expect(raw).toContain(",'@Ravi,")
  expect(raw).not.toMatch(/(^|,)"?[=@+]/m)
})

test('for any entries and range, the sums by ledger account are those of the books', { timeout: 120_000 }, async () => {
  const clients = await Promise.all([1, 2, 3].map(() => moneyClient(server)))
  for (const { id } of clients) await fund(server, id, 10_000_000)
  const account = fc.constantFrom<LedgerAccount>(...clientLedgerAccounts, ...brokerLedgerAccounts)
  // Entries of these name a settlement, or pay dues.
  const ofTrading: readonly LedgerAccount[] = ['unsettled', 'clearing_corporation', 'client_dues']
  const into = account.filter((name) => name !== 'cash' && !ofTrading.includes(name))
  const posting = fc.record({ to: into, paise: fc.bigInt({ min: 1n, max: 99_999n }) })
  const journal = fc.record({
    client: fc.constantFrom(...clients),
    isHouse: fc.boolean(),
    ago: fc.integer({ min: 0, max: 6 }),
    postings: fc.array(posting, { minLength: 1, maxLength: 3 }),
  })
  const range = fc.tuple(fc.integer({ min: 0, max: 6 }), fc.integer({ min: 0, max: 6 }))
  await fc.assert(
    fc.asyncProperty(fc.array(journal, { minLength: 1, maxLength: 12 }), range, async (journals, ends) => {
      for (const { client, isHouse, ago, postings } of journals) {
        const booking = { accountId: banks[0]?.id ?? '', valueDate: addDays(today, -ago) }
        const common = { causeId: newId(), bank: booking }
        await db.transaction<unknown>((tx) =>
          isHouse
            ? postHouse(tx, {
                ...common,
                event: 'bank.interest',
                postings: [{ from: 'bank', to: 'unidentified', paise: 7n }],
              })
            : post(
                tx,
                {
                  ...common,
                  event: 'adjustment.approved',
                  clientId: client.id,
                  postings: postings.map((each) => ({ from: 'cash' as const, ...each })),
                },
                insufficient,
              ),
        )
      }
      const [from, to] = [addDays(today, -Math.max(...ends)), addDays(today, -Math.min(...ends))]
      const booked = await db.rows<{ account: LedgerAccount; debit: bigint; credit: bigint }>(
        `with of_days as (
           select id from journal where coalesce(value_date, (at at time zone 'Asia/Kolkata')::date) between $1 and $2)
         select a.account, coalesce(sum(e.amount) filter (where e.debit = a.account), 0)::bigint as debit,
                coalesce(sum(e.amount) filter (where e.credit = a.account), 0)::bigint as credit
           from unnest($3::text[]) a (account) join entry e on a.account in (e.debit, e.credit)
           join of_days j on j.id = e.journal_id
          group by a.account`,
        [from, to, [...clientLedgerAccounts, ...brokerLedgerAccounts]],
      )
      const expected = new Map(booked.map((each) => [each.account as string, [each.debit, each.credit]]))
      const accountOf = (ledger = ''): string =>
        Object.entries(bookNames).find(([, name]) => ledger.replace(/^SD\d+ /, '') === name)?.[0] ?? 'bank'
      const sums = new Map<string, bigint[]>()
      const lines = await csvLines(from, to)
      for (const line of lines) {
        const [debit = 0n, credit = 0n] = sums.get(accountOf(line['Ledger'])) ?? []
        sums.set(accountOf(line['Ledger']), [debit + paise(line['Debit (₹)']), credit + paise(line['Credit (₹)'])])
      }
      expect(sums).toEqual(expected)
      const { body } = await call('GET', `/desk/accounting?from=${from}&to=${to}`, { token: admin.token })
      const shown = body.accounts.map((each: { account: string; debit: number; credit: number }) => [
        each.account,
        [paiseOf(each.debit), paiseOf(each.credit)],
      ])
      expect(new Map(shown)).toEqual(expected)
      expect(body.vouchers).toBe(new Set(lines.map((line) => line['Journal ID'])).size)
    }),
    { numRuns: 25 },
  )
})

test('trades are journals, and an export is in the audit log', async () => {
  const client = await moneyClient(server, { rupees: 100_000 })
  await tradeSteps(server, admin).buy(client, 'M&M', 3, 100.25)
  const trades = (await csvLines()).filter(({ Reference }) => Reference?.startsWith('TRD'))
  expect(trades.map((line) => line['Voucher type'])).toEqual(Array(4).fill('Journal'))
  const row = await db.row<{ after: object }>(
    "select after from audit where action = 'accounting.export' order by id desc limit 1",
  )
  expect(row?.after).toEqual({ from: today, to: today, format: 'csv' })
})

test('ranges that make no sense, other formats and operators without the right are rejected', async () => {
  expect((await get('csv', today, addDays(today, -1))).body).toMatchObject(accountingErrors.order)
  expect((await get('csv', '2020-01-01')).body).toMatchObject(accountingErrors.long)
  expect((await get('pdf')).status).toBe(400)
  const reviewer = await newOperator(server, 'reviewer')
  const path = `/desk/accounting/journal?from=${today}&to=${today}&format=csv`
  expect((await call('GET', path, { token: reviewer.token })).status).toBe(403)
})
