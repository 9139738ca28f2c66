import { createHash, randomUUID } from 'node:crypto'
import { createApp } from '../server/src/app/app.ts'
import { readConfig } from '../server/src/config.ts'
import { openDb } from '../server/src/platform/db.ts'
import { makeLog } from '../server/src/platform/log.ts'
import { clientId, clientToken, operatorId, operatorToken, requestId, type Bench } from './database.ts'
import type { ApiRequest } from './load.ts'
import { scriptOf } from './pgbench.ts'
import { record } from '../server/test/record.ts'

export type Verb = 'withdraw' | 'approve'

/** Requests of ₹100 by client `n`. */
const moneyRequest =
  (path: string) =>
  (n: number): ApiRequest => ({
    method: 'POST',
    path,
    token: clientToken(n),
    key: randomUUID(),
    body: { id: clientId(n), amount: 100 },
  })

export const withdrawal = moneyRequest('/user/wallet/withdraw')
export const deposit = moneyRequest('/user/wallet/add-money')

export const approval = (n: number): ApiRequest => ({
  method: 'POST',
  path: `/desk/wallet/transactions/${requestId(n)}/approve`,
  token: operatorToken,
  key: randomUUID(),
  body: { reference: referenceOf(n) },
})
export const purchase = (n: number): ApiRequest => ({
  method: 'POST',
  path: '/desk/trades/buy',
  token: operatorToken,
  key: randomUUID(),
  body: { clientId: clientId(n), stockName: 'TCS', quantity: 1, price: 100 },
})
const referenceOf = (n: number): string => `BENCH${String(n).padStart(12, '0')}`

/** The deposit's client, here and in SQL. */
const depositor = (n: number, people: number): number => 1 + (n % people)

/** Pending deposits from number `first` on, of the clients in turn. */
export function addDeposits({ owner }: Bench, first: number, count: number, people: number) {
  return owner.run(
    `insert into wallet_request (id, client_id, type, amount, reference, broker_bank_id)
     select bench.request_id(n), bench.client_id(1 + n % $3), 'added', 10000, 'SDBENCH' || n,
            (select id from broker_bank where receives)
       from generate_series($1::bigint, $2::bigint) n`,
    [first, first + count - 1, people],
  )
}

/**
 * The statements of each command, recorded from the server's own code and converted to a pgbench script.
 * `deposit` is the number of a pending one.
 */
export async function scriptsOf(bench: Bench, people: number, deposit: number): Promise<Record<Verb, string>> {
  const log = makeLog('silent')
  const config = readConfig({
    DATABASE_URL: bench.url,
    DATA_DIR: bench.dataDir,
    RATE_LIMITS: 'off',
    DEMO_DATA: 'off',
    APPROVALS: 'single',
  })
  const db = openDb(bench.url, log, { role: 'sauda_app' })
  const app = await createApp({ config, db, log })
  const recordCall = ({ method, path, token, key, body }: ApiRequest) =>
    record(async () => {
      const headers = { authorization: `Bearer ${token}`, 'idempotency-key': key ?? '' }
      const { statusCode, payload } = await app.http.inject({
        method,
        url: `/api${path}`,
        headers,
        payload: body ?? {},
      })
      if (statusCode !== 200) throw new Error(`${path} answered ${statusCode}: ${payload}`)
    })
  const anyKey = '\\set key random(1, 9000000000000000000)'
  const ofKey = ({ key }: ApiRequest) => ({ value: key, sql: ':key::text' })

  const asked = withdrawal(1)
  const withdraw = scriptOf(
    await recordCall(asked),
    [
      { value: clientId(1), sql: 'bench.client_id(:n)' },
      { value: createHash('sha256').update(clientToken(1)).digest(), sql: 'bench.token_hash(:n)' },
      ofKey(asked),
    ],
    [`\\set n random(1, ${people})`, anyKey],
  )
  const approved = approval(deposit)
  const receiving = await db.row<{ id: string }>('select id from broker_bank where receives')
  const approve = scriptOf(
    await recordCall(approved),
    [
      { value: requestId(deposit), sql: 'bench.request_id(:k)' },
      { value: clientId(depositor(deposit, people)), sql: `bench.client_id(1 + :k % ${people})` },
      { value: referenceOf(deposit), sql: `'BENCH' || lpad(:k::text, 12, '0')` },
      ...[operatorId, receiving?.id].map((value) => ({ value, sql: `'${value}'` })),
      ofKey(approved),
    ],
    // Each pgbench client has its own share of the deposits.
    ['\\set k :first + :client_id * :each + :i', '\\set i :i + 1', anyKey],
  )
  await app.stop()
  await db.close()
  return { withdraw, approve }
}
