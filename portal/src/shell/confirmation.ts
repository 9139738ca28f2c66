import type { Confirmation } from '@sauda/contract/core/confirmation'
import type { ErrorExtra } from '@sauda/contract/platform/error'
import { ApiError } from '@sauda/web/api-error'
import type { HttpResponse } from '@sauda/web/http'
import { createStore, useStore } from '@sauda/web/store'
import { currentSession } from './session.ts'

/** A request that the server carries out only with a code or passkey of the client. */
export type OpenConfirmation = Pick<ErrorExtra, 'from' | 'passkey'> & {
  /** The confirmed action, and the source of its code. */
  readonly message: string
  /** The session whose request it is. */
  readonly token: string | null
  /** Sends the request again; without a code, the server mails another one. Rejects with `need` until it is confirmed. */
  readonly send: (confirmation?: Confirmation) => Promise<HttpResponse>
  readonly succeed: (response: HttpResponse) => void
  readonly fail: (error: unknown) => void
}

const open = createStore<OpenConfirmation | undefined>(undefined)

export const needsConfirmation = (error: unknown): error is ApiError =>
  error instanceof ApiError && error.need === 'confirm'

/** Final, because the server has carried out none of the requests: the next one gets a new idempotency key. */
export const notConfirmed = () =>
  new ApiError('response', 409, { message: 'You closed the confirmation, so your request was not carried out.' })

/** Opens the confirmation dialog; settles with the response to the confirmed request, or why there is none. */
export function requestConfirmation(
  { serverMessage = '', body }: ApiError,
  send: OpenConfirmation['send'],
): Promise<HttpResponse> {
  open.get()?.fail(notConfirmed())
  return new Promise<HttpResponse>((resolve, reject) => {
    const { token } = currentSession()
    const { from, passkey } = body as ErrorExtra
    open.set({ message: serverMessage, from, passkey, token, send, succeed: resolve, fail: reject })
  }).finally(() => open.set(undefined))
}

export const useConfirmation = (): OpenConfirmation | undefined => useStore(open)

export const currentConfirmation = open.get
