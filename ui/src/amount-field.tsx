import { typedAmount } from './amount.ts'
import { retype } from './retype.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

interface AmountFieldProps extends Pick<TextFieldProps, 'label' | 'hint' | 'error' | 'optional' | 'disabled' | 'ref'> {
  value: string
  onText: (text: string) => void
}

/** Rupees as text of digits with at most two decimals. */
export function AmountField({ onText, ...rest }: AmountFieldProps) {
  return (
    <TextField
      {...rest}
      prefix="₹"
      inputMode="decimal"
      autoComplete="off"
      placeholder="0"
      onChange={(event) => onText(retype(event, typedAmount))}
    />
  )
}
