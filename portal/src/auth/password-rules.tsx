import { passwordRequirements } from '@sauda/contract/auth'
import { Check, Circle, X } from 'lucide-react'
import styles from './password-rules.module.css'

/** The rules of section 5, each ticked off while typing; after a refused submit the open ones stand out. */
export function PasswordRules({ password, id, urgent }: { password: string; id: string; urgent: boolean }) {
  return (
    <ul className={styles.rules} id={id} aria-label="Password rules">
      {passwordRequirements.map(({ pattern, message }) => {
        const kept = pattern.test(password)
        const Icon = kept ? Check : urgent ? X : Circle
        return (
          <li key={message} className={kept ? styles.kept : urgent ? styles.open : undefined}>
            <Icon aria-hidden="true" />
            <span>
              {message}
              <span className="visually-hidden">{kept ? ': done' : ': not yet'}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}
