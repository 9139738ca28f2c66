import { paiseOf } from '@sauda/contract/platform/money'
import type { Wallet } from './wallet.read.ts'

export type WalletFigures = ReturnType<typeof figuresOf>

/** Section 9, in paise; the total includes the loan. Without a wallet everything is 0 (section 8). */
export function figuresOf(wallet: Wallet | undefined) {
  const { balance = 0, loanAmount = 0, withdrawable = 0, withheld = 0, cashback = 0 } = wallet ?? {}
  return {
    total: paiseOf(balance) + paiseOf(loanAmount),
    loan: paiseOf(loanAmount),
    withdrawable: paiseOf(withdrawable),
    withheld: paiseOf(withheld),
    cashback: paiseOf(cashback),
  }
}
