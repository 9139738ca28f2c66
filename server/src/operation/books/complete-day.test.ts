import { createHash, randomBytes } from 'node:crypto'
import type { BankDay } from '@sauda/contract/money/bank-day'
import { decimalRupees } from '@sauda/contract/platform/money'
import type { BankLine } from '@sauda/contract/money/reconciliation'
import type { Report, ReportName } from '@sauda/contract/books/report'
import type { SettlementLine } from '@sauda/contract/money/settlement'
import { expect, test } from 'vitest'
import { clientCells, importText } from '../../../test/client-import.ts'
import { isNightly } from '../../../test/often.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { atPayouts, hdfcLine, payingBank, settleToday } from '../../../test/payout.ts'
import {
  receivingAccount,
  atBank,
  newUtr,
  statementForm,
  statementText,
  type Written,
} from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { decidePending } from '../../../test/approvals.ts'
import { journalsWithoutAudit } from '../../../test/audited.ts'
import { dayInIndia } from '../../platform/india.ts'

// A whole day of a broker's back office in its order: the first clients, receipts, exceptions, payouts, settlement, sign-off.

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
const kiran = await establishedOperator(server, 'cashier', 'Kiran')
const omar = await establishedOperator(server, 'cashier', 'Omar')
// The operator who approved a client's deposits may not release the payouts.
const farah = await establishedOperator(server, 'cashier', 'Farah')
const today = dayInIndia(new Date())
const desk = atPayouts(server, kiran)

type Client = { readonly id: string; readonly token: string; readonly email: string; readonly name: string }
type Layout = (lines: readonly Written[], opening: number) => string

const slashed = today.split('-').reverse().join('/')
const decimal = (rupees: number): string => decimalRupees(BigInt(Math.round(rupees * 100)))
const rows = (lines: readonly Written[], opening: number) => {
  let balance = BigInt(Math.round(opening * 100))
  return lines.map((line, index) => {
    balance += BigInt(Math.round(((line.credit ?? 0) - (line.debit ?? 0)) * 100))
    const { text = 'UPI', reference = '', credit = 0, debit = 0 } = line
    return { n: index + 1, text: `${text}/${reference}`, reference, credit, debit, balance: decimalRupees(balance) }
  })
}
const icici: Layout = (lines, opening) =>
  [
    'DETAILED STATEMENT',
    ',"S No.","Value Date","Transaction Date","Cheque Number","Transaction Remarks","Withdrawal Amount (INR )","Deposit Amount (INR )","Balance (INR )"',
    ...rows(lines, opening).map(
      ({ n, text, debit, credit, balance }) =>
        `,"${n}","${slashed}","${slashed}","-","${text}","${debit}","${credit}","${balance}"`,
    ),
  ].join('\n')
const kotak: Layout = (lines, opening) =>
  [
    'Sl. No.,Transaction Date,Value Date,Description,Chq / Ref No.,Amount,Dr / Cr,Balance,Dr / Cr',
    ...rows(lines, opening).map(({ n, text, reference, debit, credit, balance }) => {
      const day = slashed.replaceAll('/', '-')
      return `${n},${day} 10:00:00,${day},${text},${reference},${debit || credit},${debit ? 'DR' : 'CR'},${balance},CR`
    }),
  ].join('\n')

const opening = 5_000_000
/** Each with the lines of the day so far. */
const banks = await Promise.all(
  (
    [
      ['HDFC ENet', statementText],
      ['ICICI CIB', icici],
      ['Kotak CMS', kotak],
    ] as const
  ).map(async ([name, layout]) => ({
    id: await payingBank(server, name),
    layout,
    lines: [] as Written[],
    imported: 0,
  })),
)
type Bank = (typeof banks)[number]
await db.run('update broker_bank set receives = false where receives')
await db.run('update broker_bank set receives = true where id = $1', [banks[0]?.id])
const bankOf = (n: number): Bank => banks[n % banks.length] as Bank

/** Imports what the bank booked since the last file, whose running balance goes on. */
async function importNew(bank: Bank): Promise<void> {
  const before = bank.lines.slice(0, bank.imported).reduce((sum, l) => sum + (l.credit ?? 0) - (l.debit ?? 0), opening)
  const text = bank.layout(bank.lines.slice(bank.imported), before)
  const { status, body } = await atBank(server, kiran.token).send(
    `/statements?bankAccountId=${bank.id}`,
    statementForm(text),
  )
  expect([status, body.message]).toEqual([200, undefined])
  if (bank.imported === 0) await confirmBalance(bank)
  bank.imported = bank.lines.length
}

/** An operator who did not import the first file reads the balance at the bank; later files continue from it. */
async function confirmBalance({ id, lines }: Bank): Promise<void> {
  const paise = lines.reduce((sum, { credit = 0, debit = 0 }) => sum + Math.round(100 * (credit - debit)), 0)
  const body = { day: today, closing: (100 * opening + paise) / 100 }
  const answer = await call('POST', `/desk/bank-days/${id}/balance`, { token: omar.token, body })
  expect([answer.status, answer.body.message]).toEqual([200, undefined])
}

/** The newest request. */
async function approveRequested(by = omar): Promise<void> {
  const { status, body } = await decidePending(server, by)
  expect([status, body.message]).toEqual([200, undefined])
}

async function importClients(count: number): Promise<Client[]> {
  const cells = Array.from({ length: count }, () => clientCells({ balance: '20000' }))
  const form = () => statementForm(importText(cells), 'clients.csv')
  const { body } = await call('POST', '/desk/client-imports', { token: kiran.token, body: form() })
  expect(body.totals).toMatchObject({ clients: count, balance: count * 20_000 })
  await approveRequested()
  const found = await db.rows<{ id: string; email: string; name: string }>(
    'select id, email, name from client where email = any ($1)',
    [cells.map(({ email }) => email)],
  )
  return Promise.all(
    found.map(async (client) => {
      const token = randomBytes(32).toString('base64url')
      await db.run(
        `insert into session (id, token_hash, client_id, ip, device, expires_at)
         values (gen_random_uuid(), $1, $2, '127.0.0.1', 'test', now() + interval '1 day')`,
        [createHash('sha256').update(token).digest(), client.id],
      )
      return { ...client, token }
    }),
  )
}

/** Twenty at a time, which a server accepts from one address without rejecting any. */
async function twentyAtOnce<Item, Result>(items: readonly Item[], work: (item: Item, n: number) => Promise<Result>) {
  const results: Result[] = []
  for (let n = 0; n < items.length; n += 20)
    results.push(...(await Promise.all(items.slice(n, n + 20).map((item, k) => work(item, n + k)))))
  return results
}

async function deposit({ id, token }: Client, amount: number, utr: string): Promise<string> {
  const { status, body } = await call('POST', '/user/wallet/add-money', { token, body: { id, amount, utr } })
  expect([status, body.message]).toEqual([200, expect.any(String)])
  return body.transaction._id
}

type Match = { readonly lineId: string; readonly paymentId: string }
type Outcome = { readonly lineId: string; readonly outcome: string; readonly message?: string }

/** Approves every exact match; what one operator may not approve is left to the next. */
async function approveMatches(): Promise<number> {
  let approved = 0
  for (;;) {
    const lines = (await atBank(server, kiran.token).show('approve')).filter(({ confidence }) => confidence === 'exact')
    if (lines.length === 0) return approved
    let matches: Match[] = lines.map(({ _id, payment }) => ({ lineId: _id, paymentId: payment?._id ?? '' }))
    let refused: Outcome[] = []
    for (const { token } of [omar, farah, kiran]) {
      if (matches.length === 0) continue
      const results: Outcome[] = (await atBank(server, token).send('/approve', { matches })).body.results
      approved += results.filter(({ outcome }) => outcome === 'approved').length
      refused = results.filter(({ outcome }) => outcome === 'refused')
      const waiting = new Set(refused.map(({ lineId }) => lineId))
      matches = matches.filter(({ lineId }) => waiting.has(lineId))
    }
    expect(refused).toEqual([])
  }
}

const find = (reference: string): Promise<BankLine> => atBank(server, kiran.token).find(reference)
async function book(reference: string, booking: object): Promise<void> {
  // The one of two lines with the same reference that is still an exception.
  const open = (await atBank(server, kiran.token).show('exception')).find((line) => line.reference === reference)
  const { _id } = open ?? (await find(reference))
  const { status, body } = await atBank(server, kiran.token).send(`/lines/${_id}/book`, {
    reason: 'As the advice of the bank says',
    ...booking,
  })
  expect([status, body.message]).toEqual([200, undefined])
  if (body.waitsForSecond) await approveRequested()
}
const books = async () => (await call('GET', '/desk/books', { token: kiran.token })).body
const report = async (name: ReportName): Promise<Record<string, unknown>[]> => {
  const { body } = await call('GET', `/desk/reports/${name}?from=${today}&to=${today}`, { token: kiran.token })
  const { columns, rows: found } = body as Report
  return found.map(({ cells }) => Object.fromEntries(columns.map(({ name: title }, index) => [title, cells[index]])))
}
/** Rupees that today's entries moved in the accounts of the banks. */
const entries = async (...events: string[]): Promise<number> => {
  const row = await db.row<{ sum: number }>(
    `select coalesce(sum(case when e.debit = 'bank' then e.amount else -e.amount end), 0)::float / 100 as sum
       from journal j join entry e on e.journal_id = j.id and e.client_id = j.client_id
      where 'bank' in (e.debit, e.credit) and (cardinality($1::text[]) = 0 or j.event = any ($1))`,
    [events],
  )
  return row?.sum ?? 0
}

const size = isNightly ? { clients: 200, deposits: 300, payouts: 120 } : { clients: 36, deposits: 54, payouts: 36 }
/** The payouts that the first bank could not make, by position. */
const failing = new Set([3, 6, 9, 12, 15])

test(`a day of ${size.clients} clients, ${size.deposits} deposits, ${size.payouts} payouts, exceptions and a settlement is signed off`, async () => {
  const clients = await importClients(size.clients)
  const clientOf = (n: number) => clients[n % clients.length] as Client
  const opened = await books()
  expect(opened).toMatchObject({ balanced: true, differences: [] })

  // Deposits: most as the clients said, three of another amount, two paid by one transfer, one paid twice.
  const utrs = Array.from({ length: size.deposits }, () => newUtr())
  const requests = await twentyAtOnce(utrs, async (utr, n) => {
    const amount = 500 + n
    return { n, utr, amount, id: await deposit(clientOf(n), amount, utr) }
  })
  const differing = requests.slice(0, 3)
  const split = requests.slice(3, 5)
  const twice = requests[5]!
  const late = requests.slice(6, 8)
  for (const { n, utr, amount } of requests.slice(5).filter((each) => !late.includes(each)))
    bankOf(n).lines.push({ text: `UPI/${clientOf(n).name.toUpperCase()}/${utr}/PAY`, reference: utr, credit: amount })
  const exceptions: {
    reference: string
    bank: Bank
    line: Written
    resolve: (reference: string) => Promise<unknown>
  }[] = []
  const exception = (
    line: Written,
    resolve: (reference: string) => Promise<unknown>,
    reference = newUtr(),
    bank = bankOf(exceptions.length),
  ) => {
    bank.lines.push({ ...line, reference })
    exceptions.push({ reference, bank, line, resolve })
  }
  for (const debit of [17.7, 118, 5.9]) exception({ text: 'CHARGES', debit }, (r) => book(r, { kind: 'charge' }))
  for (const credit of [40, 41.5, 12]) exception({ text: 'INTEREST', credit }, (r) => book(r, { kind: 'interest' }))
  for (const { utr, amount, id } of differing)
    exception(
      { credit: amount - 100 },
      async () => {
        const body = { reference: utr, amount: amount - 100 }
        for (const { token } of [kiran, omar])
          await call('POST', `/desk/wallet/transactions/${id}/approve`, { token, body })
      },
      utr,
    )
  for (const n of [10, 11, 12])
    exception({ text: 'NEFT WITHOUT NAME', credit: 700.5 + n }, async (r) => {
      const body = { clientId: clientOf(n).id, reason: 'Confirmed by telephone, receipt seen' }
      await call('POST', `/desk/reconciliation/lines/${(await find(r))._id}/credit`, {
        token: kiran.token,
        body,
      })
      await approveRequested()
    })
  for (const credit of [901.25, 902.25])
    exception({ text: 'NEFT STRANGER', credit }, (r) => book(r, { kind: 'return' }))
  const returned = exceptions.slice(-2)
  for (const [at, debit] of [901.25, 902.25].entries())
    exception({ text: 'NEFT RETURNED', debit }, async (r) => {
      const receipt = await find(returned[at]!.reference)
      const { bookings } = await atBank(server, kiran.token).line(receipt._id)
      await book(r, { kind: 'returned', returnId: bookings?.[0]?._id })
    })
  exception({ text: 'NEFT FAMILY', credit: split.reduce((sum, { amount }) => sum + amount, 0) }, (r) =>
    book(r, { kind: 'split', parts: split.map(({ id, amount }) => ({ paymentId: id, amount })) }),
  )
  for (const { id, amount } of late) {
    const body = { reference: newUtr(), bankAccountId: await receivingAccount(server) }
    for (const { token } of [kiran, omar])
      await call('POST', `/desk/wallet/transactions/${id}/approve`, { token, body })
    // Booked in the account that clients pay to, so the line appears there.
    exception({ text: 'CASH', credit: amount }, (r) => book(r, { kind: 'late', paymentId: id }), newUtr(), banks[0])
  }

  for (const bank of banks) await importNew(bank)
  expect(await approveMatches()).toBe(size.deposits - differing.length - split.length - late.length)
  exception({ text: 'UPI AGAIN', credit: twice.amount }, (r) => book(r, { kind: 'client' }), twice.utr)
  expect(exceptions).toHaveLength(20)
  for (const bank of banks) if (bank.imported < bank.lines.length) await importNew(bank)
  for (const { reference, resolve } of exceptions) await resolve(reference)
  expect(await atBank(server, kiran.token).show('exception')).toEqual([])
  expect(await db.rows("select number from wallet_request where status = 'pending'")).toEqual([])

  // Half of the payouts are answered by HDFC's file, of which five failed, and the others by the next statements.
  const half = size.payouts / 2
  const withdrawals = await twentyAtOnce(clients.slice(0, size.payouts), async (client, n) => {
    const amount = 1000 + n
    return { amount, id: await desk.withdraw(client, amount) }
  })
  const [hdfc, others] = [banks[0]!, banks.slice(1)]
  const paidBy = (n: number): Bank => (n < half ? hdfc : others[n % 2]!)
  for (const bank of banks) {
    const own = withdrawals.filter((_, n) => paidBy(n) === bank)
    const { body } = await desk.create(
      bank.id,
      own.map(({ id }) => id),
    )
    await approveRequested(farah)
    expect((await desk.file(body._id)).status).toBe(200)
    const { payouts } = await desk.batch(body._id)
    const nameOf = (id: string) => payouts.find((each) => each._id === id)?.transactionId ?? ''
    const answers = own.map(({ id, amount }, n) => {
      const utr = newUtr()
      const isPaid = bank !== hdfc || !failing.has(n)
      if (isPaid) bank.lines.push({ text: `IMPS ${nameOf(id)}`, reference: utr, debit: amount })
      return hdfcLine(
        nameOf(id),
        decimal(amount),
        isPaid ? utr : '',
        isPaid ? 'E' : 'R',
        isPaid ? '' : 'INVALID ACCOUNT',
      )
    })
    if (bank === hdfc) {
      expect((await desk.answer(body._id, answers.join('\n'))).body).toMatchObject({
        paid: { count: half - 5 },
        failed: { count: 5 },
        unanswered: { count: 0 },
        waitsForSecond: true,
      })
      expect((await desk.decide((await desk.batch(body._id)).proposalId, omar)).status).toBe(200)
    }
    await importNew(bank)
  }
  expect(await approveMatches()).toBe(half)
  const byStatus = await db.rows(
    "select status, count(*)::int as count from wallet_request where type = 'withdrawal' group by 1 order by 1",
  )
  expect(byStatus).toEqual([
    { status: 'approved', count: size.payouts - 5 },
    { status: 'rejected', count: 5 },
  ])

  // The settlement pays what all clients have left.
  const day = await settleToday(server)
  const list = (await call('GET', `/desk/settlements?day=${day}`, { token: kiran.token })).body
  const due: SettlementLine[] = list.lines.filter(({ payable }: SettlementLine) => payable > 0)
  expect(due).toHaveLength(size.clients)
  const settled = await call('POST', '/desk/settlements', {
    token: kiran.token,
    body: { day, bankId: hdfc.id, clients: due.map(({ clientId }) => clientId) },
  })
  expect(settled.body).toMatchObject({ settled: size.clients })
  await approveRequested(farah)
  const { payouts } = await desk.batch(settled.body.batch._id)
  const answers = (payouts as unknown as { transactionId: string; amount: number }[]).map(
    ({ transactionId, amount }) => {
      const utr = newUtr()
      hdfc.lines.push({ text: `NEFT ${transactionId}`, reference: utr, debit: amount })
      return hdfcLine(transactionId, decimal(amount), utr)
    },
  )
  expect((await desk.answer(settled.body.batch._id, answers.join('\n'))).body).toMatchObject({
    paid: { count: size.clients },
  })
  await importNew(hdfc)

  // Each account is signed off by two operators, and agrees with its statement.
  const closings: number[] = []
  for (const bank of banks) {
    const path = `/desk/bank-days/${bank.id}`
    const shown: BankDay = (await call('GET', `${path}?day=${today}`, { token: kiran.token })).body
    expect(shown.points.filter(({ blocks }) => blocks)).toEqual([])
    expect(shown.items.map(({ kind, amount }) => [kind, amount])).toEqual([['before', opening]])
    const paise = bank.lines.reduce((sum, { credit = 0, debit = 0 }) => sum + Math.round(100 * (credit - debit)), 0)
    expect([shown.closing, shown.bankClosing]).toEqual([paise / 100, (100 * opening + paise) / 100])
    closings.push(shown.closing)
    await call('POST', `${path}/close`, {
      token: kiran.token,
      body: { day: today, version: shown.version },
    })
    await approveRequested(farah)
    expect((await call('GET', `${path}?day=${today}`, { token: kiran.token })).body.state).toBe('closed')
  }

  const { balanced, differences } = await books()
  expect([balanced, differences]).toEqual([true, []])
  expect(await journalsWithoutAudit(server)).toEqual([])
  const [cash] = await report('cash')
  const sum = (amounts: number[]) => amounts.reduce((total, amount) => total + Math.round(amount * 100), 0) / 100
  expect(cash?.['Bank balance']).toBe(sum(closings))
  expect(cash?.['Bank balance']).toBe(await entries())
  expect(cash?.['Client money']).toBe(0)
})
