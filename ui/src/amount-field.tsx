import { TextField, type TextFieldProps } from './text-field.tsx'
import { paiseOf, parseRupees, rupeesOf } from '@sauda/contract/platform/money'

/** The server accepts at most ten digits and two decimals. */
const shape = /^(\d{0,10})\d*(\.\d{0,2})?/

/** Typed text as digits with at most two decimals. Grouping and signs are removed, Devanagari digits converted. */
export function typedAmount(text: string): string {
  const latin = text.replace(/[०-९]/g, (digit) => String(digit.charCodeAt(0) - 0x966))
  const [, whole = '', part = ''] = shape.exec(latin.replace(/[^\d.]/g, '')) ?? []
  const rupees = whole.replace(/^0+(?=\d)/, '')
  return part && rupees === '' ? `0${part}` : `${rupees}${part}`
}

/** `123456.5` → `1,23,456.5` */
export const groupedAmount = (text: string): string => text.replace(/\B(?=(?:\d\d)*\d{3}(?:\.|$))/g, ',')

const plain = /^(\d+)(\.\d*)?$/

/** Without grouping where that leaves a number; other text as it is. */
export function typedPrice(text: string): string {
  const digits = text.trim().replaceAll(',', '')
  return plain.test(digits) ? digits : text
}

/** Groups the rupees of a number with any decimals. */
export const groupedPrice = (text: string): string =>
  text.replace(plain, (_, rupees: string, part = '') => `${groupedAmount(rupees)}${part}`)

export function plusRupees(text: string, rupees: number): string {
  return amountText(parseRupees(text) + paiseOf(rupees))
}

/** 120050n → `1200.50`, 120000n → `1200`. */
export function amountText(paise: bigint): string {
  const [whole = '', part] = String(rupeesOf(paise)).split('.')
  return part === undefined ? whole : `${whole}.${part.padEnd(2, '0')}`
}

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
