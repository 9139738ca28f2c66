/** Why a call brought no answer to use. `refused`: the server said no. */
export class ApiError extends Error {
  readonly kind: 'refused' | 'timeout' | 'network' | 'aborted'
  /** 0 when no answer came. */
  readonly status: number
  /** The server's own sentence, if it gave one. */
  readonly said: string | undefined
  /** What the server asks for next, such as `totp`. */
  readonly need: string | undefined

  constructor(kind: ApiError['kind'], status = 0, body?: unknown) {
    super(`${kind} ${status}`)
    this.name = 'ApiError'
    this.kind = kind
    this.status = status
    this.said = text(body, 'message')
    this.need = text(body, 'need')
  }
}

const phrases = [
  'unauthorized',
  'forbidden',
  'token expired',
  'invalid token',
  'access denied',
  'user not found',
  'user does not exist',
  'session expired',
  'authentication failed',
]

/** Section 8: by status, or by what the message contains. */
export function isAuthFailure(error: ApiError): boolean {
  if (error.kind !== 'refused') return false
  const words = error.said?.toLowerCase() ?? ''
  return error.status === 401 || error.status === 403 || phrases.some((phrase) => words.includes(phrase))
}

/** The sentence for an error toast (section 8). */
export function errorWords(error: unknown): string {
  return (error instanceof ApiError && error.said) || 'An error occurred. Please try again.'
}

function text(body: unknown, key: string): string | undefined {
  if (typeof body !== 'object' || body === null) return undefined
  const value: unknown = Reflect.get(body, key)
  return typeof value === 'string' && value !== '' ? value : undefined
}
