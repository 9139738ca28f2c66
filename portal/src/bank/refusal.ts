import { ApiError } from '../shell/api-error.ts'

/** Why bank details are not saved: the server's words, or what its silence means. */
export function refusalWords(error: unknown, online: boolean): string {
  if (error instanceof ApiError && error.said) return error.said
  // An answer can be lost on its way; without a connection nothing has left.
  const isSilence = !(error instanceof ApiError) || error.kind !== 'refused'
  return online && isSilence
    ? 'No answer came, so they may have been saved. Sending them again does no harm.'
    : 'Nothing was changed. Please try again.'
}
