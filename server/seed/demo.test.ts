import { chargeStatus } from '@sauda/contract/money/charge'
import { loanStatus } from '@sauda/contract/money/loan'
import { rupeesOf } from '@sauda/contract/platform/money'
import { accountOn } from '@sauda/contract/trading/account-history'
import { reversalStatus } from '@sauda/contract/trading/reversal'
import { expect, test, vi } from 'vitest'
import { bookChecks } from '../src/operation/books/checks.sql.ts'
import { sealAudit } from '../src/core/audit/seal.ts'
import { verifyAudit } from '../src/core/audit/verify.ts'
import { checkBooks } from '../src/core/ledger/books.ts'
import { candles } from '../src/trading/market/chart.ts'
import { isMarketOpen } from '../src/trading/market/trading-day.ts'
import { dayInIndia } from '../src/platform/india.ts'
import { testServer } from '../test/server.ts'
import { daysBefore } from '../test/trade.ts'
import { seedCloses } from './demo.close.ts'
import { seedDemo } from './demo.ts'
import { demoClients, demoOperators, demoPassword } from './people.ts'

const server = await testServer()
const { db, app } = server
const counts = () =>
  db.row(`select (select count(*)::int from client) as clients, (select count(*)::int from operator) as operators,
                 (select count(*)::int from kyc_document) as documents, (select count(*)::int from mail) as mails`)

test('several processes filling an empty database at once fill it once', async () => {
  await Promise.all([seedDemo(app.context), seedDemo(app.context), seedDemo(app.context)])
  await seedDemo(app.context)
  expect(await counts()).toEqual({ clients: 10, operators: 11, documents: 16, mails: 89 })
})

test('operators were seen when they acted', async () => {
  const never = `select o.email from operator o where last_login_at is null and exists (select from audit where actor_id = o.id::text)`
  expect(await db.rows(never)).toEqual([])
  expect(await db.rows('select from operator where last_login_at is not null')).not.toEqual([])
})

test('there is a client in every state, and their logins work', async () => {
  const status = async ({ email }: { email: string }) => {
    const { body } = await server.call('POST', '/user/login', { body: { email, password: demoPassword } })
    return body.isDocsVerified ?? body.need
  }
  expect(await status(demoClients.fresh)).toBe('UNVERIFIED')
  expect(await status(demoClients.waiting)).toBe('PENDING')
  expect(await status(demoClients.verified)).toBe('VERIFIED')
  expect(await status(demoClients.reuploadRequested)).toBe('UNVERIFIED')
  expect(await status(demoClients.frozen)).toBe('support')
})

test('the client with a requested re-upload reads the reason, for the Aadhaar only', async () => {
  const { body } = await server.call('POST', '/user/login', {
    body: { email: demoClients.reuploadRequested.email, password: demoPassword },
  })
  const kyc = await server.call('GET', '/user/kyc', { token: body.token })
  expect(kyc.body.documents).toMatchObject({
    pan: { status: 'accepted' },
    aadhaar: { status: 'refused', reason: expect.stringContaining('8 digits') },
  })
})

test('there is an operator of every role, and the reviewer sees specimens', async () => {
  for (const { email, role } of demoOperators) {
    const { body } = await server.call('POST', '/desk/login', { body: { email, password: demoPassword } })
    expect(body.role).toBe(role)
    if (role !== 'reviewer') continue
    const queue = await server.call('GET', '/desk/queue', { token: body.token })
    expect(queue.body.items).toMatchObject([{ kind: 'kyc', clientName: demoClients.waiting.name }])
    const image = await server.call('GET', `/desk/kyc/${queue.body.items[0].clientId}/pan`, { token: body.token })
    expect(image.headers.get('content-type')).toBe('image/jpeg')
  }
})

test('every kind of request is pending, those above the threshold for two operators, and likely duplicates are named', async () => {
  const { body } = await server.call('POST', '/desk/login', {
    body: { email: 'admin@demo.example', password: demoPassword },
  })
  const { items } = (await server.call('GET', '/desk/queue', { token: body.token })).body
  const waiting = items.map(({ kind, clientName, amount }: Record<string, unknown>) => [kind, clientName, amount])
  expect(waiting).toEqual(
    expect.arrayContaining([
      ['deposit', demoClients.verified.name, 25_000],
      ['deposit', demoClients.offered.name, 25_000],
      ['deposit', demoClients.rejected.name, 5000],
      ['withdrawal', demoClients.verified.name, 18_500.5],
      ['withdrawal', demoClients.large.name, 75_000],
      ['withdrawal', demoClients.paidBack.name, 60_000],
      ['loan', demoClients.large.name, undefined],
      ['charge', demoClients.verified.name, 1156.4],
      ['reversal', demoClients.trader.name, 36_847.5],
      ['adjustment', demoClients.rejected.name, 500],
    ]),
  )
  const warningsAbout = async (kind: string, name: string) => {
    const { id } = items.find((item: Record<string, unknown>) => item['kind'] === kind && item['clientName'] === name)
    const request = await server.call('GET', `/desk/wallet/transactions/${id}`, { token: body.token })
    return request.body
  }
  expect(await warningsAbout('withdrawal', demoClients.large.name)).toMatchObject({
    needsTwo: true,
    firstApproval: 'Kiran Desai',
    warnings: [{ sentence: expect.stringContaining('has the same bank details') }],
  })
  const deposit = await warningsAbout('deposit', demoClients.offered.name)
  expect(deposit.warnings).toMatchObject([{ sentence: expect.stringContaining('UTR also given for') }])
})

test('there is a loan and a charge in every state, and the books balance', async () => {
  const states = async (table: string) =>
    (await db.rows<{ status: string }>(`select distinct status from ${table} order by status`)).map((row) => row.status)
  expect(await states('loan')).toEqual(loanStatus.options.toSorted())
  expect(await states('charge')).toEqual(chargeStatus.options.toSorted())
  expect(await states('setting_request')).toEqual(['in_force', 'refused'])
  expect(await states('wallet_request')).toEqual(['approved', 'pending', 'rejected'])
  expect((await checkBooks(db, bookChecks)).differences).toEqual([])
})

test('there are positions paid from a balance and partly with a loan, sales with gain and loss, and every kind of reversal', async () => {
  const made = await db.row(
    `select (select bool_or(open_quantity > 0 and open_loan_part = 0) from lot) as own,
            (select bool_or(open_loan_part between 1 and open_cost - 1) from lot) as "partlyLent",
            count(*) filter (where action = 'SELL' and amount > cost and reversal_id is null) > 0 as gain,
            count(*) filter (where action = 'SELL' and amount < cost and reversal_id is null) > 0 as loss,
            count(*) filter (where action = 'BUY' and reversal_id is not null) > 0 as "buyReversed",
            count(*) filter (where action = 'SELL' and reversal_id is not null) > 0 as "saleReversed" from trade`,
  )
  expect(made).toEqual({ own: true, partlyLent: true, gain: true, loss: true, buyReversed: true, saleReversed: true })
  const reversals = await db.rows<{ status: string }>('select distinct status from trade_reversal order by status')
  expect(reversals.map(({ status }) => status)).toEqual(reversalStatus.options.toSorted())
})

test('its history is in order: entries and audit rows by time, sales on many days', async () => {
  const backwards = (table: string, at: string, order: string) =>
    db.rows(
      `select from (select ${at} as at, lag(${at}) over (order by ${order}) as before from ${table}) x where at < before`,
    )
  expect(await backwards('entry e join journal j on j.id = e.journal_id', 'j.at', 'e.id')).toEqual([])
  expect(await db.rows("select from journal where value_date > (at at time zone 'Asia/Kolkata')::date")).toEqual([])
  expect(await backwards('audit', 'audit.at', 'audit.id')).toEqual([])
  expect(await backwards('trade', 'trade.created_at', 'trade.number')).toEqual([])
  expect(await backwards('wallet_request', 'created_at', 'number')).toEqual([])
  expect(await backwards('notification', 'at', 'id')).toEqual([])
  expect(await db.row('select count(distinct at::date) > 8 as spread from notification')).toEqual({ spread: true })
  const spread = await db.row(
    `select count(distinct day) filter (where action = 'SELL' and reversal_id is null) >= 8 as days,
            bool_and(day = (created_at at time zone 'Asia/Kolkata')::date) as same,
            bool_and(exists (select from journal j where j.cause_id = t.id and j.at between t.created_at and t.created_at + interval '1 minute')) as booked,
            max(created_at) > now() - interval '1 hour' as today from trade t`,
  )
  expect(spread).toEqual({ days: true, same: true, booked: true, today: true })
  expect(
    await db.rows('select from kyc_document d join client c on c.id = client_id where uploaded_at < c.created_at'),
  ).toEqual([])
})

test('every lot was acquired on the day of its purchase', async () => {
  const later = 'select from lot join trade t on t.id = trade_id where acquired_on <> t.traded_on'
  expect(await db.rows(later)).toEqual([])
  expect(await db.rows('select from lot where acquired_on < current_date - 1')).not.toEqual([])
})

test('every trade was made while the market was open', async () => {
  const trades = await db.rows<{ at: Date }>('select coalesce(traded_at, created_at) as at from trade')
  expect(trades.length).toBeGreaterThan(20)
  expect(trades.filter(({ at }) => !isMarketOpen(at))).toEqual([])
})

test('every price of a trade lies within the sample candle of its day, except one booked wrongly', async () => {
  const trades = await db.rows<{ stock: string; price: string; at: Date }>(
    'select stock, price, coalesce(traded_at, created_at) as at from trade',
  )
  const outside: string[] = []
  for (const { stock, price, at } of trades) {
    const { candles: days } = await candles(app.context, { symbol: stock, span: '1d' })
    expect(days).toHaveLength(120)
    const day = days.find(({ start }) => dayInIndia(new Date(start)) === dayInIndia(at))
    // The current day has no candle.
    if (day && (Number(price) < Number(day.low) || Number(price) > Number(day.high))) outside.push(`${stock} ${price}`)
  }
  expect(outside).toEqual(['ICICIBANK 1307.50000000'])
})

test('the history cannot be changed, and its log is sealed', async () => {
  await sealAudit(db, app.context.log)
  expect(await verifyAudit(db)).toMatchObject({ ok: true })
  for (const change of [
    "update journal set at = at - interval '1 day'",
    "update audit set at = at - interval '1 day'",
    "update trade set created_at = created_at - interval '1 day'",
  ])
    await expect(db.run(change)).rejects.toThrow(/never changed/)
})

test('an imported statement explains some requests, and some of its lines are pending or exceptions', async () => {
  const { body } = await server.call('POST', '/desk/login', {
    body: { email: 'cashier@demo.example', password: demoPassword },
  })
  const show = async (state: string) => {
    const { lines } = (await server.call('GET', `/desk/reconciliation/lines?show=${state}`, { token: body.token })).body
    return lines.map((line: Record<string, unknown>) => [
      line['amount'],
      line['confidence'] ?? line['exception'] ?? state,
    ])
  }
  expect(await show('approve')).toEqual([
    [25_000, 'exact'],
    [1156.4, 'exact'],
    [5000, 'likely'],
  ])
  expect(await show('exception')).toEqual([
    [2500, 'amount'],
    [7777, 'unasked'],
    [17.7, 'unexplained'],
  ])
  expect(await show('matched')).toHaveLength(26)
  expect(await show('settled')).toEqual([[412, 'unasked']])
})

test('under the approval policy the second of two operators decides, and administrators have no rights over money', async () => {
  const policy = await testServer({ APPROVALS: 'policy' })
  await seedDemo(policy.app.context)
  const logIn = async (name: string) => {
    const login = { email: `${name}@demo.example`, password: demoPassword }
    return (await policy.call('POST', '/desk/login', { body: login })).body
  }
  const [admin, cashier, second] = [await logIn('admin'), await logIn('cashier'), await logIn('cashier2')]
  expect(admin.rights).not.toContain('wallet.pay')
  const { items } = (await policy.call('GET', '/desk/queue', { token: second.token })).body
  const idOf = (kind: string) =>
    items.find((item: Record<string, unknown>) => item['kind'] === kind && item['firstApproval'] === 'Kiran Desai').id
  const approve = (path: string, { token }: { token: string }, body?: object) =>
    policy.call('POST', `/desk/${path}/approve`, { token, ...(body && { body }) })
  const adjustment = `ledger/adjustments/${idOf('adjustment')}`
  expect((await approve(adjustment, cashier)).status).toBe(409)
  expect((await approve(adjustment, second)).status).toBe(200)
  const reference = { reference: 'N324260000099' }
  const withdrawal = `wallet/transactions/${idOf('withdrawal')}`
  expect((await approve(withdrawal, second, reference)).body).toMatchObject({ status: 'approved' })
})

test('every start has sample closes until the day before, those of the chart, and leaves the price files of operators', async () => {
  const files = () =>
    db.rows<{ day: string; name: string }>("select to_char(day, 'YYYY-MM-DD') as day, name from price_file order by 1")
  await Promise.all([seedCloses(app.context), seedCloses(app.context)])
  await seedCloses(app.context)
  await app.loadCloses()
  const first = await files()
  expect(first.map(({ day }) => day)).toEqual(daysBefore(dayInIndia(new Date()), 5))
  expect(first.filter(({ name }) => !name.startsWith('Sample data'))).toEqual([])
  const { body } = await server.call('POST', '/user/login', {
    body: { email: demoClients.trader.email, password: demoPassword },
  })
  const { candles: days } = await candles(app.context, { symbol: 'HDFCBANK', span: '1d' })
  const [before, last] = days.slice(-2)
  const seen = await server.call('GET', '/user/quotes?symbols=HDFCBANK', { token: body.token })
  expect(seen.body.quotes).toMatchObject([
    {
      state: 'close',
      isSample: true,
      price: String(Number(last?.close)),
      previousClose: String(Number(before?.close)),
    },
  ])
  const pair = await server.call('GET', '/user/quotes?symbols=USD/INR', { token: body.token })
  expect(pair.body.quotes).toMatchObject([{ state: 'close', isSample: true }])
  const own = async (call: string) =>
    (await server.call('GET', `/user/${call}/${body._id}`, { token: body.token })).body
  const { holdings, parts } = accountOn(await own('account-history'), dayInIndia(new Date()))
  expect(rupeesOf(parts.holdings)).toBe((await own('portfolio')).valuation.value)
  expect(holdings.filter(({ close }) => close === undefined)).toEqual([])

  await db.run(
    `insert into price_file select gen_random_uuid(), exchange, $1, 'BhavCopy.csv', sha256, rows, prices, imported_by
       from price_file limit 1`,
    [dayInIndia(new Date())],
  )
  vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 7 * 86_400_000 })
  await seedCloses(app.context)
  const later = await files()
  vi.useRealTimers()
  const ownFiles = later.filter(({ name }) => !name.startsWith('Sample data')).map(({ day }) => day)
  expect(ownFiles).toEqual([dayInIndia(new Date())])
  expect(later.filter(({ day }) => ownFiles.includes(day))).toHaveLength(1)
  expect(later.at(-1)?.day).toBe(daysBefore(dayInIndia(new Date(Date.now() + 7 * 86_400_000)), 1)[0])
})

test('every level of the escalation matrix has a contact', async () => {
  expect(await db.rows("select level from escalation_level where contact = '' or email = ''")).toEqual([])
})

test('a cashier can pay a withdrawal by a batch', async () => {
  const body = { email: demoOperators.find(({ role }) => role === 'cashier')?.email, password: demoPassword }
  const { token } = (await server.call('POST', '/desk/login', { body })).body
  const [bank] = (await server.call('GET', '/desk/payout-layouts', { token })).body
  const candidates = (await server.call('GET', '/desk/payouts/candidates', { token })).body.withdrawals
  const payable = candidates.filter(({ missing }: { missing?: string }) => missing === undefined)
  const withdrawals = payable.slice(0, 1).map(({ _id }: { _id: string }) => _id)
  const made = await server.call('POST', '/desk/payouts', { token, body: { bankId: bank.bankId, withdrawals } })
  expect(made).toMatchObject({ status: 200, body: { name: 'PAY100001', all: { count: 1 } } })
})

test('a failure leaves the database empty, and the next start fills it', async () => {
  const fresh = await testServer()
  const { context } = fresh.app
  const broken = { ...context, mail: () => Promise.reject(new Error('pulled the plug')) }
  await expect(seedDemo(broken)).rejects.toThrow('pulled the plug')
  expect(await fresh.db.rows('select from client union all select from operator')).toEqual([])
  await seedDemo(context)
  expect(await fresh.db.rows('select from client')).toHaveLength(10)
})

test('a database that has a client is not filled', async () => {
  const own = await testServer()
  await own.newClient()
  await seedDemo(own.app.context)
  expect(await own.db.rows('select from client')).toHaveLength(1)
})
