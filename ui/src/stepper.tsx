import { cx } from './dom.ts'
import styles from './stepper.module.css'

export function Stepper({ step, of, label }: { step: number; of: number; label?: string }) {
  return (
    <div className={styles.stepper}>
      <p className="secondary">
        {`Step ${step} of ${of}`}
        {label && (
          <>
            {' · '}
            <span className={styles.label}>{label}</span>
          </>
        )}
      </p>
      <div className={styles.bars} aria-hidden="true">
        {Array.from({ length: of }, (_, index) => (
          <span key={index} className={cx(styles.bar, index < step && styles.reached)} />
        ))}
      </div>
    </div>
  )
}
