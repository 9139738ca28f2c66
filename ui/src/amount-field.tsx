import { groupedAmount, typedAmount } from './amount.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

interface AmountFieldProps extends Pick<TextFieldProps, 'label' | 'hint' | 'error' | 'optional' | 'disabled' | 'ref'> {
  /** Without grouping. */
  value: string
  onText: (text: string) => void
}

/** Groups the digits while they are typed. */
export function AmountField({ value, onText, ...rest }: AmountFieldProps) {
  return (
    <TextField
      {...rest}
      value={groupedAmount(value)}
      prefix="₹"
      inputMode="decimal"
      autoComplete="off"
      placeholder="0"
      onChange={({ target }) => onText(regroup(target))}
    />
  )
}

/** Returns the text without grouping; the caret stays behind the same digit. */
function regroup(field: HTMLInputElement): string {
  const before = typedAmount(field.value.slice(0, field.selectionStart ?? field.value.length)).length
  const text = typedAmount(field.value)
  const grouped = groupedAmount(text)
  if (field.value === grouped) return text
  field.value = grouped
  let caret = 0
  for (let passed = 0; passed < before; caret += 1) if (grouped[caret] !== ',') passed += 1
  field.setSelectionRange(caret, caret)
  return text
}
