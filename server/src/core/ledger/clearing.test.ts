import { expect, test } from 'vitest'
import type { LevyAccount } from '@sauda/contract/money/line-booking'
import { commonErrors } from '@sauda/contract/platform/error'
import { payLine, noCharges } from '../../../test/clearing.ts'
import { fund, type MoneyClient, moneyClient } from '../../../test/money.ts'
import { newOperator } from '../../../test/operator.ts'
import { testServer } from '../../../test/server.ts'
import { causeCheck } from '../../operation/books/checks.cause.sql.ts'
import { bookChecks } from '../../operation/books/checks.sql.ts'
import type { Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { checkBooks } from './books.ts'
import {
  adjustContract,
  balanceWithClearing,
  bookContract,
  bookDpCharge,
  bookLevyDifference,
  type ContractNote,
  levyPosting,
  releaseSettlement,
  reverseContract,
  settlement,
} from './clearing.ts'
import { figuresOf, post, postHouse } from './ledger.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { db } = server
const operator = await newOperator(server, 'admin')

let number = 2_026_100
/** A settlement of its own for each example. */
const newSettlement = (settlesOn = '2026-11-23') =>
  db.transaction((tx) =>
    settlement(tx, { exchange: 'NSE', type: 'M', number: String((number += 1)), tradedOn: '2026-11-20', settlesOn }),
  )
const paise = (rupees: number) => BigInt(Math.round(rupees * 100))
const ofExample1 = { brokerage: 2000n, gst: 368n, stt: 1500n, stampDuty: 225n, exchangeCharges: 46n, sebiFee: 2n }
const ofSale = { brokerage: 2000n, gst: 368n, stt: 1500n, stampDuty: 0n, exchangeCharges: 47n, sebiFee: 2n }

/** The credits less the debits of the broker's accounts since the last call. */
const before = new Map<string, bigint>()
async function moved(): Promise<Record<string, bigint>> {
  const rows = await db.rows<{ account: string; sum: bigint }>(
    `select account, sum(amount)::bigint as sum from (select credit::text as account, amount from entry
       union all select debit::text, -amount from entry) m
      where account not in ('bank', 'adjustment', 'cash', 'invested', 'unsettled', 'withheld', 'client_dues') group by account`,
  )
  const changes = rows.map(({ account, sum }) => [account, sum - (before.get(account) ?? 0n)] as const)
  for (const { account, sum } of rows) before.set(account, sum)
  return Object.fromEntries(changes.filter(([, change]) => change !== 0n))
}

type Bought = { readonly client: MoneyClient; readonly id: string; readonly cost: bigint }
/** The rows of a purchase and a sale, which an import writes. */
const storeTrade = ({ client, id, cost }: Bought, noteId: string, sold?: { readonly proceeds: bigint }) =>
  db.transaction(async (tx) => {
    await tx.run('set local session_replication_role = replica')
    await tx.run(
      `with made as (
         insert into trade (id, client_id, action, stock, quantity, price, amount, cost, loan_part, booked_by, contract_id, lot_id, to_loan)
         values ($1, $2, $3, 'DEMOTECH', 10, 1, $4, $5, 0, $6, $7, $8, $9) returning *)
       insert into lot (id, client_id, stock, source, trade_id, acquired_on, quantity, cost, open_quantity, open_cost)
       select id, client_id, stock, 'trade', id, traded_on, quantity, cost, quantity, cost from made where action = 'BUY'`,
      sold
        ? [newId(), client.id, 'SELL', sold.proceeds, cost, operator.id, noteId, id, 0n]
        : [id, client.id, 'BUY', cost, cost, operator.id, noteId, null, null],
    )
    if (sold) await tx.run('update lot set open_quantity = 0, open_cost = 0 where id = $1', [id])
  })

const book = (note: Omit<ContractNote, 'reason' | 'noteId'> & { noteId?: string }) =>
  db.transaction((tx) => bookContract(tx, { noteId: newId(), reason: 'Trades of 20 Nov 2026', ...note }))

async function buy(client: MoneyClient, settlementId: string, cost: bigint, charges = noCharges) {
  const bought = { client, id: newId(), cost, noteId: newId() }
  const trades = { purchases: [{ id: bought.id, settlementId, cost }], sales: [], intraday: [] }
  await book({ clientId: client.id, noteId: bought.noteId, trades, charges })
  await storeTrade(bought, bought.noteId)
  return bought
}

async function sell(bought: Bought, settlementId: string, proceeds: bigint, charges = noCharges) {
  const noteId = newId()
  const trades = { purchases: [], sales: [{ settlementId, cost: bought.cost, proceeds }], intraday: [] }
  await book({ clientId: bought.client.id, noteId, trades, charges })
  await storeTrade(bought, noteId, { proceeds })
  return noteId
}

const line = () => ({ causeId: newId(), reason: 'Bank line' })
const payLevy = (tx: Tx, account: LevyAccount, amount: bigint) =>
  postHouse(tx, { ...line(), event: 'levy.paid', postings: [levyPosting(account, amount)] })
const release = ({ id }: MoneyClient, settlementId: string) =>
  db.transaction((tx) => releaseSettlement(tx, { clientId: id, settlementId, causeId: newId(), reason: 'Settled' }))
const figures = async ({ id }: MoneyClient) => {
  const { cash, invested, unsettled, dues } = await figuresOf(db, id)
  return { cash, invested, unsettled, dues }
}
/** These tests book without causes. */
const checks = bookChecks.filter((check) => check !== causeCheck)
const balanced = async () => expect((await checkBooks(server.app.context.db, checks)).differences).toEqual([])

test('a settlement known from an obligation file that is dated later is of the day of its trades', async () => {
  const of = { exchange: 'BSE', type: 'M', number: '2026999' } as const
  const tradedOn = async (day: string) => {
    await db.transaction((tx) => settlement(tx, { ...of, tradedOn: day, settlesOn: '2026-11-23' }))
    return db.row("select traded_on::text as day from clearing_settlement where id = 'BSE-M-2026999'")
  }
  expect(await tradedOn('2026-11-23')).toEqual({ day: '2026-11-23' })
  expect(await tradedOn('2026-11-20')).toEqual({ day: '2026-11-20' })
})

test('buy day, sell day and T+1: every account has the figure of the worked example', async () => {
  const client = await moneyClient(server, { rupees: 20_000 })
  const [first, second] = [await newSettlement(), await newSettlement('2026-11-26')]
  await moved()
  const bought = await buy(client, first, paise(15_001), ofExample1)
  expect(await figures(client)).toEqual({ cash: paise(4957.59), invested: paise(15_001), unsettled: 0n, dues: 0n })
  const { brokerage, gst, stt, stampDuty, exchangeCharges, sebiFee } = ofExample1
  const levies = { brokerage, gst, stt, stamp_duty: stampDuty, exchange_charges: exchangeCharges, sebi_fee: sebiFee }
  expect(await moved()).toEqual({ ...levies, securities: -paise(15_001), clearing_corporation: paise(15_001) })
  await db.transaction(async (tx) => {
    await payLine(tx, first, -paise(15_001))
    await payLevy(tx, 'stt', stt)
    await payLevy(tx, 'stamp_duty', stampDuty)
  })
  expect(await balanceWithClearing(db, first)).toBe(0n)
  expect(await moved()).toEqual({ clearing_corporation: -paise(15_001), stt: -stt, stamp_duty: -stampDuty })
  await sell(bought, second, paise(15_400), ofSale)
  expect(await figures(client)).toEqual({ cash: paise(4957.59), invested: 0n, unsettled: paise(15_360.83), dues: 0n })
  expect(await balanceWithClearing(db, second)).toBe(-paise(15_400))
  await balanced()
  await db.transaction((tx) => payLine(tx, second, paise(15_400)))
  expect(await release(client, second)).toBe(paise(15_360.83))
  expect(await release(client, second)).toBe(0n)
  await db.transaction((tx) =>
    bookDpCharge(tx, { clientId: client.id, causeId: newId(), reason: 'DP charge', fee: 1350n, gst: 244n }),
  )
  await db.transaction((tx) => payLevy(tx, 'stt', 1500n))
  expect(await figures(client)).toEqual({ cash: paise(20_302.48), invested: 0n, unsettled: 0n, dues: 0n })
  expect(await moved()).toEqual({
    securities: paise(15_001),
    brokerage: 2000n,
    gst: 368n + 244n,
    exchange_charges: 47n,
    sebi_fee: 2n,
    fees: 1350n,
  })
  expect(await balanceWithClearing(db, second)).toBe(0n)
  await balanced()
})

test('same-day switch: a purchase uses the proceeds of a sale, and one pay-out of the difference settles both', async () => {
  const client = await moneyClient(server, { rupees: 15_001 })
  const [first, second] = [await newSettlement(), await newSettlement('2026-11-24')]
  const bought = await buy(client, first, paise(15_001))
  const [noteId, other] = [newId(), { client, id: newId(), cost: paise(10_000) }]
  const trades = {
    purchases: [{ id: other.id, settlementId: second, cost: other.cost }],
    sales: [{ settlementId: second, cost: bought.cost, proceeds: paise(15_400) }],
    intraday: [],
  }
  await book({ clientId: client.id, noteId, trades, charges: noCharges })
  await storeTrade(other, noteId)
  await storeTrade(bought, noteId, { proceeds: paise(15_400) })
  expect(await figures(client)).toEqual({ cash: 0n, invested: paise(10_000), unsettled: paise(5400), dues: 0n })
  expect(await balanceWithClearing(db, second)).toBe(-paise(5400))
  await db.transaction((tx) => payLine(tx, second, paise(5400)))
  expect(await balanceWithClearing(db, second)).toBe(0n)
  await balanced()
})

test('a note has one entry for each pair of accounts of a settlement, however many trades the day has', async () => {
  const client = await moneyClient(server, { rupees: 1000 })
  const [noteId, settlementId, bought] = [newId(), await newSettlement(), [paise(100), paise(250), paise(400)]]
  const purchases = bought.map((cost) => ({ client, id: newId(), settlementId, cost }))
  await book({ clientId: client.id, noteId, trades: { purchases, sales: [], intraday: [] }, charges: noCharges })
  for (const each of purchases) await storeTrade(each, noteId)
  const entries = await db.rows(
    'select debit::text, credit::text, amount from entry where journal_id = (select id from journal where cause_id = $1) order by id',
    [noteId],
  )
  expect(entries).toEqual([
    { debit: 'cash', credit: 'invested', amount: paise(750) },
    { debit: 'securities', credit: 'clearing_corporation', amount: paise(750) },
  ])
  await balanced()
})

test('shortfall: a purchase without enough money makes dues, which the next deposit pays first', async () => {
  const client = await moneyClient(server, { rupees: 4000 })
  await buy(client, await newSettlement(), paise(15_001), ofExample1)
  expect(await figures(client)).toEqual({ cash: 0n, invested: paise(15_001), unsettled: 0n, dues: paise(11_042.41) })
  await fund(server, client.id, 12_000)
  expect(await figures(client)).toEqual({ cash: paise(957.59), invested: paise(15_001), unsettled: 0n, dues: 0n })
  await balanced()
})

test('intraday results never pass through invested; older proceeds pay a loss of another settlement, an older profit does not', async () => {
  const client = await moneyClient(server, { rupees: 100 })
  const [first, second] = [await newSettlement(), await newSettlement('2026-11-24')]
  const gain = {
    purchases: [],
    sales: [{ settlementId: first, cost: 0n, proceeds: 5000n }],
    intraday: [{ settlementId: first, result: 700n }],
  }
  await book({ clientId: client.id, trades: gain, charges: noCharges })
  expect(await figures(client)).toEqual({ cash: 10_000n, invested: 0n, unsettled: 5700n, dues: 0n })
  const noteId = newId()
  const loss = { purchases: [], sales: [], intraday: [{ settlementId: second, result: -16_000n }] }
  await book({ clientId: client.id, noteId, trades: loss, charges: noCharges })
  expect(await figures(client)).toEqual({ cash: 0n, invested: 0n, unsettled: 700n, dues: 1000n })
  expect([await balanceWithClearing(db, first), await balanceWithClearing(db, second)]).toEqual([-5700n, 16_000n])
  await balanced()
  await db.transaction((tx) => reverseContract(tx, { clientId: client.id, noteId, reason: 'Wrong file' }))
  expect(await figures(client)).toEqual({ cash: 10_000n, invested: 0n, unsettled: 5700n, dues: 0n })
  expect(await balanceWithClearing(db, second)).toBe(0n)
  await balanced()
})

test('a note follows the final STT and stamp duty as often as they change, each time with a cause of its own', async () => {
  const client = await moneyClient(server, { rupees: 20_000 })
  const { noteId } = await buy(client, await newSettlement(), paise(15_001), ofExample1)
  const adjust = (levy: 'stt' | 'stamp', amount: bigint) =>
    db.transaction(async (tx) => {
      const causeId = newId()
      await adjustContract(tx, { clientId: client.id, causeId, noteIds: causes, reason: 'Final', levy, paise: amount })
      causes.push(causeId)
    })
  const causes = [noteId]
  await moved()
  await adjust('stt', 100n)
  await adjust('stamp', -25n)
  expect(await moved()).toEqual({ stt: 100n, stamp_duty: -25n })
  expect((await figures(client)).cash).toBe(paise(4957.59) - 75n)
  await adjust('stt', -300n)
  expect(await moved()).toEqual({ stt: -300n })
  expect((await figures(client)).cash).toBe(paise(4957.59) + 225n)
  await adjust('stt', 100n)
  expect(await moved()).toEqual({ stt: 100n })
  await db.transaction((tx) => bookLevyDifference(tx, { ...line(), paise: 200n, account: 'stt' }))
  expect(await moved()).toEqual({ stt: 200n, levy_difference: -200n })
  await balanced()
})

test('a levy reduced for both exchanges returns no more to proceeds and balance than each paid', async () => {
  const client = await moneyClient(server, { rupees: 20_000 })
  const [first, second, third] = [await newSettlement(), await newSettlement('2026-11-24'), await newSettlement()]
  const bought = await buy(client, first, paise(10_000))
  await sell(bought, second, paise(5000) + 2000n + 368n + 1000n)
  // The proceeds pay 10.00 of the STT, and the balance 5.00.
  const { noteId } = await buy(client, third, paise(5000), ofExample1)
  const { cash, unsettled } = await figures(client)
  expect(unsettled).toBe(0n)
  const causes = [noteId]
  const reduce = (amount: bigint) =>
    db.transaction(async (tx) => {
      const causeId = newId()
      const of = { clientId: client.id, causeId, noteIds: causes, reason: 'Final' }
      await adjustContract(tx, { ...of, levy: 'stt', paise: -amount })
      causes.push(causeId)
    })
  await reduce(300n)
  expect(await figures(client)).toMatchObject({ cash: cash + 300n, unsettled: 0n })
  await reduce(400n)
  expect(await figures(client)).toMatchObject({ cash: cash + 500n, unsettled: 200n })
  await balanced()
})

test('a reversed note whose proceeds are withdrawn leaves dues', async () => {
  const client = await moneyClient(server, { rupees: 15_001 })
  const [first, second] = [await newSettlement(), await newSettlement('2026-11-24')]
  const bought = await buy(client, first, paise(15_001))
  const noteId = await sell(bought, second, paise(15_400))
  await release(client, second)
  await db.transaction((tx) =>
    post(
      tx,
      {
        event: 'adjustment.approved',
        clientId: client.id,
        causeId: newId(),
        postings: [{ from: 'cash', to: 'adjustment', paise: paise(15_000) }],
      },
      commonErrors.fault,
    ),
  )
  await db.transaction((tx) => reverseContract(tx, { clientId: client.id, noteId, reason: 'Annulled' }))
  expect(await figures(client)).toEqual({ cash: 0n, invested: paise(15_001), unsettled: 0n, dues: paise(15_000) })
})
