import { Kbd } from '@sauda/ui/badge'
import styles from './key-hint.module.css'

export function KeyHint({ keys, children }: { keys: readonly string[]; children: string }) {
  return (
    <span className={styles.hint}>
      {keys.map((key) => (
        <Kbd key={key}>{key}</Kbd>
      ))}
      {children}
    </span>
  )
}
