import { reportMisses } from '../../bench/report.ts'
import { PlainError, start } from '../../scripts/child.ts'
import { loadWithFaults } from './load.ts'
import { clusterNodes, ports, startNodes, urlOf, withStack, binaries } from './nodes.ts'
import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { availableParallelism, tmpdir } from 'node:os'
import { join, resolve } from 'node:path'

function read(command: string, ...args: string[]): string {
  const { stdout, status, error } = spawnSync(command, args, { encoding: 'utf8' })
  if (error) throw new PlainError(`${command} does not start: ${error.message}`)
  // It ends with 1 if it does not know one of the packages.
  if (status !== 0 && command !== 'dpkg-query') throw new PlainError(`${command} ${args.join(' ')} has failed.`)
  return stdout.trim()
}

/** With `CITUS_SOURCE`, a clone of citusdata/citus: compiles its newest 13.2 for the PostgreSQL in `PG_BIN`, and installs it there. */
function installCitus(): void {
  const config = join(binaries, 'pg_config')
  const source = process.env['CITUS_SOURCE']
  if (source === undefined) {
    if (existsSync(join(read(config, '--pkglibdir'), 'citus.so'))) return
    throw new PlainError('Citus is not installed. Set CITUS_SOURCE to a clone of https://github.com/citusdata/citus.')
  }
  const [major = ''] = /(?<=^PostgreSQL )\d+/.exec(read(config, '--version')) ?? []
  const needed = ['git', 'gcc', 'make', 'libkrb5-dev', 'liblz4-dev', 'libzstd-dev', `postgresql-server-dev-${major}`]
  const found = read('dpkg-query', '--show', '--showformat', '${db:Status-Status} ${Package}\n', ...needed).split('\n')
  const missing = needed.filter((name) => !found.includes(`installed ${name}`))
  if (missing.length > 0) throw new PlainError(`Packages are missing. Run: apt-get install ${missing.join(' ')}`)
  const [tag] = read('git', '-C', source, 'tag', '--list', 'v13.2.*', '--sort=-version:refname').split('\n')
  if (!tag) throw new PlainError(`CITUS_SOURCE: ${source} has no tag v13.2.*.`)
  console.log(`Citus ${tag} is compiled, which takes some minutes.`)
  const cwd = mkdtempSync(join(tmpdir(), 'sauda-citus-build-'))
  const step = (command: string, ...args: string[]) => {
    const { status } = spawnSync(command, args, { cwd, stdio: 'inherit' })
    if (status !== 0) throw new PlainError(`Citus ${tag} is not installed: ${command} has failed.`)
  }
  try {
    step(
      'git',
      '-c',
      'advice.detachedHead=false',
      'clone',
      '--quiet',
      '--shared',
      '--branch',
      tag,
      resolve(source),
      '.',
    )
    // PostgreSQL 15.20 has a function of this name itself.
    const compat = join(cwd, 'src/include/pg_version_compat.h')
    const renamed = '#define have_createdb_privilege citus_have_createdb_privilege\n$&'
    writeFileSync(compat, readFileSync(compat, 'utf8').replace(/^have_createdb_privilege\(void\)$/m, renamed))
    step('./configure', '--quiet', '--without-libcurl', `PG_CONFIG=${config}`)
    step('make', '--silent', `--jobs=${availableParallelism()}`, 'with_llvm=no', 'install')
  } finally {
    rmSync(cwd, { recursive: true, force: true })
  }
}

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
