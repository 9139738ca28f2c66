import { mkdirSync } from 'node:fs'
import type { AddressInfo } from 'node:net'
import { createApp } from './app.ts'
import { readConfig } from './platform/config.ts'
import type { Config } from './platform/config.ts'
import { openDb } from './platform/db.ts'
import { makeLog } from './platform/log.ts'
import { migrate } from './platform/migrate.ts'
import { withoutRole, worksAsRole } from './platform/role.ts'
import { startPostgres } from './platform/postgres/postgres.ts'

const say = (line: string) => process.stdout.write(`${line}\n`)

/** Everything the server needs, opened in order; answers how to close it again, in reverse. */
async function start(config: Config): Promise<() => Promise<void>> {
  const log = makeLog(config.logLevel)
  mkdirSync(config.dataDir, { recursive: true })
  const postgres =
    config.databaseUrl === undefined ? await startPostgres({ dataDir: config.dataDir, onProgress: say }) : undefined
  const url = config.databaseUrl ?? postgres?.url ?? ''
  try {
    const { applied, role } = await migrate(url)
    if (applied.length > 0) say(`Database brought up to date (${applied.length} steps)`)
    const db = openDb(url, log, { role })
    if (!(await worksAsRole(db))) say(withoutRole)
    const app = await createApp({ config, db, log })
    await app.http.listen({ port: config.port, host: config.host })
    const { port } = app.http.server.address() as AddressInfo
    say(`${config.brandName} is ready on http://localhost:${port}`)
    return async () => {
      await app.stop()
      await db.close()
      await postgres?.stop()
    }
  } catch (error) {
    await postgres?.stop()
    throw error
  }
}

/** One sentence for whoever started us; faults we did not foresee keep their stack. */
function explain(error: unknown, config: Config | undefined): string {
  if (!(error instanceof Error)) return String(error)
  const code = (error as NodeJS.ErrnoException).code
  if (code === 'EADDRINUSE')
    return `Port ${config?.port} is in use by another program. Stop it, or choose another port: PORT=3001 npm start`
  if (code === 'EACCES' && config)
    return `No permission to listen on port ${config.port} or to write to ${config.dataDir}.`
  if (code === 'ECONNREFUSED' || code === 'ENOTFOUND' || code === '28P01' || code === '3D000')
    return `The database at DATABASE_URL does not let us in: ${error.message}`
  return error.name === 'Error' && code !== undefined ? (error.stack ?? error.message) : error.message
}

let config: Config | undefined
try {
  config = readConfig(process.env)
  const stop = await start(config)
  let stopping = false
  for (const signal of ['SIGINT', 'SIGTERM'] as const) {
    process.on(signal, () => {
      if (stopping) return
      stopping = true
      say('Stopping …')
      stop().then(
        () => process.exit(0),
        (error: unknown) => {
          say(explain(error, config))
          process.exit(1)
        },
      )
    })
  }
} catch (error) {
  process.stderr.write(`${explain(error, config)}\n`)
  process.exit(1)
}
