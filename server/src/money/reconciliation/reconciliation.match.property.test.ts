import fc from 'fast-check'
import { expect, test } from 'vitest'
import { moneyClients } from '../../../test/money.ts'
import { often } from '../../../test/often.ts'
import { newOperator } from '../../../test/operator.ts'
import { receivingAccount } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { rolledBack, selectColumn, type Tx } from '../../platform/db.ts'
import { newId } from '../../platform/id.ts'
import { allJudged, judgedLines } from './reconciliation.match.sql.ts'

const runs = often(25, 500)
const server = await testServer()
const operator = await newOperator(server, 'admin', 'Kiran')
const clients = (await moneyClients(server, 3)).map(({ id }) => id)
const bankId = await receivingAccount(server)

type Payment = { client: number; type: string; status: string; rupees: number; ago: number; utr: number | null }
type Line = { credit: boolean; rupees: number; ago: number; names: string[]; isBare: boolean; open: number }
type Intent = { client: number; isUsed: boolean }
type World = { payments: Payment[]; lines: Line[]; intents: Intent[]; charges: Payment[]; taken: number }

const utrOf = (n: number) => `90000000000${n}`
const small = { min: 1, max: 2 }
const payment = fc.record({
  client: fc.nat(2),
  type: fc.constantFrom('added', 'withdrawal', 'withdrawal'),
  status: fc.constantFrom('pending', 'pending', 'pending', 'approved', 'rejected'),
  rupees: fc.integer(small),
  ago: fc.nat(5),
  utr: fc.oneof(fc.constant(null), fc.constant(null), fc.nat(4)),
})
const name = fc.oneof(
  fc.nat(4).map(utrOf),
  fc.nat(2).map((n) => `SDINTENT${n}`),
  fc.nat(9).map((n) => `SDREQUEST${n}`),
  fc.nat(9).map((n) => `WDR${700_000 + n}`),
  fc.nat(9).map((n) => `ADD${700_000 + n}`),
  fc.nat(2).map((n) => `CHG${700_000 + n}`),
)
const line = fc.record({
  credit: fc.boolean(),
  rupees: fc.integer(small),
  ago: fc.nat(5),
  names: fc.uniqueArray(name, { maxLength: 2 }),
  isBare: fc.boolean(),
  // 0: explained, 1: closed, otherwise open.
  open: fc.nat(6),
})
const world: fc.Arbitrary<World> = fc.record({
  payments: fc.array(payment, { maxLength: 10 }),
  lines: fc.array(line, { minLength: 1, maxLength: 30 }),
  intents: fc.array(fc.record({ client: fc.nat(2), isUsed: fc.boolean() }), { maxLength: 3 }),
  charges: fc.array(payment, { maxLength: 2 }),
  taken: fc.nat(20),
})

/** Writes rows of a table without its triggers; each value is one of the row's own fields or computed by `more`. */
const insert = (tx: Tx, table: string, rows: readonly object[]) =>
  rows.length === 0
    ? undefined
    : tx.run(
        `insert into ${table} (${Object.keys(rows[0]!).join(', ')}) overriding system value
         select ${Object.keys(rows[0]!).join(', ')} from jsonb_populate_recordset(null::${table}, $1::jsonb)`,
        [JSON.stringify(rows)],
      )

const dayAgo = (ago: number) => new Date(Date.UTC(2026, 5, 20 - ago)).toISOString().slice(0, 10)
/** The statement of the even lines; the odd ones are of another. */
async function write(tx: Tx, { payments, lines, intents, charges, taken }: World): Promise<string> {
  await tx.run('set local session_replication_role = replica')
  const statements = [newId(), newId()] as const
  const rows = payments.map(({ client, type, status, rupees, ago }, n) => ({
    id: newId(),
    number: 700_000 + n,
    client_id: clients[client],
    type,
    status,
    amount: rupees * 100,
    created_at: `${dayAgo(ago)}T0${n % 10}:00:00+05:30`,
    reference: type === 'added' ? `SDREQUEST${n}` : null,
    pay_to_number: type === 'added' ? null : 'x',
    reason: status === 'rejected' ? 'No' : null,
    decided_at: status === 'pending' ? null : '2026-06-21T06:00:00Z',
    decided_by: status === 'pending' ? null : operator.id,
  }))
  await insert(tx, 'wallet_request', rows)
  const raised = charges.map(({ client, rupees, ago }, n) => ({
    id: newId(),
    number: 700_000 + n,
    client_id: clients[client],
    type: 'Other',
    description: 'Fee',
    status: 'PAID',
    amount: rupees * 100,
    gst: 0,
    raised_by: operator.id,
    transaction_id: `T${n}`,
    paid_at: `${dayAgo(ago)}T06:00:00Z`,
    created_at: `${dayAgo(ago)}T05:00:00Z`,
  }))
  await insert(tx, 'charge', raised)
  const reserved = payments.flatMap(({ utr, type, status }, n) =>
    utr === null || status === 'rejected'
      ? []
      : [{ reference: utrOf(utr), direction: type === 'added' ? 'credit' : 'debit', used_by: rows[n]!.id }],
  )
  const first = (one: (typeof reserved)[number]) =>
    reserved.find(({ reference, direction }) => reference === one.reference && direction === one.direction) === one
  const at = '2026-06-21T06:00:00Z'
  await insert(
    tx,
    'payment_reference',
    reserved.map((one) => ({ ...one, at, is_collision: !first(one) })),
  )
  await insert(
    tx,
    'deposit_intent',
    intents.map(({ client, isUsed }, n) => ({
      reference: `SDINTENT${n}`,
      client_id: clients[client],
      amount: 100,
      created_at: at,
      used_at: isUsed ? at : null,
    })),
  )
  const imported = lines.map(({ credit, rupees, ago, names, isBare, open }, n) => ({
    id: newId(),
    statement_id: statements[n % 2],
    line_number: n + 1,
    identity: `\\x${String(n).padStart(4, '0')}`,
    occurrence: 0,
    booked_on: dayAgo(ago),
    direction: credit ? 'credit' : 'debit',
    amount: rupees * 100,
    text: isBare ? '' : 'NEFT',
    reference: isBare ? null : (names.find((each) => /^\d/.test(each)) ?? null),
    names,
    broker_bank_id: bankId,
    unexplained: open === 0 ? 0 : rupees * 100,
    is_closed: open === 1,
  }))
  await insert(tx, 'bank_line', imported)
  const paid = rows[taken]
  const line_id = imported.find(({ unexplained }) => unexplained === 0)?.id
  if (paid?.status === 'approved' && line_id !== undefined)
    await insert(tx, 'bank_link', [
      { id: newId(), line_id, kind: 'payment', payment_id: paid.id, amount: paid.amount, how: 5, linked_at: at },
    ])
  return statements[0]
}

/** The same with every payment compared by itself. */
const eachPayment = (text: string): string => {
  const changed = text.replace(/dense_rank\(\) over \(order by .*\) as alike/, 'row_number() over () as alike')
  expect(changed).not.toBe(text)
  return changed
}

const judged = 'select * from verdict where statement_id = $1 order by id'

test(`${runs} random sets of payments and lines: the lines of one statement are matched as beside all payments, each by itself`, async () => {
  const found = new Set<string>()
  await fc.assert(
    fc.asyncProperty(world, (values) =>
      rolledBack(server.db, async (tx) => {
        const statementId = await write(tx, values)
        type Row = { id: string; how: number; confidence: string; exception: string }
        const rows = await tx.rows<Row>(`${judgedLines('x.statement_id = $1')} ${judged}`, [statementId])
        const each = await tx.rows<Row>(`${eachPayment(allJudged)} ${judged}`, [statementId])
        // Lines that no pending payment concerns are judged only where they are requested.
        expect(rows.filter(({ id }) => each.some((one) => one.id === id))).toEqual(each)
        for (const { how, confidence, exception } of rows) found.add(`${how} ${confidence ?? exception}`)
        return true
      }),
    ),
    { numRuns: runs, endOnFailure: true },
  )
  // What the random sets contain.
  expect([...found]).toEqual(expect.arrayContaining(['4 likely', '4 unsure', '2 likely']))
})

type Node = { 'Actual Rows': number; 'Actual Loops': number; 'Rows Removed by Filter'?: number; Plans?: Node[] }
const rowsOf = ({ Plans = [], ...node }: Node): number =>
  (node['Actual Rows'] + (node['Rows Removed by Filter'] ?? 0)) * node['Actual Loops'] +
  Plans.reduce((sum, plan) => sum + rowsOf(plan), 0)

/** Rows that the steps of `text` read and pass on, with `count` withdrawals and as many lines of the same day and of one amount, or of many. */
const rowsRead = (count: number, text: string, amounts = 1) =>
  rolledBack(server.db, async (tx) => {
    const many = (n: number) => ({ rupees: 1 + (n % amounts), ago: 0, names: [] })
    const statementId = await write(tx, {
      payments: Array.from({ length: count }, (_, n) => ({
        client: 0,
        type: 'withdrawal',
        status: 'pending',
        utr: null,
        ...many(n),
      })),
      lines: Array.from({ length: count }, (_, n) => ({ credit: false, isBare: false, open: 2 * (n % 2), ...many(n) })),
      intents: [],
      charges: [],
      taken: 0,
    })
    await tx.run('set local enable_seqscan = off')
    const [plan] = await selectColumn<[{ Plan: Node }]>(
      tx,
      `explain (analyze, format json) ${text} select from verdict where statement_id = $1`,
      [statementId],
    )
    return rowsOf(plan![0].Plan)
  })

test('the rows read grow with the number of pending payments and of lines, not with their product', async () => {
  const [few, many] = [await rowsRead(100, allJudged), await rowsRead(400, allJudged)]
  expect(many).toBeLessThan(5 * few)
  expect(await rowsRead(400, eachPayment(allJudged))).toBeGreaterThan(2 * many)
})

test('of the payments of other amounts one line reads nothing else', async () => {
  const one = judgedLines('x.statement_id = $1 and x.line_number = 1')
  expect(await rowsRead(400, one, 400)).toBeLessThan((await rowsRead(400, allJudged, 400)) / 4)
})
