import { groupedAmount, typedAmount } from './amount.ts'
import { rewriteInput } from './dom.ts'
import styles from './field.module.css'
import { TextField, type TextFieldProps } from './text-field.tsx'

interface AmountFieldProps extends Pick<TextFieldProps, 'label' | 'hint' | 'error' | 'optional' | 'disabled' | 'ref'> {
  value: string
  onText: (text: string) => void
}

/** Rupees as text of digits with at most two decimals; a long one stands beside it as it is read. */
export function AmountField({ onText, ...rest }: AmountFieldProps) {
  const read = groupedAmount(rest.value)
  return (
    <TextField
      {...rest}
      className={styles.amount}
      prefix="₹"
      inputMode="decimal"
      autoComplete="off"
      placeholder="0"
      suffix={
        read && (
          <span className={styles.read} aria-hidden="true">
            {read}
          </span>
        )
      }
      onChange={(event) => onText(rewriteInput(event, typedAmount))}
    />
  )
}
