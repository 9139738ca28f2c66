import { StartFault } from './fault.ts'
import { findInstalled } from './installed.ts'
import { startFrom } from './start.ts'

export { StartFault }

type Options = { dataDir: string; onProgress?: (sentence: string) => void }

/**
 * Starts (or adopts) the PostgreSQL that lives in `dataDir`/postgres and claims that folder for this process.
 * The url is the superuser's, for `pg` and psql. Whatever the person starting Sauda can change is thrown as a StartFault.
 */
export async function startPostgres(
  options: Options,
): Promise<{ url: string; adopted: boolean; stop(): Promise<void> }> {
  return await startFrom(findInstalled(), options)
}
