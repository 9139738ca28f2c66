import type { LedgerAccount, LedgerEvent } from '@sauda/contract/core/ledger'
import { accountNames } from '@sauda/contract/core/ledger-name'
import { walletTexts } from '@sauda/contract/money/wallet'
import { formatRupees } from '@sauda/contract/platform/money'
import { capitalize } from '@sauda/contract/platform/sentence'
import { dateText } from '../../platform/india.ts'

export const eventTitles: Readonly<Record<LedgerEvent, string>> = {
  'deposit.approved': 'Funds added',
  'withdrawal.requested': 'Withdrawal requested',
  'withdrawal.paid': 'Withdrawal paid',
  'withdrawal.refused': 'Withdrawal rejected, money returned',
  'loan.accepted': 'Loan accepted',
  'loan.repaid': 'Loan repaid',
  'trade.bought': 'Bought',
  'trade.sold': 'Sold',
  'trade.reversed': 'Trade reversed',
  'charge.approved': 'Charge paid outside the wallet',
  'charge.returned': 'Charge payment returned by the bank',
  'adjustment.approved': 'Adjustment',
  'cashback.ended': 'Cashback ended with the account',
  'cashback.restored': 'Cashback restored',
  'bank.charge': 'Bank charge',
  'bank.transfer': 'Transfer between bank accounts',
  'bank.moved': 'Moved to another bank account',
  'bank.moved.reversed': 'Move to another bank account reversed',
  'bank.interest': 'Bank interest',
  'receipt.held': 'Receipt to be returned',
  'receipt.returned': 'Receipt returned',
  'line.credited': 'Bank correction: added',
  'line.debited': 'Bank correction: debited',
  'line.reversed': 'Bank correction reversed',
  'opening.balance': 'Opening balance',
  'securities.opened': 'Open positions at cost',
  'opening.position': 'Opening position',
  'opening.bank': 'Opening balance of a bank account',
  'opening.bank.reversed': 'Opening balance of a bank account reversed',
  'trade.confirmed': 'Trade confirmed by the exchange',
  'contract.booked': 'Trades and charges of the day',
  'contract.adjusted.stt': 'STT adjusted to the final figure',
  'contract.adjusted.stamp': 'Stamp duty adjusted to the final figure',
  'contract.adjusted.stt.again': 'STT adjusted to the final figure',
  'contract.adjusted.stamp.again': 'Stamp duty adjusted to the final figure',
  'contract.reversed': 'Trades and charges of a day reversed',
  'settlement.released': 'Sale proceeds released',
  'dp.charged': 'DP charge',
  'dp.reversed': 'DP charge returned',
  'clearing.paid': 'Pay-in to the clearing corporation',
  'clearing.received': 'Pay-out of the clearing corporation',
  'levy.paid': 'Levy paid',
  'levy.difference': 'Difference in a levy',
  'fraction.paid': 'Shares paid by the company to the bank account',
  'fraction.reversed': 'Payment by the company reversed',
  'rights.allotted': 'Rights shares allotted, paid to the company from the bank account',
  'rights.lapsed': 'Rights entitlements lapsed: their cost',
  'rights.reversed': 'Rights allotment reversed',
}

type NamedEvent = { readonly event: LedgerEvent; readonly reason: string | null; readonly traded_on: string | null }

const isCancelled = ({ event, reason }: Pick<NamedEvent, 'event' | 'reason'>): boolean =>
  event === 'withdrawal.refused' && reason === walletTexts.cancelReason

export function titleOf({ event, reason, traded_on: day }: NamedEvent): string {
  if (isCancelled({ event, reason })) return 'Withdrawal cancelled, money returned'
  if (day === null) return eventTitles[event]
  const title = `Trades and charges of ${dateText(day)}`
  return event === 'contract.reversed' ? `${title} reversed` : title
}

/** The reason of an event without what is in its title, or what was paid outside the wallet. */
export function narrationOf({
  event,
  reason,
  traded_on: day,
  outside = null,
}: NamedEvent & { outside?: bigint | null }) {
  if (isCancelled({ event, reason })) return ''
  if (reason === null) return outside === null ? '' : formatRupees(outside)
  if (day === null) return reason
  const prefix = `${dateText(day)}: `
  return reason.startsWith(prefix) ? capitalize(reason.slice(prefix.length)) : reason
}

type Entry = { readonly debit: LedgerAccount; readonly credit: LedgerAccount }

/** A sale has one entry for its cost and one for its profit or loss; a charge with GST has two entries, and so has the fee of a loan. */
export function entryLabel(event: LedgerEvent, { debit, credit }: Entry): string {
  if (credit === 'client_dues') return 'Dues paid'
  if (event === 'dp.charged' && credit === 'gst') return 'GST on the DP charge'
  if (event === 'dp.reversed' && debit === 'gst') return 'GST on the DP charge returned'
  if (event.startsWith('contract.')) return contractLabel(event, { debit, credit })
  if (event === 'charge.approved' && credit === 'gst') return 'GST on a charge paid outside the wallet'
  if (event === 'loan.repaid' && credit === 'gst') return 'GST on the processing fee'
  if (event === 'loan.repaid') return credit === 'fees' ? 'Interest and fee' : 'Principal repaid'
  if (event !== 'trade.sold') return eventTitles[event]
  if (debit === 'invested') return 'Sale: your cost back'
  return debit === 'clearing' ? 'Sale: profit' : 'Sale: loss'
}

const levies: ReadonlySet<LedgerAccount> = new Set([
  'brokerage',
  'stt',
  'stamp_duty',
  'exchange_charges',
  'sebi_fee',
  'gst',
])

/** A part of the trades and charges of a day. */
function contractLabel(event: LedgerEvent, { debit, credit }: Entry): string {
  if (levies.has(credit)) return accountNames[credit]
  if (levies.has(debit)) return `${accountNames[debit]} returned`
  if (event === 'contract.reversed') return eventTitles[event]
  if (credit === 'invested') return 'Purchase'
  if (debit === 'invested') return credit === 'loan' ? 'Sale: loan money back' : 'Sale: your cost back'
  if (credit === 'clearing_corporation') return 'Loss on trades'
  return debit === 'clearing_corporation' ? 'Profit on trades' : 'Sale proceeds used'
}
