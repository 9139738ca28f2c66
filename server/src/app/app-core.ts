import { noticeRules } from '@sauda/contract/core/notice'
import type { AppContext } from './app-context.ts'
import { bookChecks } from '../operation/books/checks.sql.ts'
import type { Config } from '../config.ts'
import { approvalRoutes } from '../core/approval/approval.routes.ts'
import { creditedBy } from '../core/approval/approver.view.ts'
import { unwaived } from '../core/approval/waive.ts'
import { ownAccounts } from '../core/approval/own-account.ts'
import { stopForBooks } from '../core/approval/payout-stop.ts'
import { proposalItems } from '../core/approval/proposal.sql.ts'
import type { ProposalHandlers } from '../core/approval/proposal.ts'
import { auditRoutes } from '../core/audit/audit.routes.ts'
import { adjustmentItems } from '../core/ledger/adjustment.sql.ts'
import { contradictedClients } from '../core/ledger/bank-link.sql.ts'
import { ledgerRoutes } from '../core/ledger/ledger.routes.ts'
import { mailRoutes } from '../core/mail/mail.routes.ts'
import { noticeRoutes } from '../core/notice/notice.routes.ts'
import { queueRoutes } from '../core/queue/queue.ts'
import { ofOpenAccounts, type QueueSources } from '../core/queue/queue.sql.ts'
import { createBlocks } from '../core/queue/payment-block.ts'
import { createWarnings, type WarningSources } from '../core/queue/warning.ts'
import { unpaidBeside } from '../core/queue/warning.sql.ts'
import { sentFileRoutes } from '../core/sent-file/sent-file.ts'
import { proposedFiles, type SentFileSources } from '../core/sent-file/sent-file.sql.ts'
import { sessionRoutes } from '../core/session/session.routes.ts'
import type { Secret } from '../platform/secret.ts'
// From the domains:
import { proposedAmount, sentAnswers } from '../money/payout/payout.sql.ts'
import { sentStatements } from '../money/reconciliation/reconciliation.statement.sql.ts'
import { otherPayers } from '../money/reconciliation/reconciliation.view.ts'
import { findingsOf } from '../money/reconciliation/reconciliation.ts'
import { drawMailLogo } from '../broker/brand/brand.pictures.ts'
import { sentClientImports } from '../client/client-import/client-import.sql.ts'
import { kycAttention, kycItems } from '../client/kyc/kyc.sql.ts'
import type { SendHoldMessage } from '../client/message/message.ts'
import { pinnedTexts } from '../client/note/note.ts'
import { settingAttention, settingItems } from '../client/setting/setting.sql.ts'
import { chargeAttention, chargeItems } from '../money/charge/charge.sql.ts'
import { loanAttention, loanItems } from '../money/loan/loan.sql.ts'
import { depositItems, walletAttention, withdrawalItems } from '../money/wallet/wallet.sql.ts'
import { sentClearingFiles } from '../trading/clearing/clearing-file.sql.ts'
import { heldPriceFiles, sentPriceFiles } from '../trading/closing-price/closing-price.sources.sql.ts'
import { sentExchangeFiles } from '../trading/exchange-file/exchange-file.sql.ts'
import { sentFairValueLists } from '../trading/fair-value/fair-value.sql.ts'
import { sentHoldingFiles } from '../trading/holding/holding.sql.ts'
import { heldSecurities, sentSecurityFiles } from '../trading/security/security.sql.ts'
import { sentLevyFiles } from '../trading/trade-charge/levy-file.sql.ts'
import { sentSttLists } from '../trading/trade-charge/stt-class.sql.ts'
import { reversalItems } from '../trading/trade/trade.reversal.sql.ts'
import { tradeItems, unconfirmedTrades } from '../trading/trade/trade.unchecked.ts'
import { sentTradeFiles } from '../trading/trade/trade.sql.ts'

/** The desk's queues, each from its feature's own tables. */
export const queueSources = (config: Config): QueueSources => ({
  kyc: `${ofOpenAccounts(kycItems)} union all ${proposalItems('kyc')}`,
  deposit: `${depositItems} union all ${proposalItems('deposit')}`,
  withdrawal: `${withdrawalItems} union all ${proposalItems('withdrawal', proposedAmount)}`,
  loan: `${loanItems} union all ${proposalItems('loan')}`,
  charge: chargeItems,
  trade: `${tradeItems({ config })} union all ${proposalItems('trade')}`,
  exchange: `${heldSecurities} union all ${proposalItems('exchange')}`,
  price: `${heldPriceFiles} union all ${proposalItems('price')}`,
  settlement: proposalItems('settlement'),
  reversal: reversalItems,
  adjustment: `${adjustmentItems} union all ${proposalItems('adjustment')}`,
  setting: ofOpenAccounts(settingItems),
  change: proposalItems('change'),
})

/** The desk's files, each format from its feature's own tables. */
export const sentFileSources: SentFileSources = {
  exchange: sentExchangeFiles,
  trade: sentTradeFiles,
  levy: sentLevyFiles,
  stt: sentSttLists,
  security: sentSecurityFiles,
  price: sentPriceFiles,
  'fair-value': sentFairValueLists,
  clearing: sentClearingFiles,
  holding: sentHoldingFiles,
  statement: sentStatements,
  answer: sentAnswers,
  client: sentClientImports,
  calendar: proposedFiles('calendar-list.count'),
}

/** The warnings of every case and list, from the features' facts about clients. */
export function warningsOf(config: Config, secret: Secret): Pick<AppContext, 'warnings' | 'blocks'> {
  const sources: WarningSources = {
    pinned: (sql, clientIds) => pinnedTexts(sql, secret, clientIds),
    contradicted: async (sql, clientIds) => new Set(await contradictedClients(sql, clientIds)),
    unconfirmed: (sql, clientIds) => unconfirmedTrades({ config }, sql, clientIds),
    payers: otherPayers,
    creditedBy: (sql, who) => creditedBy({ config }, sql, who),
    barred: (sql, depositIds, limit) => unwaived({ config }, [], () => unpaidBeside(sql, depositIds, limit)),
    own: (sql, who) => ownAccounts({ config }, sql, who),
  }
  return { warnings: createWarnings(sources), blocks: createBlocks(sources) }
}

const { rejectedDays } = noticeRules
/** Items that need a client's attention. */
const attention = [
  kycAttention,
  chargeAttention,
  loanAttention(rejectedDays),
  walletAttention(rejectedDays),
  settingAttention(rejectedDays),
]

export type BooksCheck = ReturnType<typeof ledgerRoutes>

/** The parts of core that the domains use: sessions, audit, mail and the ledger's checks. */
export async function mountCore(context: AppContext, say: (line: string) => void) {
  sessionRoutes(context)
  const books = ledgerRoutes(context, bookChecks, (first) => stopForBooks(context, first))
  const { heads, isSealed } = auditRoutes(context)
  const mails = mailRoutes(context, { logo: await drawMailLogo(context.config), say })
  return { books, heads, isSealed, mails }
}

type DomainParts = {
  readonly handlers: ProposalHandlers
  readonly sendMessage: SendHoldMessage
  readonly endPriceStreams: (sessionId: string) => void
}

/** The parts of core that use what every domain has: approvals, queues and notices. */
export function mountDecisions(context: AppContext, { handlers, sendMessage, endPriceStreams }: DomainParts) {
  approvalRoutes(context, handlers)
  sentFileRoutes(context, sentFileSources)
  queueRoutes({ ...context, sources: queueSources(context.config), bankFindings: findingsOf, sendMessage })
  return noticeRoutes(context, { endPriceStreams, attention })
}
