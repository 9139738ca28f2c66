import { parseRupees } from '@sauda/contract/money'
import { normalizeReference } from '@sauda/contract/reference'
import { utrRule, walletErrors, walletRules } from '@sauda/contract/wallet'
import { walletText } from './wallet.text.ts'

/** The inline sentence under the amount to add (section 5); an empty field has none. */
export function addError(text: string): string | undefined {
  return text !== '' && !canAdd(parseRupees(text)) ? walletText.addFundInvalid : undefined
}

export const canAdd = (paise: bigint): boolean => paise >= walletRules.addFundMinimum

/** Why this amount cannot be withdrawn. While the wallet is not known, only the server can compare it with the balance. */
export function withdrawError(paise: bigint, withdrawable: bigint | undefined): string | undefined {
  if (paise < walletRules.withdrawMinimum) return walletErrors.withdrawMinimum.message
  return withdrawable !== undefined && paise > withdrawable ? walletErrors.insufficient.message : undefined
}

/** What the UTR field makes of the typed or pasted text. */
export function utrTyped(text: string): string {
  const reference = normalizeReference(text)
  return utrRule.pattern.test(reference) ? reference : text.replace(/\D/g, '').slice(0, utrRule.digits)
}

export function utrError(text: string): string | undefined {
  return utrRule.pattern.test(text) ? undefined : utrRule.message
}
