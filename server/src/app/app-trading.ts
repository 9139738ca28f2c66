import type { AppContext } from './app-context.ts'
import { accountHistoryRoutes } from '../trading/account-history/account-history.ts'
import { clearingFiles } from '../trading/clearing/clearing-file.ts'
import { corporationProposals } from '../trading/clearing/corporation.ts'
import { clearingRoutes } from '../trading/clearing/clearing.routes.ts'
import { closeOutProposals } from '../trading/clearing/close-out.ts'
import { clearingProposals } from '../trading/clearing/release.ts'
import { fileProposal } from '../core/approval/file-proposal.ts'
import type { Tx } from '../platform/db.ts'
import { priceFiles } from '../trading/closing-price/closing-price.file.ts'
import { contractRoutes } from '../trading/contract/contract.ts'
import { leviesOfRecorded } from '../trading/contract/contract.levies.ts'
import { actionProposals, corporateActionRoutes } from '../trading/corporate-action/corporate-action.ts'
import { contractNoteRoutes } from '../trading/contract-note/contract-note.ts'
import { contractNoteProposals } from '../trading/contract-note/contract-note.reissue.ts'
import { exchangeCodeProposals } from '../trading/exchange-file/exchange-code.ts'
import { exchangeFileProposals } from '../trading/exchange-file/exchange-file.ts'
import { exchangeFileRoutes } from '../trading/exchange-file/exchange-file.routes.ts'
import { fairValueProposals, fairValueRoutes } from '../trading/fair-value/fair-value.ts'
import { holdingFiles, holdingRoutes } from '../trading/holding/holding.ts'
import { holidayLists } from '../trading/market/calendar.file.ts'
import { calendarProposals } from '../trading/market/calendar.ts'
import { instrumentProposals } from '../trading/market/instrument.ts'
import { marketRoutes } from '../trading/market/market.routes.ts'
import { levyFiles } from '../trading/trade-charge/levy-file.ts'
import { sttClassRoutes, sttProposals } from '../trading/trade-charge/stt-class.ts'
import { securityFiles } from '../trading/security/security.ts'
import { assignProposals, assignRoutes } from '../trading/trade-charge/assign-several.ts'
import { tradeChargeProposals, tradeChargeRoutes } from '../trading/trade-charge/trade-charge.ts'
import type { TradeContext } from '../trading/trade/trade.alone.ts'
import { tradeProposals } from '../trading/trade/trade.proposal.ts'
import { tradeRoutes } from '../trading/trade/trade.routes.ts'
import { watchRoutes } from '../trading/watch/watch.ts'
// From other groups:
import type { PanCipher } from '../client/kyc/kyc.ts'
import { readProfile } from '../client/profile/profile.ts'
import { activeSegments } from '../client/setting/setting.ts'
import { owedPrincipal } from '../money/loan/loan.ts'

/** Market data and trades. */
export async function mountTrading(context: AppContext, pans: PanCipher) {
  const market = await marketRoutes(context)
  const trading: TradeContext = { ...context, ...market.trading, owed: owedPrincipal, segments: activeSegments }
  tradeRoutes(trading)
  exchangeFileRoutes(context)
  contractRoutes(trading)
  const panOf = async (clientId: string) => (await readProfile({ ...context, openPan: pans.open }, clientId)).panNumber
  const notes = { ...trading, panOf }
  contractNoteRoutes(notes)
  const charges = { ...context, leviesOfRecorded: (tx: Tx, day: string) => leviesOfRecorded(context, tx, day) }
  tradeChargeRoutes(charges)
  assignRoutes(context)
  sttClassRoutes(charges)
  clearingRoutes(trading)
  holdingRoutes(context)
  fairValueRoutes(context)
  accountHistoryRoutes(trading)
  const actions = { ...context, pricesChanged: market.loadCloses }
  corporateActionRoutes(actions)
  watchRoutes(context, market.trading.last)
  const proposals = {
    ...tradeChargeProposals(context),
    ...assignProposals(context),
    'levy-file.count': fileProposal(charges, levyFiles(charges)),
    ...sttProposals(charges),
    'price-file.count': fileProposal(context, priceFiles(context, market.loadCloses)),
    'security-file.count': fileProposal(context, securityFiles(context, market.loadCloses)),
    ...tradeProposals(trading),
    ...calendarProposals(context),
    'calendar-list.count': fileProposal(context, holidayLists(context)),
    ...instrumentProposals(context),
    ...exchangeFileProposals(context),
    ...exchangeCodeProposals(context),
    ...clearingProposals(context),
    'clearing-file.count': fileProposal(trading, clearingFiles(trading)),
    'holding-file.count': fileProposal(context, holdingFiles()),
    ...fairValueProposals(context),
    ...corporationProposals(context),
    ...closeOutProposals(trading),
    ...actionProposals(actions),
    ...contractNoteProposals(notes),
  }
  return { market, trading, proposals }
}
