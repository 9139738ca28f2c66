import { runChecks } from './checks.ts'

/** `npm run check`: everything short of the browser stories. */
export async function main(): Promise<void> {
  const broken = (await runChecks()).filter((each) => each.failed > 0)
  console.log(broken.length === 0 ? '\nAll is well.' : `\nNot right: ${broken.map((each) => each.name).join(', ')}.`)
  process.exitCode = broken.length === 0 ? 0 : 1
}
