import { flushCompileCache } from 'node:module'
import { type AddressInfo, createServer } from 'node:net'
import { seedCloses } from '../../seed/demo.close.ts'
import { seedPractice } from '../../seed/demo.practice.ts'
import { hasDemo, seedDemo, willHaveDemo } from '../../seed/demo.ts'
import { demoClients, demoLogins, demoOperators, demoPassword } from '../../seed/people.ts'
import { type App, createApp } from './app.ts'
import { firstMode } from '../operation/keys/encryption.sql.ts'
import { unwatched } from '../platform/unwatched.ts'
import type { Config } from '../config.ts'
import { refuseToForget } from '../core/audit/earlier-broker.ts'
import { collisionWarnings } from '../core/ledger/reference.ts'
import { openMetrics } from '../operation/metrics/metrics.ts'
import { ensureFirstOperator, rejectCommonPassword } from '../broker/operator/first.ts'
import { placeName } from '../platform/backup/place.ts'
import { writeKeysOf } from '../platform/backup/seal.ts'
import { requireFinishedRestore } from '../platform/backup/unfinished.ts'
import { endWalArchive, startWalArchive } from '../platform/backup/wal.ts'
import { openDb } from '../platform/db.ts'
import { keepsLimits, keepsStatements } from '../platform/db-limits.ts'
import type { Log } from '../platform/log.ts'
import { makeFolder } from '../platform/make-folder.ts'
import { migrate } from '../platform/migrate.ts'
import { bufferMegabytes, memoryBytes } from '../platform/postgres/memory.ts'
import { startPostgres } from '../platform/postgres/postgres.ts'
import { StartError } from '../platform/postgres/start-error.ts'
import { appRole, withoutRole, worksAsRole } from '../platform/role.ts'

type PrintLine = (line: string) => void

/** `waitMilliseconds`: how long requests are still accepted. */
type Close = (waitMilliseconds?: number) => Promise<void>

/** Opens everything the server needs; returns the function that closes it in reverse order, as a failure here does. */
export async function start(given: Config, log: Log, say: PrintLine): Promise<Close> {
  const opened: Close[] = []
  const close: Close = async (waitMilliseconds) => {
    for (let last = opened.pop(); last; last = opened.pop()) await last(waitMilliseconds)
  }
  try {
    rejectCommonPassword(given)
    const port = await tryPort(given.port, given.host)
    const config = {
      ...given,
      port,
      publicUrl: given.publicUrl.replace(/:0$/, `:${port}`),
      deskUrl: given.deskUrl.replace(/:0$/, `:${port}`),
    }
    openDataDir(config)
    await refuseToForget(config)
    const builtIn = config.databaseUrl === undefined ? await startBuiltIn(config, { say, log, opened }) : undefined
    const url = config.databaseUrl ?? builtIn?.url ?? ''
    const role = await migrateTo(url, { say, log })
    const keeps = await keepsLimits(url)
    const db = openDb(url, log, {
      role,
      size: config.limits.databaseConnections,
      prepare: config.preparedStatements,
      limits: config.limits.database,
      keepsLimits: keeps,
      replicaUrl: config.databaseReplicaUrl,
    })
    opened.push(() => db.close())
    const isRestricted = await worksAsRole(db)
    if (!isRestricted) say(withoutRole)
    if (config.mode === 'live') requireLiveDatabase({ isRestricted, hasDemo: await hasDemo(db) })
    requireSameMode(config.mode, await firstMode(db, config.mode))
    for (const warning of config.mode === 'live' ? unwatched(config) : []) {
      say(warning)
      log.warn(warning)
    }
    const demo = config.demoData && (await willHaveDemo(db)) ? demoLogins(config.deskUrl) : undefined
    const app = await createApp({
      config,
      db,
      log,
      say,
      demo,
      hasRole: isRestricted,
      keepsStatements: async () => !config.preparedStatements || keeps || keepsStatements(url),
    })
    opened.push((waitMilliseconds) => app.stop(waitMilliseconds))
    const metrics = await openMetrics({ ...app, config, db, walStoredAt: builtIn?.walStoredAt })
    opened.push(async () => metrics?.close())
    for (const warning of await collisionWarnings(db)) say(warning)
    if (config.adminEmail !== undefined) await ensureFirstOperator(app.context, say)
    if (config.demoData) await fillDemo(app)
    await ensureFirstOperator(app.context, say)
    await app.http.listen({ port, host: config.host })
    say(welcome(config, port, demo !== undefined))
    // Otherwise only an orderly stop stores the compiled sources. It takes 0.4 s at the first start of a version, and 2 ms at later ones.
    flushCompileCache()
    return close
  } catch (error) {
    // The first error is the one to report.
    await close().catch((fault: Error) => log.warn({ err: fault.message }, 'not everything could be closed'))
    throw error
  }
}

/** Returns the application's role. */
async function migrateTo(url: string, { say, log }: Omit<Parts, 'opened'>): Promise<string | undefined> {
  const { applied, role, invalid } = await migrate(url)
  if (applied.length > 0) say(`Database migrated (${applied.length} steps)`)
  for (const name of invalid) {
    const sentence = `Stored rows violate the check ${name}, which holds for new rows only. Correct them at the desk, then restart.`
    say(sentence)
    log.error({ constraint: name }, sentence)
  }
  return role
}

function openDataDir(config: Config): void {
  requireFinishedRestore(config)
  makeFolder(config.dataDir)
}

/** Clients at the first start, closing prices and practice trades at each one. */
async function fillDemo({ context, loadCloses }: App): Promise<void> {
  await seedDemo(context)
  await seedCloses(context)
  await loadCloses()
  await seedPractice(context)
}

/** Checks that need the database; the settings are checked before. */
function requireLiveDatabase({ isRestricted, hasDemo }: { isRestricted: boolean; hasDemo: boolean }): void {
  const faults = [
    isRestricted ? [] : `The database login may not become ${appRole}, which live mode needs. See docs/scaling.md.`,
    hasDemo
      ? 'This database has the demo clients, whose password is public. Live mode needs a database of its own.'
      : [],
  ].flat()
  if (faults.length > 0) throw new StartError(faults.join('\n'))
}

/** A database keeps the mode of its first start. */
function requireSameMode(mode: Config['mode'], first: string): void {
  if (first === mode) return
  throw new StartError(
    first === 'demo'
      ? 'This database was first started in demo mode: its money is practice money, so it is refused in live mode. Live mode needs an empty database.'
      : 'This database was first started in live mode: its money is real, so it is refused in demo mode. Set MODE=live, or choose an empty database for a demo.',
  )
}

const ownPostgresAdvice =
  'We recommend a PostgreSQL of your own for live operation (DATABASE_URL): the security updates of the built-in one come only with a release of Sauda (docs/security.md, Parts).'

type Parts = { readonly say: PrintLine; readonly log: Log; readonly opened: Close[] }

async function startBuiltIn(config: Config, { say, log, opened }: Parts) {
  const { dataDir, backupUrl, backupWalMilliseconds: milliseconds } = config
  const postgres = await startPostgres({
    dataDir,
    onProgress: say,
    // A demo has few clients, and starts faster with little.
    bufferMegabytes: config.mode === 'live' ? bufferMegabytes(memoryBytes()) : undefined,
  })
  opened.push(() => postgres.stop())
  if (config.mode === 'live') say(ownPostgresAdvice)
  const { url } = postgres
  if (backupUrl === undefined) {
    await endWalArchive(url)
    return { url }
  }
  const write = () => writeKeysOf(config)
  const archive = await startWalArchive({ url, dataDir, backupUrl, write, milliseconds, log })
  opened.push(() => archive.stop())
  say(`Backups and the write-ahead log are stored at ${placeName(backupUrl)}`)
  return { url, walStoredAt: archive.storedAt }
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

function welcome(config: Config, port: number, isDemoFilled: boolean): string {
  const { publicUrl, deskUrl } = config
  const addresses = [
    ['Portal', `${publicUrl}/`],
    ['Desk', `${deskUrl}/desk`],
    ...(config.smtpUrl === undefined ? [['Mailbox', `${deskUrl}/desk/mailbox  (mails are also printed here)`]] : []),
    ['API', `${publicUrl}/api/docs`],
  ]
  return [
    `${config.brandName} is ready on http://localhost:${port}`,
    '',
    ...addresses.map(([name = '', address = '']) => `  ${name.padEnd(9)}${address}`),
    ...(isDemoFilled ? logins() : []),
    '',
  ].join('\n')
}

function logins(): string[] {
  const rows = [
    ...Object.values(demoClients).map(({ email, shows }) => ['client', email, shows]),
    ...demoOperators.map(({ email, role }) => ['operator', email, role]),
  ]
  return [
    '',
    `  Demo logins (password for all: ${demoPassword})`,
    ...rows.map(([kind = '', email = '', what = '']) => `  ${kind.padEnd(9)}${email.padEnd(24)}${what}`),
  ]
}
