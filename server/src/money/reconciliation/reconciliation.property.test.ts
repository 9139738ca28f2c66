import fc from 'fast-check'
import { expect, test } from 'vitest'
import { withoutNetwork } from '../../../test/inject.ts'
import { fund, moneyClients, type MoneyClient } from '../../../test/money.ts'
import { often } from '../../../test/often.ts'
import { newOperator } from '../../../test/operator.ts'
import { atBank, newUtr, type Written } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { balancedBooks } from '../../../test/books.ts'

const runs = often(5, 100)
const server = withoutNetwork(await testServer({ RATE_LIMITS: 'off' }))
const kiran = await newOperator(server, 'admin', 'Kiran')
const bank = atBank(server, kiran.token)

/** Every table with balances or claims; each row has the number of the transaction that wrote it. */
const moneyTables = [
  'client_ledger',
  'journal',
  'entry',
  'wallet_request',
  'charge',
  'loan',
  'loan_repayment',
  'adjustment',
  'deposit_intent',
  'bank_details',
]
const fingerprint = async () =>
  (
    await server.db.rows<{ print: string }>(
      moneyTables
        .map(
          (table) =>
            `select '${table} ' || count(*) || ' ' || coalesce(max(xmin::text::bigint), 0) as print from ${table}`,
        )
        // Mails change while they are sent.
        .concat(`select 'mail ' || count(*) from mail`)
        .join(' union all '),
    )
  ).map(({ print }) => print)

type Known = {
  readonly way: 'credit' | 'debit'
  readonly utr: string
  readonly reference: string
  readonly name: string
  readonly rupees: number
}

/** Pending, approved and rejected deposits, and withdrawals, to which lines may belong. */
async function requests(clients: readonly MoneyClient[], what: readonly [number, number][]): Promise<Known[]> {
  const all: Known[] = []
  for (const [n, [fate, rupees]] of what.entries()) {
    const client = clients[n % clients.length]!
    const [path, utr] = [fate < 4 ? 'add-money' : 'withdraw', newUtr()]
    const body = { id: client.id, amount: 100 + rupees, ...(fate < 3 && { utr }) }
    const asked = await server.call('POST', `/user/wallet/${path}`, { token: client.token, body })
    const { _id, reference = '', transactionId } = asked.body.transaction
    const verb = fate === 1 || fate === 5 ? 'approve' : fate === 2 ? 'reject' : undefined
    if (verb !== undefined)
      await server.call('POST', `/desk/wallet/transactions/${_id}/${verb}`, {
        token: kiran.token,
        body: verb === 'approve' ? { reference: utr } : { reason: 'Not found' },
      })
    all.push({ way: fate < 4 ? 'credit' : 'debit', utr, reference, name: transactionId, rupees: 100 + rupees })
  }
  return all
}

/** A line that fits one of them, has another amount or direction, or belongs to none. */
const line = fc.record({
  about: fc.nat({ max: 20 }),
  by: fc.constantFrom('utr', 'reference', 'name', 'text', 'nothing'),
  isReversed: fc.constantFrom(false, false, false, true),
  off: fc.constantFrom(0, 0, 1, 500),
  ago: fc.nat({ max: 4 }),
})

function written(
  known: readonly Known[],
  { about, by, isReversed, off, ago }: typeof line extends fc.Arbitrary<infer T> ? T : never,
): Written {
  const one = known[about % known.length]!
  const names = { utr: one.utr, reference: one.reference, name: one.name, text: '', nothing: '' }
  return {
    ago,
    text:
      by === 'text'
        ? `NEFT CR-SBIN0000001-RAVI-${one.utr} PAY`
        : by === 'nothing'
          ? `BY TRANSFER ${known[0]?.name}x`
          : `NEFT CR-SBIN0000001-RAVI-${names[by]}`,
    reference: by === 'utr' ? one.utr : by === 'nothing' ? '' : newUtr(),
    [isReversed ? (one.way === 'credit' ? 'debit' : 'credit') : one.way]: one.rupees + off,
  }
}

const sequence = fc.record({
  what: fc.array(fc.tuple(fc.nat({ max: 5 }), fc.nat({ max: 5 })), { minLength: 6, maxLength: 12 }),
  first: fc.array(line, { minLength: 1, maxLength: 8 }),
  second: fc.array(line, { minLength: 1, maxLength: 4 }),
})

test(`${runs} random statements: imports move no money, repeated ones add nothing, bulk approval moves the amounts of exact matches`, async () => {
  await fc.assert(
    fc.asyncProperty(sequence, async ({ what, first, second }) => {
      const clients = await moneyClients(server, 3)
      for (const { id } of clients) await fund(server, id, 5000)
      const known = await requests(clients, what)
      const lines = first.map((one) => written(known, one))
      const more = [...lines, ...second.map((one) => written(known, one))]
      const before = await fingerprint()
      const previewed = (await bank.preview(lines)).body
      const brought = await bank.bring(...lines)
      expect(previewed).toMatchObject({ added: brought.added, matched: brought.matched, counts: brought.counts })
      expect(brought.added).toBe(lines.length)
      expect((await bank.bring(...lines)).added).toBe(0)
      expect((await bank.bring(...more)).added).toBe(second.length)
      expect((await bank.bring(...lines, ...more.slice(lines.length))).added).toBe(0)
      for (const state of ['approve', 'exception', 'matched', 'settled'] as const) await bank.show(state)
      expect(await fingerprint()).toEqual(before)

      const cash = async () =>
        (await server.db.row<{ sum: bigint }>('select sum(cash + withheld)::bigint as sum from client_ledger'))!.sum
      const [had, exact] = [
        await cash(),
        (await bank.show('approve')).filter(({ confidence }) => confidence === 'exact'),
      ]
      for (const { amount, reference, text, payment } of exact) {
        const one = known.find(({ name }) => name === payment?.name)
        expect([
          one?.rupees,
          [one?.utr, one?.reference, one?.name].some((part) => part && `${reference} ${text}`.includes(part)),
        ]).toEqual([amount, true])
      }
      const matches = exact.map(({ _id, payment }) => ({ lineId: _id, paymentId: payment!._id }))
      if (matches.length === 0) return
      const { body } = await bank.send('/approve', { matches })
      const outcomes = body.results.map((one: { outcome: string; message?: string }) => one.message ?? one.outcome)
      expect(outcomes).toEqual(matches.map(() => 'approved'))
      const moved = exact.reduce((sum, { direction, amount }) => sum + (direction === 'credit' ? amount : -amount), 0)
      expect((await cash()) - had).toBe(BigInt(moved) * 100n)
      expect((await bank.show('approve')).filter(({ confidence }) => confidence === 'exact')).toEqual([])
    }),
    { numRuns: runs, endOnFailure: true },
  )
  await balancedBooks(server, kiran)
})
