import { existsSync, mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import packageJson from '../package.json' with { type: 'json' }
import { run } from './child.ts'

/** The result of a step. A runner that crashes counts as one failure more than its report says. */
export interface Outcome {
  name: string
  passed: number
  failed: number
  seconds: number
}

type Command = [tool: string, ...args: string[]]

// With NODE_ENV=production the tests would run React's and Fastify's production code.
const { NODE_ENV: _, ...environment } = process.env
const colour = process.stdout.isTTY ? { FORCE_COLOR: '1' } : {}
export const toolEnv = { ...environment, ...colour }

// Two steps run side by side, so each tool gets one core; with several threads tsc and oxlint repeat part of their work in each.
const oneCore = { ...toolEnv, GOMAXPROCS: '1' }
// web, portal and desk have the same options, so one program checks once what they share.
const screens = ['web', 'portal', 'desk']
const others = packageJson.workspaces.filter((folder) => !screens.includes(folder))
const projects = ['.', ...others, 'tsconfig.screens.json', 'portal/worker']
const light: Record<string, Command[]> = {
  types: projects.map((folder): Command => ['tsc', '--checkers', '1', '-p', folder]),
  lint: [['oxlint']],
  format: [['oxfmt', '--check']],
  'dependency rules': [['node', 'scripts/run.mjs', 'dependency-rules']],
  'dead code': [['knip']],
  generated: [
    ['node', 'scripts/run.mjs', 'api', '--check'],
    ['node', 'scripts/run.mjs', 'diagram', '--check'],
  ],
}

/** Every step of `npm run check`; all steps run even when one fails, so that one run shows every failure. */
export async function runChecks(): Promise<Outcome[]> {
  const pending = Object.entries(light)
  const outcomes: Outcome[] = []
  const worker = async (): Promise<void> => {
    for (let next = pending.shift(); next; next = pending.shift()) outcomes.push(await lightStep(...next))
  }
  await Promise.all([worker(), worker()])
  outcomes.push(await testStep('tests', ['vitest', 'run', '--reporter=default', '--reporter=json'], readVitest))
  return outcomes
}

async function lightStep(name: string, commands: Command[]): Promise<Outcome> {
  const began = Date.now()
  for (const [tool, ...args] of commands) {
    const { code, output } = await run(tool, args, { env: oneCore })
    if (code === 0) continue
    process.stdout.write(`\n${output.trimEnd()}\n`)
    return report({ name, passed: 0, failed: 1, seconds: since(began) })
  }
  return report({ name, passed: 1, failed: 0, seconds: since(began) })
}

/** Runs a test runner, shows its output, and reads the counts from its JSON report. */
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

/** A runner that exits with an error but reports no failed test, or leaves no readable report, has itself failed. */
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
  // A file that cannot be loaded is reported as failed, without any test.
  const unloaded = testResults.filter((file) => file.status === 'failed' && file.assertionResults.length === 0)
  return { passed: numPassedTests, failed: numFailedTests + unloaded.length }
}

export function readPlaywright(report: unknown): Counts {
  const { stats, errors } = report as {
    stats: { expected: number; flaky: number; unexpected: number }
    errors: unknown[]
  }
  return { passed: stats.expected + stats.flaky, failed: stats.unexpected + errors.length }
}

/** The line that names the failed steps. */
export function summary(outcomes: Outcome[]): string {
  const failed = outcomes.filter((each) => each.failed > 0).map((each) => each.name)
  return failed.length === 0 ? '\nAll checks passed.' : `\nFailed: ${failed.join(', ')}.`
}

const since = (began: number): number => (Date.now() - began) / 1000

function report(outcome: Outcome): Outcome {
  const { name, passed, failed, seconds } = outcome
  const mark = failed === 0 ? 'ok    ' : 'FAILED'
  const counts = passed + failed > 1 ? `  ${passed} passed, ${failed} failed` : ''
  console.log(
    `${mark}  ${name.padEnd(16)} ${seconds.toLocaleString('en', { maximumFractionDigits: 1 }).padStart(6)} s${counts}`,
  )
  return outcome
}
