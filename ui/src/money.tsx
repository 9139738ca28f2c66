import { formatRupees } from '@sauda/contract/platform/money'
import { createContext, use, type ReactNode } from 'react'
import { cx } from './dom.ts'
import styles from './money.module.css'

/** True if the amounts are hidden on this device. */
export const AmountsHidden = createContext(false)

export interface MoneyProps {
  /** Paise. */
  amount: bigint
  /** `large`: a second figure. `hero`: the figure that leads a screen. ₹0.00 does not lead one, so it is smaller there. */
  size?: 'inherit' | 'large' | 'hero'
  /** For a gain or a loss: signed and coloured. */
  change?: boolean
  /** Without zeros at the end: `₹1,200.5`, `₹1,200`. */
  trimmed?: boolean
  className?: string
  /** Opens where the amount came from; the amount is then a button. */
  onTrace?: ((amount: bigint) => void) | undefined
}

/** ₹12,34,567.00 with tabular digits and lighter paise. */
export function Money({ amount, size = 'inherit', change = false, trimmed = false, className, onTrace }: MoneyProps) {
  const isHidden = use(AmountsHidden)
  const [rupees = '', digits = ''] = formatRupees(amount).split('.')
  const paise = trimmed ? digits.replace(/0+$/, '') : digits
  const tone = change && !isHidden && (amount < 0n ? styles.loss : amount > 0n ? styles.gain : undefined)
  const signed = change && amount > 0n ? `+${rupees}` : rupees
  const text = (show: (text: string) => string) => (
    <>
      {show(signed)}
      {paise && <span className={styles.paise}>{show(`.${paise}`)}</span>}
    </>
  )
  const money = (
    <span
      translate="no"
      className={cx(
        styles.money,
        size !== 'inherit' && styles[size],
        amount === 0n && !isHidden && styles.zero,
        tone,
        className,
      )}
    >
      {isHidden ? <Mask>{text(withoutDigits)}</Mask> : text(String)}
    </span>
  )
  return onTrace ? <Traced onTrace={() => onTrace(amount)}>{money}</Traced> : money
}

/** An amount that opens where it came from. */
export function Traced({ onTrace, children }: { onTrace: () => void; children: ReactNode }) {
  return (
    <button type="button" className={styles.traced} title="Where it came from" aria-haspopup="dialog" onClick={onTrace}>
      {children}
    </button>
  )
}

// The unit is part of a short amount, such as ₹1.3k.
const amounts = /([+−]?₹[\d,]+(?:\.\d+)?(?:k|L|Cr)?)/

/** A text such as `Sold 30 at ₹412.50`, or several, in which the amounts can be hidden; other content stays as it is. */
export function AmountText({ children }: { children: ReactNode }): ReactNode {
  const isHidden = use(AmountsHidden)
  if (!isHidden) return children
  if (Array.isArray(children)) return children.map((each, index) => <AmountText key={index}>{each}</AmountText>)
  if (typeof children !== 'string') return children
  const parts = children.split(amounts)
  return parts.map((part, index) =>
    index % 2 === 0 ? (
      part
    ) : (
      <span key={index} className={styles.money}>
        <Mask>{withoutDigits(part)}</Mask>
      </span>
    ),
  )
}

/** A text of the same width, because tabular digits are equally wide. */
const withoutDigits = (text: string): string => text.replaceAll(/\d/g, '0')

function Mask({ children }: { children: ReactNode }) {
  return (
    <span className={styles.mask}>
      <span className={styles.space} aria-hidden="true">
        {children}
      </span>
      <span className="visually-hidden">amount hidden</span>
    </span>
  )
}
