import { Check, Ellipsis, X } from 'lucide-react'
import type { ReactNode } from 'react'
import { cx } from './dom.ts'
import { AmountText } from './money.tsx'
import styles from './timeline.module.css'

const spoken = { done: 'Done', current: 'In progress', upcoming: 'Not started', failed: 'Failed' }

export interface TimelineStep {
  title: string
  state: keyof typeof spoken
  /** Instead of the mark of its state, where all steps have the same. */
  icon?: ReactNode
  amount?: ReactNode
  detail?: ReactNode
  at?: ReactNode
}

interface TimelineProps {
  label: string
  /** A step that does not apply is left out. */
  steps: readonly (TimelineStep | false | undefined)[]
  /** Dots in a row, with the words of the current step only. */
  compact?: boolean
}

export function Timeline({ label, steps, compact = false }: TimelineProps) {
  const shown = steps.filter((step) => !!step)
  return (
    <ol className={cx(styles.list, compact && styles.compact)} aria-label={label}>
      {/* By position, because the words of a step change when it is done: the same element then turns green. */}
      {shown.map((step, index) => (
        <li
          key={index}
          className={cx(styles.step, !step.icon && styles[step.state])}
          aria-current={step.state === 'current' ? 'step' : undefined}
        >
          <span className={styles.dot} aria-hidden="true">
            {step.icon}
            {!step.icon && step.state === 'done' && <Check strokeWidth={3} />}
            {step.state === 'current' && <Ellipsis strokeWidth={3} />}
            {step.state === 'failed' && <X strokeWidth={3} />}
          </span>
          <div className={compact && step.state !== 'current' ? 'visually-hidden' : undefined}>
            <div className={styles.title}>
              <span>
                <AmountText>{step.title}</AmountText>
              </span>
              <span className="visually-hidden">, {spoken[step.state]}</span>
              {step.amount && <span className={styles.amount}>{step.amount}</span>}
            </div>
            {step.detail && (
              <div className="secondary">
                <AmountText>{step.detail}</AmountText>
              </div>
            )}
            {step.at && <div className="faint tabular">{step.at}</div>}
          </div>
        </li>
      ))}
    </ol>
  )
}
