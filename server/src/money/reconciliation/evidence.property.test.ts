import type { BankDay } from '@sauda/contract/money/bank-day'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { cashiers, EvidenceWorld, formats } from '../../../test/evidence-world.ts'
import { correctStatement } from '../../../test/corrected-statement.ts'
import { withoutNetwork } from '../../../test/inject.ts'
import { often } from '../../../test/often.ts'
import { testServer } from '../../../test/server.ts'

const runs = often(3, 100)
const server = withoutNetwork(await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' }))
const operators = await cashiers(server)
const today = new Date(Date.now() + 5.5 * 3_600_000).toISOString().slice(0, 10)

const n = fc.nat({ max: 8 })
// Few amounts, so that requests and lines resemble each other.
const amount = fc.constantFrom(100, 101, 500)
const step = fc.oneof(
  {
    weight: 5,
    arbitrary: fc.record({
      does: fc.constant('pay' as const),
      n,
      amount,
      viaQr: fc.boolean(),
      claims: fc.constantFrom('nothing', 'utr', 'typo'),
    }),
  },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('claimAgain' as const), n, p: n }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('approve' as const), p: n, n, isTypo: fc.boolean() }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('import' as const),
      n,
      overlap: n,
      rest: fc.nat({ max: 2 }),
      format: fc.constantFrom(...formats),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('correct' as const),
      k: n,
      n,
      removes: fc.boolean(),
      format: fc.constantFrom(...formats),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('withdraw' as const), n, amount: fc.constantFrom(100, 200) }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('batch' as const), n }) },
  {
    weight: 3,
    arbitrary: fc.record({
      does: fc.constant('execute' as const),
      n,
      fate: fc.constantFrom('paid', 'failed', 'returned'),
    }),
  },
  {
    weight: 2,
    arbitrary: fc.record({
      does: fc.constant('answer' as const),
      w: n,
      n,
      returnedAs: fc.constantFrom('paid', 'failed'),
    }),
  },
  { weight: 3, arbitrary: fc.record({ does: fc.constant('workOff' as const), n }) },
  { weight: 2, arbitrary: fc.record({ does: fc.constant('reverse' as const), l: n, n }) },
)
type Step = typeof step extends fc.Arbitrary<infer S> ? S : never

async function run(world: EvidenceWorld, s: Step): Promise<void> {
  switch (s.does) {
    case 'pay':
      return world.pay(s.n, s.amount, s)
    case 'claimAgain':
      return world.claimAgain(s.n, s.p)
    case 'approve':
      return world.approve(s.p, s.n, s.isTypo)
    case 'import':
      return world.importUpTo(s.n, s.overlap, s.rest, s.format)
    case 'correct':
      return correctStatement(server, world, s)
    case 'withdraw':
      return world.withdraw(s.n, s.amount)
    case 'batch':
      return world.batch(s.n)
    case 'execute':
      return world.execute(s.n, s.fate)
    case 'answer':
      return world.answer(s.w, s.n, s.returnedAs)
    case 'workOff':
      return world.workOff(s.n)
    case 'reverse':
      return world.reverse(s.l, s.n)
  }
}

/** Every rupee of the bank is explained at most once. */
async function checkLines(): Promise<void> {
  const odd = await server.db.rows(
    `select l.id, l.amount, l.unexplained, sum(k.amount) as linked
       from bank_line l left join bank_link k on k.line_id = l.id and k.unlinked_at is null
      group by l.id having l.unexplained <> l.amount - coalesce(sum(k.amount), 0) or l.unexplained < 0`,
  )
  expect(odd).toEqual([])
}

/** No client has more than the bank received for them, and each payout ends once. */
async function checkClients(world: EvidenceWorld): Promise<void> {
  for (const client of world.clients) {
    const sums = await server.db.row<Record<'credited' | 'returned', bigint>>(
      `select coalesce(sum(e.amount) filter (where j.event = 'deposit.approved'), 0)::bigint as credited,
              coalesce(sum(case when j.event = 'line.credited' then e.amount
                                when j.event = 'line.reversed' and e.debit = 'cash' then -e.amount end), 0)::bigint as returned
         from journal j join entry e on e.journal_id = j.id and e.client_id = j.client_id where j.client_id = $1`,
      [client.id],
    )
    const received = world.payments.filter((each) => each.client === client).reduce((sum, each) => sum + each.amount, 0)
    const returned = world.payouts
      .filter((each) => each.client === client && each.fate === 'returned')
      .reduce((sum, each) => sum + each.amount, 0)
    expect(Number(sums?.credited) / 100).toBeLessThanOrEqual(received)
    expect(Number(sums?.returned) / 100).toBeLessThanOrEqual(returned)
  }
  const twice = await server.db.rows(
    // A table expression for a cluster, as in the product.
    `with booked as (select cause_id, event from journal where event in ('withdrawal.refused', 'line.credited')),
     returned as (
       select coalesce(k.payment_id, b.cause_id) as id from booked b left join bank_link k on k.id = b.cause_id
        where b.event = 'withdrawal.refused' or (k.kind = 'returned' and k.unlinked_at is null))
     select r.id from wallet_request r join returned b on b.id = r.id
      where r.type = 'withdrawal' group by r.id having count(*) > 1`,
  )
  expect(twice).toEqual([])
}

/** Bank and books differ by exactly the open items, computed here from the lines. */
async function checkDay(world: EvidenceWorld, isOpened: boolean): Promise<void> {
  if (world.imported === 0) return
  const path = `/desk/bank-days/${world.accountId}?day=${today}`
  const day = (await server.call('GET', path, { token: operators[0]!.token })).body as BankDay
  const bank = world.lines
    .slice(0, world.imported)
    .reduce((sum, { credit = 0, debit = 0 }) => sum + credit - debit, 50_000)
  expect([day.bankClosing, ...day.points.filter(({ blocks }) => blocks)]).toEqual([bank])
  expect(day.items.some(({ kind }) => kind === 'before')).toBe(!isOpened)
  const open = day.items.reduce((sum, item) => sum + item.amount, 0)
  expect(Math.round((day.closing + open) * 100)).toBe(bank * 100)
}

test(`${runs} random days of several operators: each rupee explains one thing, whatever the order`, async () => {
  await fc.assert(
    fc.asyncProperty(fc.boolean(), fc.array(step, { minLength: 12, maxLength: 30 }), async (isOpened, steps) => {
      const world = await EvidenceWorld.create(server, operators, isOpened)
      for (const each of steps) {
        await run(world, each)
        await checkLines()
        await checkClients(world)
        await checkDay(world, isOpened)
      }
      await world.importUpTo(0, 3, 0)
      await world.workOff(1)
      await world.workOff(2)
      await checkLines()
      await checkClients(world)
      await checkDay(world, isOpened)
      const { body } = await server.call('GET', '/desk/books', { token: operators[0]!.token })
      expect(body).toMatchObject({ balanced: true, differences: [] })
    }),
    { numRuns: runs, endOnFailure: true },
  )
})
