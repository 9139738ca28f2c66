import { setTimeout as wait } from 'node:timers/promises'
import { allCalls } from '@sauda/contract/calls'
import type { Call } from '@sauda/contract/platform/call'
import { auditRules } from '@sauda/contract/core/audit'
import type { FastifyInstance } from 'fastify'
import { findDocument } from '../core/document/document.ts'
import { createAudit } from '../core/approval/own-account.ts'
import { createRefusals } from '../core/audit/refusal.ts'
import { openAudit, sealLast } from '../core/audit/seal.ts'
import { createAccountNumberCipher } from '../money/bank/bank.cipher.ts'
import type { RenderPreview } from '../broker/content/content.ts'
import { brandOf, brandRoutes } from '../broker/brand/brand.ts'
import { payee } from '../money/broker-bank/broker-bank.sql.ts'
import { docsPages } from '../broker/health/docs.ts'
import { closeHttp, openHttp, openWatch, type Parts, stopMilliseconds } from './app-http.ts'
import { settleClosure } from '../client/closure/closure.ts'
import type { AppContext } from './app-context.ts'
import type { Figures } from '../operation/metrics/metrics.ts'
import { createProcessing } from '../money/wallet/processing.ts'
import { complaintReport } from '../client/complaint/complaint.view.ts'
import { createMountCommand } from '../core/idempotency/idempotency.ts'
import { createQueueMail } from '../core/mail/mail.ts'
import { widgetPages } from '../trading/market/widget.ts'
import { createInformClient, notifyScreens } from '../core/notice/notice.ts'
import { type Files, openFiles } from '../platform/files.ts'
import { openIds } from '../platform/id.ts'
import { createJobs } from '../platform/jobs.ts'
import { recordKeyUse } from '../operation/keys/encryption.sql.ts'
import { createTextCheck } from '../core/mail/client-text.ts'
import { createMount } from '../platform/mount.ts'
import { type PageSources, renderPages, separateHosts, servePages } from '../broker/pages/pages.ts'
import type { Db } from '../platform/db.ts'
import { openSecret, type Secret } from '../platform/secret.ts'
import { withTimeout } from '../platform/concurrency.ts'
import { queueSources, warningsOf } from './app-core.ts'
import { evidenceOfPayment } from '../money/reconciliation/reconciliation.describe.ts'
import { createPasskeys } from '../core/session/passkey.ts'
import { serveCommonPasswords } from '../core/session/password.ts'
import { createGuard } from '../core/session/session.ts'
import { createCallLimit } from '../core/session/throttle.ts'
import { createTwoStep } from '../core/session/totp.ts'
import { mountFeatures } from './app-features.ts'

export type App = {
  /** Also repeated at intervals. */
  readonly loadCloses: () => Promise<void>
  readonly http: FastifyInstance
  readonly context: AppContext
  readonly figures: Figures
  /** `waitMilliseconds`: how long requests are still accepted, so that a proxy notices first. */
  stop(waitMilliseconds?: number): Promise<void>
}

/** What every call is checked by before its handler. */
const guardsOf = ({ db, config }: Pick<Parts, 'db' | 'config'>) => ({
  guard: createGuard(db, config),
  limit: createCallLimit(db, config),
  checkTexts: createTextCheck(config, db),
})

/** Wires the features together on an open, migrated database. Does not listen yet. */
export async function createApp(parts: Parts): Promise<App> {
  const { config, db, log, say = () => {}, demo, jobs = createJobs(log), ...options } = parts
  const secret = await openSecret(db, config)
  await recordKeyUse(db, secret.newestId.toString('hex'))
  const brand = brandOf(config, demo)
  const pages = await renderPages(brand, config)
  const preview = previewOf(db, pages)
  const watch = openWatch({ config, db, log, ...options }, jobs)
  const { http, load } = await openHttp({ config, db, log }, { jobs, ...watch, inline: pages?.hashes })
  separateHosts(http, config.deskHost)
  const mounted = new Set<Call>()
  const files = await openFiles(config, { db, secret, log })
  await openIds(db, jobs.every)
  followReplica(db, jobs)
  everyFile(jobs, db, files)
  const refusals = createRefusals(db, log)
  jobs.every(auditRules.refusalMilliseconds, 'refusals', refusals.write)
  const guards = guardsOf({ db, config })
  const mount = createMount(http, { ...guards, ...watch.readiness, recordRefusal: refusals.record, load }, mounted)
  const context: AppContext = {
    mount,
    mountCommand: createMountCommand(mount, db),
    db,
    config,
    secret,
    accounts: createAccountNumberCipher(secret),
    payee,
    files,
    log,
    audit: createAudit({ config }),
    recordRefusal: refusals.record,
    ...mailsOf(secret, config),
    notifyScreens,
    twoStep: createTwoStep(secret, config.brandName),
    passkeys: createPasskeys(secret, config),
    ...warningsOf(config, secret),
    bankEvidence: evidenceOfPayment,
    processing: createProcessing(db),
    settleClosure: (tx, payout) => settleClosure(context, tx, payout),
    every: jobs.every,
  }
  await openAudit(db)
  const { market, heads, streams, mails } = await mountFeatures(context, { brand, preview, say, ...watch })
  assertEveryCallMounted(mounted)
  docsPages(http, config)
  widgetPages(http)
  await brandRoutes(http, config, brand)
  serveCommonPasswords(http)
  await servePages(http, pages, pageSources(context))
  return {
    http,
    context,
    loadCloses: market.loadCloses,
    figures: { load: load.figures, jobs: jobs.succeeded, queues: queueSources(config) },
    async stop(waitMilliseconds = 0) {
      watch.readiness.stop()
      await wait(waitMilliseconds)
      market.close()
      streams.close()
      await closeHttp(http)
      await withTimeout(stopMilliseconds, jobs.stop().then(mails.settled))
      mails.close()
      load.stop()
      const warn = (fault: string) => (error: Error) => log.warn({ err: error.message }, fault)
      await refusals.store().catch(warn('the last refusals are not audited'))
      await sealLast(db, log).catch(warn('the last rows are not sealed'))
      await heads.write().catch(warn('the last audit head is not written'))
    },
  }
}

function mailsOf(secret: Secret, { supportEmail }: AppContext['config']) {
  const mail = createQueueMail(secret)
  return { mail, inform: createInformClient(mail, supportEmail) }
}

const previewOf = (db: Db, pages: Awaited<ReturnType<typeof renderPages>>): RenderPreview =>
  pages && (async (content, name) => pages.preview(content, name, await complaintReport(db)))

const pageSources = ({ db, processing }: AppContext): PageSources => ({
  publishedTimes: () => processing.published(),
  complaintReport: () => complaintReport(db),
  findDocument: (part) => findDocument(db, part),
})

function followReplica({ replica }: Db, jobs: ReturnType<typeof createJobs>): void {
  if (replica) jobs.every(1000, 'replica', () => replica.look())
}

/** The server does not start unless every call of the contract has a route. */
function assertEveryCallMounted(mounted: ReadonlySet<Call>) {
  const missing = allCalls.flatMap(([name, call]) => (mounted.has(call) ? [] : [name]))
  if (missing.length > 0 && process.env['SAUDA_UNFINISHED'] === undefined)
    throw new Error(`These calls of the contract are not mounted in server/src/app-*.ts: ${missing.join(', ')}`)
}

function everyFile({ every }: ReturnType<typeof createJobs>, db: Parts['db'], files: Files): void {
  every(10 * 60_000, 'files', () => files.clearForgotten())
  every(10_000, 'file backup', files.backUp)
  every(30_000, 'file store', () => files.look())
}
