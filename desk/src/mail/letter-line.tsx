import { Link } from 'react-router'
import { Age } from '../shell/age.tsx'
import type { BoxMail } from './mail.api.ts'
import styles from './mailbox-page.module.css'

/** One mail of the list. */
export function LetterLine({ mail, isOpen, to }: { mail: BoxMail; isOpen: boolean; to: string }) {
  return (
    <li>
      <Link className={styles.line} to={to} replace data-item="" aria-current={isOpen || undefined}>
        <span className={styles.subject}>{mail.subject}</span>
        <span className={styles.age}>
          <Age since={mail.createdAt} />
        </span>
        <span className={styles.to}>{mail.to}</span>
      </Link>
    </li>
  )
}
