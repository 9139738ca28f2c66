import { randomUUID } from 'node:crypto'
import { expect, test } from 'vitest'
import { walletRules } from '@sauda/contract/money/wallet'
import { moneyClients } from '../../../test/money.ts'
import { testServer } from '../../../test/server.ts'

const server = await testServer()

test.each(['intent', 'add-money', 'withdraw'])(
  'a client may make 100 calls of %s an hour; other clients and calls are free',
  async (call) => {
    const [asha, ravi] = await moneyClients(server, 2, { rupees: 50_000 })
    const ask = (client: typeof asha, path = call, key?: string) =>
      server.call('POST', `/user/wallet/${path}`, {
        token: client!.token,
        body: { id: client!.id, amount: 100 },
        ...(key !== undefined && { headers: { 'idempotency-key': key } }),
      })
    for (let n = 0; n < walletRules.requests.most; n++) expect((await ask(asha)).status).toBe(200)
    const key = randomUUID()
    const refused = await ask(asha, call, key)
    expect([refused.status, refused.body.message]).toEqual([
      429,
      'Too many requests. Please wait a moment and try again.',
    ])
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(3500)
    expect((await ask(ravi)).status).toBe(200)
    expect((await ask(asha, call === 'withdraw' ? 'add-money' : 'withdraw')).status).toBe(200)

    await server.db.run("update throttle set resets_at = now() - interval '1 second'")
    expect((await ask(asha, call, key)).status).toBe(200)
  },
)
