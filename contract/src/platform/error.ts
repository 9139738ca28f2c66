/** An expected error: the HTTP status and the exact message for its reader. */
export type ErrorDefinition = { readonly status: number; readonly message: string }

/** The state of things does not allow it. */
// @__NO_SIDE_EFFECTS__
export const conflict = <const Message extends string>(message: Message) => ({ status: 409, message }) as const

/** What was sent is not valid. */
// @__NO_SIDE_EFFECTS__
export const invalid = <const Message extends string>(message: Message) => ({ status: 422, message }) as const

export type ErrorExtra = {
  /** What the caller must supply or whom to contact before this call can succeed. */
  readonly need?: 'totp' | 'passkey' | 'mail' | 'totp-setup' | 'support' | 'closed' | 'confirm'
  /** With `need: confirm`: the client's own factor, without which a code was mailed. */
  readonly from?: 'totp' | 'passkey'
  /** With `from: passkey`: the options for the browser. */
  readonly passkey?: Record<string, unknown>
  /** Seconds after which the same call may succeed (sent as `Retry-After`). */
  readonly retryAfter?: number
}

/** Thrown for every expected error; any other error is a server error (500). */
export class AppError extends Error {
  readonly status: number
  readonly extra: ErrorExtra

  constructor(definition: ErrorDefinition, extra: ErrorExtra = {}) {
    super(definition.message)
    this.name = 'AppError'
    this.status = definition.status
    this.extra = extra
  }
}

export function alreadyDecided(operatorName: string) {
  return conflict(`Already decided by ${operatorName}`)
}

export const commonErrors = {
  notFound: { status: 404, message: 'Not found' },
  notSignedIn: { status: 401, message: 'Please log in to continue' },
  noRight: { status: 403, message: 'Your role does not include this. Ask an administrator.' },
  /** The error of every call by which an operator changes something of a client. */
  ownAccount: conflict(
    'This is about your own account as a client, or one with your PAN or bank account, so another operator must do it.',
  ),
  notVerified: conflict('Complete your document verification first'),
  /** At the desk: what a frozen login prevents (docs/decisions/0102-closing-an-account.md). */
  loginFrozen: conflict('The login of this client is frozen. Unfreeze it before anything new is opened for them.'),
  /** For the client; at the desk `accountClosing`. */
  closing: conflict(
    'You asked us to close your account, so new requests are not possible. You can cancel this under Close Account.',
  ),
  accountClosing: conflict(
    'The client asked to close this account: nothing new can be booked or requested until the client cancels that.',
  ),
  accountClosed: conflict('This account is closed: nothing can be booked to it.'),
  notJson: { status: 400, message: 'The request could not be read as JSON' },
  longNumber: { status: 400, message: 'A number in the request has more than 15 digits' },
  unreadable: { status: 400, message: 'The request could not be read' },
  tooSlow: { status: 408, message: 'The request did not arrive in time. Please try again.' },
  tooLarge: { status: 413, message: 'The request is too large' },
  wrongType: { status: 415, message: 'The request has a content type this address does not take' },
  tooMany: { status: 429, message: 'Too many requests. Please wait a moment and try again.' },
  twoAtOnce: {
    status: 429,
    message:
      'Two of your files or batches are still being processed. Please try again once one of them is finished. This one has changed nothing.',
  },
  busy: { status: 503, message: 'We are busy right now. Please try again in a few seconds.' },
  /** The store of uploaded files does not answer. */
  filesAway: {
    status: 503,
    message:
      'Documents and photos cannot be opened or stored right now; everything else works. Please try again in a minute.',
  },
  /** The connection to the database was lost while it committed. */
  unconfirmed: {
    status: 503,
    message: 'We could not confirm whether your request went through. Please check before you send it again.',
  },
  tooMuchWork: {
    status: 503,
    message: 'This takes more time or memory than the server allows. Choose a shorter period, or write to us for it.',
  },
  /** The error before any work is done. */
  notWritable: {
    status: 503,
    message: 'We cannot save anything right now, but you can still look at everything. Please try again later.',
  },
  fault: { status: 500, message: 'Something went wrong on our side. Please try again.' },
} as const satisfies Record<string, ErrorDefinition>
