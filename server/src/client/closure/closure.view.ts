import { bankRules, maskAccountNumber } from '@sauda/contract/money/bank'
import { nameOf } from '@sauda/contract/core/name'
import type { ClosureItem, ClosureView, DeskClosure } from '@sauda/contract/client/closure'
import { mayWithdraw } from '@sauda/contract/client/kyc'
import { formatRupees, rupeesOf } from '@sauda/contract/platform/money'
import type { AppContext } from '../../app/app-context.ts'
import { formatMoment } from '../../core/mail/mail.ts'
import type { Sql } from '../../platform/db.ts'
import { type AccountState, type ClosureRow, findClosure, findState } from './closure.sql.ts'

export const stateOf = (sql: Sql, clientId: string) => findState(sql, clientId, bankRules.coolOffHours)

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`)

const shortageText = ({ shortages }: Pick<AccountState, 'shortages'>): string =>
  `The shares of ${counted(shortages, 'trade', 'trades')} were not delivered, and the close-out is not booked yet.`

/** Items to be finished first; empty if the account can be closed. */
export function itemsOf(state: AccountState): ClosureItem[] {
  const { cash, positions, requests, charges, complaints, contacts } = state
  const paused = state.paused_until && formatMoment(state.paused_until)
  const found: [kind: ClosureItem['kind'], isOpen: boolean, text: string][] = [
    [
      'position',
      positions > 0 || state.invested !== 0n,
      `You have ${counted(positions, 'open position', 'open positions')}.`,
    ],
    ['settlement', state.unsettled !== 0n, `Sale proceeds of ${formatRupees(state.unsettled)} are not settled yet.`],
    [
      'settlement',
      state.unbooked > 0,
      `${counted(state.unbooked, 'trade of the exchange is', 'trades of the exchange are')} not booked to your account yet.`,
    ],
    ['settlement', state.shortages > 0, shortageText(state)],
    [
      'dues',
      state.dues !== 0n,
      // Nothing is added to an account that is being closed.
      `You owe ${formatRupees(state.dues)} for executed trades. ${state.closure === null ? 'Add funds to pay it.' : 'To pay it, cancel the closing, then add funds.'}`,
    ],
    ['loan', state.loans > 0 || state.loan !== 0n, 'You have an open loan or loan request.'],
    ['charge', charges > 0n, `Charges of ${formatRupees(charges)} are not paid or not confirmed yet.`],
    [
      'request',
      requests > 0 || state.withheld !== 0n,
      `You have ${counted(requests, 'pending deposit or withdrawal', 'pending deposits or withdrawals')}.`,
    ],
    ['complaint', complaints > 0, `You have ${counted(complaints, 'open complaint', 'open complaints')}.`],
    ['contact', contacts > 0, 'A change of your email address or mobile number is not approved yet.'],
    [
      'approval',
      state.proposals - contacts + state.adjustments > 0,
      'A change to your account awaits approval by our staff. Write to support to have it decided.',
    ],
    [
      'documents',
      cash > 0n && !mayWithdraw(state.kyc_status),
      'Your documents must be verified before we can pay out your balance.',
    ],
    [
      'bank',
      cash > 0n && state.account_number === null,
      `Add the bank account to which we pay your balance of ${formatRupees(cash)}.`,
    ],
    ['pause', cash > 0n && paused !== null, `Withdrawals are paused until ${paused}, because your details changed.`],
  ]
  return found.flatMap(([kind, isOpen, text]) => (isOpen ? [{ kind, text }] : []))
}

const deskView = (row: ClosureRow): DeskClosure => ({
  status: row.status,
  requestedAt: row.created_at.toISOString(),
  ...(row.request_id !== null &&
    row.amount !== null &&
    row.number !== null && {
      payout: {
        amount: rupeesOf(row.amount),
        transactionId: nameOf('withdrawal', row.number),
        requestId: row.request_id,
        isPending: row.is_pending,
      },
    }),
  ...(row.failure !== null && { failure: row.failure }),
  ...(row.ended_at && { endedAt: row.ended_at.toISOString() }),
})

export async function closureOf(sql: Sql, clientId: string): Promise<DeskClosure | undefined> {
  const row = await findClosure(sql, clientId)
  return row && deskView(row)
}

export async function readClosure(
  { accounts }: Pick<AppContext, 'accounts'>,
  sql: Sql,
  clientId: string,
): Promise<ClosureView> {
  const [state, row] = await Promise.all([stateOf(sql, clientId), findClosure(sql, clientId)])
  const { account_number: number, data_key: dataKey, ifsc } = state
  return {
    balance: rupeesOf(state.cash),
    cashback: rupeesOf(state.cashback),
    ...(number !== null && {
      payTo: `account ${maskAccountNumber(accounts.open(clientId, number, dataKey))}, IFSC ${ifsc}`,
    }),
    items: row?.is_pending || row?.status === 'closed' ? [] : itemsOf(state),
    ...(row && {
      closure: { ...deskView(row), canCancel: row.status === 'open' && !(row.is_pending && row.is_approved) },
    }),
  }
}
