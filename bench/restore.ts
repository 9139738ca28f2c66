import { mkdirSync, readdirSync, rmSync, statSync } from 'node:fs'
import { loadavg } from 'node:os'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { setTimeout as wait } from 'node:timers/promises'
import { parseArgs } from 'node:util'
import { makeBackup } from '../server/src/backup.ts'
import { readConfig } from '../server/src/config.ts'
import { restore } from '../server/src/restore.ts'
import { addOperator, openBench, type Bench } from './database.ts'
import { fill } from './fill.ts'
import { startServer } from './program.ts'
import { printTable, ratio, reportMisses, whole } from './report.ts'

const SECRET_KEY = 'bench-secret-key-of-a-restore-that-is-measured'

const megabytes = (folder: string): number =>
  readdirSync(folder, { recursive: true, withFileTypes: true })
    .filter((each) => each.isFile())
    .reduce((sum, { parentPath, name }) => sum + statSync(join(parentPath, name)).size, 0) / 1e6

/** The first start of Sauda stores its key and seals the audit log, whose seals the fill made up. */
async function finish(bench: Bench): Promise<void> {
  await bench.owner.run(`begin; set local session_replication_role = replica; truncate audit_seal; commit`)
  const server = await startServer(bench, { SECRET_KEY })
  const left = () => bench.owner.row('select from audit where id not in (select audit_id from audit_seal) limit 1')
  while (await left()) await wait(500)
  await server.stop()
}

/** Backup and restore of each kind; a restore ends with its checks of the books, the audit log and the files. */
async function measure(bench: Bench, portable: boolean) {
  const target = `${bench.dataDir}-${portable ? 'portable' : 'embedded'}`
  mkdirSync(target)
  const BACKUP_URL = pathToFileURL(join(target, 'backup')).href
  const config = (DATA_DIR: string) => readConfig({ DATA_DIR, BACKUP_URL, SECRET_KEY, DEMO_DATA: 'off' })
  try {
    const began = performance.now()
    console.log(await makeBackup(config(bench.dataDir), { portable }))
    const stored = performance.now()
    const into = { id: undefined, askKey: async () => SECRET_KEY, say: console.log }
    const isWhole = await restore(config(join(target, 'data')), into)
    const seconds = [(stored - began) / 1000, (performance.now() - stored) / 1000].map((each) => ratio(each, 1))
    return { isWhole, row: [portable ? 'portable' : 'embedded', whole(megabytes(join(target, 'backup'))), ...seconds] }
  } finally {
    rmSync(target, { recursive: true, force: true })
  }
}

/** `npm run bench:restore`: how long a backup and its restore take, of the built-in database and as tables. */
export async function main(args: string[]): Promise<void> {
  const { values } = parseArgs({ args, options: { clients: { type: 'string', default: '50000' } } })
  const clients = Number(values.clients)
  const bench = await openBench()
  const misses: string[] = []
  try {
    await addOperator(bench.owner)
    await fill(bench, { clients, history: clients / 10 })
    await finish(bench)
    const size = await bench.owner.row<{ megabytes: number; entries: bigint }>(
      `select (pg_database_size(current_database()) / 1e6)::float8 as megabytes, (select count(*) from entry) as entries`,
    )
    console.log(`${clients} clients, ${size?.entries} entries, a database of ${whole(size?.megabytes ?? 0)} MB`)
    const rows: string[][] = []
    for (const portable of [false, true]) {
      const { isWhole, row } = await measure(bench, portable)
      rows.push(row)
      if (!isWhole) misses.push(`the checks of the ${row[0]} restore`)
    }
    printTable(['kind', 'backup MB', 'backup s', 'restore with its checks s'], rows)
    console.log(`load average ${loadavg().map(whole).join(' ')}`)
  } finally {
    await bench.stop()
  }
  reportMisses(misses)
}
