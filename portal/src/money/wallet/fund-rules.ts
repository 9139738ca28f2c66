import { parseRupees } from '@sauda/contract/platform/money'
import { normalizeReference } from '@sauda/contract/banking/reference'
import { utrRule } from '@sauda/contract/banking/reference'
import { walletErrors, walletRules } from '@sauda/contract/money/wallet'
import { walletText } from './wallet.text.ts'

/** Section 5; an empty field has no error. */
export function addError(text: string): string | undefined {
  return text !== '' && !canAdd(parseRupees(text)) ? walletText.addFundInvalid : undefined
}

export const canAdd = (paise: bigint): boolean => paise >= walletRules.addFundMinimum

/** While the wallet is loading, only the server can compare the amount with the balance. */
export function withdrawError(paise: bigint, withdrawable: bigint | undefined): string | undefined {
  if (paise < walletRules.withdrawMinimum) return walletErrors.withdrawMinimum.message
  return withdrawable !== undefined && paise > withdrawable ? walletErrors.insufficient.message : undefined
}

export function utrTyped(text: string): string {
  const reference = normalizeReference(text)
  return utrRule.pattern.test(reference) ? reference : text.replace(/\D/g, '').slice(0, utrRule.digits)
}

export function utrError(text: string): string | undefined {
  return utrRule.pattern.test(text) ? undefined : utrRule.message
}
