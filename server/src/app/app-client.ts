import { buffer } from 'node:stream/consumers'
import type { AppContext, PrivacyContext, StaffContext } from './app-context.ts'
import { authRoutes } from '../client/auth/auth.routes.ts'
import { createInvitedClients } from '../client/auth/invitation.ts'
import { clientRoutes } from '../client/client/client.routes.ts'
import { clientProposals } from '../client/client/client.ts'
import { tradingAccountProposals } from '../client/client/trading-account.ts'
import { clientImportRoutes } from '../client/client-import/client-import.ts'
import { closureRoutes } from '../client/closure/closure.routes.ts'
import { closureOf, openSaleOf } from '../client/closure/closure.view.ts'
import { complaintRoutes } from '../client/complaint/complaint.routes.ts'
import { levelProposals } from '../client/complaint/complaint.ts'
import { contactProposals, contactRoutes } from '../client/contact/contact.ts'
import { submission, kycProposals } from '../client/kyc/kyc.desk.ts'
import { kycRoutes } from '../client/kyc/kyc.routes.ts'
import { bornOnCipher, type PanCipher, savePans } from '../client/kyc/kyc.ts'
import { messageRoutes, messageTexts } from '../client/message/message.ts'
import { templateProposals } from '../client/message/template.ts'
import { noteRoutes, noteTexts } from '../client/note/note.ts'
import { privacyProposals } from '../client/privacy/erase.ts'
import { consentAtRegistration, privacyRoutes } from '../client/privacy/privacy.ts'
import { profileRoutes } from '../client/profile/profile.ts'
import { settingRoutes } from '../client/setting/setting.routes.ts'
import { viewsOf } from '../client/setting/setting.ts'
import { timelineRoutes } from '../client/timeline/timeline.ts'
import { viewRoutes } from '../client/view/view.ts'
import { replyTexts } from '../core/queue/reply.ts'
import { eraseKey } from '../operation/keys/encryption.sql.ts'
// From other groups:
import { pennyDropOf } from '../money/reconciliation/reconciliation.book.sql.ts'
import { statementPdf } from '../books/statement/statement.files.ts'
import { saveImportedDetails } from '../money/bank/bank.ts'
import { chargesDue, chargesOf } from '../money/charge/charge.ts'
import { loansOf } from '../money/loan/loan.ts'
import { cancel as cancelWithdrawal, withhold } from '../money/wallet/wallet.ts'
import { transactions, wallet } from '../money/wallet/wallet.view.ts'
import { unassignedTrades } from '../trading/exchange-file/exchange-file.sql.ts'
import type { TradeContext } from '../trading/trade/trade.alone.ts'
import { deskHistory } from '../trading/trade/trade.history.ts'
import { openPositions } from '../trading/trade/trade.opening.ts'
import { amountOf } from '../trading/trade/trade.plan.ts'

/** Registration, profile, KYC, contact, settings, import, notes, messages, complaints, privacy and closure. */
export function mountClient(context: StaffContext, trading: TradeContext, pans: PanCipher) {
  authRoutes({ ...context, recordConsent: consentAtRegistration })
  contactRoutes(context)
  profileRoutes(context, pans.open, {
    settings: viewsOf,
    chargesDue,
    secondFactor: (sql, clientId) => context.twoStep.strongest(sql, clientId),
    pennyDrop: pennyDropOf,
  })
  kycRoutes(context)
  settingRoutes(context)
  complaintRoutes(context)
  mountClosure(context)
  clientRoutes({
    ...context,
    unassigned: unassignedTrades,
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
  const proposals = {
    ...clientProposals(context),
    ...tradingAccountProposals({ ...context, unassigned: unassignedTrades }),
    ...kycProposals(context),
    ...contactProposals(context),
    ...levelProposals(context),
    ...templateProposals(context),
    ...mountPrivacy(context, pans),
    ...mountImports(context, trading, pans),
  }
  return { sendMessage: messageRoutes(context), proposals }
}

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
      const issue = { ...context, reader: context.db, by: 'system' } as const
      const { name, content } = await statementPdf(issue, clientId, {})
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
    eraseKey,
  }
  privacyRoutes({ ...context, ...privacy })
  return privacyProposals(privacy)
}

const mountImports = (context: AppContext, { instrument }: TradeContext, pans: PanCipher) =>
  clientImportRoutes({
    ...context,
    panLookup: pans.lookup,
    instrument,
    amountOf,
    unassigned: unassignedTrades,
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

/** The parts of other features on the desk's page of a client. */
async function clientSections(context: AppContext, { last }: TradeContext, clientId: string) {
  const [figures, history, loans, { charges }, trades, settings, pennyDrop, closure, sale] = await Promise.all([
    wallet(context.db, clientId),
    transactions(context.db, clientId, {}),
    loansOf(context.db, clientId),
    chargesOf(context, clientId),
    deskHistory(context.db, clientId, { limit: '50' }, last),
    viewsOf(context.db, clientId),
    pennyDropOf(context.db, clientId),
    closureOf(context.db, clientId),
    openSaleOf(context.db, clientId),
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
    ...(sale && { sale }),
  }
}
