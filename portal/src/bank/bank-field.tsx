import { TextField, type TextFieldProps } from '@sauda/ui/text-field'
import type { BankDetails } from './bank.api.ts'
import { BankOf } from './bank-of.tsx'
import { rewriteInput } from '@sauda/ui/dom'

export type BankField = keyof BankDetails
export const bankFields: readonly BankField[] = ['accountHolderName', 'accountNumber', 'ifsc']

const looks: Record<BankField, TextFieldProps> = {
  accountHolderName: { label: 'Account Holder Name', autoComplete: 'name', hint: 'As in the bank’s records' },
  accountNumber: { label: 'Account Number', inputMode: 'numeric', autoComplete: 'off' },
  ifsc: {
    label: 'IFSC Code',
    hint: '11 characters, printed on your cheque book',
    autoComplete: 'off',
    autoCapitalize: 'characters',
  },
}

interface BankFieldRowProps {
  field: BankField
  value: string
  onText: (text: string) => void
  /** What the field makes of what is typed; without it the text stays as it is. */
  rewrite?: (text: string) => string
  error?: string | undefined
  /** While it is sent. Not `disabled`, which would take the focus away. */
  readOnly: boolean
}

export function BankFieldRow({ field, value, onText, rewrite = asTyped, error, readOnly }: BankFieldRowProps) {
  const look = looks[field]
  return (
    <TextField
      {...look}
      hint={field === 'ifsc' ? <BankOf ifsc={value} otherwise={look.hint} /> : look.hint}
      name={field}
      spellCheck={false}
      required
      value={value}
      onChange={(event) => onText(rewriteInput(event, rewrite))}
      error={error}
      readOnly={readOnly}
    />
  )
}

const asTyped = (text: string): string => text
