import { PlainError, run } from './child.ts'
import { toolEnv } from './checks.ts'

/**
 * `npm run nightly`: every server test, those with random data or races many more times than `npm test`, and with a seed of the day.
 * `SEED` repeats a run.
 */
export async function main(): Promise<void> {
  const seed = process.env['SEED'] ?? String(Math.floor(Date.now() / 86_400_000))
  console.log(`The server tests with NIGHTLY=on SEED=${seed}`)
  const { code } = await run('vitest', ['run', '--project=server', '--project=server, alone'], {
    env: { ...toolEnv, NIGHTLY: 'on', SEED: seed },
    minutes: 180,
    onText: (text) => process.stdout.write(text),
  })
  if (code !== 0) throw new PlainError(`A test failed with SEED=${seed}; it is named above.`)
}
