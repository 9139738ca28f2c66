import type { CallInput, Call, Reply } from '@sauda/contract/call'
import { appToast } from './toast.ts'
import { ApiError, errorWords, isAuthFailure } from './api-error.ts'
import { log } from './log.ts'
import { noteAnswer, noteSilence } from './reach.ts'
import { loseSession } from './return-to.ts'
import { currentSession } from './session.ts'
import { carry, TransportError, type Incoming } from './transport.ts'

/**
 * `POST /user/login`, spelled out: the compiler holds it to the contract's call, and the browser is spared the contract's
 * schemas (12 KB gzip on the login screen). `standard.send<typeof authCalls.logout>('POST /user/logout', {})`
 */
export type Address<C extends Call> = `${C['method']} ${C['path']}`

export type SendOptions = {
  /** No toast: the screen says it in its own words. Authentication failures still end the session. */
  readonly quiet?: boolean
  readonly signal?: AbortSignal | undefined
  /** Percent of an upload. */
  readonly onProgress?: (percent: number) => void
  /** Of a call that moves money; see send-once.ts. */
  readonly idempotencyKey?: string
}

type Parts = {
  params?: Record<string, string>
  query?: Record<string, unknown>
  body?: unknown
  images?: Record<string, Blob>
}

const standardMilliseconds = 10_000
const longMilliseconds = 30_000

/** The names the server's examples know the photos by (specification, section 3). */
const imageNames: Record<string, string> = { pan: 'pan-front', aadhaar: 'aadhar-front' }

/** The standard client: 10 s, bearer token. Throws ApiError; an authentication failure ends the stored session. */
export const standard = {
  async send<C extends Call>(address: Address<C>, asked: CallInput<C>, options: SendOptions = {}): Promise<Reply<C>> {
    const { token } = currentSession()
    try {
      return (await ask(address, asked, options, standardMilliseconds, token ?? undefined)) as Reply<C>
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind === 'aborted') throw error
      if (isAuthFailure(error)) loseSession(token)
      else tell(error, address, options)
      throw error
    }
  },
}

/** The long client: 30 s, no token, GET and POST only. Throws ApiError; every error gets its toast. */
export const long = {
  async send<C extends Call & { method: 'GET' | 'POST' }>(
    address: Address<C>,
    asked: CallInput<C>,
    options: SendOptions = {},
  ): Promise<Reply<C>> {
    try {
      return (await ask(address, asked, options, longMilliseconds)) as Reply<C>
    } catch (error) {
      if (error instanceof ApiError && error.kind !== 'aborted') tell(error, address, options)
      throw error
    }
  },
}

function tell(error: ApiError, address: string, { quiet }: SendOptions): void {
  log(address, error)
  if (!quiet) appToast.error(errorWords(error))
}

async function ask(address: string, asked: unknown, options: SendOptions, timeoutMilliseconds: number, token?: string) {
  const { params = {}, query, body, images } = asked as Parts
  const [method = '', path = ''] = address.split(' ')
  let answer: Incoming
  try {
    answer = await carry({
      method,
      url: `/api${filled(path, params)}${queryText(query)}`,
      token,
      idempotencyKey: options.idempotencyKey,
      body: images ? form(images) : body === undefined ? undefined : JSON.stringify(body),
      timeoutMilliseconds,
      onProgress: options.onProgress,
      signal: options.signal,
    })
  } catch (error) {
    const kind = error instanceof TransportError ? error.kind : 'network'
    if (kind === 'network') noteSilence()
    throw new ApiError(kind)
  }
  noteAnswer()
  if (answer.status < 200 || answer.status > 299) throw new ApiError('refused', answer.status, answer.body)
  return answer.body
}

/** `/user/profile/:userId` with its parameters filled in. */
function filled(path: string, params: Record<string, string>): string {
  return path.replace(/:(\w+)/g, (_, name: string) => encodeURIComponent(params[name] ?? ''))
}

function form(images: Record<string, Blob>): FormData {
  const data = new FormData()
  for (const [field, image] of Object.entries(images))
    data.append(
      field,
      image,
      `${imageNames[field] ?? field}.${image.type.replace('image/', '').replace('jpeg', 'jpg')}`,
    )
  return data
}

function queryText(query: Record<string, unknown> | undefined): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '')
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}`
}
