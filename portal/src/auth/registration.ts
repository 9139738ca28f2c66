import { standardSchemaResolver } from '@hookform/resolvers/standard-schema'
import { registration } from '@sauda/contract/auth'
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
  if (!terms) found['terms'] = { type: 'required', message: 'Please accept the terms to create an account' }
  return Object.keys(found).length > 0 ? { values: {}, errors: found } : { values, errors: {} }
}

/** Name, e-mail and referral from the address are text; a mobile number keeps its digits only. */
export const digitsOnly = (text: string): string => text.replace(/\D/g, '')
