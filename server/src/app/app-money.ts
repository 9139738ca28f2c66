import type { AppContext } from './app-context.ts'
import { bankRoutes } from '../money/bank/bank.ts'
import { chargeRoutes } from '../money/charge/charge.ts'
import { offerProposal } from '../money/loan/loan.desk.ts'
import { loanRoutes } from '../money/loan/loan.routes.ts'
import { walletRoutes } from '../money/wallet/wallet.routes.ts'

/** Wallet, bank details, charges and loans; they need nothing of other groups but what the context holds. */
export function mountMoney(context: AppContext) {
  bankRoutes(context)
  walletRoutes(context)
  loanRoutes(context)
  chargeRoutes(context)
  return { 'loan.offer': offerProposal(context) }
}
