import { existsSync, globSync, readFileSync, rmSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { PlainError, root } from './child.ts'
import { readPlaywright, runChecks, summary, testStep, toolEnv, type Outcome } from './checks.ts'

/** `npm test`: the checks, then the browser tests. The last line is the count, also after a crash. */
export async function main(): Promise<void> {
  const outcomes: Outcome[] = []
  try {
    if (!existsSync(join(root, 'node_modules/@playwright/test'))) {
      throw new PlainError('The test tools are not installed. Run npm ci --include=dev first.')
    }
    // Imported here because it needs a test tool.
    const { haveChromium } = await import('../e2e/chromium.ts')
    const chromium = await haveChromium().catch((error: Error) => console.log(`${error.message}\n`))
    outcomes.push(...(await runChecks()))
    outcomes.push(chromium ? await browserTests(chromium) : { name: 'browser', passed: 0, failed: 1, seconds: 0 })
  } catch (error) {
    console.log(error instanceof PlainError ? error.message : error)
    outcomes.push({ name: 'the run itself', passed: 0, failed: 1, seconds: 0 })
  }
  const sum = (key: 'passed' | 'failed'): number => outcomes.reduce((total, each) => total + each[key], 0)
  console.log(summary(outcomes))
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') === 0 ? 0 : 1
}

async function browserTests(chromium: string): Promise<Outcome> {
  const run = String(process.pid)
  Object.assign(toolEnv, { CHROMIUM_PATH: chromium, SAUDA_RUN: run })
  const command = ['playwright', 'test', '--config=e2e/playwright.config.ts', '--project=browser'] as const
  const outcome = await testStep('browser', [...command], readPlaywright)
  showFailures(join(root, 'e2e/output', run))
  return outcome
}

/**
 * Prints what the page of each failed attempt contained and then every error, because the folder of a CI run is not kept.
 * A test that passed at its second attempt is listed too: it is a fault of the test or of the product.
 */
function showFailures(folder: string): void {
  const attempts = globSync('*/error-context.md', { cwd: folder }).map((file) => {
    const text = readFileSync(join(folder, file), 'utf8')
    const page = /```yaml\n([^]*?)```/.exec(text)?.[1] ?? ''
    const error = /# Error details\s+```([^]*?)```/.exec(text)?.[1] ?? ''
    return { test: dirname(file), page: page.trim(), error: error.trim() }
  })
  if (attempts.length === 0) return rmSync(folder, { recursive: true, force: true })
  for (const { test, page } of attempts) console.log(`\nThe page of ${test}:\n${page.slice(0, 4000)}`)
  for (const { test, error } of attempts) console.log(`\nFailed attempt: ${test}\n${error.slice(0, 2000)}`)
  console.log(`\nScreenshots and traces: ${relative(root, folder)}.`)
}
