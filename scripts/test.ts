import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { PlainError, root } from './child.ts'
import { readPlaywright, runChecks, testStep, toolEnv, type Outcome } from './checks.ts'

/** `npm test`: the checks, then the stories in a browser. The last line is the count, whatever happened. */
export async function main(): Promise<void> {
  const outcomes: Outcome[] = []
  try {
    if (!existsSync(join(root, 'node_modules/@playwright/test'))) {
      throw new PlainError('The test tools are not installed. Run npm ci --include=dev first.')
    }
    // Loaded here, because it is one of them.
    const { haveChromium } = await import('../e2e/chromium.ts')
    const chromium = await haveChromium().catch((error: Error) => console.log(`${error.message}\n`))
    outcomes.push(...(await runChecks()))
    outcomes.push(chromium ? await stories(chromium) : { name: 'stories', passed: 0, failed: 1, seconds: 0 })
  } catch (error) {
    console.log(error instanceof PlainError ? error.message : error)
    outcomes.push({ name: 'the run itself', passed: 0, failed: 1, seconds: 0 })
  }
  const sum = (key: 'passed' | 'failed'): number => outcomes.reduce((total, each) => total + each[key], 0)
  const broken = outcomes.filter((each) => each.failed > 0)
  console.log(broken.length === 0 ? '\nAll is well.' : `\nNot right: ${broken.map((each) => each.name).join(', ')}.`)
  console.log(`${sum('passed')} passed, ${sum('failed')} failed`)
  process.exitCode = sum('failed') === 0 ? 0 : 1
}

async function stories(chromium: string): Promise<Outcome> {
  const run = String(process.pid)
  Object.assign(toolEnv, { CHROMIUM_PATH: chromium, SAUDA_RUN: run })
  const outcome = await testStep('stories', ['playwright', 'test', '--config=e2e/playwright.config.ts'], readPlaywright)
  if (outcome.failed === 0 && !outcome.unsteady) rmSync(join(root, 'e2e/output', run), { recursive: true, force: true })
  else console.log(`Traces of the stories that failed: e2e/output/${run} (open one with npx playwright show-trace).`)
  return outcome
}
