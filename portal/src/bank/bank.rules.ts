import { bankDetailsInput, bankRules } from '@sauda/contract/bank'
import { errorMessage, isRejection } from '@sauda/web/api-error'
import type { BankDetails } from './bank.api.ts'

export const bankText = {
  recordsHint: 'Exactly as in your bank records',
  ifscHint: '11 characters, printed on your cheque book',
  unknownIfsc: 'We don’t know this code. Check it against your cheque book; if it’s correct, you can save it.',
  coolOff: `For your safety, withdrawals pause for ${bankRules.coolOffHours} hours after a change.`,
  unchanged: 'Your bank details were not changed. Please try again.',
  unconfirmed: 'Your details may have been saved; saving them again is safe.',
} as const

export type BankField = keyof BankDetails
export const bankFields: readonly BankField[] = ['accountHolderName', 'accountNumber', 'ifsc']

export const typed: Record<BankField, (text: string) => string> = {
  accountHolderName: (text) => text,
  accountNumber: (text) => text.replace(/\D/g, ''),
  ifsc: (text) => text.toUpperCase().slice(0, bankRules.ifscLength),
}

export function bankError(field: BankField, value: string): string | undefined {
  return bankDetailsInput.shape[field].safeParse(value).error?.issues[0]?.message
}

export function saveError(error: unknown): string {
  if (isRejection(error)) return error.serverMessage ?? bankText.unchanged
  return `${errorMessage(error)} ${bankText.unconfirmed}`
}

/** One state, so that an old error never appears next to a later success. */
export type SaveOutcome =
  | { readonly kind: 'none' }
  | { readonly kind: 'saved'; readonly paused: boolean }
  | { readonly kind: 'failed'; readonly message: string }
