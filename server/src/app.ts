import { rooms } from '@sauda/contract/calls'
import type { Call } from '@sauda/contract/call'
import type { FastifyInstance } from 'fastify'
import { audit } from './audit/audit.ts'
import { healthRoutes } from './health/health.routes.ts'
import type { House } from './house.ts'
import { createQueueMail } from './mail/mail.ts'
import { notify } from './notice/notice.ts'
import type { Config } from './platform/config.ts'
import type { Db } from './platform/db.ts'
import { openFiles } from './platform/files.ts'
import { createHttp } from './platform/http.ts'
import { createJobs } from './platform/jobs.ts'
import type { Log } from './platform/log.ts'
import { createMount } from './platform/mount.ts'
import { inlineScriptHashes, servePages } from './platform/pages.ts'
import { makeSecret, masterKey } from './platform/secret.ts'
import { createGuard } from './session/session.ts'
import { sessionRoutes } from './session/session.routes.ts'
import { createTwoStep } from './session/totp.ts'

export type App = { readonly http: FastifyInstance; readonly house: House; stop(): Promise<void> }

/** Puts the rooms together on an open, migrated database. Does not listen yet. */
export async function createApp({ config, db, log }: { config: Config; db: Db; log: Log }): Promise<App> {
  const secret = makeSecret(masterKey(config.secretKey, config.dataDir))
  const http = await createHttp({
    log,
    rateLimits: config.rateLimits,
    trustProxy: config.trustProxy,
    https: config.publicUrl.startsWith('https://'),
    scriptHashes: inlineScriptHashes(),
  })
  const mounted = new Set<Call>()
  const jobs = createJobs(log)
  const house: House = {
    mount: createMount(http, createGuard(db, config.mode === 'live'), mounted),
    db,
    config,
    secret,
    files: await openFiles(config.filesUrl, config.dataDir, secret),
    log,
    audit,
    mail: createQueueMail(secret),
    notify,
    twoStep: createTwoStep(secret, config.brandName),
    every: jobs.every,
  }
  healthRoutes(house)
  sessionRoutes(house)
  assertWhole(mounted)
  await servePages(http)
  return {
    http,
    house,
    async stop() {
      await http.close()
      await jobs.stop()
    },
  }
}

/** Every call of the contract is mounted, or the server does not start. */
function assertWhole(mounted: ReadonlySet<Call>) {
  const missing = Object.entries(rooms).flatMap(([room, calls]) =>
    Object.entries(calls)
      .filter(([, call]) => !mounted.has(call))
      .map(([name]) => `${room}.${name}`),
  )
  if (missing.length > 0 && process.env['SAUDA_UNFINISHED'] === undefined)
    throw new Error(`These calls of the contract are not mounted: ${missing.join(', ')}`)
}
