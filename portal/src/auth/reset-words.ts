import { authErrors, authRules } from '@sauda/contract/auth'
import { ApiError } from '../shell/api-error.ts'

const serverFault = 'Server error. Please try again later.'
const { attempts } = authRules.forgot

export function retrying(attempt: number): string {
  return `Request timed out. Retrying... (${attempt}/${attempts})`
}

/** What the client reads when no code was sent (section 8). */
export function sendOtpFault(error: unknown): string {
  const { kind, status, said } = parts(error)
  if (kind === 'timeout')
    return 'Request timed out after multiple attempts. Please check your internet connection and try again.'
  if (status === 404) return 'User not found with this email address. Please check your email and try again.'
  if (status >= 500) return serverFault
  return said ?? 'Failed to send OTP. Please check your email address and try again.'
}

/** What the client reads when the password was not reset (section 8). */
export function resetFault(error: unknown): string {
  const { kind, status, said } = parts(error)
  if (kind === 'timeout') return 'Request timed out. Please check your internet connection and try again.'
  if (status === 404) return 'Password reset endpoint not found. Please contact support.'
  if (status >= 500) return serverFault
  return said ?? 'Failed to reset password. Please verify your OTP and try again.'
}

/** Whether the address is nobody's. */
export function isUnknown(error: unknown): boolean {
  return parts(error).status === 404
}

/** Whether the code, and not the new password, is what the server refused. */
export function isCodeFault(error: unknown): boolean {
  const { said } = parts(error)
  return said === authErrors.wrongCode.message || said === authErrors.codeOver.message
}

/**
 * What stays in sight when the toast is gone: `fault` at the field, where the server has something against what was typed;
 * else `trouble`, for what was typed may be right.
 */
export function staying(error: unknown, nothing: string): { fault: string } | { trouble: string } {
  const { status, said } = parts(error)
  if (said !== undefined && status !== 404 && status >= 400 && status < 500) return { fault: said }
  return { trouble: `${nothing}. What you typed is still here: please try again in a moment.` }
}

function parts(error: unknown): Pick<ApiError, 'kind' | 'status' | 'said'> {
  return error instanceof ApiError ? error : { kind: 'network', status: 0, said: undefined }
}

/** The first thing wrong with a new password, in the order of section 5, and the field it is wrong at; undefined: nothing. */
export function newPasswordFault(
  password: string,
  confirmation: string,
): { at: 'password' | 'confirmation'; words: string } | undefined {
  if (!password || !confirmation)
    return { at: password ? 'confirmation' : 'password', words: 'Please fill in all password fields' }
  if (password !== confirmation) return { at: 'confirmation', words: 'Passwords do not match' }
  if (password.length < authRules.password.resetScreenMinimum)
    return { at: 'password', words: 'Password must be at least 6 characters long' }
  return undefined
}
