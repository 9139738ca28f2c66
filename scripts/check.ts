import { runChecks, summary } from './checks.ts'

/** `npm run check`: everything except the browser tests. */
export async function main(): Promise<void> {
  const outcomes = await runChecks()
  console.log(summary(outcomes))
  process.exitCode = outcomes.some((each) => each.failed > 0) ? 1 : 0
}
