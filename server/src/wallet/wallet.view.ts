import { rupeesOf } from '@sauda/contract/money'
import type { QueueKind } from '@sauda/contract/queue'
import type { RequestType, WalletTransaction } from '@sauda/contract/wallet'
import { maskAccountNumber } from '@sauda/contract/bank'
import type { WalletContext } from '../app-context.ts'
import type { Figures } from '../ledger/ledger.ts'
import type { RequestRow } from './wallet.sql.ts'

/** What client and operator call a request: `ADD100001`, `WDR100002`. */
export const requestName = ({ type, number }: Pick<RequestRow, 'type' | 'number'>): string =>
  `${type === 'added' ? 'ADD' : 'WDR'}${number}`

/** The queue shows deposits and withdrawals as two kinds: their rights differ. */
export const queueKindOf = { added: 'deposit', withdrawal: 'withdrawal' } as const satisfies Record<
  RequestType,
  QueueKind
>

type PaidTo = Pick<RequestRow, 'client_id' | 'pay_to_number'>

/** The account number a withdrawal goes to, whole; empty for a deposit. */
export const numberOf = ({ accounts }: Pick<WalletContext, 'accounts'>, { client_id, pay_to_number }: PaidTo): string =>
  pay_to_number === null ? '' : accounts.open(client_id, pay_to_number)

/** The same, its last four digits only. */
export const maskedNumberOf = (context: Pick<WalletContext, 'accounts'>, row: PaidTo): string =>
  maskAccountNumber(numberOf(context, row))

/** A request as its client sees it. */
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

/** Total Amount on the screens is balance and loan together; what may leave is the balance alone. */
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

/** Large withdrawals take two operators. */
export const needsTwo = ({ type, amount }: Pick<RequestRow, 'type' | 'amount'>, above: bigint): boolean =>
  type === 'withdrawal' && amount > above
