import fc from 'fast-check'
import { walletErrors } from '@sauda/contract/money/wallet'
import { expect, test } from 'vitest'
import { payLine, bookTrades, noCharges } from '../../../test/clearing.ts'
import { moneyClient } from '../../../test/money.ts'
import { often } from '../../../test/often.ts'
import { testServer } from '../../../test/server.ts'
import { tamper } from '../../../test/tamper.ts'
import { causeCheck } from '../../operation/books/checks.cause.sql.ts'
import { bookChecks } from '../../operation/books/checks.sql.ts'
import { newId } from '../../platform/id.ts'
import { checkBooks } from './books.ts'
import {
  balanceWithClearing,
  bookContract,
  bookDpCharge,
  releaseSettlement,
  reverseContract,
  settlement,
  type Trades,
  unsettledOf,
} from './clearing.ts'
import { figuresOf, post, type Posting } from './ledger.ts'

const server = await testServer({ RATE_LIMITS: 'off' })
const { db } = server
const reason = 'Test'
const checks = bookChecks.filter((check) => check !== causeCheck)

const settlements = await db.transaction(async (tx) => {
  const ids: string[] = []
  for (const day of [23, 24, 25])
    ids.push(
      await settlement(tx, {
        exchange: 'NSE',
        type: 'M',
        number: `20262${day}`,
        tradedOn: '2026-11-20',
        settlesOn: `2026-11-${day}`,
      }),
    )
  return ids
})

const least = (one: bigint, other: bigint): bigint => (one < other ? one : other)

/** Naive: recomputed amount by amount, in paise. */
class Model {
  cash = 0n
  withheld = 0n
  dues = 0n
  invested = 0n
  loan = 0n
  borrowed = 0n
  /** The settlements with money, then those to which the note adds the first. */
  order: readonly number[] = [...settlements.keys()]
  readonly unsettled = settlements.map(() => 0n)
  /** The part that pays only within its own settlement. */
  readonly unusable = settlements.map(() => 0n)
  readonly lots: { readonly cost: bigint; readonly loanPart: bigint }[] = []
  readonly clearing = settlements.map(() => 0n)
  last: { noteId: string; money: bigint; invested: bigint; clearing: bigint[] } | undefined

  money = () => this.cash + this.loan - this.dues + this.unsettled.reduce((sum, each) => sum + each, 0n)
  add(paise: bigint): void {
    const paid = paise < this.dues ? paise : this.dues
    this.dues -= paid
    this.cash += paise - paid
  }
  /** Returns what the loan paid. */
  pay(paise: bigint, own: number, mayBorrow = false): bigint {
    let left = paise
    const order = [own, ...this.order].filter((at, place, all) => at >= 0 && all.indexOf(at) === place)
    for (const at of order) {
      const held = this.unsettled[at] ?? 0n
      const blocked = this.unusable[at] ?? 0n
      const free = at === own ? held : held - blocked
      const used = free < left ? free : left
      this.unsettled[at] = held - used
      this.unusable[at] = blocked < held - used ? blocked : held - used
      left -= used
    }
    const used = least(this.cash, left)
    this.cash -= used
    const lent = mayBorrow ? least(this.loan, left - used) : 0n
    this.loan -= lent
    this.dues += left - used - lent
    return lent
  }
}

const amount = fc.bigInt({ min: 1n, max: 50_000n })
const at = fc.nat({ max: settlements.length - 1 })
const command = fc.oneof(
  fc.record({ kind: fc.constantFrom('deposit', 'withdraw', 'return', 'dp', 'lend', 'repay', 'repay'), paise: amount }),
  fc.record({ kind: fc.constant('release'), at }),
  fc.record({ kind: fc.constant('reverse') }),
  fc.record({
    kind: fc.constant('note'),
    at,
    other: at,
    buy: fc.option(amount, { nil: undefined }),
    sell: fc.option(amount, { nil: undefined }),
    intraday: fc.option(fc.bigInt({ min: -20_000n, max: 20_000n }), { nil: undefined }),
    charge: fc.bigInt({ min: 0n, max: 300n }),
    blocked: fc.bigInt({ min: 0n, max: 50_000n }),
  }),
)
type Command = {
  readonly kind: string
  readonly paise?: bigint
  readonly at?: number
  readonly other?: number
  readonly buy?: bigint | undefined
  readonly sell?: bigint | undefined
  readonly intraday?: bigint | undefined
  readonly charge?: bigint
  readonly blocked?: bigint
}

const move = (clientId: string, postings: readonly Posting[]) =>
  db.transaction((tx) =>
    post(tx, { event: 'adjustment.approved', clientId, causeId: newId(), reason, postings }, walletErrors.insufficient),
  )

async function bookNote(model: Model, clientId: string, step: Command): Promise<void> {
  const [own, other] = [step.at ?? 0, step.other ?? 0]
  const [ownId = '', otherId = ''] = [settlements[own], settlements[other]]
  const { cost, loanPart = 0n } = (step.sell === undefined ? undefined : model.lots.shift()) ?? {}
  const { buy, sell = 0n, intraday, charge = 0n, blocked = 0n } = step
  const unusable = blocked < sell ? blocked : sell
  if (cost === undefined && buy === undefined && !intraday) return
  model.order = [...[...settlements.keys()].filter((place) => model.unsettled[place] !== 0n), own, other]
  const before = { money: model.money(), invested: model.invested, clearing: [...model.clearing] }
  const clear = (place: number, paise: bigint) => void (model.clearing[place] = (model.clearing[place] ?? 0n) + paise)
  const gain = (place: number, paise: bigint, notUsable: bigint) => {
    model.unsettled[place] = (model.unsettled[place] ?? 0n) + paise
    model.unusable[place] = (model.unusable[place] ?? 0n) + notUsable
  }
  const toLoan = least(loanPart, model.borrowed - model.loan)
  if (cost !== undefined) {
    const gained = (sell > cost ? sell : cost) - toLoan
    gain(own, gained, least(unusable, gained))
    model.loan += toLoan
    model.invested -= cost
    clear(own, -sell)
  }
  if (intraday !== undefined && intraday > 0n) gain(other, intraday, intraday)
  if (cost !== undefined && sell < cost) model.pay(cost - sell, own, true)
  if (intraday !== undefined && intraday < 0n) model.pay(-intraday, other)
  if (intraday !== undefined) clear(other, -intraday)
  if (buy !== undefined) {
    model.lots.push({ cost: buy, loanPart: model.pay(buy, other, true) })
    model.invested += buy
    clear(other, buy)
  }
  model.pay(charge, cost === undefined ? other : own)
  const noteId = newId()
  await db.transaction((tx) =>
    bookContract(tx, {
      clientId,
      noteId,
      reason,
      trades: {
        purchases: buy === undefined ? [] : [{ id: newId(), settlementId: otherId, cost: buy }],
        sales: cost === undefined ? [] : [{ settlementId: ownId, cost, loanPart: toLoan, proceeds: sell, unusable }],
        intraday: intraday === undefined ? [] : [{ settlementId: otherId, result: intraday }],
      },
      charges: { ...noCharges, stt: charge },
    }),
  )
  model.last = {
    noteId,
    money: model.money() - before.money,
    invested: model.invested - before.invested,
    clearing: model.clearing.map((paise, place) => paise - (before.clearing[place] ?? 0n)),
  }
}

/** Where the money of a reversed note comes from depends on what happened since; how much it is does not. */
async function reverse(model: Model, clientId: string): Promise<void> {
  const { last } = model
  if (!last) return
  model.last = undefined
  await db.transaction((tx) => reverseContract(tx, { clientId, noteId: last.noteId, reason }))
  const wanted = model.money() - last.money
  const { cash, dues, loan } = await figuresOf(db, clientId)
  Object.assign(model, { cash, dues, loan })
  const rows = await unsettledOf(db, clientId)
  for (const [place, id] of settlements.entries()) {
    const row = rows.find(({ settlementId }) => settlementId === id)
    model.unsettled[place] = row?.paise ?? 0n
    model.unusable[place] = row?.unusable ?? 0n
  }
  expect(model.money()).toBe(wanted)
  model.invested -= last.invested
  // The lots are one sum from here on.
  model.lots.splice(0, Infinity, ...(model.invested > 0n ? [{ cost: model.invested, loanPart: 0n }] : []))
  for (const [place, paise] of last.clearing.entries()) model.clearing[place] = (model.clearing[place] ?? 0n) - paise
}

async function run(model: Model, clientId: string, step: Command): Promise<void> {
  const { paise = 0n } = step
  model.order = [...settlements.keys()]
  if (step.kind === 'note') return bookNote(model, clientId, step)
  if (step.kind === 'reverse') return reverse(model, clientId)
  // Later steps move what a reversal would have to find again.
  if (step.kind === 'deposit') {
    model.add(paise)
    await move(clientId, [{ from: 'adjustment', to: 'cash', paise }])
  } else if (step.kind === 'withdraw') {
    const asked = move(clientId, [{ from: 'cash', to: 'withheld', paise }])
    if (paise > model.cash) return expect(asked).rejects.toMatchObject(walletErrors.insufficient)
    await asked
    model.cash -= paise
    model.withheld += paise
  } else if (step.kind === 'return' && model.withheld > 0n) {
    await move(clientId, [{ from: 'withheld', to: 'cash', paise: model.withheld }])
    model.add(model.withheld)
    model.withheld = 0n
  } else if (step.kind === 'lend') {
    await move(clientId, [{ from: 'loans_receivable', to: 'loan', paise }])
    model.loan += paise
    model.borrowed += paise
  } else if (step.kind === 'repay' && model.borrowed > 0n) {
    const own = model.borrowed - model.loan
    const { dues } = model
    model.add(own + dues)
    await move(clientId, [
      { from: 'adjustment', to: 'cash', paise: own + dues },
      { from: 'loan', to: 'loans_receivable', paise: model.loan },
      { from: 'cash', to: 'loans_receivable', paise: own },
    ])
    model.cash -= own
    model.loan = model.borrowed = 0n
  } else if (step.kind === 'dp') {
    await db.transaction((tx) => bookDpCharge(tx, { clientId, causeId: newId(), reason, fee: paise, gst: 1n }))
    model.pay(paise, -1)
    model.pay(1n, -1)
  } else if (step.kind === 'release') {
    const place = step.at ?? 0
    await db.transaction((tx) =>
      releaseSettlement(tx, { clientId, settlementId: settlements[place] ?? '', causeId: newId(), reason }),
    )
    model.add(model.unsettled[place] ?? 0n)
    model.unsettled[place] = 0n
    model.unusable[place] = 0n
  }
}

const stored = async (clientId: string) => {
  const { cash, withheld, dues, invested, loan, unsettled } = await figuresOf(db, clientId)
  const rows = await unsettledOf(db, clientId)
  const partsOf = (key: 'paise' | 'unusable') =>
    settlements.map((id) => rows.find(({ settlementId }) => settlementId === id)?.[key] ?? 0n)
  const parts = partsOf('paise')
  expect(unsettled).toBe(parts.reduce((sum, each) => sum + each, 0n))
  return { cash, withheld, dues, invested, loan, unsettled: parts, unusable: partsOf('unusable') }
}

/** Without the causes, positions, requests and loans, which these tests do not store. */
const whats = async () =>
  (await checkBooks(server.app.context.db, checks)).differences
    .map(({ what }) => what)
    .filter((what) => !/^(invested|withheld) of SD\d+ against|^loans_receivable of |^loan of SD\d+ above/.test(what))

test(
  'random notes, releases, reversals, deposits, withdrawals and loans lead to the figures of a simple model',
  { timeout: 600_000 },
  async () => {
    const clearing = settlements.map(() => 0n)
    const clients: string[] = []
    await fc.assert(
      fc.asyncProperty(fc.array(command, { minLength: 25, maxLength: 25 }), async (steps) => {
        const { id } = await moneyClient(server)
        clients.push(id)
        const model = new Model()
        try {
          for (const step of steps) {
            await run(model, id, step)
            const { cash, withheld, dues, invested, loan, unsettled, unusable } = model
            expect(await stored(id)).toEqual({ cash, withheld, dues, invested, loan, unsettled, unusable })
            expect(cash > 0n && dues > 0n).toBe(false)
            expect(loan <= model.borrowed).toBe(true)
          }
        } finally {
          for (const [place, paise] of model.clearing.entries()) clearing[place] = (clearing[place] ?? 0n) + paise
        }
      }),
      { numRuns: often(18, 200), endOnFailure: true },
    )
    for (const [place, settlementId] of settlements.entries()) {
      expect(await balanceWithClearing(db, settlementId)).toBe(clearing[place])
      await db.transaction((tx) => payLine(tx, settlementId))
      expect(await balanceWithClearing(db, settlementId)).toBe(0n)
    }
    const sums = await db.row<{ invested: bigint; securities: bigint }>(
      `select (select sum(invested) from client_ledger)::bigint as invested,
              (select coalesce(sum(case 'securities' when credit then amount else -amount end), 0) from entry
                where 'securities' in (debit, credit))::bigint as securities`,
    )
    expect((sums?.invested ?? 0n) + (sums?.securities ?? 0n)).toBe(0n)
    expect(await whats()).toEqual([])
  },
)

test('notes, deposits and releases at the same time lose and double nothing, and a settlement is released once', async () => {
  const { id: clientId } = await moneyClient(server)
  const [settlementId = ''] = settlements
  const note = (trades: Partial<Trades>) => bookTrades(server, { id: clientId }, trades)
  const release = () =>
    db.transaction((tx) => releaseSettlement(tx, { clientId, settlementId, causeId: newId(), reason }))
  const work = Array.from({ length: 8 }, (_, n) => [
    note({ purchases: [{ id: newId(), settlementId, cost: 1000n + BigInt(n) }] }),
    note({ intraday: [{ settlementId, result: 700n }] }),
    move(clientId, [{ from: 'adjustment', to: 'cash', paise: 400n }]),
    release(),
  ])
  await Promise.all(work.flat())
  const { cash, dues, unsettled } = await figuresOf(db, clientId)
  expect(cash + unsettled - dues).toBe(8n * (700n + 400n) - (8000n + 28n))
  expect(cash > 0n && dues > 0n).toBe(false)
  await note({ intraday: [{ settlementId, result: 5000n }] })
  const released = await Promise.all(Array.from({ length: 6 }, release))
  expect(released.filter((paise) => paise > 0n)).toHaveLength(1)
  expect(await whats()).toEqual([])
})

test('deposits at the same time pay the dues together and leave the rest as cash', async () => {
  const { id: clientId } = await moneyClient(server)
  const [settlementId = ''] = settlements
  await bookTrades(server, { id: clientId }, { purchases: [{ id: newId(), settlementId, cost: 1010n }] })
  await Promise.all(Array.from({ length: 20 }, () => move(clientId, [{ from: 'adjustment', to: 'cash', paise: 100n }])))
  expect(await figuresOf(db, clientId)).toMatchObject({ cash: 990n, dues: 0n })
})

test('a booking with the id of a note that is booked already changes nothing', async () => {
  const { id: clientId } = await moneyClient(server)
  const [settlementId = ''] = settlements
  const given = {
    clientId,
    noteId: newId(),
    reason,
    trades: { purchases: [{ id: newId(), settlementId, cost: 1000n }], sales: [], intraday: [] },
    charges: { ...noCharges, brokerage: 10n },
  }
  const outcomes = await Promise.allSettled(
    Array.from({ length: 5 }, () => db.transaction((tx) => bookContract(tx, given))),
  )
  expect(outcomes.filter(({ status }) => status === 'fulfilled')).toHaveLength(1)
  expect(await figuresOf(db, clientId)).toMatchObject({ dues: 1010n, invested: 1000n })
})

test('the checks of the books name a fault in each new figure and account', async () => {
  const { id: clientId } = await moneyClient(server)
  const [settlementId = ''] = settlements
  const purchases = [{ id: newId(), settlementId, cost: 1000n }]
  await bookTrades(server, { id: clientId }, { purchases, intraday: [{ settlementId, result: 5000n }] })
  const change = (statement: string) => tamper(server, statement.replaceAll('CLIENT', `client_id = '${clientId}'`))
  const entry = (account: string) => `(select max(id) from entry where CLIENT and '${account}' in (debit, credit))`
  const faults: readonly [wrong: string, right: string, found: RegExp][] = [
    ['unsettled + 1', 'unsettled - 1', /^unsettled of SD\d+$/],
    ['dues + 1', 'dues - 1', /^dues of SD\d+$/],
  ].map(([wrong, right, found]) => {
    const figure = String(wrong).split(' ')[0]
    const set = (value: unknown) => `update client_ledger set ${figure} = ${String(value)} where CLIENT`
    return [set(wrong), set(right), found as RegExp] as const
  })
  const more: readonly [string, string, RegExp][] = [
    [
      'update client_settlement set unsettled = unsettled + 1 where CLIENT',
      'update client_settlement set unsettled = unsettled - 1 where CLIENT',
      /^unsettled of SD\d+ in NSE-M-2026223$/,
    ],
    [
      `update entry set settlement_id = 'NSE-M-0000000' where id = ${entry('securities')}`,
      `update entry set settlement_id = '${settlementId}' where id = ${entry('securities')}`,
      /^Settlement NSE-M-0000000 of entry \d+ does not exist$/,
    ],
  ]
  for (const [wrong, right, found] of [...faults, ...more]) {
    await change(wrong)
    expect(await whats()).toContainEqual(expect.stringMatching(found))
    await change(right)
    expect(await whats()).toEqual([])
  }
})
