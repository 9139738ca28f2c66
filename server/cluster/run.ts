import { reportMisses } from '../../bench/report.ts'
import { PlainError, start } from '../../scripts/child.ts'
import { installCitus } from './build.ts'
import { loadWithFaults } from './load.ts'
import { clusterNodes, ports, startNodes, urlOf, withStack } from './nodes.ts'

/** The files whose stories move money (README.md names what cannot pass). */
const moneyStories = ['wallet', 'charge', 'loan', 'trade', 'reconciliation', 'payout-stop', 'closure', 'clearing']

/** Runs an installed tool with the addresses of a running cluster. */
const onCluster = (name: string, tool: string, args: readonly string[]): Promise<string[]> =>
  withStack(async (stack) => {
    await startNodes(stack, clusterNodes)
    // Not spawnSync, because the databases block if their log is not read.
    const { ended } = start(tool, [...args], {
      env: { ...process.env, CITUS_NODES: clusterNodes.map((node) => urlOf(ports[node])).join(' ') },
      onText: (text) => void process.stdout.write(text),
    })
    return (await ended) === 0 ? [] : [`cluster: the ${name} do not pass`]
  })

const serverTests = (name: string, ...files: string[]) =>
  onCluster(name, 'vitest', ['run', '--no-file-parallelism', '--project=server*', ...files])

const parts: Readonly<Record<string, () => Promise<string[]>>> = {
  calls: () => serverTests('examples of every call', 'src/app.every.test.ts'),
  tests: () => serverTests('race and property tests', '.race.test.', '.property.test.'),
  stories: () =>
    onCluster('stories of money', 'playwright', [
      'test',
      '-c',
      'e2e',
      '--project=browser',
      '--workers=1',
      ...moneyStories,
    ]),
  load: loadWithFaults,
}

/** `npm run cluster -- [part …]`, by default all: a coordinator and two workers on loopback, and on them each part (README.md). */
export async function main(names: string[]): Promise<void> {
  const chosen = (names.length > 0 ? names : Object.keys(parts)).map((name) => {
    const run = parts[name]
    if (!run) throw new PlainError(`There is no part "${name}". Choose from: ${Object.keys(parts).join(', ')}`)
    return { name, run }
  })
  installCitus()
  const misses: string[] = []
  for (const { name, run } of chosen) {
    console.log(`\n${name}`)
    misses.push(...(await run()))
  }
  reportMisses(misses)
}
