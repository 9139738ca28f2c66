import { parseRupees, readNumber, unclearAmount, unclearNumber } from '@sauda/contract/platform/amount-text'
import { paiseOf, rupeesOf } from '@sauda/contract/platform/money'
import type { ReactNode } from 'react'
import { useRewriting, type Rewritten } from './rewriting.ts'
import { TextField, type TextFieldProps } from './text-field.tsx'

const plain = /^(\d+)(\.\d*)?$/

/** Groups the rupees of a number with any decimals; other text stays as it is: `123456.5` → `1,23,456.5`. */
export const groupedNumber = (text: string): string =>
  text.replace(plain, (_, rupees: string, part = '') => `${rupees.replace(/\B(?=(?:\d\d)*\d{3}$)/g, ',')}${part}`)

/**
 * What is typed into a number's field, and what the field shows. The grouping that the field shows itself is not read as
 * typed by the client: `1,500` without its last 0 is 150, while a pasted `1,50` is 1.50.
 */
export function typedNumber(typed: string, before: string, isKey: boolean, decimals: number): Rewritten {
  const edited = withoutOwnGrouping(typed, before)
  const [first, second] = isKey ? [edited, typed] : [typed, edited]
  const raw = readNumber(first, decimals) === undefined && readNumber(second, decimals) !== undefined ? second : first
  const shown = raw.trim()
  return {
    text: readNumber(raw, decimals) ?? shown,
    shown: plain.test(shown) ? groupedNumber(shown.replace(/^0+(?=\d)/, '')) : (groupedAsTyped(shown) ?? shown),
  }
}

/** A completed grouping is shown as ours; a comma that may still become one stays where it was typed. */
function groupedAsTyped(shown: string): string | undefined {
  const digits = shown.replaceAll(',', '')
  return groupedNumber(digits) === shown ? shown : undefined
}

/** The typed text without the commas that the field showed before and that are still in it. */
function withoutOwnGrouping(typed: string, before: string): string {
  if (groupedNumber(before.replaceAll(',', '')) !== before) return typed
  let start = 0
  while (start < Math.min(typed.length, before.length) && typed[start] === before[start]) start += 1
  let end = 0
  const most = Math.min(typed.length, before.length) - start
  while (end < most && typed.at(-1 - end) === before.at(-1 - end)) end += 1
  const ungrouped = (text: string) => text.replaceAll(',', '')
  return (
    ungrouped(typed.slice(0, start)) +
    typed.slice(start, typed.length - end) +
    ungrouped(typed.slice(typed.length - end))
  )
}

export function plusRupees(text: string, rupees: number): string {
  const paise = parseRupees(text)
  return amountText((paise < 0n ? 0n : paise) + paiseOf(rupees))
}

/** 120050n → `1200.50`, 120000n → `1200`. */
export function amountText(paise: bigint): string {
  const [whole = '', part] = String(rupeesOf(paise)).split('.')
  return part === undefined ? whole : `${whole}.${part.padEnd(2, '0')}`
}

interface AmountFieldProps extends Pick<
  TextFieldProps,
  'label' | 'hint' | 'error' | 'optional' | 'disabled' | 'required' | 'name' | 'ref' | 'suffix' | 'placeholder'
> {
  /** Digits with a point; what is not clear, as it was typed, so that it is rejected and not altered. */
  value: string
  onText: (text: string) => void
}

/** Rupees with at most two decimals. */
export const AmountField = (props: AmountFieldProps) => (
  <AnyNumberField placeholder="0" {...props} decimals={2} unclear={unclearAmount} prefix="₹" />
)

export const PriceField = (props: AmountFieldProps) => (
  <AnyNumberField placeholder="0" {...props} decimals={8} unclear={unclearAmount} prefix="₹" />
)

/** A quantity, a rate or a share. */
export const NumberField = ({ decimals = 8, ...props }: AmountFieldProps & { decimals?: number }) => (
  <AnyNumberField {...props} decimals={decimals} unclear={props.error || unclearNumber} />
)

type AnyNumberFieldProps = AmountFieldProps & Pick<TextFieldProps, 'prefix'> & { decimals: number; unclear: ReactNode }

/** Groups the digits while they are typed. */
function AnyNumberField({ value, onText, decimals, unclear, error, ...rest }: AnyNumberFieldProps) {
  const input = useRewriting(
    value,
    groupedNumber,
    (typed, before, isKey) => typedNumber(typed, before, isKey, decimals),
    onText,
  )
  return (
    <TextField
      inputMode={decimals === 0 ? 'numeric' : 'decimal'}
      autoComplete="off"
      {...rest}
      {...input}
      error={readNumber(value, decimals) === undefined ? unclear : error}
    />
  )
}
