import { type ErrorDefinition, conflict } from '../platform/error.ts'

/** idempotency: a request sent twice under one `Idempotency-Key` takes effect once. */

export const idempotencyRules = {
  /** How long a final response is stored under its key. */
  days: 7,
  keyFormat: /^[\w.-]{8,200}$/,
} as const

/** Headers of a replayed response: that it is one, and when it was first sent (ISO time). */
export const idempotencyHeaders = { replayed: 'idempotency-replayed', created: 'idempotency-created' } as const

export const idempotencyErrors = {
  keyReused: conflict('This Idempotency-Key was used for a different request'),
  keyRunning: conflict('The first request with this Idempotency-Key is still being processed'),
  keyFormat: { status: 400, message: 'An Idempotency-Key is 8 to 200 letters, digits, dots, dashes or underscores' },
} as const satisfies Record<string, ErrorDefinition>

/** The parts of a response that decide whether it is final; status 0 stands for no response at all. */
export type ResponseOutcome = { readonly status: number; readonly message?: string; readonly need?: string }

const retryStatuses = new Set([401, 403, 408, 425, 429])

export function isStillRunning({ status, message }: ResponseOutcome): boolean {
  return status === idempotencyErrors.keyRunning.status && message === idempotencyErrors.keyRunning.message
}

/**
 * Whether the outcome of a request is settled. The server stores exactly the final responses under their key; a
 * browser keeps the key until it has one, because a request without a final response may still have taken effect.
 */
export function isFinalResponse(response: ResponseOutcome): boolean {
  const { status, need } = response
  return status >= 200 && status < 500 && !retryStatuses.has(status) && !need && !isStillRunning(response)
}
