import { authErrors, authRules } from '@sauda/contract/client/auth'
import { ApiError, isRejection } from '@sauda/web/api-error'
import { forgotPassword } from './auth.api.ts'
import { authText } from './auth.text.ts'

const { attempts, retryMilliseconds } = authRules.forgot

/** Repeats a request that timed out (section 4). */
export async function sendResetCode(
  email: string,
  signal: AbortSignal,
  onRetry: (attempt: number) => void,
): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      await forgotPassword(email, signal)
      return
    } catch (error) {
      const timedOut = error instanceof ApiError && error.kind === 'timeout'
      if (!timedOut || attempt === attempts || signal.aborted) throw error
      onRetry(attempt)
      await new Promise((resolve) => setTimeout(resolve, retryMilliseconds))
    }
  }
}

export const retryingText = (attempt: number): string => authText.retrying(attempt, attempts)

/** The toast when no code was sent (section 8). */
export function sendOtpError(error: unknown): string {
  const { kind, status, serverMessage } = partsOf(error)
  if (kind === 'timeout')
    return 'Request timed out after multiple attempts. Please check your internet connection and try again.'
  if (status === 404) return 'User not found with this email address. Please check your email and try again.'
  if (status >= 500) return authText.serverError
  return serverMessage ?? 'Failed to send OTP. Please check your email address and try again.'
}

/** The toast when the password was not reset (section 8). */
export function resetError(error: unknown): string {
  const { kind, status, serverMessage } = partsOf(error)
  if (kind === 'timeout') return 'Request timed out. Please check your internet connection and try again.'
  if (status === 404) return 'Password reset endpoint not found. Please contact support.'
  if (status >= 500) return authText.serverError
  return serverMessage ?? 'Failed to reset password. Please verify your OTP and try again.'
}

export function isUnknownEmail(error: unknown): boolean {
  return partsOf(error).status === 404
}

export function isCodeError(error: unknown): boolean {
  const { serverMessage } = partsOf(error)
  return serverMessage === authErrors.wrongCode.message || serverMessage === authErrors.codeOver.message
}

/** `field`: the server rejected the field's value. */
export type StepError = { readonly field?: string | undefined; readonly form?: string | undefined }

/** Returns `unchanged` only after a final response. */
export function stepError(error: unknown, texts: { unchanged: string; unconfirmed: string }): StepError {
  const { status, serverMessage } = partsOf(error)
  if (!isRejection(error)) return { form: texts.unconfirmed }
  return serverMessage !== undefined && status !== 404 ? { field: serverMessage } : { form: texts.unchanged }
}

function partsOf(error: unknown): Pick<ApiError, 'kind' | 'status' | 'serverMessage'> {
  return error instanceof ApiError ? error : { kind: 'network', status: 0, serverMessage: undefined }
}

export function newPasswordError(
  password: string,
  confirmation: string,
): { field: 'password' | 'confirmation'; message: string } | undefined {
  if (!password || !confirmation)
    return { field: password ? 'confirmation' : 'password', message: 'Please fill in all password fields' }
  if (password !== confirmation) return { field: 'confirmation', message: authText.passwordsDiffer }
  if (password.length < authRules.resetScreenMinimum)
    return { field: 'password', message: 'Password must be at least 6 characters long' }
  return undefined
}
