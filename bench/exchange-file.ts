import { randomUUID } from 'node:crypto'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { gunzipSync, gzipSync } from 'node:zlib'
import { newExchange } from '../server/seed/exchange-day.ts'
import { signerP12, signerPassword } from '../server/seed/note-signer.ts'
import { filesOf, listingFile, members } from '../server/seed/exchange-files.ts'
import { dayInIndia } from '../server/src/platform/india.ts'
import { loadCalendar } from '../server/src/trading/market/calendar.ts'
import { tradingDaysBefore } from '../server/src/trading/market/trading-day.ts'
import { addPeople, clientId, clientToken, openBench, operatorToken } from './database.ts'
import { quantile } from './faults/requests.ts'
import { processorSeconds, residentMegabytes, startServer } from './program.ts'
import { optionsOf, printTable, ratio, reportMisses, whole } from './report.ts'

const limits = { preview: 20_000, booking: 80_000, tenThousandNotes: 600_000, megabytes: 700, p99: 300 }
/** How often another client reads the wallet, in milliseconds. */
const readMilliseconds = 50

/**
 * `npm run bench:exchange-file -- --clients 10000 --rows 100000`: the trade file of a day: preview, recording, booking with
 * charges and contract notes, compared with a bare script that only reads the same file, while other clients read. `--days 10` repeats it on the
 * database that grows.
 */
export async function main(args: string[]): Promise<void> {
  const values = optionsOf(args, { clients: '10000', rows: '100000', days: '1' })
  const clients = Number(values.clients)
  const exchange = newExchange({ seed: 7, clients })
  const bench = await openBench()
  try {
    await loadCalendar(bench.owner)
    const days = tradingDaysBefore(dayInIndia(new Date()), Number(values.days) + 1)
    await addPeople(bench.owner, clients)
    await bench.owner.run(
      'update client c set ucc = n.ucc from unnest($1::uuid[], $2::text[]) as n (id, ucc) where c.id = n.id',
      [exchange.clients.map((_, at) => clientId(at + 1)), exchange.clients.map(({ ucc }) => ucc)],
    )
    const signer = join(bench.dataDir, 'signer.p12')
    writeFileSync(signer, signerP12())
    const settings = { NOTE_SIGNER_P12: signer, NOTE_SIGNER_PASSWORD: signerPassword, NOTE_PASSWORD: 'ucc' }
    const server = await startServer(bench, settings)
    const desk = deskOf(server.port)
    await desk.post('exchange-codes', { exchange: 'NSE', column: 'Brkr', code: members.NSE, meaning: 'own' })
    const rates = { delivery: '20', intraday: 'lower of 20 and 0.03 %', etf: '20', minimum: 0, dealerFee: 0 }
    const plan = { name: 'Flat', from: '2020-01-01', ...rates }
    await desk.post('trade-charges/plans', plan)
    await desk.post('trade-charges/plans/assign', { plan: plan.name, from: plan.from })
    await desk.post('securities/files', form(Buffer.from(listingFile(exchange)), 'EQUITY_L.csv'))

    for (const [at, day] of days.slice(0, -1).entries()) {
      // A fifth of the trades is in the file of BSE, which is not measured.
      const made = exchange.trade(day, Math.ceil(Number(values.rows) / 0.8))
      const files = filesOf({ day, settledOn: days[at + 1] ?? '', ...made }, exchange)
      const found = [...files].find(([name]) => name.startsWith('Trade_NSE') && name.includes('_F_'))
      if (!found) throw new Error('There is no trade file of NSE.')
      const [name, packed] = [`${found[0]}.gz`, gzipSync(found[1])]
      console.log(`${found[1].split('\n').length - 2} rows of ${exchange.clients.length} clients, ${day}`)
      await measure(stagesOf(desk, { day, name, packed }), { packed, port: server.port, pid: server.pid, clients })
    }
    await server.stop()
  } finally {
    await bench.stop()
  }
}

type Desk = ReturnType<typeof deskOf>
type Stage = readonly [name: string, work: () => Promise<unknown>]

const stagesOf = (
  desk: Desk,
  { day, name, packed }: { readonly day: string; readonly name: string; readonly packed: Buffer },
): Stage[] => [
  ['preview', () => desk.post('exchange-files/preview', form(packed, name))],
  [
    'recording',
    async () => {
      await desk.post('exchange-files', form(packed, name))
      await desk.until('exchange-files', ({ files: all }) => all?.[0]?.['day'] === day && all[0]['status'] === 'booked')
    },
  ],
  [
    'booking',
    async () => {
      await desk.post('trade-days', { day, without: 'BSE' })
      await desk.until(
        'trade-days',
        ({ days }) => days?.some((each) => each['day'] === day && each['state'] === 'booked') === true,
      )
    },
  ],
  [
    'contract notes',
    async () => {
      await desk.post('contract-notes', { day })
      await desk.until(
        'contract-notes/days',
        ({ days }) => days?.some((each) => each['day'] === day && each['drafts'] === 0) === true,
      )
      const { days } = await desk.get('contract-notes/days')
      const found = days?.find((each) => each['day'] === day)
      return Number(found?.['issued']) + Number(found?.['accepted'])
    },
  ],
]

async function measure(
  stages: readonly Stage[],
  { packed, ...of }: { packed: Buffer; port: number; pid: number; clients: number },
) {
  const rows: string[][] = []
  const misses: string[] = []
  for (const [stage, work] of stages) {
    const bare = bareRead(packed)
    const watch = watchOthers(of)
    const [began, processor] = [performance.now(), processorSeconds(of.pid)]
    const notes = Number(await work())
    const took = performance.now() - began
    const used = processorSeconds(of.pid) - processor
    const { p99, megabytes } = await watch.end()
    console.log(`${stage}: ${whole(took)} ms`)
    if (notes > 0) console.log(`${notes} notes, ${whole((used * 1000) / notes)} ms of the server’s processor each`)
    rows.push([stage, whole(took), whole(used), ratio(took, bare), whole(megabytes), whole(p99)])
    const limit =
      {
        preview: limits.preview,
        booking: limits.booking,
        'contract notes': (limits.tenThousandNotes * notes) / 10_000,
      }[stage] ?? Infinity
    if (took > limit) misses.push(`${stage}: ${whole(took)} ms`)
    if (megabytes > limits.megabytes) misses.push(`${stage}: ${whole(megabytes)} MB`)
    if (p99 > limits.p99) misses.push(`${stage}: others read in ${whole(p99)} ms at p99`)
  }
  printTable(['stage', 'ms', 'processor, s', 'of a bare read', 'memory, MB', 'others, p99 ms'], rows)
  reportMisses(misses)
}

/** The least that any reader of the file does: unpack, split into cells, add up. Returns milliseconds. */
function bareRead(packed: Buffer): number {
  const began = performance.now()
  let sum = 0n
  const [header = '', ...lines] = gunzipSync(packed).toString().trimEnd().split('\n')
  const [quantity, price] = ['TradQty', 'Pric'].map((column) => header.split(',').indexOf(column))
  for (const line of lines) {
    const cells = line.split(',')
    sum += BigInt(cells[quantity ?? 0] ?? '') * BigInt((cells[price ?? 0] ?? '').replace('.', ''))
  }
  if (sum === 0n) throw new Error('The file has no trades.')
  return performance.now() - began
}

/** Other clients read their wallets, one after the other, until the end. */
function watchOthers({ port, pid, clients }: { port: number; pid: number; clients: number }) {
  const times: number[] = []
  let megabytes = 0
  let isOver = false
  const reading = (async () => {
    for (let n = 1; !isOver; n = (n * 7919) % clients) {
      const began = performance.now()
      const headers = { authorization: `Bearer ${clientToken(n + 1)}` }
      const answer = await fetch(`http://127.0.0.1:${port}/api/user/wallet/${clientId(n + 1)}`, { headers })
      if (!answer.ok) throw new Error(`A wallet was answered with ${answer.status}: ${await answer.text()}`)
      await answer.arrayBuffer()
      times.push(performance.now() - began)
      megabytes = Math.max(megabytes, memoryOf(pid))
      await wait(readMilliseconds)
    }
  })()
  return {
    async end() {
      isOver = true
      await reading
      return { megabytes, p99: quantile(times, 0.99) }
    },
  }
}

/** Resident megabytes of the server and of its child processes. */
function memoryOf(pid: number): number {
  try {
    const children = readFileSync(`/proc/${pid}/task/${pid}/children`, 'utf8').trim().split(' ')
    return children.reduce(
      (sum, child) => sum + (child === '' ? 0 : memoryOf(Number(child))),
      residentMegabytes(pid) || 0,
    )
  } catch {
    // It has just ended.
    return 0
  }
}

function form(bytes: Buffer, name: string): FormData {
  const data = new FormData()
  data.append('file', new Blob([new Uint8Array(bytes)]), name)
  return data
}

type Listed = Readonly<Partial<Record<'files' | 'days', readonly Record<string, unknown>[]>>>

function deskOf(port: number) {
  const request = async (method: string, path: string, body?: object): Promise<Listed> => {
    const isForm = body instanceof FormData
    const answer = await fetch(`http://127.0.0.1:${port}/api/desk/${path}`, {
      method,
      headers: {
        authorization: `Bearer ${operatorToken}`,
        'idempotency-key': randomUUID(),
        ...(body && !isForm && { 'content-type': 'application/json' }),
      },
      ...(body && { body: isForm ? body : JSON.stringify(body) }),
    })
    if (!answer.ok) throw new Error(`${path} was answered with ${answer.status}: ${await answer.text()}`)
    return (await answer.json()) as Listed
  }
  return {
    get: (path: string) => request('GET', path),
    post: (path: string, body: object) => request('POST', path, body),
    async until(path: string, isDone: (listed: Listed) => boolean): Promise<void> {
      while (!isDone(await request('GET', path))) await wait(1000)
    },
  }
}
