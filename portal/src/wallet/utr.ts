import { utrRule } from '@sauda/contract/wallet'

/** Digits only, as many as a UTR has. */
export function utrTyped(text: string): string {
  return text.replace(/\D/g, '').slice(0, utrRule.digits)
}

/** Undefined: nothing is wrong with it. */
export function utrFault(text: string): string | undefined {
  return utrRule.pattern.test(text) ? undefined : utrRule.message
}
