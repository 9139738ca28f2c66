import { paiseOf } from '@sauda/contract/money'
import type { Wallet } from './wallet.api.ts'

export type WalletFigures = {
  /** Balance and loan. */
  readonly total: bigint
  readonly loan: bigint
  /** What can be withdrawn: never borrowed money. */
  readonly withdrawable: bigint
  readonly withheld: bigint
  readonly cashback: bigint
}

/** Without a wallet everything is 0 (section 8, the portfolio page after a failed fetch). */
export function figuresOf(wallet: Wallet | undefined): WalletFigures {
  const { balance = 0, loanAmount = 0, withdrawable = 0, withheld = 0, cashback = 0 } = wallet ?? {}
  return {
    total: paiseOf(balance) + paiseOf(loanAmount),
    loan: paiseOf(loanAmount),
    withdrawable: paiseOf(withdrawable),
    withheld: paiseOf(withheld),
    cashback: paiseOf(cashback),
  }
}
