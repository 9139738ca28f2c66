import { commonErrors, conflict } from '../platform/error.ts'
import { idempotencyErrors } from './idempotency.ts'

/** Errors of files that wait for a second operator. */
export const fileErrors = {
  waiting: conflict('This file was already sent and is awaiting a second operator. Nothing was changed.'),
} as const

/** Errors of sending a file that may wait for a second operator, besides those of reading it. */
export const sentFileErrors = [...Object.values(idempotencyErrors), fileErrors.waiting, commonErrors.ownAccount]
