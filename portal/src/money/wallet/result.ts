import { walletErrors, type RequestType } from '@sauda/contract/money/wallet'
import { ApiError, errorMessage, isRejection } from '@sauda/web/api-error'
import { replayText } from '@sauda/web/idempotent'
import { walletText } from './wallet.text.ts'

/** Error: rejected or not confirmed. Info: received and pending, or not sent. */
export type Result = {
  readonly kind: 'Success' | 'Error' | 'Info'
  readonly title?: string
  readonly message: string
  readonly detail?: string | undefined
  /** The request whose timeline can be opened. */
  readonly transactionId?: string | undefined
}

type Reply = { message?: string; replayedAt?: string | undefined; transaction?: { _id: string } }

export function success(type: RequestType, reply: Reply): Result {
  const { message, transaction } = reply
  return message
    ? {
        kind: 'Info',
        title: replayText('received', reply) ?? walletText.received,
        message,
        ...(transaction && { transactionId: transaction._id }),
      }
    : { kind: 'Success', message: walletText[type].done }
}

/** The request arrived earlier, from here or from another tab: not a failure. */
export function alreadySent(): Result {
  return { kind: 'Info', title: walletText.received, message: walletErrors.intentUsed.message }
}

/** The specified sentence, then the server's reason, or what an unconfirmed request means for the money. */
export function failure(type: RequestType, error: unknown): Result {
  return {
    kind: 'Error',
    message: walletText[type].failed,
    detail: isRejection(error) ? error.serverMessage : errorMessage(error, 'Recent activity'),
  }
}

/** No deposit was requested, whatever became of the call. */
export function notStarted(error: unknown): Result {
  const reason = isRejection(error) ? error.serverMessage : undefined
  return { kind: 'Error', message: walletText.added.failed, detail: reason ?? walletText.notStarted }
}

export function serverMessage(error: unknown): string | undefined {
  return error instanceof ApiError ? error.serverMessage : undefined
}
