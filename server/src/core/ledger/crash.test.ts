import { randomInt, randomUUID } from 'node:crypto'
import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import type { WalletTransaction } from '@sauda/contract/money/wallet'
import { afterAll, expect, test } from 'vitest'
import { moneyClients, moneyOperator, type MoneyClient } from '../../../test/money.ts'
import { often } from '../../../test/often.ts'
import { processesIn } from '../../../test/postgres.ts'
import { startProgram, type Program } from '../../../test/program.ts'
import { openDb, type Db } from '../../platform/db.ts'
import { makeLog } from '../../platform/log.ts'
import { runningPostgres } from '../../platform/postgres/postgres.ts'

const rounds = often(3, 20)
const workers = 8

const dataDir = mkdtempSync(join(tmpdir(), 'sauda-crash-'))
chmodSync(dataDir, 0o755)
let program: Program | undefined
const databaseProcesses = () => processesIn(dataDir)
function hitDatabase(): void {
  for (const pid of databaseProcesses()) {
    try {
      process.kill(pid, 'SIGKILL')
    } catch (error) {
      // The process ended with its postmaster in between.
      if ((error as NodeJS.ErrnoException).code !== 'ESRCH') throw error
    }
  }
}
/** Permanently: no process is left to start it again. */
async function killDatabase(): Promise<void> {
  for (hitDatabase(); databaseProcesses().length > 0; hitDatabase()) await sleep(5)
}
afterAll(async () => {
  await program?.kill()
  await killDatabase()
  rmSync(dataDir, { recursive: true, force: true })
})

async function start(): Promise<{ running: Program; db: Db }> {
  program = await startProgram({ DATA_DIR: dataDir, WITHDRAWAL_SECOND_APPROVAL: '1000000' })
  const url = await runningPostgres(dataDir)
  return { running: program, db: openDb(url ?? '', makeLog('silent'), { size: 2 }) }
}

/** One request for money; `answer` is missing until it is acknowledged. */
type SentRequest = {
  readonly path: string
  readonly token: string
  readonly body: object
  readonly key: string
  answer?: { status: number; body: Partial<WalletTransaction> & { transaction?: WalletTransaction } }
}

const ask = async (running: Program, asked: SentRequest) => {
  const { status, body } = await running.call('POST', asked.path, asked)
  // A server error is not an answer: a browser repeats the request with the same key.
  if (status < 500) asked.answer = { status, body }
  return asked.answer
}

/** Sends random requests until the server is killed; records each one before sending it. */
async function work(
  running: Program,
  client: MoneyClient,
  operator: { token: string },
  log: SentRequest[],
): Promise<void> {
  const money = (path: string): SentRequest => ({
    path: `/user/wallet/${path}`,
    token: client.token,
    body: { id: client.id, amount: 100 + randomInt(50) },
    key: randomUUID(),
  })
  const decide = (id: string, verb: 'approve' | 'reject'): SentRequest => ({
    path: `/desk/wallet/transactions/${id}/${verb}`,
    token: operator.token,
    body: verb === 'approve' ? { reference: id.replaceAll('-', '').slice(-20) } : { reason: 'No' },
    key: randomUUID(),
  })
  const trade = (path: string, body: object): SentRequest => ({
    path: `/desk/trades/${path}`,
    token: operator.token,
    body: { ...body, quantity: 2, price: 50 + randomInt(50) },
    key: randomUUID(),
  })
  const deal = async (): Promise<boolean> => {
    const buy = trade('buy', { clientId: client.id, stockName: 'TCS' })
    log.push(buy)
    const bought = await ask(running, buy)
    if (bought?.body._id === undefined) return false
    const sell = trade(`${bought.body._id}/sell`, {})
    log.push(sell)
    return (await ask(running, sell)) !== undefined
  }
  try {
    for (;;) {
      if (randomInt(4) === 0 && !(await deal())) return
      const request = money(randomInt(2) === 0 ? 'add-money' : 'withdraw')
      log.push(request)
      const made = await ask(running, request)
      if (made === undefined) return
      if (made.body.transaction === undefined || randomInt(3) === 0) continue
      const decision = decide(made.body.transaction._id, randomInt(3) === 0 ? 'reject' : 'approve')
      log.push(decision)
      if ((await ask(running, decision)) === undefined) return
    }
  } catch {
    // Simulates a power cut.
  }
}

test(
  `${rounds} times kill -9 under load: every acknowledged request is stored once, none in part`,
  { timeout: 600_000 },
  async () => {
    let { running, db } = await start()
    const clients = await moneyClients({ db }, workers, { rupees: 1_000_000 })
    const operator = await moneyOperator({ db })
    const books = async () => (await running.call('GET', '/desk/books', { token: operator.token })).body
    let [acknowledged, unsure] = [0, 0]

    for (let round = 0; round < rounds; round++) {
      const log: SentRequest[] = []
      const load = clients.map((client) => work(running, client, operator, log))
      // A slow machine answers nothing within a fixed time.
      while (log.filter(({ answer }) => answer !== undefined).length < 2) await sleep(10)
      await sleep(randomInt(0, 350))
      await db.close().catch(() => undefined)
      // The server alone, the database alone, both.
      if (round % 3 === 1) {
        hitDatabase()
        await sleep(300)
        // The server restarts its database: until then calls get 503 with Retry-After.
        const { status, body } = await running.call('GET', '/desk/books', { token: operator.token })
        if (status === 200) expect(body).toMatchObject({ balanced: true, differences: [] })
        else expect([status, body.message]).toEqual([503, 'We are busy right now. Please try again in a few seconds.'])
        expect(running.child.exitCode).toBeNull()
      }
      await running.kill()
      if (round % 3 === 2) await killDatabase()
      await Promise.all(load)
      ;({ running, db } = await start())

      expect(await books()).toMatchObject({ balanced: true, differences: [] })
      const answered = log.filter(({ answer }) => answer !== undefined)
      const again = await Promise.all(answered.map((asked) => running.call('POST', asked.path, asked)))
      expect(again.map(({ status, body }) => ({ status, body }))).toEqual(answered.map(({ answer }) => answer))
      const open = log.filter(({ answer }) => answer === undefined)
      for (const asked of open) expect((await ask(running, asked))?.status).toBe(200)
      acknowledged += answered.length
      unsure += open.length

      const decided = log.flatMap(({ path, answer }) =>
        path.startsWith('/desk/wallet') && answer?.status === 200 ? [answer.body] : [],
      )
      const rows = await db.rows<{ id: string; status: string }>(
        'select id, status from wallet_request where id = any($1)',
        [decided.map(({ _id }) => _id)],
      )
      const statuses = new Map(rows.map(({ id, status }) => [id, status]))
      expect(decided.filter(({ _id = '', status }) => statuses.get(_id) !== status)).toEqual([])

      const said = log.flatMap(({ path, answer }) =>
        path.startsWith('/desk/trades') ? (answer?.body._id ?? []) : (answer?.body.transaction?._id ?? []),
      )
      const made = await db.rows<{ id: string }>(
        `select id from wallet_request where reference is null or reference not like 'T%'
         union all select id from trade except select unnest($1::uuid[])`,
        [seen],
      )
      expect(made.map(({ id }) => id).toSorted()).toEqual(said.toSorted())
      seen.push(...said)
      expect(await books()).toMatchObject({ balanced: true, differences: [] })
    }
    await db.close()
    expect(acknowledged).toBeGreaterThan(rounds)
    expect(unsure).toBeGreaterThan(0)
  },
)
/** Ids of the requests and trades of earlier rounds. */
const seen: string[] = []
