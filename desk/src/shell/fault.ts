import { ApiError } from './api.ts'

/** What went wrong, in the server's words where it had any. */
export function faultText(error: Error): string {
  if (error instanceof ApiError) return error.status === 0 ? `${error.message} Please try again.` : error.message
  return 'Something went wrong. Please try again.'
}
