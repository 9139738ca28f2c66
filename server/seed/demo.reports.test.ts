import type { StatementEvent } from '@sauda/contract/books/statement'
import { formatRupees } from '@sauda/contract/platform/money'
import { parse } from 'csv-parse/sync'
import { expect, test } from 'vitest'
import { testServer } from '../test/server.ts'
import { bookChecks } from '../src/operation/books/checks.sql.ts'
import { checkBooks } from '../src/core/ledger/books.ts'
import { addDays, dayInIndia } from '../src/platform/india.ts'
import { seedPractice } from './demo.practice.ts'
import { seedDemo } from './demo.ts'
import { demoClients, demoPassword } from './people.ts'

// Five days of trades with charges and settlement, beside typed trades, loans, requests and charges of the weeks before.
const server = await testServer({ MODE: 'demo', GSTIN: '27AAPFU0939F1ZV', RATE_LIMITS: 'off' })
const { db, app, call } = server
await seedDemo(app.context)
await seedPractice(app.context)

const today = dayInIndia(new Date())
const range = `from=${addDays(today, -200)}&to=${today}`
const paise = (rupees: number) => Math.round(100 * rupees)
const sum = (amounts: readonly number[]) => amounts.reduce((total, each) => total + each, 0)
const logIn = async (place: 'desk' | 'user', email: string): Promise<string> =>
  (await call('POST', `/${place}/login`, { body: { email, password: demoPassword } })).body.token
const admin = await logIn('desk', 'admin@demo.example')
const read = async (path: string, token = admin) => {
  const { status, body } = await call('GET', path, { token })
  expect([path, status]).toEqual([path, 200])
  return body
}
type Figures = Record<'cash' | 'invested' | 'loan' | 'cashback' | 'withheld' | 'unsettled' | 'dues', number>
const ledger = (
  await db.rows<{ id: string; email: string; number: string; figures: Record<keyof Figures, bigint> }>(
    `select c.id, c.email, c.number::text as number,
            jsonb_build_object('cash', cash, 'invested', invested, 'loan', loan, 'cashback', cashback, 'withheld', withheld,
              'unsettled', unsettled, 'dues', dues) as figures
       from client_ledger l join client c on c.id = l.client_id order by c.number`,
  )
).map(({ figures, ...client }) => ({
  ...client,
  figures: Object.fromEntries(Object.entries(figures).map(([key, value]) => [key, Number(value)])) as Figures,
}))
/** Credits less debits, in paise. */
const balances = new Map(
  (
    await db.rows<{ account: string; paise: bigint }>(
      `select m.account, sum(m.paise)::bigint as paise from entry e
        cross join lateral (values (e.credit::text, e.amount), (e.debit::text, -e.amount)) m (account, paise) group by 1`,
    )
  ).map((row) => [row.account, Number(row.paise)]),
)

test('the ledger is in order, with what clients have in every figure', async () => {
  expect((await checkBooks(db, bookChecks)).differences).toEqual([])
  const all = (key: keyof Figures) => sum(ledger.map(({ figures }) => figures[key]))
  expect([all('invested') > 0, all('loan') > 0, all('cash') > 0]).toEqual([true, true, true])
  // On some days each client of the practice trades buys for more than is sold.
  const newest = await db.row<{ net: bigint }>(
    'select max(net) as net from contract where day = (select max(day) from contract)',
  )
  if ((newest?.net ?? 0n) > 0n) expect(all('unsettled')).toBeGreaterThan(0)
  expect(all('invested') + (balances.get('securities') ?? 0)).toBe(0)
})

test.each(ledger)('$email: statement, wallet, portfolio and tax report agree with the ledger', async (client) => {
  const { id, email, figures } = client
  if (email === demoClients.frozen.email) return
  const token = await logIn('user', email)
  expect(token).toBeTypeOf('string')
  const events: StatementEvent[] = []
  let first: { opening: number; closing: number } | undefined
  for (let hasMore = true; hasMore;) {
    const before = events.at(-1)?.journalId
    const page = await read(`/user/statement/${id}/events?${range}${before ? `&before=${before}` : ''}`, token)
    first ??= page.range
    events.push(...page.events)
    hasMore = page.hasMore
  }
  expect([paise(first?.opening ?? 0), paise(first?.closing ?? 0)]).toEqual([0, figures.cash])
  expect(sum(events.map(({ amount }) => paise(amount)))).toBe(figures.cash)
  const [newest] = events
  const shown = Object.entries(newest?.figures ?? {}).map(([key, value]) => [key, paise(value ?? 0)] as const)
  expect(Object.fromEntries(shown)).toEqual(
    newest ? Object.fromEntries(Object.entries(figures).filter(([key]) => shown.some(([name]) => name === key))) : {},
  )
  const explained = await read(`/desk/clients/${id}/explanation?${range}`)
  expect(sum(explained.lines.map(({ amount }: { amount: number }) => paise(amount)))).toBe(figures.cash)

  const portfolio = await read(`/user/portfolio/${id}`, token)
  expect([
    paise(portfolio.totalInvestment),
    sum(portfolio.holdings.map(({ cost }: { cost: number }) => paise(cost))),
  ]).toEqual([figures.invested, figures.invested])
  const report = await read(`/user/tax/${id}`, token)
  expect(paise(report.reconciliation.portfolioAllYears)).toBe(paise(portfolio.totalPnL))
  let realised = 0
  for (const year of report.years) {
    const { reconciliation: r, profitLoss } = await read(`/user/tax/${id}?year=${year}`, token)
    expect(paise(r.portfolio) + paise(r.otherYear) + paise(r.unknownCost) + paise(r.otherLots)).toBe(paise(profitLoss))
    // This client has only trades from files, which are sold as the law matches them.
    if (email === demoClients.large.email) expect(r.otherLots).toBe(0)
    realised += paise(r.portfolio)
  }
  expect(realised).toBe(paise(portfolio.totalPnL))
})

test('accounting, the export for Tally and the GST report agree with the ledger', async () => {
  const { accounts } = await read(`/desk/accounting?${range}`)
  const found = (accounts as { account: string; debit: number; credit: number }[]).map(
    ({ account, debit, credit }) => [account, paise(credit) - paise(debit)] as const,
  )
  expect(new Map(found)).toEqual(balances)

  const csv = await call('GET', `/desk/accounting/journal?${range}&format=csv`, { token: admin })
  const lines: Record<string, string>[] = parse(csv.body as Buffer, { columns: true, bom: true })
  const inRupees = (text = '') => paise(Number(text || '0'))
  const ledgerOf = (name: string) =>
    sum(
      lines
        .filter((line) => line['Ledger'] === name)
        .map((line) => inRupees(line['Credit (₹)']) - inRupees(line['Debit (₹)'])),
    )
  for (const { number, figures } of ledger) {
    expect([number, ledgerOf(`SD${number} Balance`)]).toEqual([number, figures.cash])
  }
  expect(sum(lines.map((line) => inRupees(line['Credit (₹)']) - inRupees(line['Debit (₹)'])))).toBe(0)

  const gst = await read(`/desk/reports/gst?${range}`)
  const rows = (gst.rows as { cells: (string | number)[] }[]).filter(
    // The fee of a loan is invoiced when it is accepted, and booked when it is paid.
    ({ cells }) => !String(cells[1]).startsWith('Loan '),
  )
  const [fees] = await db.rows<{ paise: bigint }>(
    "select coalesce(sum(e.amount), 0)::bigint as paise from entry e join journal j on j.id = e.journal_id where j.event = 'loan.repaid' and e.credit::text = 'gst'",
  )
  expect(sum(rows.flatMap(({ cells }) => cells.slice(7, 11).map((cell) => paise(Number(cell)))))).toBe(
    (balances.get('gst') ?? 0) - Number(fees?.paise ?? 0n),
  )
  expect(rows.some(({ cells }) => cells[1] === 'Trades')).toBe(true)
})

test('the day close has the bank accounts of the ledger, and the closure of an account names what is not settled', async () => {
  const banks = await db.rows<{ id: string; paise: bigint }>(
    `select b.id, coalesce((select sum(case when e.debit::text = 'bank' then e.amount else -e.amount end) from journal j join entry e on e.journal_id = j.id
        where j.bank_id = b.id and 'bank' in (e.debit::text, e.credit::text)), 0)::bigint as paise from broker_bank b order by b.id`,
  )
  expect(banks).toHaveLength(2)
  for (const { id, paise: booked } of banks) {
    const day = await read(`/desk/bank-days/${id}`)
    expect([day.bankAccountName, paise(day.closing)]).toEqual([day.bankAccountName, Number(booked)])
  }
  for (const { email, figures } of ledger.filter((each) => each.figures.unsettled > 0)) {
    const closure = await read('/user/closure', await logIn('user', email))
    expect(JSON.stringify(closure)).toContain(`${formatRupees(BigInt(figures.unsettled))} are not settled yet`)
  }
})
