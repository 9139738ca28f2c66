import { decimalRupees } from '@sauda/contract/platform/money'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { levyFileName, levyFileText } from '../../../test/levy-file.ts'
import { often } from '../../../test/often.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { priceFileForm } from '../../../test/price-file.ts'
import { testServer } from '../../../test/server.ts'
import { daysBefore } from '../../../test/trade.ts'
import { shareA, shareB, tradingDesk, type TradingClient } from '../../../test/trading.ts'
import { dayInIndia } from '../../platform/india.ts'
import { adjustLevies } from '../contract/contract.levies.ts'

/** True, altered and repeated STT files of two days from several operators in any order, against a naive model. */

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
const desk = await tradingDesk(server)
const operators = [desk.dealer, desk.second, await establishedOperator(server, 'dealer', 'Dina')] as const
const runs = often(2, 30)
const days = daysBefore(dayInIndia(new Date()), 2 * runs + 2)
/** Paise that ten shares at 1,500.10 owe. */
const due = 1500n
/** One rupee for the only side on which the clients traded. */
const tolerance = 100n

const place = fc.nat({ max: 1 })
const file = fc.record({
  kind: fc.constant('file' as const),
  by: fc.nat({ max: 2 }),
  day: place,
  /** Paise that the file states for each client; undefined where it does not name the client. */
  stated: fc.tuple(
    ...[0, 1].map(() =>
      fc.oneof(
        { weight: 4, arbitrary: fc.constant(due) },
        { weight: 2, arbitrary: fc.constantFrom(due - 100n, due + 100n) },
        fc.constantFrom(0n, due - 101n, due + 101n, 999_900n, undefined),
      ),
    ),
  ),
  /** A row of a security that nobody traded, in paise. */
  untraded: fc.oneof({ weight: 4, arbitrary: fc.constant(0n) }, fc.constantFrom(1n, 500_000n)),
})
const decision = fc.record({
  kind: fc.constant('decision' as const),
  by: fc.nat({ max: 2 }),
  approves: fc.boolean(),
})
type Sent = typeof file extends fc.Arbitrary<infer Value> ? Value : never

const line = ({ ucc }: TradingClient, isin: string, paise: bigint) => ({
  RptHdr: isin === '' ? 30 : 40,
  ClntId: ucc,
  ISIN: isin,
  TtlBuyTrfVal: '99999999.00',
  TtlTaxs: decimalRupees(paise),
})
const rowsOf = (clients: readonly TradingClient[], { stated, untraded }: Pick<Sent, 'stated' | 'untraded'>) =>
  clients.flatMap((client, at) => {
    const paise = stated[at]
    if (paise === undefined) return []
    const extra = at === 0 ? untraded : 0n
    return [
      line(client, '', paise + extra),
      line(client, shareA, paise),
      ...(extra > 0n ? [line(client, shareB, extra)] : []),
    ]
  })

test(
  'no file of one operator moves more than its rounding, and the true files leave every client with the true levies',
  async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.oneof({ weight: 3, arbitrary: file }, decision), { maxLength: 12 }),
        async (steps) => {
          const clients = [await desk.client(20_000), await desk.client(20_000)]
          const own = [days.shift() ?? '', days.shift() ?? ''].toSorted()
          for (const day of own)
            await desk.bookDay(
              day,
              clients.map((client) => desk.deal(client, 'B', 10, '1500.10')),
            )
          /** What clients are to pay, by day. */
          const model = own.map(() => [due, due])
          const waiting: { id: string; by: number; day: number; paid: bigint[] }[] = []
          const send = async ({ by, day, stated, untraded }: Omit<Sent, 'kind'>) => {
            const rows = rowsOf(clients, { stated, untraded })
            if (rows.length === 0) return undefined
            const form = priceFileForm(levyFileText('stt', own[day] ?? '', rows), levyFileName('stt', own[day] ?? ''))
            return desk.post('levy-files', form, operators[by])
          }
          for (const step of steps) {
            if (step.kind === 'file') {
              const answer = await send(step)
              if (answer?.status !== 200) {
                // The same bytes wait already, or are the newest file.
                expect([undefined, 409]).toContain(answer?.status)
                continue
              }
              const paid = clients.map(
                (_, at) => (step.stated[at] ?? 0n) + (at === 0 && step.stated[0] !== undefined ? step.untraded : 0n),
              )
              const isBeyond = paid.some((paise) => paise > due + tolerance || paise < due - tolerance)
              expect(answer.body.waitsForSecond ?? false).toBe(
                isBeyond || (step.untraded > 0n && step.stated[0] !== undefined),
              )
              if (answer.body.waitsForSecond) {
                const { id } = (await db.row<{ id: string }>(
                  "select id from proposal where kind = 'levy-file.count' order by id desc limit 1",
                )) ?? { id: '' }
                waiting.push({ id, by: step.by, day: step.day, paid })
              } else model[step.day] = paid
            } else {
              const next = waiting[0]
              if (!next) continue
              const { token } = operators[step.by] ?? desk.dealer
              const { status } = await call(
                'POST',
                `/desk/proposals/${next.id}/${step.approves ? 'approve' : 'reject'}`,
                { token },
              )
              if (step.approves && step.by === next.by) expect(status).toBe(409)
              else {
                // The newest file may have the same bytes meanwhile.
                expect([200, 409]).toContain(status)
                if (status === 200) waiting.shift()
                if (status === 200 && step.approves) model[next.day] = next.paid
                if (status === 409)
                  await call('POST', `/desk/proposals/${next.id}/reject`, { token }).then(() => waiting.shift())
              }
            }
            await compare(clients, own, model)
          }
          for (const day of [0, 1]) {
            const answer = await send({ by: 0, day, stated: [due, due], untraded: 0n })
            expect([answer?.status, answer?.body.waitsForSecond]).toEqual([
              answer?.status === 409 ? 409 : 200,
              undefined,
            ])
          }
          const truth = own.map(() => [due, due])
          await compare(clients, own, truth)
          for (const { id } of waiting) await call('POST', `/desk/proposals/${id}/reject`, { token: desk.dealer.token })
          await desk.balanced()
        },
      ),
      { numRuns: runs },
    )
  },
  often(120_000, 3_600_000),
)

async function compare(
  clients: readonly TradingClient[],
  days: readonly string[],
  model: readonly (readonly bigint[])[],
) {
  await adjustLevies(server.app.context)
  const rows = await db.rows<{ day: string; client_id: string; stt: bigint }>(
    "select to_char(day, 'YYYY-MM-DD') as day, client_id, stt from contract where client_id = any ($1::uuid[]) and reversed_at is null",
    [clients.map(({ id }) => id)],
  )
  const paid = days.map((day) =>
    clients.map(({ id }) => rows.find((row) => row.day === day && row.client_id === id)?.stt),
  )
  expect(paid).toEqual(model)
  // What the file moved is in the balance, and nothing of it is the broker's.
  const totals = clients.map((_, at) => model.reduce((sum, each) => sum + (each[at] ?? 0n), 0n))
  const left = await db.rows<{ id: string; paise: bigint }>(
    'select client_id as id, cash - dues as paise from client_ledger where client_id = any ($1::uuid[])',
    [clients.map(({ id }) => id)],
  )
  const balances = clients.map(({ id }) => left.find((row) => row.id === id)?.paise)
  const rest = balances.map((paise, at) => (paise ?? 0n) + (totals[at] ?? 0n))
  expect(new Set(rest).size).toBe(1)
  const broker = await db.rows("select from entry where 'levy_difference' in (debit::text, credit::text)")
  expect(broker).toEqual([])
}
