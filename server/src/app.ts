import { features } from '@sauda/contract/calls'
import type { Call } from '@sauda/contract/call'
import { auditRules } from '@sauda/contract/audit'
import { widgetRules } from '@sauda/contract/widget'
import type { FastifyInstance } from 'fastify'
import { approvalRoutes } from './approval/approval.routes.ts'
import { proposalItems } from './approval/proposal.sql.ts'
import { audit } from './audit/audit.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { createRefusals } from './audit/refusal.ts'
import { openAudit, sealLast } from './audit/seal.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { bankRoutes } from './bank/bank.routes.ts'
import { createAccountNumberCipher } from './bank/bank.cipher.ts'
import { brandOf } from './brand/brand.ts'
import { coloursStyle } from './brand/brand.colours.ts'
import { brandRoutes } from './brand/brand.routes.ts'
import { chargeRoutes } from './charge/charge.routes.ts'
import { chargeItems } from './charge/charge.sql.ts'
import { approve as approveCharge, chargesOf } from './charge/charge.ts'
import { clientProposals } from './client/client.ts'
import { clientRoutes } from './client/client.routes.ts'
import { contentRoutes } from './content/content.routes.ts'
import { docsPages } from './health/docs.ts'
import { healthRoutes } from './health/health.routes.ts'
import type { AppContext } from './app-context.ts'
import { bookChecks } from './checks.sql.ts'
import { reconciliationRoutes } from './reconciliation/reconciliation.routes.ts'
import { createMountCommand } from './idempotency/idempotency.ts'
import { submission } from './kyc/kyc.desk.ts'
import { createPanCipher } from './kyc/kyc.ts'
import { kycRoutes } from './kyc/kyc.routes.ts'
import { kycItems } from './kyc/kyc.sql.ts'
import { adjustmentItems } from './ledger/adjustment.sql.ts'
import { ledgerRoutes } from './ledger/ledger.routes.ts'
import { loanRoutes } from './loan/loan.routes.ts'
import { offerProposal } from './loan/loan.desk.ts'
import { loanItems } from './loan/loan.sql.ts'
import { loansOf, owedPrincipal } from './loan/loan.ts'
import { createQueueMail } from './mail/mail.ts'
import { widgetPages } from './market/widget.ts'
import { mailRoutes } from './mail/mail.routes.ts'
import { instrumentProposals } from './market/instrument.ts'
import { marketRoutes } from './market/market.routes.ts'
import { notifyScreens } from './notice/notice.ts'
import { noticeRoutes } from './notice/notice.routes.ts'
import { operatorRoutes } from './operator/operator.routes.ts'
import { operatorProposals } from './operator/staff.ts'
import type { Config } from './config.ts'
import type { Db } from './platform/db.ts'
import { openFiles } from './platform/files.ts'
import { createHttp } from './platform/http.ts'
import { createJobs } from './platform/jobs.ts'
import type { Log } from './platform/log.ts'
import { createMount } from './platform/mount.ts'
import { renderPages, servePages } from './pages/pages.ts'
import { makeSecret, masterKey } from './platform/secret.ts'
import { withTimeout } from './platform/concurrency.ts'
import { queueRoutes } from './queue/queue.routes.ts'
import type { QueueSources } from './queue/queue.sql.ts'
import { profileRoutes } from './profile/profile.routes.ts'
import { createGuard } from './session/session.ts'
import { sessionRoutes } from './session/session.routes.ts'
import { createCallLimit } from './session/throttle.ts'
import { createTwoStep } from './session/totp.ts'
import { settingRoutes } from './setting/setting.routes.ts'
import { activeSegments } from './setting/setting.ts'
import { settingItems } from './setting/setting.sql.ts'
import { viewsOf } from './setting/setting.ts'
import { deskHistory } from './trade/trade.history.ts'
import { reversalItems } from './trade/trade.reversal.sql.ts'
import { tradeProposals } from './trade/trade.proposal.ts'
import { tradeRoutes } from './trade/trade.routes.ts'
import type { TradeDependencies } from './trade/trade.ts'
import { approve as approveRequest } from './wallet/wallet.decide.ts'
import { transactions, wallet } from './wallet/wallet.view.ts'
import { depositItems, withdrawalItems } from './wallet/wallet.sql.ts'
import { walletRoutes } from './wallet/wallet.routes.ts'

export type App = { readonly http: FastifyInstance; readonly context: AppContext; stop(): Promise<void> }

type Parts = {
  readonly config: Config
  readonly db: Db
  readonly log: Log
  readonly say?: (line: string) => void
}

/** Running requests and background jobs get this long to finish at stop. */
const stopMilliseconds = 10_000

/** Wires the features together on an open, migrated database. Does not listen yet. */
export async function createApp({ config, db, log, say = () => {} }: Parts): Promise<App> {
  const secret = makeSecret(masterKey(config.secretKey, config.dataDir))
  const brand = brandOf(config)
  const pages = await renderPages({ brand, brandStyle: coloursStyle(config.brandColours), address: config.publicUrl })
  const http = await createHttp({
    log,
    rateLimits: config.rateLimits,
    trustProxy: config.trustProxy,
    https: config.publicUrl.startsWith('https://'),
    frames: widgetRules.hosts,
    inline: pages?.hashes,
  })
  const mounted = new Set<Call>()
  const jobs = createJobs(log)
  const files = await openFiles(config, { db, secret, log })
  jobs.every(10 * 60_000, 'files', () => files.clearForgotten())
  const refusals = createRefusals(db, log)
  jobs.every(auditRules.refusalMilliseconds, 'refusals', refusals.write)
  const mount = createMount(
    http,
    { guard: createGuard(db, config), limit: createCallLimit(db, config), recordRefusal: refusals.record },
    mounted,
  )
  const context: AppContext = {
    mount,
    mountCommand: createMountCommand(mount, db),
    db,
    config,
    secret,
    accounts: createAccountNumberCipher(secret),
    files,
    log,
    audit,
    recordRefusal: refusals.record,
    mail: createQueueMail(secret),
    notifyScreens,
    twoStep: createTwoStep(secret, config.brandName),
    every: jobs.every,
  }
  await openAudit(db)
  const { market, heads, streams, mails } = await mountFeatures(context, say)
  assertEveryCallMounted(mounted)
  docsPages(http, config)
  widgetPages(http)
  await brandRoutes(http, config, brand)
  await servePages(http, pages)
  return {
    http,
    context,
    async stop() {
      market.close()
      streams.close()
      await closeHttp(http)
      await withTimeout(stopMilliseconds, jobs.stop())
      mails.close()
      await refusals
        .store()
        .catch((error: Error) => log.warn({ err: error.message }, 'the last refusals are not audited'))
      await sealLast(db, log).catch((error: Error) => log.warn({ err: error.message }, 'the last rows are not sealed'))
      await heads
        .write()
        .catch((error: Error) => log.warn({ err: error.message }, 'the last audit head is not written'))
    },
  }
}

/** Accepts no new connections and waits for running requests, up to the time limit. */
async function closeHttp(http: FastifyInstance): Promise<void> {
  // Browsers keep idle connections open, which would delay the close.
  const idle = setInterval(() => http.server.closeIdleConnections(), 50)
  const isClosed = await withTimeout(stopMilliseconds, http.close()).finally(() => clearInterval(idle))
  if (!isClosed) http.server.closeAllConnections()
}

const queueSources: QueueSources = {
  kyc: kycItems,
  deposit: depositItems,
  withdrawal: withdrawalItems,
  loan: `${loanItems} union all ${proposalItems("kind like 'loan.%'")}`,
  charge: chargeItems,
  trade: proposalItems("kind like 'trade.%'"),
  reversal: reversalItems,
  adjustment: adjustmentItems,
  setting: settingItems,
  change: proposalItems("kind not like 'trade.%' and kind not like 'loan.%'"),
}

async function mountFeatures(context: AppContext, say: (line: string) => void) {
  const pans = createPanCipher(context.secret)
  authRoutes(context)
  sessionRoutes(context)
  profileRoutes(context, pans.open)
  bankRoutes(context)
  kycRoutes(context)
  walletRoutes(context)
  loanRoutes(context)
  chargeRoutes(context)
  const market = await marketRoutes(context)
  const trading: TradeDependencies = {
    instrument: market.instruments.find,
    last: market.quotes.last,
    owed: owedPrincipal,
    segments: activeSegments,
  }
  tradeRoutes(context, trading)
  settingRoutes(context)
  contentRoutes(context)
  reconciliationRoutes(context, {
    request: (tx, decision) => approveRequest(context, tx, decision),
    charge: (tx, { id, ...decision }) => approveCharge(context, tx, { ...decision, chargeId: id }),
  })
  operatorRoutes(context)
  approvalRoutes(context, {
    'loan.offer': offerProposal(context),
    ...tradeProposals(context, trading),
    ...operatorProposals(context),
    ...clientProposals(context),
    ...instrumentProposals(context),
  })
  queueRoutes({ ...context, sources: queueSources })
  clientRoutes({
    ...context,
    identityOf: (sql, clientId) => submission(sql, pans, clientId),
    sections: (clientId) => clientSections(context, trading, clientId),
  })
  const heads = auditRoutes(context)
  const books = ledgerRoutes(context, bookChecks)
  healthRoutes(context, brandOf(context.config), { books, auditHead: heads.state })
  return { market, heads, streams: noticeRoutes(context, market.endStreams), mails: mailRoutes(context, say) }
}

async function clientSections(context: AppContext, { last }: TradeDependencies, clientId: string) {
  const [figures, history, loans, { charges }, trades, settings] = await Promise.all([
    wallet(context.db, clientId),
    transactions(context.db, clientId, {}),
    loansOf(context.db, clientId),
    chargesOf(context, clientId),
    deskHistory(context.db, clientId, { limit: '50' }, last),
    viewsOf(context.db, clientId),
  ])
  return {
    wallet: figures,
    requests: history.transactions,
    requestCount: history.total,
    loans,
    charges,
    trades,
    settings,
  }
}

/** The server does not start unless every call of the contract has a route. */
function assertEveryCallMounted(mounted: ReadonlySet<Call>) {
  const missing = Object.entries(features).flatMap(([feature, calls]) =>
    Object.entries(calls)
      .filter(([, call]) => !mounted.has(call))
      .map(([name]) => `${feature}.${name}`),
  )
  if (missing.length > 0 && process.env['SAUDA_UNFINISHED'] === undefined)
    throw new Error(`These calls of the contract are not mounted in server/src/app.ts: ${missing.join(', ')}`)
}
