import { walletErrors, type RequestType } from '@sauda/contract/wallet'
import { ApiError, errorMessage, isRejection } from '@sauda/web/api-error'
import { replayText } from '@sauda/web/idempotent'
import { walletText } from './wallet.text.ts'

/** What the result dialog shows. Error: rejected, or not confirmed. Info: received and pending, or not sent at all. */
export type Result = {
  readonly kind: 'Success' | 'Error' | 'Info'
  /** The kind where absent. */
  readonly title?: string
  readonly message: string
  readonly detail?: string | undefined
}

/** The server's message says that the request was received; without one the specified fallback is shown. */
export function success(type: RequestType, reply: { message?: string; replayedAt?: string | undefined }): Result {
  const { message } = reply
  return message
    ? { kind: 'Info', title: replayText('received', reply) ?? walletText.received, message }
    : { kind: 'Success', message: walletText[type].done }
}

/** The request arrived earlier, from here or from another tab: not a failure. */
export function alreadySent(): Result {
  return { kind: 'Info', title: walletText.received, message: walletErrors.intentUsed.message }
}

/** The specified sentence, with the server's reason below it, or what an unconfirmed request means for the money. */
export function failure(type: RequestType, error: unknown): Result {
  return {
    kind: 'Error',
    message: walletText[type].failed,
    detail: isRejection(error) ? error.serverMessage : errorMessage(error, 'Recent activity'),
  }
}

/** Creating the payment request failed: no deposit was requested, whatever became of the call. */
export function notStarted(error: unknown): Result {
  const reason = isRejection(error) ? error.serverMessage : undefined
  return { kind: 'Error', message: walletText.added.failed, detail: reason ?? walletText.notStarted }
}

export function serverMessage(error: unknown): string | undefined {
  return error instanceof ApiError ? error.serverMessage : undefined
}
