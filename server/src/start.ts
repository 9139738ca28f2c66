import { type AddressInfo, createServer } from 'node:net'
import { hasDemo, seedDemo } from '../seed/demo.ts'
import { createApp } from './app.ts'
import { sealAccountNumbers } from './bank/bank.seal.ts'
import type { Config } from './config.ts'
import { collisionWarnings, normalizeStoredReferences } from './ledger/reference.ts'
import { ensureFirstOperator, rejectCommonPassword } from './operator/first.ts'
import { openDb } from './platform/db.ts'
import type { Log } from './platform/log.ts'
import { makeFolder } from './platform/make-folder.ts'
import { migrate } from './platform/migrate.ts'
import { startPostgres } from './platform/postgres/postgres.ts'
import { withoutRole, worksAsRole } from './platform/role.ts'
import { checkSecret } from './platform/secret.ts'
import { welcome } from './welcome.ts'

type Say = (line: string) => void

/** Opens everything the server needs; returns the function that closes it in reverse order, as a failure here does. */
export async function start(given: Config, log: Log, say: Say): Promise<() => Promise<void>> {
  const opened: (() => Promise<void>)[] = []
  const close = async () => {
    for (let last = opened.pop(); last; last = opened.pop()) await last()
  }
  try {
    rejectCommonPassword(given)
    const port = await tryPort(given.port, given.host)
    const config = { ...given, port, publicUrl: given.publicUrl.replace(/:0$/, `:${port}`) }
    makeFolder(config.dataDir)
    const url = config.databaseUrl ?? (await startBuiltIn(config, say, opened))
    const { applied, role } = await migrate(url)
    if (applied.length > 0) say(`Database migrated (${applied.length} steps)`)
    const db = openDb(url, log, { role, prepare: config.preparedStatements })
    opened.push(() => db.close())
    if (!(await worksAsRole(db))) say(withoutRole)
    const app = await createApp({ config, db, log, say })
    opened.push(() => app.stop())
    await checkSecret(db, app.context.secret)
    await sealAccountNumbers(db, app.context.accounts)
    await normalizeStoredReferences(db)
    for (const warning of await collisionWarnings(db)) say(warning)
    if (config.adminEmail !== undefined) await ensureFirstOperator(app.context, say)
    if (config.demoData) await seedDemo(app.context)
    await ensureFirstOperator(app.context, say)
    await app.http.listen({ port, host: config.host })
    say(welcome(config, port, config.demoData && (await hasDemo(db))))
    return close
  } catch (error) {
    // The first error is the one to report.
    await close().catch((fault: Error) => log.warn({ err: fault.message }, 'not everything could be closed'))
    throw error
  }
}

async function startBuiltIn({ dataDir }: Config, say: Say, opened: (() => Promise<void>)[]): Promise<string> {
  const postgres = await startPostgres({ dataDir, onProgress: say })
  opened.push(() => postgres.stop())
  return postgres.url
}

/**
 * Listens for a moment, so that a port in use is reported before any slow work. Returns the port, or for 0 a free
 * one.
 */
const tryPort = (port: number, host: string): Promise<number> =>
  new Promise((resolve, reject) => {
    const probe = createServer()
    probe.once('error', reject)
    probe.listen({ port, host, exclusive: true }, () => {
      const found = (probe.address() as AddressInfo).port
      probe.close(() => resolve(found))
    })
  })
