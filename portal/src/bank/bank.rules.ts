import { bankDetailsInput, bankRules } from '@sauda/contract/bank'
import { errorMessage, isRejection } from '@sauda/web/api-error'
import type { BankDetails } from './bank.api.ts'
import { bankText } from './bank.text.ts'

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
