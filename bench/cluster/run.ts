import { PlainError } from '../../scripts/child.ts'
import { reportMisses } from '../report.ts'
import { patroni } from './patroni.ts'
import { pgbouncer } from './pgbouncer.ts'

const cases: Readonly<Record<string, () => Promise<string[]>>> = { pgbouncer, patroni }

/** `npm run bench:cluster -- [case …]`, by default all: real systems on loopback, load and faults; acknowledged writes against stored ones. */
export async function main(names: string[]): Promise<void> {
  const misses: string[] = []
  for (const name of names.length > 0 ? names : Object.keys(cases)) {
    const run = cases[name]
    if (!run) throw new PlainError(`There is no case "${name}". Choose from: ${Object.keys(cases).join(', ')}`)
    console.log(`\n${name}`)
    misses.push(...(await run()))
  }
  reportMisses(misses)
}
