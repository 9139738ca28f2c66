import { isFinalResponse } from '@sauda/contract/core/idempotency'

/** Why a request failed. `response`: the server responded with an error status. */
export class ApiError extends Error {
  readonly kind: 'response' | 'timeout' | 'network' | 'aborted'
  /** 0 without a response. */
  readonly status: number
  readonly serverMessage: string | undefined
  /** The factor the server needs next, such as `totp`. */
  readonly need: string | undefined
  /** The whole response of the server. */
  readonly body: unknown

  constructor(kind: ApiError['kind'], status = 0, body?: unknown) {
    const serverMessage = textOf(body, 'message')
    super(serverMessage ?? `${kind} ${status}`)
    this.name = 'ApiError'
    this.kind = kind
    this.status = status
    this.serverMessage = serverMessage
    this.need = textOf(body, 'need')
    this.body = body
  }

  /** The server will not change its response: without a final one the request may have taken effect. */
  get isFinal(): boolean {
    return isFinalResponse(this)
  }
}

/** Whether the server rejected the request, as opposed to a time-out, a lost connection or an error of the server. */
export function isRejection(error: unknown): error is ApiError & { readonly kind: 'response' } {
  return error instanceof ApiError && error.kind === 'response' && error.status < 500
}

/**
 * What is known about a failed request, as a sentence. `checkPlace` is where the reader sees whether money moved, such as
 * "Recent activity": pass it for requests that move money, because without a final response they may have taken effect.
 */
export function errorMessage(error: unknown, checkPlace?: string): string {
  if (!(error instanceof ApiError)) return 'Something went wrong. Please try again.'
  if (isRejection(error)) return error.serverMessage ?? 'An error occurred. Please try again.'
  const cause = causes[error.kind]
  if (checkPlace !== undefined)
    return `${cause}, so your request may have gone through. Check ${checkPlace} before sending it again; sending again cannot do it twice.`
  if (error.kind === 'network') return `${cause}. Please check your internet connection and try again.`
  return error.serverMessage ?? `${cause}. Please try again.`
}

/** A title above `errorMessage`: `rejected` says that nothing was done, which is not known without a rejection. */
export const errorTitle = (error: unknown, rejected: string): string =>
  isRejection(error) ? rejected : 'Not confirmed'

const causes = {
  timeout: 'The server did not respond in time',
  network: 'The connection to the server failed',
  response: 'The server reported an error',
  aborted: 'The request was cancelled',
}

function textOf(body: unknown, key: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const value: unknown = Reflect.get(body, key)
  return typeof value === 'string' && value !== '' ? value : undefined
}
