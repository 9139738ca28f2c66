import { PlainError } from '../../scripts/child.ts'
import { frozen, lock } from './database.ts'
import { overload } from './overload.ts'
import { restart } from './restart.ts'
import { disk, full, readOnly } from './storage.ts'

const faults: Readonly<Record<string, () => Promise<void>>> = {
  overload,
  lock,
  frozen,
  'read-only': readOnly,
  disk,
  full,
  restart,
}

/** `npm run bench:faults [name …]`: causes each fault on a server of its own and prints what its clients saw. */
export async function main(names: string[]): Promise<void> {
  for (const name of names.length > 0 ? names : Object.keys(faults)) {
    const fault = faults[name]
    if (!fault) throw new PlainError(`There is no fault "${name}". Choose from: ${Object.keys(faults).join(', ')}`)
    console.log(`\n${name}`)
    await fault()
  }
}
