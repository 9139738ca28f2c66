import type { ReactNode } from 'react'
import { CopyButton } from './copy-button.tsx'
import type { Copied } from './copy-words.ts'
import styles from './copyable.module.css'

interface CopyableProps {
  text: string
  what: Copied
  /** How it is shown, where not as it is copied. */
  children?: ReactNode
}

/** A value somebody carries to the bank, with its copy button. */
export function Copyable({ text, what, children = text }: CopyableProps) {
  return (
    <div className={styles.copyable}>
      <span className={styles.text}>{children}</span>
      <CopyButton text={text} what={what} brief />
    </div>
  )
}
