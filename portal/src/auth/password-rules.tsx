import { passwordRequirements } from '@sauda/contract/auth'
import { Check, Circle, X } from 'lucide-react'
import styles from './auth.module.css'

export function PasswordRules({ password, id, submitted }: { password: string; id: string; submitted: boolean }) {
  return (
    <ul className={styles.rules} id={id} aria-label="Password rules">
      {passwordRequirements.map(({ pattern, message }) => {
        const met = pattern.test(password)
        const Icon = met ? Check : submitted ? X : Circle
        return (
          <li key={message} className={met ? styles.met : submitted ? styles.unmet : undefined}>
            <Icon />
            <span>
              {message}
              <span className="visually-hidden">{met ? ': done' : ': not yet'}</span>
            </span>
          </li>
        )
      })}
    </ul>
  )
}

/** Hidden; password managers store a new password under this name. */
export function LoginName({ email }: { email: string }) {
  return <input type="text" autoComplete="username" value={email} readOnly hidden />
}
