import { authRules, registration } from '@sauda/contract/auth'
import type { Registration } from './auth.api.ts'
import { authText } from './auth.text.ts'

export type RegistrationForm = Required<Registration> & { confirmPassword: string; terms: boolean }
export type RegistrationField = keyof RegistrationForm

export const registrationFields = [
  'name',
  'email',
  'mobile',
  'password',
  'confirmPassword',
  'executiveName',
  'terms',
] as const satisfies readonly RegistrationField[]

export function registrationErrors(form: RegistrationForm): Partial<Record<RegistrationField, string>> {
  const { confirmPassword, terms, ...body } = form
  const errors: Partial<Record<RegistrationField, string>> = {}
  for (const { path, message } of registration.safeParse(body).error?.issues ?? [])
    errors[path[0] as RegistrationField] ??= message
  if (confirmPassword !== body.password) errors.confirmPassword = authText.passwordsDiffer
  else if (confirmPassword === '') errors.confirmPassword = 'Please enter your password again'
  if (!terms) errors.terms = 'Please accept the terms to create an account'
  return errors
}

/** The toast for a submit that the passwords block (section 5). */
export function blockedToast(errors: Partial<Record<RegistrationField, string>>): string | undefined {
  if (errors.password) return 'Please fix password requirements'
  return errors.confirmPassword === authText.passwordsDiffer ? authText.passwordsDiffer : undefined
}

/** No `maxlength` on the field: it would count the + and spaces of a pasted number and cut off its last digits. */
export function mobileTyped(text: string): string {
  return text.replace(/\D/g, '').replace(/^00/, '').slice(0, authRules.mobile.maximum)
}
