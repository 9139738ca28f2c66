import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { authRules, registration } from '@sauda/contract/auth'
import type { Resolver } from 'react-hook-form'
import type { Registration } from './auth.api.ts'

export type RegistrationForm = Required<Registration> & { confirmPassword: string; terms: boolean }

const sent = standardSchemaResolver<Required<Registration>, unknown, Required<Registration>>(registration)

/** What the contract demands of the registration, and the two questions only the screen asks. */
export const registrationResolver: Resolver<RegistrationForm> = async (values, context, options) => {
  const { confirmPassword, terms, ...body } = values
  const { errors } = await sent(body, context, options as never)
  const found: Record<string, unknown> = { ...errors }
  if (confirmPassword !== body.password) found['confirmPassword'] = { type: 'match', message: 'Passwords do not match' }
  else if (confirmPassword === '')
    found['confirmPassword'] = { type: 'required', message: 'Please enter your password again' }
  if (!terms) found['terms'] = { type: 'required', message: 'Please accept the terms to create an account' }
  return Object.keys(found).length > 0 ? { values: {}, errors: found } : { values, errors: {} }
}

/**
 * A mobile number keeps its digits only, at most 12. Cut here and not by the field's `maxlength`, which would count the + and
 * the spaces of a number that is pasted or filled in, and lose its last digits.
 */
export function mobileTyped(text: string): string {
  return text.replace(/\D/g, '').replace(/^00/, '').slice(0, authRules.mobile.maximum)
}
