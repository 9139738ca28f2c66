import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { start } from '../scripts/child.ts'
import { buildScreens } from '../scripts/screens.ts'
import { startPostgres } from '../server/src/platform/postgres/postgres.ts'
import { median, printTable, ratio, whole } from './report.ts'

const runs = 5

/** `npm run bench:start`: time from the command to a healthy response, compared with starting the database alone. */
export async function main(): Promise<void> {
  await buildScreens()
  const times = { bare: [] as number[], empty: [] as number[], demo: [] as number[], again: [] as number[] }
  for (let run = 1; run <= runs; run += 1) {
    const folders = ['bare', 'empty', 'demo'].map((name) => mkdtempSync(join(tmpdir(), `sauda-bench-${name}-`)))
    const [bare = '', empty = '', demo = ''] = folders
    times.bare.push(await bareDatabase(bare))
    times.empty.push(await healthy(empty, 'off'))
    times.again.push(await healthy(empty, 'off'))
    times.demo.push(await healthy(demo, 'on'))
    for (const folder of folders) rmSync(folder, { recursive: true, force: true })
    console.log(
      `Run ${run} of ${runs}: ${JSON.stringify(Object.values(times).map((each) => whole(each.at(-1) ?? 0)))} ms`,
    )
  }
  const floor = median(times.bare)
  const row = (what: string, each: number[]): string[] => [what, whole(median(each)), ratio(median(each), floor)]
  printTable(
    ['from the command to a healthy answer', 'median ms', 'against the bare database'],
    [
      row('bare database, first start (the floor)', times.bare),
      row('Sauda, empty folder', times.empty),
      row('Sauda, empty folder, demo data', times.demo),
      row('Sauda, second start', times.again),
    ],
  )
}

async function bareDatabase(dataDir: string): Promise<number> {
  const began = performance.now()
  const database = await startPostgres({ dataDir })
  const took = performance.now() - began
  await database.stop()
  return took
}

async function healthy(dataDir: string, demoData: 'on' | 'off'): Promise<number> {
  const port = 20_000 + Math.floor(Math.random() * 20_000)
  const settings = { PORT: String(port), HOST: '127.0.0.1', DATA_DIR: dataDir, DEMO_DATA: demoData }
  const { PATH = '', HOME = '' } = process.env
  let output = ''
  const began = performance.now()
  const child = start('node', [join(import.meta.dirname, '../scripts/run.mjs'), 'start'], {
    cwd: dataDir,
    env: { PATH, HOME, ...settings },
    onText: (text) => (output += text),
  })
  let over = false
  void child.ended.then(() => (over = true))
  while (!(await answers(`http://127.0.0.1:${port}/api/health`))) {
    if (over) throw new Error(output)
    await new Promise((later) => setTimeout(later, 10))
  }
  const took = performance.now() - began
  child.process.kill('SIGTERM')
  await child.ended
  return took
}

async function answers(url: string): Promise<boolean> {
  return fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
}
