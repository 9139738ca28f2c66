import type { Brand } from '@sauda/contract/broker/health'
import { mountBooks } from './app-books.ts'
import { mountBroker } from './app-broker.ts'
import type { RenderPreview } from '../broker/content/content.ts'
import { mountClient } from './app-client.ts'
import type { AppContext, StaffContext } from './app-context.ts'
import { mountCore, mountDecisions } from './app-core.ts'
import type { Parts, Watch } from './app-http.ts'
import { mountMoney } from './app-money.ts'
import { mountTrading } from './app-trading.ts'
import { createPanCipher } from '../client/kyc/kyc.ts'
import { resumeProposal } from '../core/approval/payout-stop.ts'
import { lapseProposals } from '../core/approval/proposal.decide.ts'
import type { ProposalHandlers } from '../core/approval/proposal.ts'
import { lapseAdjustments } from '../core/ledger/adjustment.ts'
import { lapseFirstApprovals } from '../money/wallet/wallet.lapse.ts'
import { lapseReversals } from '../trading/trade/trade.reversal.ts'

type FeatureParts = Watch & Pick<Parts, 'say'> & { readonly brand: Brand; readonly preview: RenderPreview }

/** Mounts every group of features. The file of a group shows what it uses of the others. */
export async function mountFeatures(
  context: AppContext,
  { brand, preview, say = () => {}, readiness, disk }: FeatureParts,
) {
  const staff: StaffContext = {
    ...context,
    async lapse(tx, by) {
      await lapseProposals(context, handlers, tx, by)
      await lapseFirstApprovals(context, tx, by)
      await lapseAdjustments(context, tx, by)
      await lapseReversals(context, tx, by)
    },
  }
  const pans = createPanCipher(context.secret)
  const { books, heads, isSealed, mails } = await mountCore(context, say)
  const { market, trading, proposals } = await mountTrading(context, pans)
  const client = mountClient(staff, trading, pans)
  mountBooks(context, pans)
  const health = {
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
  }
  /** Commands that are carried out once a second operator approves them. */
  const handlers: ProposalHandlers = {
    ...(await mountMoney(context, books)),
    ...proposals,
    ...client.proposals,
    ...mountBroker(staff, { books, isSealed, pans, preview, health }),
    ...resumeProposal(context),
  }
  const { sendMessage } = client
  const streams = mountDecisions(context, { handlers, sendMessage, endPriceStreams: market.endStreams })
  return { market, heads, streams, mails }
}
