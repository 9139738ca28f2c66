import { buffer } from 'node:stream/consumers'
import type { Brand } from '@sauda/contract/health'
import { accountingRoutes } from './accounting/accounting.routes.ts'
import { operatorActor } from './audit/audit.ts'
import { approvalRoutes } from './approval/approval.routes.ts'
import type { ProposalHandler, ProposalHandlers } from './approval/proposal.ts'
import { auditRoutes } from './audit/audit.routes.ts'
import { authRoutes } from './auth/auth.routes.ts'
import { createInvitedClients } from './auth/invitation.ts'
import { bankRoutes } from './bank/bank.routes.ts'
import { closeProposal } from './bank-day/bank-day.close.ts'
import { bankDayRoutes } from './bank-day/bank-day.routes.ts'
import { statementDifference } from './bank-day/bank-day.statement.ts'
import { saveImportedDetails } from './bank/bank.ts'
import { drawMailLogo } from './brand/brand.pictures.ts'
import { brokerBankRoutes } from './broker-bank/broker-bank.routes.ts'
import { chargeRoutes } from './charge/charge.routes.ts'
import { approve as approveCharge, chargesDue, chargesOf } from './charge/charge.ts'
import { searchClients } from './client/client.ts'
import { clientRoutes } from './client/client.routes.ts'
import { complaintRoutes } from './complaint/complaint.routes.ts'
import { closureRoutes } from './closure/closure.routes.ts'
import { returnClosure } from './closure/closure.ts'
import { closureOf } from './closure/closure.view.ts'
import { clientImportRoutes } from './client-import/client-import.routes.ts'
import { contactRoutes } from './contact/contact.routes.ts'
import { contentRoutes } from './content/content.routes.ts'
import { digestRoutes } from './digest/digest.routes.ts'
import { digestSources } from './digest-sources.ts'
import { findRoutes } from './find/find.routes.ts'
import { healthRoutes } from './health/health.routes.ts'
import { type Parts, type Watch } from './app-http.ts'
import type { AppContext, PrivacyContext } from './app-context.ts'
import { proposalHandlers, staffContext } from './app-proposals.ts'
import { bookChecks } from './checks.sql.ts'
import type { Approvals } from './reconciliation/reconciliation.approve.ts'
import { pennyDropOf } from './reconciliation/reconciliation.book.sql.ts'
import { findingsOf } from './reconciliation/reconciliation.ts'
import { reportRoutes } from './report/report.routes.ts'
import { reconciliationRoutes } from './reconciliation/reconciliation.routes.ts'
import { submission } from './kyc/kyc.desk.ts'
import { resumeProposal, stopForBooks } from './approval/payout-stop.ts'
import { bornOnCipher, createPanCipher, type PanCipher, savePans } from './kyc/kyc.ts'
import { kycRoutes } from './kyc/kyc.routes.ts'
import { ledgerRoutes } from './ledger/ledger.routes.ts'
import { loanRoutes } from './loan/loan.routes.ts'
import { loansOf, owedPrincipal } from './loan/loan.ts'
import { mailRoutes } from './mail/mail.routes.ts'
import { marketRoutes } from './market/market.routes.ts'
import { messageRoutes } from './message/message.routes.ts'
import { messageTexts } from './message/message.ts'
import { noteRoutes } from './note/note.routes.ts'
import { noteTexts } from './note/note.ts'
import { noticeRoutes } from './notice/notice.routes.ts'
import { eraseKey, moveOldFiles } from './encryption.ts'
import { privacyProposals } from './privacy/erase.ts'
import { privacyRoutes } from './privacy/privacy.routes.ts'
import { consentAtRegistration } from './privacy/privacy.ts'
import { operatorRoutes } from './operator/operator.routes.ts'
import { attention, queueSources } from './queue-sources.ts'
import { queueRoutes } from './queue/queue.routes.ts'
import { describeFailures } from './payout/payout.describe.ts'
import { getBatch } from './payout/payout.view.ts'
import { layoutProposal } from './payout/payout.layout.ts'
import { payoutRoutes } from './payout/payout.routes.ts'
import { failPayments } from './payout/payout.exchange.ts'
import { type PayoutRequests, payoutProposals } from './payout/payout.ts'
import { replyTexts } from './queue/reply.ts'
import { readProfile } from './profile/profile.ts'
import { profileRoutes } from './profile/profile.routes.ts'
import { sessionRoutes } from './session/session.routes.ts'
import { settingRoutes } from './setting/setting.routes.ts'
import { statementPdf } from './statement/statement.files.ts'
import { tradeEvents } from './statement/statement.ts'
import { statementRoutes } from './statement/statement.routes.ts'
import { activeSegments, viewsOf } from './setting/setting.ts'
import { taxRoutes } from './tax/tax.routes.ts'
import { timelineRoutes } from './timeline/timeline.routes.ts'
import { deskHistory } from './trade/trade.history.ts'
import { openPositions } from './trade/trade.opening.ts'
import { amountOf } from './trade/trade.plan.ts'
import { tradeRoutes } from './trade/trade.routes.ts'
import type { TradeDependencies } from './trade/trade.alone.ts'
import { obstacleOf } from './wallet/wallet.alone.ts'
import { approve as approveRequest, reject as rejectRequest } from './wallet/wallet.decide.ts'
import { viewRoutes } from './view/view.routes.ts'
import {
  batchCandidates,
  releaseBatched,
  removeFromBatch,
  reserveForBatch,
  settleFunds,
} from './wallet/wallet.payout.ts'
import { addReceipt, cancel as cancelWithdrawal, withhold } from './wallet/wallet.ts'
import { transactions, wallet } from './wallet/wallet.view.ts'
import { walletRoutes } from './wallet/wallet.routes.ts'

type FeatureParts = Watch & Pick<Parts, 'say'> & { readonly brand: Brand }

/** Mounts every feature; what one needs of another is passed to it here as a function. */
export async function mountFeatures(context: AppContext, { brand, say = () => {}, readiness, disk }: FeatureParts) {
  const pans = createPanCipher(context.secret)
  authRoutes({ ...context, recordConsent: consentAtRegistration })
  sessionRoutes(context)
  contactRoutes(context)
  profileRoutes(context, pans.open, {
    settings: viewsOf,
    chargesDue,
    secondFactor: (sql, clientId) => context.twoStep.strongest(sql, clientId),
  })
  bankRoutes(context)
  kycRoutes(context)
  walletRoutes(context)
  mountClosure(context)
  loanRoutes(context)
  chargeRoutes(context)
  const market = await marketRoutes(context)
  const trading: TradeDependencies = { ...market.trading, owed: owedPrincipal, segments: activeSegments }
  tradeRoutes(context, { ...trading, events: tradeEvents })
  const profileOf = (clientId: string) => readProfile({ ...context, openPan: pans.open }, clientId)
  const taxReport = taxRoutes(context, profileOf)
  settingRoutes(context)
  contentRoutes(context)
  complaintRoutes(context)
  await brokerBankRoutes(context, statementDifference)
  const approvals = bankApprovals(context)
  reconciliationRoutes(context, approvals)
  const staff = staffContext(context, () => handlers)
  operatorRoutes(staff)
  const books = mountBooks(context)
  const handlers: ProposalHandlers = {
    ...proposalHandlers(staff, trading, approvals),
    ...mountPayouts(context),
    ...mountPrivacy(context, pans),
    'bank-day.close': closeProposal(context, books.state),
    ...mountImports(context, trading, pans),
  }
  approvalRoutes(context, handlers)
  queueRoutes({ ...context, sources: queueSources, bankFindings: findingsOf, sendMessage: messageRoutes(context) })
  mountClients(context, trading)
  reportRoutes(context)
  findRoutes({ ...context, clients: searchClients, pans })
  const { heads, isSealed } = auditRoutes(context)
  digestRoutes(context, digestSources(context, { books, isSealed }))
  statementRoutes(context, { panOf: async (clientId) => (await profileOf(clientId)).panNumber, taxReport })
  const mails = mailRoutes(context, { logo: await drawMailLogo(context.config), say })
  healthRoutes(context, {
    brand,
    readiness,
    books: books.state,
    auditHead: heads.state,
    works: {
      files: context.files.isReachable,
      mail: mails.isReachable,
      disk: () => disk.state() === 'ok',
      replica: () => context.db.replica?.isUsable() ?? true,
      audit: isSealed,
    },
  })
  const streams = noticeRoutes(context, { endPriceStreams: market.endStreams, attention })
  return { market, heads, streams, mails }
}

/** What an operator approves from a bank line. */
const bankApprovals = (context: AppContext): Approvals => ({
  request: (tx, decision) => approveRequest(context, tx, { ...decision, fromBank: true }),
  obstacle: (sql, request) => obstacleOf(context, sql, request),
  charge: (tx, { id, ...decision }) => approveCharge(context, tx, { ...decision, chargeId: id }),
  addReceipt,
  returned: (tx, { operator, ...payment }) =>
    returnClosure(context, tx, { ...payment, actor: operatorActor(operator) }),
})

function mountBooks(context: AppContext) {
  const books = ledgerRoutes(context, bookChecks, (first) => stopForBooks(context, first))
  bankDayRoutes(context, () => books.check().then(books.state))
  accountingRoutes(context)
  return books
}

function mountClients(context: AppContext, trading: TradeDependencies) {
  clientRoutes({
    ...context,
    identityOf: (sql, clientId) => submission(context, sql, clientId),
    sections: (clientId) => clientSections(context, trading, clientId),
  })
  noteRoutes(context)
  timelineRoutes(context, [
    (sql, clientId, ids) => noteTexts(sql, context.secret, clientId, ids),
    messageTexts,
    replyTexts,
  ])
  viewRoutes(context)
}

const mountImports = (context: AppContext, { instrument }: TradeDependencies, pans: PanCipher) =>
  clientImportRoutes(context, {
    panLookup: pans.lookup,
    instrument,
    amountOf,
    createClients: (tx, clients) =>
      createInvitedClients(
        context,
        tx,
        clients.map((client) => ({ ...client, isVerified: client.kycDate !== '' })),
      ),
    saveIdentities: (tx, clients) => savePans(pans, tx, clients),
    saveBankDetails: (tx, clients) => saveImportedDetails(context, tx, clients),
    openPositions,
  })

const mountClosure = (context: AppContext): void =>
  closureRoutes(
    context,
    {
      withhold: async (tx, withdrawal) => {
        const { accountNumber, ifsc } = (await withhold(context, tx, withdrawal)).payTo
        return { payTo: `account ${accountNumber}, IFSC ${ifsc}` }
      },
      cancel: (tx, withdrawal) => cancelWithdrawal(context, tx, withdrawal),
    },
    async (clientId) => {
      const { name, content } = await statementPdf({ config: context.config, reader: context.db }, clientId, {})
      return { name, bytes: await buffer(content) }
    },
  )

function mountPrivacy(context: AppContext, pans: PanCipher) {
  const privacy: PrivacyContext = {
    ...context,
    openNumber: {
      account: (clientId, sealed, dataKey) => context.accounts.open(clientId, sealed, dataKey),
      pan: (clientId, sealed, dataKey) => pans.open(clientId, sealed, dataKey),
      bornOn: (clientId, sealed, dataKey) => bornOnCipher(context.secret).open(clientId, sealed, dataKey) ?? '',
    },
    erasure: { moveFiles: (clientId) => moveOldFiles(context.db, context.files, clientId), eraseKey },
  }
  privacyRoutes({ ...context, ...privacy })
  return privacyProposals(privacy)
}

function mountPayouts(context: AppContext) {
  const requests: PayoutRequests = {
    candidates: (operator) => batchCandidates(context, operator),
    reserve: (tx, batch) => reserveForBatch(context, tx, batch),
    release: (tx, batch) => releaseBatched(context, tx, batch),
    remove: (tx, payments) => removeFromBatch(context, tx, payments),
    pay: (tx, payment) => approveRequest(context, tx, { ...payment, fromBank: true }),
    fail: (tx, payment) => rejectRequest(context, tx, { ...payment, fromBank: true }),
  }
  payoutRoutes(context, requests, (tx, funds) => settleFunds(context, tx, funds))
  return {
    ...payoutProposals(context, requests),
    'payout.fail': {
      carryOut: (tx, answer, by) => failPayments(context, requests, tx, answer, by),
      describe: async (tx, answer, by) => describeFailures(await getBatch(context, tx, answer.batchId, by), answer),
    } satisfies ProposalHandler<'payout.fail'>,
    ...resumeProposal(context),
    'payout-layout.change': layoutProposal(context),
  }
}

async function clientSections(context: AppContext, { last }: TradeDependencies, clientId: string) {
  const [figures, history, loans, { charges }, trades, settings, pennyDrop, closure] = await Promise.all([
    wallet(context.db, clientId),
    transactions(context.db, clientId, {}),
    loansOf(context.db, clientId),
    chargesOf(context, clientId),
    deskHistory(context.db, clientId, { limit: '50' }, last),
    viewsOf(context.db, clientId),
    pennyDropOf(context.db, clientId),
    closureOf(context.db, clientId),
  ])
  return {
    wallet: figures,
    requests: history.transactions,
    requestCount: history.total,
    loans,
    charges,
    trades,
    settings,
    ...(pennyDrop && { pennyDrop }),
    ...(closure && { closure }),
  }
}
