import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { run } from './child.ts'

/** What a step came to. A runner that crashes counts as one failure more than its report admits. */
export interface Outcome {
  name: string
  passed: number
  failed: number
  /** How many of the passed did so only when tried again. */
  unsteady?: number
  seconds: number
}

type Command = [tool: string, ...args: string[]]

// NODE_ENV=production on the machine would hand the tests React's and Fastify's production behaviour.
const { NODE_ENV: _, ...environment } = process.env
const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
export const toolEnv = { ...environment, ...colour }

const workspaces = ['contract', 'ui', 'server', 'portal', 'portal/worker', 'desk', 'e2e']
const light: Record<string, Command[]> = {
  types: [
    ['react-router', 'typegen', 'portal'],
    ...['.', ...workspaces].map((folder): Command => ['tsc', '-p', folder]),
  ],
  lint: [['oxlint']],
  format: [['oxfmt', '--check']],
  'dependency rules': [['node', 'scripts/run.mjs', 'dependency-rules']],
  'dead code': [['knip']],
  generated: [['node', 'scripts/run.mjs', 'api-txt', '--check']],
}

/** Every step of `npm run check`; a failing step does not stop the next, so one run shows everything. */
export async function runChecks(): Promise<Outcome[]> {
  const waiting = Object.entries(light)
  const outcomes: Outcome[] = []
  const worker = async (): Promise<void> => {
    for (let next = waiting.shift(); next; next = waiting.shift()) outcomes.push(await lightStep(...next))
  }
  await Promise.all([worker(), worker()])
  outcomes.push(await testStep('tests', ['vitest', 'run', '--reporter=default', '--reporter=json'], readVitest))
  return outcomes
}

async function lightStep(name: string, commands: Command[]): Promise<Outcome> {
  const began = Date.now()
  for (const [tool, ...args] of commands) {
    const { code, output } = await run(tool, args, { env: toolEnv })
    if (code === 0) continue
    process.stdout.write(`\n${output.trimEnd()}\n`)
    return report({ name, passed: 0, failed: 1, seconds: since(began) })
  }
  return report({ name, passed: 1, failed: 0, seconds: since(began) })
}

/** Runs a test runner with its output in sight, and counts from the report it leaves behind. */
export async function testStep(name: string, command: Command, read: ReadReport): Promise<Outcome> {
  const began = Date.now()
  const folder = mkdtempSync(join(tmpdir(), 'sauda-report-'))
  const file = join(folder, 'report.json')
  const [tool, ...args] = command
  if (tool === 'vitest') args.push(`--outputFile.json=${file}`)
  const env = { ...toolEnv, PLAYWRIGHT_JSON_OUTPUT_FILE: file }
  const { code } = await run(tool, args, { env, minutes: 60, onText: (text) => process.stdout.write(text) })
  const counts = tally(code, existsSync(file) ? readFileSync(file, 'utf8') : '', read)
  rmSync(folder, { recursive: true, force: true })
  return report({ name, ...counts, seconds: since(began) })
}

type Counts = Omit<Outcome, 'name' | 'seconds'>
type ReadReport = (report: unknown) => Counts

/** A runner that ended badly without naming a failed test, or left no report one can read, has itself failed. */
export function tally(code: number, text: string, read: ReadReport): Counts {
  try {
    const counts = read(JSON.parse(text))
    return code !== 0 && counts.failed === 0 ? { ...counts, failed: 1 } : counts
  } catch {
    return { passed: 0, failed: 1 }
  }
}

export function readVitest(report: unknown): Counts {
  const { numPassedTests, numFailedTests, testResults } = report as {
    numPassedTests: number
    numFailedTests: number
    testResults: { status: string; assertionResults: unknown[] }[]
  }
  // A file that does not even load has failed without a single test in it.
  const unloaded = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length }
}

/** How many stories may pass only at the second try: a machine that stalls catches one; more are a fault of ours. */
const unsteadyAtMost = 2

/** Stories that passed only at the second try are counted apart; where they are many, they count as failed. */
export function readPlaywright(report: unknown): Counts {
  const { stats, errors } = report as {
    stats: { expected: number; unexpected: number; flaky: number }
    errors: unknown[]
  }
  const { expected, flaky } = stats
  const failed = stats.unexpected + errors.length
  return flaky > unsteadyAtMost
    ? { passed: expected, failed: failed + flaky }
    : { passed: expected + flaky, failed, unsteady: flaky }
}

const since = (began: number): number => (Date.now() - began) / 1000

function report(outcome: Outcome): Outcome {
  const { name, passed, failed, unsteady = 0, seconds } = outcome
  const mark = failed === 0 ? 'ok    ' : 'FAILED'
  const again = unsteady > 0 ? `, ${unsteady} of them only at the second try` : ''
  const counts = passed + failed > 1 ? `  ${passed} passed${again}, ${failed} failed` : ''
  console.log(
    `${mark}  ${name.padEnd(16)} ${seconds.toLocaleString('en', { maximumFractionDigits: 1 }).padStart(6)} s${counts}`,
  )
  return outcome
}
