import type { Brand } from '@sauda/contract/broker/health'
import { widgetRules } from '@sauda/contract/trading/widget'
import type { Config } from '../config.ts'
import { withTimeout } from '../platform/concurrency.ts'
import type { Db } from '../platform/db.ts'
import { createDisk, createReadiness } from '../platform/readiness.ts'
import { createHttp, type HttpOptions } from '../platform/http.ts'
import type { Jobs } from '../platform/jobs.ts'
import { createLoad } from '../platform/load.ts'
import type { Log } from '../platform/log.ts'
import { createRateLimit } from '../platform/rate-limit.ts'
import type { FastifyInstance } from 'fastify'

export type Parts = {
  readonly config: Config
  readonly db: Db
  readonly log: Log
  readonly say?: (line: string) => void
  /** The logins shown to visitors of a demo. */
  readonly demo?: Brand['demo'] | undefined
  /** Whether it works as the application's role. */
  readonly hasRole?: boolean
  /** Whether the database keeps the prepared statements of each connection. */
  readonly keepsStatements?: () => Promise<boolean>
  readonly jobs?: Jobs
}

const watchMilliseconds = 5000
/** Running requests and background jobs get this long to finish at stop. */
export const stopMilliseconds = 10_000

export type Watch = ReturnType<typeof openWatch>

/** The dependencies of this process, checked in the background. */
export function openWatch({ config, db, log, hasRole = false, keepsStatements = async () => true }: Parts, jobs: Jobs) {
  const disk = createDisk(config.dataDir, config.limits, log)
  const readiness = createReadiness({ db, disk, log }, { hasRole, keepsStatements })
  jobs.every(watchMilliseconds, 'disk', disk.look)
  jobs.every(watchMilliseconds, 'readiness', readiness.look)
  jobs.every(60 * 60_000, 'old processes', readiness.sweep)
  return { disk, readiness }
}

type HttpParts = Watch & { readonly jobs: Jobs; readonly inline: HttpOptions['inline'] }

export async function openHttp(
  { config, db, log }: Pick<Parts, 'config' | 'db' | 'log'>,
  { jobs, readiness, inline }: HttpParts,
) {
  const load = createLoad(config.limits, log, jobs.running)
  const rateLimit = createRateLimit()
  jobs.every(1000, 'rate limits', () => rateLimit.share(db))
  const http = await createHttp({
    log,
    rejects: load.rejects,
    retrySeconds: load.retrySeconds,
    isStopping: readiness.isStopping,
    connections: config.limits.connections,
    rateLimits: config.rateLimits ? config.limits.rate : undefined,
    rateLimit,
    trustProxy: config.trustProxy,
    https: config.publicUrl.startsWith('https://'),
    frames: widgetRules.hosts,
    inline,
  })
  return { http, load }
}

/** Accepts no new connections and waits for running requests, up to the time limit. */
export async function closeHttp(http: FastifyInstance): Promise<void> {
  // Browsers keep idle connections open, which would delay the close.
  const idle = setInterval(() => http.server.closeIdleConnections(), 50)
  const isClosed = await withTimeout(stopMilliseconds, http.close()).finally(() => clearInterval(idle))
  if (!isClosed) http.server.closeAllConnections()
}
