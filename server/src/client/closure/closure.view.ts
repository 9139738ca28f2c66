import { bankRules, maskAccountNumber } from '@sauda/contract/money/bank'
import { nameOf } from '@sauda/contract/core/name'
import type { ClosureItem, ClosureView, DeskClosure, SaleRequest } from '@sauda/contract/client/closure'
import { mayWithdraw } from '@sauda/contract/client/kyc'
import { formatRupees, rupeesOf } from '@sauda/contract/platform/money'
import type { AppContext } from '../../app/app-context.ts'
import type { Config } from '../../config.ts'
import { formatMoment } from '../../core/mail/mail.ts'
import type { Sql } from '../../platform/db.ts'
import { dueAt } from '../../core/queue/claim.ts'
import { mayResolve } from '../complaint/complaint.view.ts'
import { findSale, type SaleRow } from './closure.sale.sql.ts'
import { type AccountState, type ClosureRow, findClosure, findState } from './closure.sql.ts'

export const stateOf = (sql: Sql, clientId: string) => findState(sql, clientId, bankRules.coolOffHours)

const counted = (count: number, one: string, many: string): string => (count === 1 ? `1 ${one}` : `${count} ${many}`)

const shortageText = ({ shortages }: Pick<AccountState, 'shortages'>): string =>
  `The shares of ${counted(shortages, 'trade', 'trades')} were not delivered, and the close-out is not booked yet.`

type Aims = Pick<Config, 'targetHours' | 'supportEmail'>
type Found = ClosureItem & { readonly isOpen?: boolean }

/** By when it is to be decided, by the same targets as in the queue. */
function pendingItem({ targetHours, supportEmail }: Aims, one: AccountState['pending'][number]): Found {
  const { id, type, name, paise, since, canCancel, onHold } = one
  const isDeposit = type === 'added'
  const due = new Date(dueAt(new Date(since), targetHours[isDeposit ? 'deposit' : 'withdrawal']))
  const what = `${isDeposit ? 'Deposit' : 'Withdrawal'} ${name} of ${formatRupees(BigInt(paise))} is`
  const state = isDeposit ? 'being checked' : 'not paid yet'
  const aim =
    due.getTime() > Date.now()
      ? ` We aim to decide it by ${formatMoment(due)}.`
      : ` We aimed to decide it by ${formatMoment(due)}: write to ${supportEmail}.`
  const time = onHold ? '' : aim
  const cancel = isDeposit
    ? ' It cannot be cancelled, because the money may be on its way.'
    : canCancel
      ? ' You can also cancel it.'
      : ''
  return { kind: 'request', id, text: `${what} ${state}.${time}${cancel}` }
}

const holdingsItems = ({ positions, invested, holdings, awaited }: AccountState): Found[] => [
  {
    kind: 'position',
    isOpen: holdings > 0 || (awaited === 0 && (positions > 0 || invested !== 0n)),
    text: `You have ${counted(holdings, 'holding', 'holdings')}.`,
  },
  {
    kind: 'settlement',
    isOpen: awaited > 0,
    text: `Shares of ${counted(awaited, 'company', 'companies')} are tendered, or are still to be paid by the company.`,
  },
]

/** Items to be finished first; empty if the account can be closed. */
export function itemsOf(state: AccountState, aims: Aims): ClosureItem[] {
  const { cash, pending, charges, contacts } = state
  const paused = state.paused_until && formatMoment(state.paused_until)
  const found: Found[] = [
    ...holdingsItems(state),
    {
      kind: 'settlement',
      isOpen: state.unsettled !== 0n,
      text: `Sale proceeds of ${formatRupees(state.unsettled)} are not settled yet.`,
    },
    {
      kind: 'settlement',
      isOpen: state.unbooked > 0,
      text: `${counted(state.unbooked, 'trade of the exchange is', 'trades of the exchange are')} not booked to your account yet.`,
    },
    { kind: 'settlement', isOpen: state.shortages > 0, text: shortageText(state) },
    {
      kind: 'dues',
      isOpen: state.dues !== 0n,
      // Nothing is added to an account that is being closed.
      text: `You owe ${formatRupees(state.dues)} for executed trades. ${state.closure === null ? 'Add funds to pay it.' : 'To pay it, cancel the closing, then add funds.'}`,
    },
    { kind: 'loan', isOpen: state.loans > 0 || state.loan !== 0n, text: 'You have an open loan or loan request.' },
    {
      kind: 'charge',
      isOpen: charges > 0n,
      text: `Charges of ${formatRupees(charges)} are not paid or not confirmed yet.`,
    },
    ...pending.map((one) => pendingItem(aims, one)),
    {
      kind: 'request',
      isOpen: pending.length === 0 && state.withheld !== 0n,
      text: `${formatRupees(state.withheld)} is on hold for a withdrawal.`,
    },
    ...state.open_complaints.map(({ id, name, source }): Found => ({
      kind: 'complaint',
      id,
      text: `Complaint ${name} is open. ${mayResolve({ status: 'open', source }) ? 'If it is resolved for you, close it.' : 'It is closed where it was raised.'}`,
    })),
    {
      kind: 'contact',
      isOpen: contacts > 0,
      text: 'A change of your email address or mobile number is not approved yet.',
    },
    {
      kind: 'approval',
      isOpen: state.proposals - contacts + state.adjustments > 0,
      text: 'A change to your account awaits approval by our staff. Write to support to have it decided.',
    },
    {
      kind: 'documents',
      isOpen: cash > 0n && !mayWithdraw(state.kyc_status),
      text: 'Your documents must be verified before we can pay out your balance.',
    },
    {
      kind: 'bank',
      isOpen: cash > 0n && state.account_number === null,
      text: `Add the bank account to which we pay your balance of ${formatRupees(cash)}.`,
    },
    {
      kind: 'pause',
      isOpen: cash > 0n && paused !== null,
      text: `Withdrawals are paused until ${paused}, because your details changed.`,
    },
  ]
  return found.flatMap(({ isOpen = true, ...item }) => (isOpen ? [item] : []))
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

const saleOf = ({ id, created_at, holdings }: Omit<SaleRow, 'client_id'>): SaleRequest => ({
  _id: id,
  requestedAt: created_at.toISOString(),
  holdings,
})

/** The open request. */
export async function openSaleOf(sql: Sql, clientId: string): Promise<SaleRequest | undefined> {
  const row = await findSale(sql, clientId)
  return row && row.outcome === null ? saleOf(row) : undefined
}

export async function closureOf(sql: Sql, clientId: string): Promise<DeskClosure | undefined> {
  const row = await findClosure(sql, clientId)
  return row && deskView(row)
}

export async function readClosure(
  { accounts, config }: Pick<AppContext, 'accounts' | 'config'>,
  sql: Sql,
  clientId: string,
): Promise<ClosureView> {
  const [state, row, sale] = await Promise.all([
    stateOf(sql, clientId),
    findClosure(sql, clientId),
    findSale(sql, clientId),
  ])
  const { account_number: number, data_key: dataKey, ifsc } = state
  return {
    balance: rupeesOf(state.cash),
    cashback: rupeesOf(state.cashback),
    ...(number !== null && {
      payTo: `account ${maskAccountNumber(accounts.open(clientId, number, dataKey))}, IFSC ${ifsc}`,
    }),
    items: row?.is_pending || row?.status === 'closed' ? [] : itemsOf(state, config),
    ...(sale && { sale: { ...saleOf(sale), ...(sale.reason !== null && { reason: sale.reason }) } }),
    ...(row && {
      closure: { ...deskView(row), canCancel: row.status === 'open' && !(row.is_pending && row.is_approved) },
    }),
  }
}
