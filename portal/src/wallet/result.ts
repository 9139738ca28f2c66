import { walletErrors, type RequestType } from '@sauda/contract/wallet'
import { ApiError } from '../shell/api-error.ts'
import { isAnswer, noAnswer } from '../shell/send-once.ts'

/** What the result modal says. Success: the server said yes. Error: it said no, or nothing. Info: nothing was sent. */
export type Result = {
  readonly kind: 'Success' | 'Error' | 'Info'
  readonly message: string
  readonly detail?: string | undefined
}

const words = {
  added: { done: 'Payment successful! Wallet updated.', failed: 'Payment failed. Please try again.' },
  withdrawal: { done: 'Withdrawal request successful!', failed: 'Withdrawal failed. Please try again.' },
} as const satisfies Record<RequestType, object>

export function success(type: RequestType, said: string | undefined): Result {
  return { kind: 'Success', message: said || words[type].done }
}

/** Sent before, from here or another tab: that is no failure. */
export function alreadySent(): Result {
  return { kind: 'Info', message: walletErrors.intentUsed.message }
}

/** The specified sentence, and under it the server's own, or what silence means for the money. */
export function failure(type: RequestType, error: unknown): Result {
  const said = error instanceof ApiError ? error.said : undefined
  return { kind: 'Error', message: words[type].failed, detail: said ?? (isAnswer(error) ? undefined : noAnswer) }
}

/** Before anything could be sent: no answer means that nothing happened. */
export function notStarted(error: unknown): Result {
  const said = error instanceof ApiError ? error.said : undefined
  return { kind: 'Error', message: words.added.failed, detail: said ?? 'Nothing was sent. Check your connection.' }
}
