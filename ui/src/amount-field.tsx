import { groupedAmount, groupedPrice, typedAmount, typedPrice } from './amount.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

interface AmountFieldProps extends Pick<TextFieldProps, 'label' | 'hint' | 'error' | 'optional' | 'disabled' | 'ref'> {
  /** Without grouping. */
  value: string
  onText: (text: string) => void
}

type NumberFieldProps = AmountFieldProps & { typed: (text: string) => string; grouped: (text: string) => string }

export const AmountField = (props: AmountFieldProps) => (
  <NumberField {...props} typed={typedAmount} grouped={groupedAmount} />
)

/** Takes every decimal. What is no number stays as typed, so that a mistake is rejected and not altered. */
export const PriceField = (props: AmountFieldProps) => (
  <NumberField {...props} typed={typedPrice} grouped={groupedPrice} />
)

/** Groups the digits while they are typed. */
function NumberField({ value, onText, typed, grouped, ...rest }: NumberFieldProps) {
  return (
    <TextField
      {...rest}
      value={grouped(value)}
      prefix="₹"
      inputMode="decimal"
      autoComplete="off"
      placeholder="0"
      onChange={({ target }) => onText(regroup(target, typed, grouped))}
    />
  )
}

/** Returns the text without grouping; the caret stays behind the same digit. */
function regroup(field: HTMLInputElement, typed: (text: string) => string, group: (text: string) => string): string {
  const before = typed(field.value.slice(0, field.selectionStart ?? field.value.length)).length
  const text = typed(field.value)
  const grouped = group(text)
  if (field.value === grouped) return text
  field.value = grouped
  let caret = 0
  for (let passed = 0; passed < before; caret += 1) if (grouped[caret] !== ',') passed += 1
  field.setSelectionRange(caret, caret)
  return text
}
