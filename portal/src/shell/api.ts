import { pathOf, type Asked, type Call, type Reply } from '@sauda/contract/call'
import { appToast } from '@sauda/ui/toast'
import { ApiError, errorWords, isAuthFailure } from './api-error.ts'
import { log } from './log.ts'
import { noteAnswer, noteSilence } from './reach.ts'
import { loseSession } from './return-to.ts'
import { currentSession } from './session.ts'
import { carry, TransportError, type Incoming } from './transport.ts'

export type SendOptions = {
  /** No toast: the screen says it in its own words. Authentication failures still end the session. */
  readonly quiet?: boolean
  readonly signal?: AbortSignal | undefined
  /** Percent of an upload. */
  readonly onProgress?: (percent: number) => void
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
  async send<C extends Call>(call: C, asked: Asked<C>, options: SendOptions = {}): Promise<Reply<C>> {
    const { token } = currentSession()
    try {
      return (await ask(call, asked, options, standardMilliseconds, token ?? undefined)) as Reply<C>
    } catch (error) {
      if (!(error instanceof ApiError) || error.kind === 'aborted') throw error
      if (isAuthFailure(error)) loseSession(token)
      else tell(error, call, options)
      throw error
    }
  },
}

/** The long client: 30 s, no token, GET and POST only. Throws ApiError; every error gets its toast. */
export const long = {
  async send<C extends Call & { method: 'GET' | 'POST' }>(
    call: C,
    asked: Asked<C>,
    options: SendOptions = {},
  ): Promise<Reply<C>> {
    try {
      return (await ask(call, asked, options, longMilliseconds)) as Reply<C>
    } catch (error) {
      if (error instanceof ApiError && error.kind !== 'aborted') tell(error, call, options)
      throw error
    }
  },
}

function tell(error: ApiError, call: Call, { quiet }: SendOptions): void {
  log(`${call.method} ${call.path}`, error)
  if (!quiet) appToast.error(errorWords(error))
}

async function ask(call: Call, asked: unknown, options: SendOptions, timeoutMilliseconds: number, token?: string) {
  const { params = {}, query, body, images } = asked as Parts
  let answer: Incoming
  try {
    answer = await carry({
      method: call.method,
      url: `/api${pathOf(call.path, params)}${queryText(query)}`,
      token,
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

function form(images: Record<string, Blob>): FormData {
  const data = new FormData()
  for (const [field, image] of Object.entries(images)) data.append(field, image, imageNames[field] ?? field)
  return data
}

function queryText(query: Record<string, unknown> | undefined): string {
  const pairs = Object.entries(query ?? {}).filter(([, value]) => value !== undefined && value !== '')
  return pairs.length === 0 ? '' : `?${new URLSearchParams(pairs.map(([key, value]) => [key, String(value)]))}`
}
