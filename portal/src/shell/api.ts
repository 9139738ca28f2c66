import type { CallInput, Call, Reply } from '@sauda/contract/platform/call'
import type { Confirmation } from '@sauda/contract/core/confirmation'
import { ApiError } from '@sauda/web/api-error'
import { sendRequest, type HttpResponse, type RequestOptions } from '@sauda/web/http'
import { needsConfirmation, requestConfirmation } from './confirmation.ts'
import { expireSession } from './return-to.ts'
import { currentSession, type Session } from './session.ts'
import { appToast } from './toast.ts'

export type SendOptions = Pick<
  RequestOptions,
  'signal' | 'onProgress' | 'idempotencyKey' | 'headers' | 'responseType' | 'onReceived'
> & {
  /** Shows a toast for an error; otherwise the screen shows its own sentence for every outcome (section 8). */
  readonly toast?: boolean
}

/** The names of the photos in the specification (section 3). */
const imageNames: Record<string, string> = { pan: 'pan-front', aadhaar: 'aadhar-front' }

/** The phrases in a message that mark an authentication failure (section 8). */
const authFailurePhrases = [
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

/** The standard client: 10 s, bearer token. Throws ApiError; an authentication failure ends the stored session. */
export const standard = {
  async send<C extends Call>(call: C, input: CallInput<C>, options: SendOptions = {}): Promise<Reply<C>> {
    return (await sendStandard(call, input as object, options)).body as Reply<C>
  },
}

/** A file starts once the server has read what it needs. */
const fileTimeoutMs = 60_000

/** A file, by the same rules. */
export async function downloadFile<C extends Call & { reply: 'file' }>(
  call: C,
  input: CallInput<C>,
  options: Pick<SendOptions, 'signal' | 'onReceived'>,
): Promise<Blob> {
  return (await sendStandard(call, input as object, { ...options, responseType: 'blob' })).body as Blob
}

/** The same with the headers of the response, for idempotent requests. */
export async function sendStandard(call: Call, input: object, options: SendOptions): Promise<HttpResponse> {
  const { token, view } = currentSession()
  const attempt = async (confirmation?: Confirmation): Promise<HttpResponse> => {
    try {
      const timeoutMs = options.responseType === 'blob' ? fileTimeoutMs : 10_000
      return await send(call, withConfirmation(input, confirmation), { ...options, token, timeoutMs })
    } catch (error) {
      if (error instanceof ApiError && isAuthFailure(error, view)) expireSession(token)
      throw error
    }
  }
  try {
    return await attempt().catch((error: unknown) => {
      if (needsConfirmation(error)) return requestConfirmation(error, attempt)
      throw error
    })
  } catch (error) {
    if (error instanceof ApiError && error.kind !== 'aborted' && !isAuthFailure(error, view))
      // Whatever the screen says, an operator who views the account reads why it was rejected.
      showError(error, call, view && error.status === 403 ? { toast: true } : options)
    throw error
  }
}

/** The same request, with the code or passkey the server asked for. */
function withConfirmation(input: { body?: object }, confirmation: Confirmation): object {
  return confirmation === undefined ? input : { ...input, body: { ...input.body, confirmation } }
}

/** The long client: 30 s, no token, GET and POST only. Throws ApiError. */
export const long = {
  async send<C extends Call & { method: 'GET' | 'POST' }>(
    call: C,
    input: CallInput<C>,
    options: SendOptions = {},
  ): Promise<Reply<C>> {
    try {
      return (await send(call, input as object, { ...options, timeoutMs: 30_000 })).body as Reply<C>
    } catch (error) {
      if (error instanceof ApiError && error.kind !== 'aborted') showError(error, call, options)
      throw error
    }
  },
}

export function log(what: string, error: unknown): void {
  // oxlint-disable-next-line eslint/no-console -- the one place the portal writes to the console
  console.error(what, error)
}

/** The message of an error toast (section 8). */
export function toastMessage(error: unknown): string {
  return (error instanceof ApiError && error.serverMessage) || 'An error occurred. Please try again.'
}

/** In a view, 403 rejects one request and does not end it. */
function isAuthFailure({ status, serverMessage = '' }: ApiError, view?: Session['view']): boolean {
  if (view) return status === 401
  const message = serverMessage.toLowerCase()
  return status === 401 || status === 403 || authFailurePhrases.some((phrase) => message.includes(phrase))
}

function showError(error: ApiError, { method, path }: Call, { toast }: SendOptions): void {
  log(`${method} ${path}`, error)
  if (toast) appToast.error(toastMessage(error))
}

function send(call: Call, input: object, options: RequestOptions): Promise<HttpResponse> {
  const { images, body: texts } = input as { images?: Record<string, Blob>; body?: Record<string, string> }
  const body = images && formOf(images, texts)
  return sendRequest(call, body ? { ...input, body } : input, options)
}

function formOf(images: Record<string, Blob>, texts: Record<string, string> = {}): FormData {
  const form = new FormData()
  for (const [field, text] of Object.entries(texts)) form.append(field, text)
  for (const [field, image] of Object.entries(images)) {
    const extension = image.type.replace('image/', '').replace('jpeg', 'jpg')
    form.append(field, image, `${imageNames[field] ?? field}.${extension}`)
  }
  return form
}
