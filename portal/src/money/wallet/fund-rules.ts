import { maskAccountNumber } from '@sauda/contract/money/bank'
import { parseRupees } from '@sauda/contract/platform/amount-text'
import { normalizeReference, utrRule } from '@sauda/contract/money/reference'
import { digitsOf } from '@sauda/contract/platform/typed-text'
import { walletErrors, walletRules } from '@sauda/contract/money/wallet'
import { formatDateTime } from '@sauda/web/date-time'
import { awaitsVerification, isRevoked, type Session } from '../../shell/session.ts'
import type { Wallet } from './wallet.api.ts'
import { walletText } from './wallet.text.ts'

/** Why no funds can be added now: the text beside the disabled button. */
export const addBlocked = (session: Session): string | undefined =>
  isRevoked(session) ? walletText.newPhotosNeeded : unverified(session)

/** Why nothing can be withdrawn now, likewise; a withdrawn verification is no reason. */
export const withdrawBlocked = (session: Session, wallet: Wallet | undefined): string | undefined =>
  unverified(session) ??
  (wallet?.withdrawalsFrom && walletText.withdrawalsPaused(formatDateTime(wallet.withdrawalsFrom)))

const unverified = (session: Session): string | undefined =>
  awaitsVerification(session) ? walletText.documentsPending : undefined

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
  return utrRule.pattern.test(reference) ? reference : digitsOf(text)
}

export function utrError(text: string): string | undefined {
  return utrRule.pattern.test(text) ? undefined : utrRule.message
}

type Account = { readonly accountNumber: string; readonly ifsc: string }

/** The bank's letters of the IFSC and the end of the number: `SBIN ••••0000`. */
export const accountText = (account: Account | undefined): string =>
  account === undefined ? '' : `${account.ifsc.slice(0, 4)} ${maskAccountNumber(account.accountNumber)}`
