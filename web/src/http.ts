import { fileHeaders, pathOf } from '@sauda/contract/platform/call'
import { idempotencyHeaders } from '@sauda/contract/core/idempotency'
import { ApiError } from './api-error.ts'
import { serverReachable } from './reachability.ts'
import { setServerTime } from './server-clock.ts'

export type RequestInput = {
  readonly params?: Record<string, string>
  readonly query?: Record<string, unknown>
  /** Sent as JSON, or as it is when it is a form. */
  readonly body?: unknown
}

export type RequestOptions = {
  /** The request fails when nothing was sent or received for this long. */
  readonly timeoutMs: number
  readonly token?: string | null
  readonly headers?: Readonly<Record<string, string>>
  readonly idempotencyKey?: string | undefined
  readonly signal?: AbortSignal | undefined
  /** Percent of the upload. */
  readonly onProgress?: ((percent: number) => void) | undefined
  readonly responseType?: 'json' | 'blob' | undefined
  /** Bytes received so far, and how many the server expects. */
  readonly onReceived?: ((bytes: number, estimatedBytes: number) => void) | undefined
}

/** A successful response; `replayedAt` is the time of the original where this is the stored response of an earlier request. */
export type HttpResponse = {
  readonly body: unknown
  readonly replayedAt?: string | undefined
  /** Set for a file. */
  readonly fileName?: string | undefined
}

/** `/api/user/profile/1?limit=50` */
export function urlOf(path: string, { params = {}, query = {} }: RequestInput): string {
  const pairs = Object.entries(query).filter(([, value]) => value !== undefined && value !== '')
  const search = new URLSearchParams(pairs.map(([key, value]) => [key, String(value)])).toString()
  return `/api${pathOf(path, params)}${search && `?${search}`}`
}

export function contentOf(
  { body }: RequestInput,
  options: Pick<RequestOptions, 'token' | 'headers' | 'idempotencyKey'>,
) {
  const { token, idempotencyKey } = options
  const isForm = body instanceof FormData
  const headers: Record<string, string> = { accept: 'application/json', ...options.headers }
  if (body !== undefined && !isForm) headers['content-type'] = 'application/json'
  if (token) headers['authorization'] = `Bearer ${token}`
  if (idempotencyKey) headers['idempotency-key'] = idempotencyKey
  return { headers, body: body === undefined ? null : isForm ? body : JSON.stringify(body) }
}

/** Sends one request to the server; throws ApiError unless it succeeds. XMLHttpRequest, because fetch reports no upload progress. */
export function sendRequest(
  { method, path }: { readonly method: string; readonly path: string },
  input: RequestInput,
  options: RequestOptions,
): Promise<HttpResponse> {
  const { signal, timeoutMs, onProgress, onReceived, responseType = 'json' } = options
  return new Promise((resolve, reject) => {
    if (signal?.aborted) return reject(new ApiError('aborted'))
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout>
    const fail = (kind: ApiError['kind']): void => {
      reject(new ApiError(kind))
      request.abort()
    }
    const abort = (): void => fail('aborted')
    // A slow upload or download that makes progress does not time out.
    const restartTimer = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => fail('timeout'), timeoutMs)
    }
    request.open(method, urlOf(path, input))
    if (responseType === 'blob') request.responseType = 'blob'
    const { headers, body } = contentOf(input, options)
    for (const [name, value] of Object.entries(headers)) request.setRequestHeader(name, value)
    request.upload.addEventListener('progress', (event) => {
      restartTimer()
      if (event.lengthComputable) onProgress?.(Math.round((event.loaded / event.total) * 100))
    })
    request.addEventListener('progress', ({ loaded }) => {
      restartTimer()
      onReceived?.(loaded, Number(request.getResponseHeader(fileHeaders.estimatedBytes)))
    })
    request.addEventListener('load', () => {
      settle(request).then(resolve, reject)
    })
    request.addEventListener('error', () => {
      serverReachable.set(false)
      fail('network')
    })
    request.addEventListener('loadend', () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    })
    signal?.addEventListener('abort', abort)
    restartTimer()
    request.send(body)
  })
}

async function settle(request: XMLHttpRequest): Promise<HttpResponse> {
  const { status } = request
  setServerTime(request.getResponseHeader('date'))
  const isOk = status >= 200 && status < 300
  const isBlob = request.responseType === 'blob'
  if (isOk && isBlob) {
    serverReachable.set(true)
    const fileName = /filename="([^"]+)"/.exec(request.getResponseHeader('content-disposition') ?? '')?.[1]
    return { body: request.response, fileName }
  }
  const body = parsed(isBlob ? await (request.response as Blob).text() : request.responseText)
  const error = isOk ? undefined : new ApiError('response', status, body)
  // A gateway error without a message of our own comes from a proxy that did not reach the server.
  serverReachable.set(!(status >= 502 && status <= 504 && error?.serverMessage === undefined))
  if (error) throw error
  const isReplayed = request.getResponseHeader(idempotencyHeaders.replayed) === 'true'
  return { body, replayedAt: isReplayed ? (request.getResponseHeader(idempotencyHeaders.created) ?? '') : undefined }
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
