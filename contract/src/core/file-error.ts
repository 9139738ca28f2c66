import { conflict } from '../platform/error.ts'

/** Errors of files that wait for a second operator. */
export const fileErrors = {
  waiting: conflict('This file was sent before and waits for a second operator. Nothing was changed.'),
} as const
