import { passwordRequirements } from '@sauda/contract/auth'
import { hasPatternWords, strengthOf } from '@sauda/contract/password'
import { Check, Circle, X } from 'lucide-react'
import styles from './web.module.css'

interface Rule {
  readonly message: string
  readonly isMet: (password: string) => boolean
}

/**
 * What the server requires of a new password; `reset` requires its length only (section 5). The server also rejects leaked
 * passwords, whose list is too large for a browser.
 */
export function passwordRules(brandName = '', kind: 'chosen' | 'reset' = 'chosen'): Rule[] {
  const requirements = kind === 'reset' ? passwordRequirements.slice(0, 1) : passwordRequirements
  return [
    ...requirements.map(({ message, pattern }) => ({ message, isMet: (password: string) => pattern.test(password) })),
    {
      message: 'Password must not be a common word or pattern',
      isMet: (password) => password !== '' && !hasPatternWords(password, brandName),
    },
  ]
}

/** The first rule the password breaks. */
export const passwordError = (rules: readonly Rule[], password: string): string | undefined =>
  rules.find(({ isMet }) => !isMet(password))?.message

const strengths = {
  weak: { label: 'Easy to guess', parts: 1 },
  fair: { label: 'Fair', parts: 2 },
  strong: { label: 'Hard to guess', parts: 3 },
}

interface PasswordRulesProps {
  rules: readonly Rule[]
  password: string
  id: string
  submitted: boolean
}

/** The rules under a field for a new password, each marked while it is typed. */
export function PasswordRules({ rules, password, id, submitted }: PasswordRulesProps) {
  const { label, parts } = strengths[strengthOf(password)]
  return (
    <>
      {password && (
        <p className={`${styles.strength} note`}>
          <meter min={0} max={3} low={2} high={3} optimum={3} value={parts} aria-hidden="true" />
          <output>{label}</output>
        </p>
      )}
      <ul className={`${styles.rules} faint`} id={id} aria-label="Password rules">
        {rules.map(({ message, isMet }) => {
          const met = isMet(password)
          const Icon = met ? Check : submitted ? X : Circle
          return (
            <li key={message} className={met ? 'gain' : submitted ? 'loss' : undefined}>
              <Icon />
              <span>
                {message}
                <span className="visually-hidden">{met ? ': done' : ': not yet'}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
