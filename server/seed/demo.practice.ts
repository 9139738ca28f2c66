import { roles } from '@sauda/contract/broker/operator'
import { AppError } from '@sauda/contract/platform/error'
import { paiseOf } from '@sauda/contract/platform/money'
import { practiceOrders } from '@sauda/contract/trading/market'
import type { AppContext } from '../src/app/app-context.ts'
import { findOperatorByEmail } from '../src/broker/operator/operator.sql.ts'
import { findPendingAbout, type ProposalHandlers } from '../src/core/approval/proposal.ts'
import { approveProposal, getProposal } from '../src/core/approval/proposal.decide.ts'
import { tradingAccountProposals } from '../src/client/client/trading-account.ts'
import { owedPrincipal } from '../src/money/loan/loan.ts'
import { requireRow, type Tx } from '../src/platform/db.ts'
import { dayInIndia } from '../src/platform/india.ts'
import type { CurrentOperator } from '../src/platform/mount.ts'
import { sha256 } from '../src/platform/secret.ts'
import { releaseDue } from '../src/trading/clearing/release.ts'
import { bookDays } from '../src/trading/contract/contract.book.ts'
import { bookDay } from '../src/trading/contract/contract.ts'
import { exchangeCodeProposals } from '../src/trading/exchange-file/exchange-code.ts'
import { recordFiles } from '../src/trading/exchange-file/exchange-file.book.ts'
import { readTradeFile } from '../src/trading/exchange-file/exchange-file.read.ts'
import { exchangeFileProposals, requestImport } from '../src/trading/exchange-file/exchange-file.ts'
import { readCodes } from '../src/trading/exchange-file/exchange-file.book.sql.ts'
import { applyRows } from '../src/trading/exchange-file/exchange-file.compare.sql.ts'
import { openFiles, setStatus, unassignedTrades } from '../src/trading/exchange-file/exchange-file.sql.ts'
import { sampleCandles } from '../src/trading/market/chart.ts'
import { nextSettlementDay, tradingDaysBefore } from '../src/trading/market/trading-day.ts'
import { selectPlans, termsOfClients } from '../src/trading/trade-charge/trade-charge.sql.ts'
import { tradeChargeProposals } from '../src/trading/trade-charge/trade-charge.ts'
import { isins } from './demo.close.ts'
import { type Desk, nameSettlement, practiceMember, settle } from './demo.settle.ts'
import {
  findByEmail,
  lastFileDay,
  lockSeed,
  nameIsin,
  type OpenLot,
  openLots,
  partOf,
  settleNewMails,
} from './demo.sql.ts'
import { filesOf, members } from './exchange-files.ts'
import type { ExchangeTrade } from './exchange-oracle.ts'
import { demoClients, demoOperators, type DemoStaff, ip } from './people.ts'

/** Shares that the other demo trades of these clients leave alone. */
const shares = ['INFY', 'RELIANCE', 'SBIN'].map((symbol) => ({
  symbol,
  isin: isins.get(symbol) ?? '',
  series: 'EQ',
  isDelivered: false,
}))
const traders = [
  { email: demoClients.trader.email, ucc: 'PRACTICE1', demat: '1299990000000010' },
  { email: demoClients.large.email, ucc: 'PRACTICE2', demat: '1299990000000007' },
]
const planName = 'Practice plan'
const plan = { delivery: '20', intraday: 'lower of 20 and 0.03 %', etf: '20', minimum: 0, dealerFee: 0 }
/** Before every practice trade. */
const firstDay = '2024-10-01'
const days = 5

type Trader = { readonly id: string; readonly ucc: string }

/**
 * At each start of a demo: practice trades on the last trading days until yesterday that have no trade file yet, booked as the files
 * of an exchange are. What was to be paid before today is settled.
 */
export async function seedPractice(app: AppContext): Promise<void> {
  // As for the rest of the demo data, one operator is enough.
  const context = { ...app, config: { ...app.config, approvals: { ...app.config.approvals, mode: 'single' as const } } }
  try {
    const staff = await staffOf(context)
    const desk = staff && { context, staff }
    const clients = desk && (await alone(desk, prepare))
    if (!clients) return
    const today = dayInIndia(new Date())
    for (const [at, day] of tradingDaysBefore(today, days).entries())
      await alone(desk, (within, tx) => bookTrades(within, tx, clients, { day, back: days - at }))
    const world = worldOf(clients.map(({ ucc }) => ucc))
    await alone(desk, async (within, tx) => {
      await settle(within, tx, world, today)
      await releaseDue(within.context)
    })
  } catch (error) {
    // Operators of the demo may have changed what these trades need; it starts without them.
    if (error instanceof AppError) app.log.warn({ err: error.message }, 'no practice trades were added')
    else app.log.error({ err: error }, 'practice trades could not be added')
  }
}

/**
 * Everything in one transaction, which no job sees before its end, and one process at a time. Its mails count as sent, as those of the
 * other demo data.
 */
const alone = <T>(desk: Desk, work: (desk: Desk, tx: Tx) => Promise<T>): Promise<T> =>
  desk.context.db.transaction(async (tx) => {
    await lockSeed(tx)
    const transaction = <R>(part: (inner: Tx) => Promise<R>) => partOf(tx, () => part(tx))
    const result = await work(
      { ...desk, context: { ...desk.context, db: { ...desk.context.db, ...tx, transaction } } },
      tx,
    )
    await settleNewMails(tx)
    return result
  })

async function staffOf({ db }: AppContext): Promise<DemoStaff | undefined> {
  const staff: Partial<Record<keyof DemoStaff, CurrentOperator>> = {}
  for (const { email, role } of demoOperators) {
    const found = await findOperatorByEmail(db, email)
    if (!found) return undefined
    const { id, name } = found
    staff[staff[role] ? (`${role}2` as keyof DemoStaff) : role] = { id, name, rights: roles[role], sessionId: '' }
  }
  return staff as DemoStaff
}

const worldOf = (codes: readonly string[]) => ({ shares, clients: codes.map((ucc) => ({ ucc, state: 'MH' as const })) })

/** Adds the client codes, member code and brokerage plan that are missing. Undefined without the demo clients. */
async function prepare({ context, staff }: Desk, tx: Tx): Promise<readonly Trader[] | undefined> {
  for (const share of shares) await nameIsin(tx, share)
  const by = (operator: CurrentOperator) => ({ operator, ip, requestedBy: operator.id })
  const found: Trader[] = []
  for (const { email, ucc, demat } of traders) {
    const client = await findByEmail(tx, email)
    if (!client) return undefined
    const account = { clientId: client.id, ucc, demat, reason: 'Practice trades' }
    if (client.ucc === null)
      await tradingAccountProposals({ ...context, unassigned: unassignedTrades })['client.trading-account'].carryOut(
        tx,
        account,
        by(staff.reviewer),
      )
    found.push({ id: client.id, ucc: client.ucc ?? ucc })
  }
  const member = { exchange: 'NSE', column: 'Brkr', code: members.NSE, meaning: 'own' } as const
  if (!(await readCodes(tx)).some(({ exchange, code }) => exchange === member.exchange && code === member.code))
    await exchangeCodeProposals(context)['exchange-code.change'].carryOut(tx, member, by(staff.admin))
  const charges = tradeChargeProposals(context)
  const ids = found.map(({ id }) => id)
  const without = (await termsOfClients(tx, ids, dayInIndia(new Date()))).filter((client) => client.plan === null)
  if (without.length > 0 && !(await selectPlans(tx)).some(({ name }) => name === planName))
    await charges['brokerage-plan.set'].carryOut(tx, { ...plan, name: planName, from: firstDay }, by(staff.admin))
  for (const { id } of without) {
    const assigned = { plan: planName, from: firstDay, clientId: id }
    await charges['brokerage-plan.assign'].carryOut(tx, assigned, by(staff.admin))
  }
  return found
}

type Day = { readonly day: string; readonly back: number }

/** Nothing if there is a trade file of the day or a later one. */
async function bookTrades(desk: Desk, tx: Tx, clients: readonly Trader[], of: Day): Promise<void> {
  if (((await lastFileDay(tx)) ?? '') >= of.day) return
  await importDay(desk, tx, clients, of)
  const { context, staff } = desk
  await recordFiles(context)
  await nameSettlement(desk, tx, worldOf(clients.map(({ ucc }) => ucc)), of.day)
  await bookDay(context, tx, { operator: staff.dealer, ip, body: { day: of.day, without: 'BSE' } })
  await bookDays({ ...context, owed: owedPrincipal })
}

async function importDay({ context, staff }: Desk, tx: Tx, clients: readonly Trader[], { day, back }: Day) {
  const isOf = shares.map(({ isin }) => isin)
  const held = await openLots(
    tx,
    clients.map(({ id }) => id),
    isOf,
  )
  const candles = await sampleCandles()
  const prices = shares.map((share) => {
    const { open, close } = candles.get(share.symbol)?.at(-back) ?? { open: '0', close: '0' }
    return { share, open: Number(paiseOf(Number(open))), close: Number(paiseOf(Number(close))) }
  })
  const trades = clients
    .flatMap(({ ucc }, at) => tradesOfDay({ day, ucc, at, prices, held: held.filter((lot) => lot.ucc === ucc) }))
    .map((trade, at) => ({ ...trade, number: String(300_001 + at), order: `${practiceOrders}${300_001 + at}` }))
  const world = worldOf(clients.map(({ ucc }) => ucc))
  const files = filesOf({ day, settledOn: nextSettlementDay(day), trades, closes: new Map() }, world)
  const [name = '', text = ''] = [...files].find(([each]) => /^Trade_NSE_.*_F_/.test(each)) ?? []
  const bytes = Buffer.from(text)
  const csv = { name: name.replace(`_${members.NSE}_`, `_${practiceMember}_`), bytes, sha256: sha256(bytes) }
  const codes = (await readCodes(tx)).map(
    ({ exchange, column, code, meaning }) => [`${exchange} ${column} ${code}`, meaning] as const,
  )
  const content = await readTradeFile({ ...csv, codes: new Map(codes) })
  // Two operators, as for every trade file.
  const policy = {
    ...context,
    config: { ...context.config, approvals: { ...context.config.approvals, mode: 'policy' as const } },
  }
  await requestImport(policy, tx, { csv, content, query: {}, operator: staff.dealer, ip })
  const proposal = await requireRow(findPendingAbout(tx, ['exchange-file.book'], { day, name: csv.name }))
  const asked = { proposalId: proposal.id, operator: staff.dealer2, ip }
  const handlers = exchangeFileProposals(context) as ProposalHandlers
  const { version } = await getProposal(policy, tx, handlers, asked, proposal.id)
  await approveProposal(policy, handlers, tx, { ...asked, version })
  const file = (await openFiles(tx)).find((each) => each.day === day)
  if (!file) throw new Error(`The practice trades of ${day} wait for an approval`)
  await applyRows(tx, content, file.id)
  await setStatus(tx, file.id, 'booking')
}

type Plan = {
  readonly day: string
  readonly ucc: string
  /** The place of the client. */
  readonly at: number
  readonly prices: readonly { readonly share: (typeof shares)[number]; readonly open: number; readonly close: number }[]
  readonly held: readonly OpenLot[]
}

/** One share is bought and held, one is bought and sold, and what earlier days left is sold. Prices in paise. */
function tradesOfDay({ day, ucc, at, prices, held }: Plan): Omit<ExchangeTrade, 'number' | 'order'>[] {
  const turn = Date.parse(day) / 86_400_000 + at
  const trade = (place: number, side: 'B' | 'S', quantity: number, time: string) => {
    const { share, open, close } = prices[place % prices.length] as Plan['prices'][number]
    const { isin, symbol, series, isDelivered } = share
    const price = side === 'B' ? open : close
    const of = { day, exchange: 'NSE' as const, client: ucc, isin, symbol, series, isDelivered, isCancelled: false }
    return { ...of, side, quantity, price, at: `${day}T${time}` }
  }
  return [
    trade(turn, 'B', 10 + (turn % 6), '09:40:00'),
    trade(turn + 1, 'B', 5, '10:05:00'),
    trade(turn + 1, 'S', 5, '13:30:00'),
    ...held.map(({ isin, shares: quantity }) =>
      trade(
        prices.findIndex(({ share }) => share.isin === isin),
        'S',
        quantity,
        '14:20:00',
      ),
    ),
  ]
}
