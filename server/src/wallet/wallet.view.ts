import { rupeesOf } from '@sauda/contract/money'
import type { QueueKind } from '@sauda/contract/queue'
import type { RequestType, WalletTransaction } from '@sauda/contract/wallet'
import { maskAccountNumber } from '@sauda/contract/bank'
import type { WalletContext } from '../app-context.ts'
import type { Figures } from '../ledger/ledger.ts'
import type { RequestRow } from './wallet.sql.ts'

/** `ADD100001`, `WDR100002`. */
export const requestName = ({ type, number }: Pick<RequestRow, 'type' | 'number'>): string =>
  `${type === 'added' ? 'ADD' : 'WDR'}${number}`

/** Two queue kinds, because their rights differ. */
export const queueKindOf = { added: 'deposit', withdrawal: 'withdrawal' } as const satisfies Record<
  RequestType,
  QueueKind
>

type PaidTo = Pick<RequestRow, 'client_id' | 'pay_to_number'>

/** The complete account number of a withdrawal; empty for a deposit. */
export const numberOf = ({ accounts }: Pick<WalletContext, 'accounts'>, { client_id, pay_to_number }: PaidTo): string =>
  pay_to_number === null ? '' : accounts.open(client_id, pay_to_number)

export const maskedNumberOf = (context: Pick<WalletContext, 'accounts'>, row: PaidTo): string =>
  maskAccountNumber(numberOf(context, row))

export function transactionOf(row: RequestRow): WalletTransaction {
  return {
    _id: row.id,
    transactionId: requestName(row),
    createdAt: row.created_at.toISOString(),
    type: row.type,
    amount: rupeesOf(row.amount),
    status: row.status,
    ...(row.reference !== null && { reference: row.reference }),
    ...(row.utr !== null && { utr: row.utr }),
    ...(row.bank_reference !== null && { bankReference: row.bank_reference }),
    ...(row.reason !== null && { reason: row.reason }),
  }
}

/** Only the balance can be withdrawn; the screens add the loan to Total Amount. */
export function walletOf({ cash, invested, loan, cashback, withheld }: Figures) {
  return {
    balance: rupeesOf(cash),
    investedAmount: rupeesOf(invested),
    cashback: rupeesOf(cashback),
    loanAmount: rupeesOf(loan),
    withheld: rupeesOf(withheld),
    withdrawable: rupeesOf(cash),
  }
}

export const needsTwo = ({ type, amount }: Pick<RequestRow, 'type' | 'amount'>, above: bigint): boolean =>
  type === 'withdrawal' && amount > above
