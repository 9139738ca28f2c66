import { bankDetailsInput, bankRules } from '@sauda/contract/bank'
import type { BankField } from './bank-field.tsx'

/** What a field makes of what is typed (section 5). */
export const typed: Record<BankField, (text: string) => string> = {
  accountHolderName: (text) => text,
  accountNumber: (text) => text.replace(/\D/g, ''),
  ifsc: (text) => text.toUpperCase().slice(0, bankRules.ifscLength),
}

/** The sentence for one field, or undefined: nothing is wrong with it. */
export function bankFault(field: BankField, value: string): string | undefined {
  return bankDetailsInput.shape[field].safeParse(value).error?.issues[0]?.message
}
