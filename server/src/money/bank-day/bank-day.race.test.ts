import { expect, test } from 'vitest'
import { eventually } from '../../../test/events.ts'
import { moneyClients } from '../../../test/money.ts'
import { establishedOperator } from '../../../test/operator.ts'
import { atBank, newUtr, statementForm, statementText } from '../../../test/reconciliation.ts'
import { testServer } from '../../../test/server.ts'
import { walletSteps } from '../../../test/wallet.ts'
import { addDays, dayInIndia } from '../../platform/india.ts'

const server = await testServer({ DATABASE_CONNECTIONS: '20', RATE_LIMITS: 'off', APPROVALS: 'policy' })
const { db, call } = server
const kiran = await establishedOperator(server, 'cashier', 'Kiran')
const omar = await establishedOperator(server, 'cashier', 'Omar')
const bank = atBank(server, kiran.token)
const today = dayInIndia(new Date())
const yesterday = addDays(today, -1)
let accounts = 0

/** An account with a statement of yesterday: lines of reported deposits that wait for their approval. */
async function accountWith(deposits: number): Promise<{ account: string; lines: string[] }> {
  accounts += 1
  const row = await db.row<{ id: string }>(
    `insert into broker_bank (name, account_number, ifsc, upi_id, upi_name, receives)
     values ($1, $2, 'HDFC0001234', 'a@okbank', 'A', false) returning id`,
    [`Raced ${accounts}`, String(888_000_000_000 + accounts)],
  )
  const account = row?.id ?? ''
  const paid = (await moneyClients(server, deposits)).map((client) => ({ client, reference: newUtr(), credit: 100 }))
  for (const { client, reference: utr } of paid) await walletSteps(server, kiran).deposit(client, 100, utr)
  const text = statementText(
    paid.map(({ reference, credit }) => ({ ago: 1, reference, credit })),
    0,
  )
  expect((await bank.send(`/statements?bankAccountId=${account}`, statementForm(text))).status).toBe(200)
  const rows = await db.rows<{ id: string }>('select id from bank_line where broker_bank_id = $1', [account])
  return { account, lines: rows.map(({ id }) => id) }
}

const read = async (account: string) =>
  (await call('GET', `/desk/bank-days/${account}?day=${yesterday}`, { token: kiran.token })).body
const request = async (account: string, token = kiran.token) => {
  const { version } = await read(account)
  const headers = { 'idempotency-key': crypto.randomUUID() }
  return call('POST', `/desk/bank-days/${account}/close`, { token, headers, body: { day: yesterday, version } })
}
const sign = (proposalId: string) => call('POST', `/desk/proposals/${proposalId}/approve`, { token: omar.token })

/** The sum of the entries of the account, in paise. */
const booked = async (account: string) =>
  await db.row<{ through: bigint; after: bigint; wrong: bigint }>(
    // A table expression for a cluster, as in the product.
    `with of_bank as (select id, value_date from journal where bank_id = $1)
     select coalesce(sum(e.amount) filter (where j.value_date <= $2), 0)::bigint as through,
            coalesce(sum(e.amount) filter (where j.value_date > $2), 0)::bigint as after
       from of_bank j join entry e on e.journal_id = j.id where e.debit = 'bank'`,
    [account, yesterday],
  )

test('of 30 postings and sign-offs at once, each posting is in the figures or counts for a later day', async () => {
  for (let round = 0; round < 2; round += 1) {
    const { account, lines } = await accountWith(15)
    const { body } = await request(account)
    const signOffs: Awaited<ReturnType<typeof sign>>[] = []
    const signOff = async () => {
      const answer = await sign(body.proposalId)
      signOffs.push(answer)
      return answer
    }
    const calls = lines.flatMap((lineId) => [() => bank.line(lineId).then((line) => bank.approve(line)), signOff])
    const answers = await Promise.all((round % 2 === 0 ? calls.toReversed() : calls).map((each) => each()))
    expect(answers.map(({ status }) => status)).not.toContain(500)
    const close = await db.row<{ receipts: bigint; closing: bigint }>(
      'select receipts, closing from bank_day where broker_bank_id = $1',
      [account],
    )
    const sums = await booked(account)
    if (close) expect([close.receipts, close.closing]).toEqual([sums?.through, sums?.through])
    else
      for (const { status, body: refused } of signOffs)
        expect([status, refused.message]).toEqual([409, expect.stringMatching(/changed after|cannot be closed yet/)])
    expect((sums?.through ?? 0n) + (sums?.after ?? 0n)).toBe(150_000n)
    expect(await read(account)).toMatchObject(
      close ? { state: 'closed', receipts: Number(close.receipts) / 100 } : { receipts: 1500 },
    )
  }
  expect((await call('GET', '/desk/books', { token: kiran.token })).body.differences).toEqual([])
})

test('postings that arrive while a day is being closed count for a later day', async () => {
  const { account, lines } = await accountWith(10)
  const { body } = await request(account)
  const { closing, postings } = await db.transaction(async (tx) => {
    await tx.run('lock table bank_day in share mode')
    const waiting = (count: number) =>
      eventually(async () => {
        // A transaction caches activity statistics until they are cleared.
        await tx.run('select pg_stat_clear_snapshot()')
        const rows = await tx.rows(
          "select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'",
        )
        return rows.length >= count
      })
    const closing = sign(body.proposalId)
    await waiting(1)
    const postings = lines.map(async (lineId) => bank.approve(await bank.line(lineId)))
    await waiting(5)
    return { closing, postings }
  })
  expect((await closing).status).toBe(200)
  expect((await Promise.all(postings)).map(({ status }) => status)).toEqual(lines.map(() => 200))
  expect(await booked(account)).toEqual({ through: 0n, after: 100_000n })
  expect(await read(account)).toMatchObject({ state: 'closed', receipts: 0, closing: 0, bankClosing: 1000 })
})

test('of 30 requests at once exactly one is made, and of 30 sign-offs exactly one closes the day', async () => {
  const { account } = await accountWith(1)
  const requests = await Promise.all(
    Array.from({ length: 30 }, (_, n) => request(account, [kiran, omar][n % 2]?.token)),
  )
  expect(requests.map(({ status }) => status).toSorted((a, b) => a - b)).toEqual([
    200,
    ...Array.from({ length: 29 }, () => 409),
  ])
  const { requestedBy, proposalId } = await read(account)
  const other = requestedBy === 'Kiran' ? omar : kiran
  const signed = await Promise.all(
    Array.from({ length: 30 }, () => call('POST', `/desk/proposals/${proposalId}/approve`, { token: other.token })),
  )
  expect(signed.filter(({ status }) => status === 200).length).toBeGreaterThan(0)
  expect(signed.map(({ status }) => status)).not.toContain(500)
  const audited = await db.rows("select from audit where action = 'bank-day.close' and subject_id = $1", [account])
  expect(audited).toHaveLength(1)
})
