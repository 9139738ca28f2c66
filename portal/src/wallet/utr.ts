import { walletRules } from '@sauda/contract/wallet'

/** Digits only, as many as a UTR has. */
export function utrTyped(text: string): string {
  return text.replace(/\D/g, '').slice(0, walletRules.utrDigits)
}
