import { sentence } from '@sauda/ui/sentence'
import { useBrand } from '../shell/brand.ts'
import styles from './auth.module.css'

/** In a demo without mail the code is one link away, not lost. */
export function MailboxNote() {
  const { mailbox } = useBrand()
  if (!mailbox) return null
  return (
    <p className={styles.note}>
      {sentence('Demo: no mail leaves this server. Read the code in the {link}.', {
        link: (
          <a href="/desk/mailbox" target="_blank" rel="noreferrer">
            practice mailbox
          </a>
        ),
      })}
    </p>
  )
}
