import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { openHome, readPassword } from './home.ts'
import { readPidFile } from './pidfile.ts'
import { isUnreachable, ensureDatabase, urlOf } from './postgres.sql.ts'

/** The url of the database a Sauda server keeps open in `dataDir` just now; undefined when none does. */
export async function runningPostgres(dataDir: string): Promise<string | undefined> {
  if (!existsSync(join(dataDir, 'postgres/data/PG_VERSION'))) return undefined
  const home = await openHome(dataDir)
  const address = (await readPidFile(home))?.address
  if (address === undefined) return undefined
  const password = await readPassword(home)
  try {
    await ensureDatabase(address, password)
    return urlOf(address, password)
  } catch (error) {
    // What a server that was killed left behind names an address nobody listens at.
    if (isUnreachable(error)) return undefined
    throw error
  }
}
