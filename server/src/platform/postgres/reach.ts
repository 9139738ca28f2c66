import { openHome, readPassword } from './home.ts'
import { readPidFile } from './pidfile.ts'
import { startPostgres } from './postgres.ts'
import { isOurs } from './process.ts'
import { urlOf } from './postgres.sql.ts'

/**
 * The database that lives in `dataDir`, for a command beside the server: the one that runs there already, or one
 * started for the time being. `leave` ends only the latter.
 */
export async function reachPostgres(dataDir: string): Promise<{ url: string; leave(): Promise<void> }> {
  const home = await openHome(dataDir)
  const found = await readPidFile(home)
  if (found?.status === 'ready' && found.address !== undefined && (await isOurs(home, found.pid))) {
    return { url: urlOf(found.address, await readPassword(home)), leave: async () => undefined }
  }
  const { url, stop } = await startPostgres({ dataDir })
  return { url, leave: stop }
}
