/** One request as the browser makes it. XMLHttpRequest, because fetch does not tell how far an upload is. */
export type Outgoing = {
  readonly method: string
  readonly url: string
  readonly token?: string | undefined
  readonly idempotencyKey?: string | undefined
  /** JSON text or a form; absent: no body. */
  readonly body?: string | FormData | undefined
  /** Without any progress for this long the request is given up. */
  readonly timeoutMilliseconds: number
  readonly onProgress?: ((percent: number) => void) | undefined
  readonly signal?: AbortSignal | undefined
}

export type Incoming = { readonly status: number; readonly body: unknown }

/** `timeout`: no answer in time. `network`: no way to the server. `aborted`: the caller gave up. */
export class TransportError extends Error {
  readonly kind: 'timeout' | 'network' | 'aborted'

  constructor(kind: TransportError['kind']) {
    super(kind)
    this.name = 'TransportError'
    this.kind = kind
  }
}

export function carry(outgoing: Outgoing): Promise<Incoming> {
  const { signal, timeoutMilliseconds, onProgress, body } = outgoing
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    let timer: ReturnType<typeof setTimeout>
    const fail = (kind: TransportError['kind']): void => reject(new TransportError(kind))
    const abort = (): void => {
      fail('aborted')
      request.abort()
    }
    // A slow upload that still moves is not a time-out.
    const rewind = (): void => {
      clearTimeout(timer)
      timer = setTimeout(() => {
        fail('timeout')
        request.abort()
      }, timeoutMilliseconds)
    }
    if (signal?.aborted) return fail('aborted')
    request.open(outgoing.method, outgoing.url)
    request.setRequestHeader('Accept', 'application/json')
    if (typeof body === 'string') request.setRequestHeader('Content-Type', 'application/json')
    if (outgoing.token) request.setRequestHeader('Authorization', `Bearer ${outgoing.token}`)
    if (outgoing.idempotencyKey) request.setRequestHeader('Idempotency-Key', outgoing.idempotencyKey)
    if (onProgress)
      request.upload.addEventListener('progress', (event) => {
        rewind()
        if (event.lengthComputable) onProgress(Math.round((event.loaded / event.total) * 100))
      })
    request.addEventListener('load', () => resolve({ status: request.status, body: parsed(request.responseText) }))
    request.addEventListener('error', () => fail('network'))
    request.addEventListener('loadend', () => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
    })
    signal?.addEventListener('abort', abort)
    rewind()
    request.send(body)
  })
}

function parsed(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return text
  }
}
