import { parseRupees } from '@sauda/contract/platform/amount-text'
import { type LevyAccount, lineBookingErrors, type LineBookingKind } from '@sauda/contract/money/line-booking'
import { paiseOf, rupeesOf } from '@sauda/contract/platform/money'
import type { BankLine } from '@sauda/contract/money/reconciliation'
import type { FieldErrors } from '../../shell/form-field.tsx'
import { typedPaise } from '../../shell/typed-number.ts'

export interface BookingDraft {
  kind: LineBookingKind | ''
  reason: string
  /** The request of a late line, or the receipt that was returned. */
  chosen: string
  /** Rupees by the request chosen for a split, as typed. */
  parts: Readonly<Record<string, string>>
  /** For a penny-drop. */
  saudaId: string
  nameAtBank: string
  settlementIds: readonly string[]
  levy: LevyAccount | ''
}
export const emptyBooking: BookingDraft = {
  kind: '',
  reason: '',
  chosen: '',
  parts: {},
  saudaId: '',
  nameAtBank: '',
  settlementIds: [],
  levy: '',
}

/** Possible bookings of the line, the most frequent first. */
export function kindsFor({
  amount,
  direction,
  exception,
  payment,
  state,
  bookedTo,
}: BankLine): readonly LineBookingKind[] {
  if (bookedTo !== undefined) return ['moved']
  if (state !== 'exception' || exception === undefined || exception === 'missing') return []
  // A pending deposit is approved at the amount received, or the other request rejected first.
  if (exception === 'amount' && payment?.status === 'pending') return payment.kind === 'withdrawal' ? ['paid'] : []
  const isFailed = payment?.kind === 'withdrawal' && payment.status === 'rejected' && direction === 'debit'
  const own: readonly LineBookingKind[] =
    exception === 'duplicate' || exception === 'reversed' || isFailed ? ['client'] : []
  const named = payment !== undefined
  return direction === 'credit'
    ? [...own, 'split', 'late', ...(named ? [] : (['interest', 'settlement'] as const)), 'transfer', 'return']
    : [
        ...own,
        ...(paiseOf(amount) === 100n && !named ? ['penny_drop' as const] : []),
        ...(named ? [] : (['charge', 'settlement', 'levy'] as const)),
        'transfer',
        'returned',
        'split',
        'late',
      ]
}

/** `second`: why the booking waits, unless second operators are waived. */
export const kindText: Record<LineBookingKind, { second?: string; effect: string }> = {
  charge: {
    second: 'Above the limit of one operator it needs a second operator.',
    effect: 'Booked as an expense of the broker. No client’s balance changes.',
  },
  interest: {
    second: 'Above the limit of one operator it needs a second operator.',
    effect: 'Booked as income of the broker. No client’s balance changes.',
  },
  return: {
    second: 'Needs a second operator.',
    effect: 'Pay it back at the bank, and book that payment as the return.',
  },
  returned: { effect: 'Completes the return of a receipt.' },
  client: {
    second: 'Needs a second operator.',
    effect: 'The client’s balance changes by this amount, and the reason is shown to the client.',
  },
  late: {
    second: 'A difference in the amount, or a failed withdrawal, needs a second operator.',
    effect:
      'A difference is credited to or debited from the client. The debit of a failed withdrawal waits for its return; the client’s balance does not change.',
  },
  paid: {
    second: 'Needs a second operator.',
    effect:
      'The withdrawal is approved. What the bank debited more is booked as a bank charge; what it debited less returns to the client’s balance.',
  },
  penny_drop: {
    second: 'A name that the bank entry does not contain needs a second operator.',
    effect:
      'Booked as an expense of the broker. The client page shows the name the bank returned beside the account holder.',
  },
  transfer: {
    second: 'Needs a second operator.',
    effect: 'Book the entry in the statement of the other account in the same way.',
  },
  moved: {
    second: 'Needs a second operator.',
    effect: 'The payment leaves the account it was booked to. No client’s balance changes.',
  },
  settlement: {
    second: 'Above the limit of one operator it needs a second operator.',
    effect: 'Sale proceeds are released to clients once the bank entries equal the final obligation.',
  },
  levy: {
    second: 'Above the limit of one operator it needs a second operator.',
    effect: 'Reduces what the broker owes of this levy. No client’s balance changes.',
  },
  split: {
    second: 'Needs a second operator.',
    effect: 'All of them are approved together under the bank’s reference.',
  },
}

export const effectOf = ({ second, effect }: (typeof kindText)[LineBookingKind], needsSecond: boolean): string =>
  needsSecond && second !== undefined ? `${second} ${effect}` : effect

const partsOf = (parts: BookingDraft['parts']) =>
  Object.entries(parts).map(([paymentId, text]) => ({ paymentId, amount: rupeesOf(parseRupees(text)) }))

/** Paise of the line that no part has yet; below zero if the parts exceed it, undefined while one is not clear. */
export function remainderOf({ amount }: BankLine, parts: BookingDraft['parts']): bigint | undefined {
  let rest = paiseOf(amount)
  for (const text of Object.values(parts)) {
    const paise = typedPaise(text)
    if (paise === undefined) return undefined
    rest -= paise
  }
  return rest
}

export const bookingOf = ({ kind, reason, chosen, parts, saudaId, nameAtBank, settlementIds, levy }: BookingDraft) => ({
  kind,
  reason,
  ...(kind === 'late' && chosen !== '' && { paymentId: chosen }),
  ...(kind === 'returned' && chosen !== '' && { returnId: chosen }),
  ...(kind === 'split' && { parts: partsOf(parts) }),
  ...(kind === 'penny_drop' && { saudaId, nameAtBank }),
  ...(kind === 'settlement' && { settlementIds: [...settlementIds] }),
  ...(kind === 'levy' && levy !== '' && { levy }),
})

export function choiceError(line: BankLine, { kind, chosen, parts, settlementIds, levy }: BookingDraft): FieldErrors {
  const { choosePayment, chooseReturn, partsDiffer, chooseSettlement, chooseLevy } = lineBookingErrors
  if (kind === 'late' && chosen === '') return { chosen: choosePayment.message }
  if (kind === 'returned' && chosen === '') return { chosen: chooseReturn.message }
  if (kind === 'settlement' && settlementIds.length === 0) return { settlementIds: chooseSettlement.message }
  if (kind === 'levy' && levy === '') return { levy: chooseLevy.message }
  if (kind !== 'split') return {}
  if (Object.keys(parts).length === 0) return { chosen: choosePayment.message }
  return remainderOf(line, parts) === 0n ? {} : { chosen: partsDiffer.message }
}
