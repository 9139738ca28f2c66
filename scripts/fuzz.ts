import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { checkAudit } from '../server/src/core/audit/verify.ts'
import { printBooks } from '../server/src/operation/books/books.ts'
import { readConfig } from '../server/src/config.ts'
import { openDb } from '../server/src/platform/db.ts'
import { makeLog } from '../server/src/platform/log.ts'
import { startPostgres } from '../server/src/platform/postgres/postgres.ts'
import { haveChromium } from '../e2e/chromium.ts'
import { fuzz, type FuzzReport } from '../server/test/fuzz/fuzz.ts'
import { PlainError, root, run, start } from './child.ts'

const reportFile = join(tmpdir(), 'sauda-fuzz.json')

/**
 * `npm run fuzz`: sends requests generated from /api/openapi.json to a server with demo data, on a database of its own;
 * `REQUESTS` and `SEED` change how many and which. Then it answers the portal's reads as another server could that follows
 * the specification (e2e/answers.ts); `ANSWER_ROUNDS` changes how often. Exit code 1 where an answer is not as documented,
 * the books do not balance, the audit log is broken or a screen fails.
 */
export async function main(): Promise<void> {
  const requests = Number(process.env['REQUESTS'] ?? 50_000)
  const seed = Number(process.env['SEED'] ?? Date.now() % 1_000_000)
  const dataDir = mkdtempSync(join(tmpdir(), 'sauda-fuzz-'))
  const database = await startPostgres({ dataDir })
  const db = openDb(database.url, makeLog('silent'), { size: 2 })
  const settings = { DATABASE_URL: database.url, DATA_DIR: dataDir, PORT: '0', HOST: '127.0.0.1' }
  try {
    const server = await startServer(settings)
    console.log(`${requests} requests with seed ${seed} to ${server.url}`)
    const began = Date.now()
    const onProgress = (done: number) => done % 5000 === 0 && console.log(`${done} requests`)
    const report = await fuzz({ url: server.url, db, requests, seed, atOnce: 8, onProgress })
    await server.stop()
    console.log(`${report.requests} requests in ${Math.round((Date.now() - began) / 1000)} s`)
    const config = readConfig(settings)
    const balances = await printBooks(config, console.log)
    const audit = await checkAudit(config)
    console.log(audit.sentence)
    print(report)
    const screens = await fuzzScreens(seed)
    if (report.findings.length > 0 || !balances || !audit.ok) throw new PlainError(`Failed. Details: ${reportFile}`)
    if (!screens) throw new PlainError(`A screen failed with SEED=${seed}; it is named above.`)
  } finally {
    await db.close()
    await database.stop()
    rmSync(dataDir, { recursive: true, force: true })
  }
}

/** Shows every screen of the portal with answers by chance; false where one fails. */
async function fuzzScreens(seed: number): Promise<boolean> {
  const rounds = process.env['ANSWER_ROUNDS'] ?? '20'
  const env = { ...process.env, ANSWER_ROUNDS: rounds, SEED: String(seed), CHROMIUM_PATH: await haveChromium() }
  console.log(`Every screen with ${rounds} answers by chance`)
  const { code } = await run('playwright', ['test', '--config=e2e/playwright.config.ts', 'answers'], {
    env,
    minutes: 60,
    onText: (text) => process.stdout.write(text),
  })
  return code === 0
}

function print(report: FuzzReport): void {
  writeFileSync(reportFile, JSON.stringify(report, null, 2))
  console.log(`Answers by status: ${JSON.stringify(report.byStatus)}`)
  console.log(`Calls never answered with 200: ${report.neverSucceeded.join(', ') || 'none'}`)
  const kinds = Map.groupBy(report.findings, ({ call, difference }) => `${call}: ${difference}`)
  for (const [kind, findings] of kinds) console.log(`${kind} (${findings.length}), such as ${findings[0]?.path}`)
  if (kinds.size === 0) console.log('Every answer is as documented.')
}

/** The program in its own process, with rate limits off: they are tested elsewhere, and here would answer everything. */
async function startServer(settings: Readonly<Record<string, string>>) {
  let output = ''
  const child = start('node', [join(root, 'server/src/main.ts')], {
    cwd: settings['DATA_DIR'] ?? root,
    env: { PATH: process.env['PATH'], ...settings, RATE_LIMITS: 'off', LOG_LEVEL: 'silent' },
    onText: (text) => (output = (output + text).slice(-20_000)),
  })
  let over = false
  void child.ended.then(() => (over = true))
  const port = () => / is ready on http:\/\/[^:]+:(\d+)/.exec(output)?.[1]
  while (port() === undefined) {
    if (over) throw new PlainError(`The server did not start:\n${output}`)
    await new Promise((later) => setTimeout(later, 50))
  }
  const stop = async () => {
    child.stop()
    await child.ended
  }
  return { url: `http://127.0.0.1:${port()}`, stop }
}
