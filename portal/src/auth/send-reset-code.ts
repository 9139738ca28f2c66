import { authRules } from '@sauda/contract/auth'
import { ApiError } from '../shell/api-error.ts'
import { forgotPassword } from './auth.api.ts'

const { attempts, retryMilliseconds } = authRules.forgot

/** Asks for a reset code; a request that timed out is repeated, `onRetry` being told which attempt was lost. */
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
