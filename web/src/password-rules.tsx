import { passwordRequirements } from '@sauda/contract/client/registration'
import {
  type CommonPasswords,
  commonPasswordsOf,
  commonPasswordsPath,
  isCommonPassword,
  strengthOf,
} from '@sauda/contract/core/password'
import { Check, Circle, X } from 'lucide-react'
import { useEffect, useMemo } from 'react'
import { createStore, useStore } from './store.ts'
import styles from './web.module.css'

export interface PasswordRule {
  readonly message: string
  readonly isMet: (password: string) => boolean
}

/** The server's requirements of a new password; `reset` requires its length only (section 5). */
export function passwordRules(
  brandName: string,
  kind: 'chosen' | 'reset' = 'chosen',
  common = commonPasswordsOf([]),
): PasswordRule[] {
  const requirements = kind === 'reset' ? passwordRequirements.slice(0, 1) : passwordRequirements
  return [
    ...requirements.map(({ message, pattern }) => ({ message, isMet: (password: string) => pattern.test(password) })),
    {
      message: 'Password must not be a common word or pattern',
      isMet: (password) => password !== '' && !isCommonPassword(password, brandName, common),
    },
  ]
}

/** 34 KB, so it is loaded with the first letter and once for all forms; a store, because the form above reads it too. */
const list = createStore<CommonPasswords | undefined>(undefined)
let loading = false

/** Without the list, the server still rejects what is on it. */
async function loadList(): Promise<void> {
  if (loading || list.get()) return
  loading = true
  try {
    const response = await fetch(`/api${commonPasswordsPath}`)
    if (response.ok) list.set(commonPasswordsOf((await response.text()).split('\n')))
  } catch {
    // The next letter loads it again.
  } finally {
    loading = false
  }
}

/** With the list of common passwords, once `PasswordRules` has loaded it. */
export function usePasswordRules(brandName: string, kind?: 'chosen' | 'reset'): readonly PasswordRule[] {
  const common = useStore(list)
  return useMemo(() => passwordRules(brandName, kind, common), [brandName, kind, common])
}

/** The first rule the password breaks. */
export const passwordError = (rules: readonly PasswordRule[], password: string): string | undefined =>
  rules.find(({ isMet }) => !isMet(password))?.message

const strengths = {
  weak: { label: 'Easy to guess', parts: 1 },
  fair: { label: 'Fair', parts: 2 },
  strong: { label: 'Hard to guess', parts: 3 },
}

/** What all rules begin with is shown once it is an error. */
const beginning = /^Password must (?:be at least |contain at least one )?/

interface PasswordRulesProps {
  rules: readonly PasswordRule[]
  password: string
  id: string
  submitted: boolean
}

/** "not be a common word" reads "not a common word" without its beginning. */
const Short = ({ children }: { children: string }) =>
  children.startsWith('not be ') ? (
    <>
      not <span className="visually-hidden">be </span>
      {children.slice('not be '.length)}
    </>
  ) : (
    children
  )

/** The rules under a field for a new password, each marked while it is typed. */
export function PasswordRules({ rules, password, id, submitted }: PasswordRulesProps) {
  useEffect(() => {
    if (password !== '') void loadList()
  }, [password])
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
          const isBroken = submitted && !met
          const Icon = met ? Check : isBroken ? X : Circle
          const [start = ''] = beginning.exec(message) ?? []
          return (
            <li key={message} className={met ? 'gain' : isBroken ? 'loss' : undefined}>
              <Icon />
              <span>
                <span className={isBroken ? undefined : 'visually-hidden'}>{start}</span>
                <Short>{message.slice(start.length)}</Short>
                <span className="visually-hidden">{met ? ': done' : ': not yet'}</span>
              </span>
            </li>
          )
        })}
      </ul>
    </>
  )
}
