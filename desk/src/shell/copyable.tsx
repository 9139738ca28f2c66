import { CopyButton } from '@sauda/web/copy-button'
import type { ComponentProps, ReactNode } from 'react'
import styles from './copyable.module.css'

interface CopyableProps extends Pick<ComponentProps<typeof CopyButton>, 'text' | 'name' | 'done'> {
  /** How the value is shown, where not as it is copied. */
  children?: ReactNode
}

/** A value that operators copy, for example into net banking, with its copy button. */
export function Copyable({ text, name, done, children = text }: CopyableProps) {
  return (
    <div className={styles.copyable}>
      <span className={styles.text}>{children}</span>
      <CopyButton text={text} name={name} done={done} variant="secondary" />
    </div>
  )
}
