import { errorMessage, isRejection } from '@sauda/web/api-error'

/** Why bank details are not saved, or may have been. */
export function refusalWords(error: unknown): string {
  const message = errorMessage(error)
  return isRejection(error) ? message : `${message} Your details may have been saved; sending them again does no harm.`
}
