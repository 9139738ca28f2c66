import { addPeople, clientId, clientToken, openBench } from '../database.ts'
import { openPooler } from '../pgbouncer.ts'
import { printTable } from '../report.ts'
import { send, summary, summaryHead, type Sent } from './requests.ts'
import { startServer } from '../program.ts'

/** pgbouncer in transaction mode: readiness with prepared statements it cannot carry, and a locked row without them. */
export async function pooler(): Promise<void> {
  const bench = await openBench()
  await addPeople(bench.owner, 50)
  const pooled = await openPooler(bench, 26_432)
  for (const prepared of ['on', 'off']) {
    const server = await startServer({ url: pooled.url, dataDir: bench.dataDir }, { PREPARED_STATEMENTS: prepared })
    const { port } = server
    const ready = await send({ port, path: '/health/ready' })
    console.log(`PREPARED_STATEMENTS=${prepared}: readiness ${ready.status} ${ready.body}`)
    const n = (k: number) => ({ port, path: `/user/profile/${clientId(k)}`, token: clientToken(k) })
    const reads = await Promise.all(Array.from({ length: 200 }, (_, k) => send(n((k % 50) + 1))))
    const locked: Sent[] = []
    if (prepared === 'off')
      await bench.owner.transaction(async (tx) => {
        await tx.run('select from client_ledger where client_id = $1 for update', [clientId(1)])
        const body = { id: clientId(1), amount: 100 }
        const path = '/user/wallet/withdraw'
        locked.push(await send({ port, method: 'POST', path, token: clientToken(1), body }))
      })
    printTable(summaryHead, [...summary('reads', reads), ...summary('a withdrawal on a locked row', locked)])
    await server.stop()
  }
  await pooled.stop()
  await bench.stop()
}
