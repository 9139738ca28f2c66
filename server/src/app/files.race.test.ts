import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { afterAll, expect, inject, test } from 'vitest'
import { approvalErrors } from '@sauda/contract/core/approval'
import { pendingProposal } from '../../test/approvals.ts'
import { eventually } from '../../test/events.ts'
import { databaseUrl } from '../../test/global-setup.ts'
import { levyFileName, levyFileText } from '../../test/levy-file.ts'
import { moneyOperator } from '../../test/money.ts'
import { establishedOperator } from '../../test/operator.ts'
import { newIsin, priceFileForm, priceFileName, priceFileText } from '../../test/price-file.ts'
import { type Program, startProgram } from '../../test/program.ts'
import { twoOfEach } from '../../test/race.ts'
import { testServer } from '../../test/server.ts'
import { daysBefore } from '../../test/trade.ts'
import { shareA, tradingDesk } from '../../test/trading.ts'
import { openDb } from '../platform/db.ts'
import { dayInIndia } from '../platform/india.ts'
import { makeLog } from '../platform/log.ts'
import { adjustLevies } from '../trading/contract/contract.levies.ts'

/** A file that waits for a second operator, sent and decided by many at once, and by a server that is killed meanwhile. */

const server = await testServer({ RATE_LIMITS: 'off', APPROVALS: 'policy' })
const [booked = '', other = '', priced = ''] = daysBefore(dayInIndia(new Date()), 5)
const prices = () =>
  priceFileForm(
    priceFileText({ day: priced, exchange: 'NSE' }, [{ isin: newIsin(9), symbol: 'OTHER', close: '5000.00' }]),
    priceFileName(priced, 'NSE'),
  )

test(
  'thirty operators’ windows that send and decide one file at once change the money once',
  { timeout: 60_000 },
  async () => {
    const { db, call } = server
    const desk = await tradingDesk(server)
    const operators = [desk.dealer, desk.second, await establishedOperator(server, 'dealer', 'Dina')]
    const asha = await desk.client(20_000)
    for (const day of [booked, other]) await desk.bookDay(day, [desk.deal(asha, 'B', 10, '1500.10')])
    const stt = async () =>
      (await db.rows<{ stt: bigint }>('select stt from contract where client_id = $1 order by day', [asha.id])).map(
        (row) => row.stt,
      )
    /** ₹15 are due; the file says ₹95. */
    const text = levyFileText('stt', booked, [
      { RptHdr: 30, ClntId: asha.ucc, TtlTaxs: '95.00' },
      { RptHdr: 40, ClntId: asha.ucc, ISIN: shareA, TtlTaxs: '95.00' },
    ])
    const atMostTwo = twoOfEach(3)
    const many = <T>(work: (by: { readonly token: string }, n: number) => Promise<T>) =>
      Promise.all(Array.from({ length: 30 }, (_, n) => atMostTwo(n, () => work(operators[n % 3] ?? desk.dealer, n))))
    const sent = await many(({ token }) =>
      call('POST', '/desk/levy-files', {
        token,
        body: priceFileForm(text, levyFileName('stt', booked)),
        headers: { 'idempotency-key': randomUUID() },
      }),
    )
    expect(sent.filter(({ status }) => status === 200).map(({ body }) => body.waitsForSecond)).toEqual([true])
    expect(new Set(sent.filter(({ status }) => status !== 200).map(({ body }) => body.message))).toEqual(
      new Set([approvalErrors.fileWaiting.message]),
    )
    const id = await pendingProposal(server, 'levy-file.count')
    const before = await desk.figures(asha)
    const decided = await many(({ token }, n) =>
      call('POST', `/desk/proposals/${id}/${n % 2 === 0 ? 'approve' : 'reject'}`, { token }),
    )
    expect(decided.filter(({ status }) => status === 200)).toHaveLength(1)
    expect(decided.filter(({ status }) => status >= 500)).toEqual([])
    await adjustLevies(server.app.context)
    const proposal = await db.row<{ status: string }>('select status from proposal where id = $1', [id])
    const isApproved = proposal?.status === 'approved'
    expect((await db.rows('select from levy_file')).length).toBe(isApproved ? 1 : 0)
    expect((await stt()).toSorted()).toEqual(isApproved ? [1500n, 9500n] : [1500n, 1500n])
    expect((await desk.figures(asha)).cash).toBe(before.cash - (isApproved ? 8000n : 0n))
    await desk.balanced()
  },
)

const base = inject('postgresUrl')
const name = `crash_${randomUUID().replaceAll('-', '')}`
const folder = mkdtempSync(join(tmpdir(), 'sauda-crash-'))
const admin = new pg.Client({ connectionString: base })
await admin.connect()
await admin.query(`create database ${name} template template_sauda strategy file_copy`)
const url = databaseUrl(base, name)
const killedDb = openDb(url, makeLog('silent'), { size: 2 })
const holder = new pg.Client({ connectionString: url })
await holder.connect()
let program: Program | undefined
async function newDealer() {
  const dealer = await moneyOperator({ db: killedDb })
  await killedDb.run(
    "update operator set role = 'dealer', created_at = now() - interval '6 weeks', role_since = now() - interval '6 weeks' where id = $1",
    [dealer.id],
  )
  return dealer
}
afterAll(async () => {
  await program?.kill()
  await holder.end()
  await killedDb.close()
  await admin.query(`drop database ${name} with (force)`)
  await admin.end()
  rmSync(folder, { recursive: true, force: true })
})

test(
  'a server killed while a file is sent has nothing of it, and killed while it is approved leaves it waiting; both work afterwards',
  { timeout: 120_000 },
  async () => {
    const settings = { SECRET_KEY: 'k'.repeat(40), APPROVALS: 'policy', DATABASE_URL: url, DATA_DIR: folder }
    const start = async () => (program = await startProgram(settings))
    /** Kills the server once it waits for the lock, and starts it again. */
    const killAt = async (lock: string, work: () => Promise<unknown>) => {
      await holder.query('begin')
      await holder.query(lock)
      const answer = work().then(
        () => 'answered',
        () => 'cut off',
      )
      await eventually(
        async () =>
          (
            await killedDb.rows(
              "select from pg_stat_activity where wait_event_type = 'Lock' and datname = current_database()",
            )
          ).length > 0,
        300,
      )
      await program?.kill()
      await holder.query('rollback')
      expect(await answer).toBe('cut off')
      await start()
    }
    await start()
    const [deepa, dev] = [await newDealer(), await newDealer()]
    const send = () =>
      (program as Program).call('POST', '/desk/closing-prices', {
        token: deepa.token,
        body: prices(),
        key: randomUUID(),
      })
    const left = async () =>
      (
        await killedDb.rows<{ text: string }>(
          "select kind || ' ' || status as text from proposal union all select name from price_file union all select 'bytes' from sent_file",
        )
      )
        .map(({ text }) => text)
        .toSorted()

    await killAt('lock table sent_file in share mode', send)
    expect(await left()).toEqual([])
    expect((await send()).body).toMatchObject({ waitsForSecond: true })
    expect(await left()).toEqual(['bytes', 'price-file.count pending'])

    const id = await pendingProposal({ db: killedDb }, 'price-file.count')
    const approve = async () => {
      const { call } = program as Program
      const { body } = await call('GET', `/desk/proposals/${id}`, dev)
      return call('POST', `/desk/proposals/${id}/approve`, { token: dev.token, body: { version: body.version } })
    }
    await killAt('lock table closing_price in share mode', approve)
    expect(await left()).toEqual(['bytes', 'price-file.count pending'])
    expect((await approve()).status).toBe(200)
    expect(await left()).toEqual([priceFileName(priced, 'NSE'), 'bytes', 'price-file.count approved'].toSorted())
    expect((await approve()).status).toBe(409)
  },
)
