import { walletErrors, walletRules } from '@sauda/contract/wallet'

/** The inline sentence under the amount to add (section 5); nothing typed is no fault. */
export function addFault(paise: bigint): string | undefined {
  const isShort = paise > 0n && paise < walletRules.addFundMinimum
  return isShort ? 'Please enter a valid amount (minimum is ₹100)' : undefined
}

export const canAdd = (paise: bigint): boolean => paise >= walletRules.addFundMinimum

/** Why this amount cannot be withdrawn, or undefined: it can. Without a wallet the server alone knows what is there. */
export function withdrawFault(paise: bigint, withdrawable: bigint | undefined): string | undefined {
  if (paise < walletRules.withdrawMinimum) return walletErrors.withdrawMinimum.message
  return withdrawable !== undefined && paise > withdrawable ? walletErrors.insufficient.message : undefined
}
