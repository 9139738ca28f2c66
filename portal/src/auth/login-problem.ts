import { ApiError } from '@sauda/web/api-error'
import { authText } from './auth.text.ts'

/** Why a login did not succeed. `blocked`: by an operator, so that support must help and not a password reset. */
export type LoginProblem =
  | { readonly kind: 'code' | 'failed'; readonly message: string }
  | { readonly kind: 'blocked' | 'wrong' }

export function loginProblem(error: unknown): LoginProblem {
  const { kind, need, status, serverMessage } = error instanceof ApiError ? error : new ApiError('network')
  if (need === 'totp') return { kind: 'code', message: serverMessage ?? '' }
  if (need === 'support') return { kind: 'blocked' }
  if (status === 401) return { kind: 'wrong' }
  return {
    kind: 'failed',
    message: serverMessage ?? (kind === 'response' ? authText.loginProblem : authText.noResponse),
  }
}
