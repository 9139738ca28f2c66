import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { startSauda } from '../e2e/harness.ts'
import { newClient } from '../e2e/people.ts'
import { run, start, type Child } from '../scripts/child.ts'
import { startPostgres } from '../server/src/platform/postgres/postgres.ts'
import { median, printTable, ratio, whole } from './report.ts'

const rounds = 5
const seconds = 5

interface Load {
  what: string
  callers: number
  options: string[]
  product: string
  bare: string
}

/** `npm run bench:rate`: requests per second, compared with a bare Fastify route with the same statements, prepared and pipelined, on the same database. */
export async function main(): Promise<void> {
  const dataDir = mkdtempSync(join(tmpdir(), 'sauda-bench-'))
  const database = await startPostgres({ dataDir })
  const sauda = await startSauda({ env: { DATABASE_URL: database.url, RATE_LIMITS: 'off' } })
  const bare = await startBare(database.url)
  try {
    const { email, password, token, userId } = await newClient(sauda)
    const loads: Load[] = [
      {
        what: 'GET profile',
        callers: 16,
        options: ['-H', `Authorization=Bearer ${token}`],
        product: `${sauda.url}/api/user/profile/${userId}`,
        bare: `${bare.url}/profile`,
      },
      {
        what: 'POST login',
        callers: 4,
        options: ['-m', 'POST', '-H', 'Content-Type=application/json', '-b', JSON.stringify({ email, password })],
        product: `${sauda.url}/api/user/login`,
        bare: `${bare.url}/login`,
      },
    ]
    printTable(
      ['call', 'callers', 'Sauda, requests/s', 'bare Fastify, requests/s', 'ratio', 'ratios of the rounds'],
      await inTurn(loads),
    )
  } finally {
    bare.child.stop()
    await sauda.stop()
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Product and bare route take turns, so that other load affects both equally. */
async function inTurn(loads: Load[]): Promise<string[][]> {
  const rows = []
  for (const load of loads) {
    const product: number[] = []
    const bare: number[] = []
    for (let round = 0; round < rounds; round += 1) {
      product.push(await rate(load.product, load))
      bare.push(await rate(load.bare, load))
    }
    const each = product.map((value, round) => ratio(value, bare[round] ?? Number.NaN))
    rows.push([
      load.what,
      String(load.callers),
      whole(median(product)),
      whole(median(bare)),
      ratio(median(product), median(bare)),
      each.join(' '),
    ])
  }
  return rows
}

async function rate(url: string, { callers, options }: Load): Promise<number> {
  const { code, output } = await run('autocannon', [
    '-j',
    '-n',
    '-c',
    String(callers),
    '-d',
    String(seconds),
    ...options,
    url,
  ])
  if (code !== 0) throw new Error(output)
  const { requests, non2xx, errors } = JSON.parse(output.slice(output.indexOf('{'))) as {
    requests: { average: number }
    non2xx: number
    errors: number
  }
  if (non2xx + errors > 0) throw new Error(`${url}: ${non2xx} rejected requests and ${errors} errors`)
  return requests.average
}

async function startBare(databaseUrl: string): Promise<{ child: Child; url: string }> {
  let output = ''
  const child = start('node', [join(import.meta.dirname, 'bare.ts')], {
    env: { ...process.env, DATABASE_URL: databaseUrl },
    onText: (text) => (output += text),
  })
  for (let waited = 0; waited < 20_000; waited += 50) {
    const url = /ready (http\S+)/.exec(output)?.[1]
    if (url) return { child, url }
    await new Promise((later) => setTimeout(later, 50))
  }
  child.stop()
  throw new Error(`The bare server did not start:\n${output}`)
}
