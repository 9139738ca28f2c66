import { pathOf, type CallInput, type Call, type Reply } from '@sauda/contract/call'
import { reachable } from './reach.ts'
import { deskOperatorHeader, sessionErrors } from '@sauda/contract/session'
import { endSession, session } from './session.ts'

const patienceMs = 20_000

/** What the server refused, in its own words; status 0 where no server answered. */
export class ApiError extends Error {
  readonly status: number
  readonly need: string | undefined

  constructor(status: number, message: string, need?: string) {
    super(message)
    this.name = 'ApiError'
    this.status = status
    this.need = need
  }
}

interface Loose {
  params?: Record<string, string>
  query?: Record<string, string | undefined>
  body?: unknown
}

/** Makes a call of the contract; throws ApiError. */
export async function ask<C extends Call>(call: C, asked: CallInput<C>, signal?: AbortSignal): Promise<Reply<C>> {
  const response = await send(call, asked as Loose, { signal })
  return (await response.json()) as Reply<C>
}

/** The same under an `Idempotency-Key`; see ask-once.ts. */
export async function askUnder<C extends Call>(key: string, call: C, asked: CallInput<C>): Promise<Reply<C>> {
  const response = await send(call, asked as Loose, { key })
  return (await response.json()) as Reply<C>
}

/** Makes a call that answers a picture. */
export async function askImage<C extends Call & { reply: 'image' }>(
  call: C,
  asked: CallInput<C>,
  signal?: AbortSignal,
): Promise<Blob> {
  const response = await send(call, asked as Loose, { signal })
  return response.blob()
}

/** For a page that is being left: nobody waits for the answer any more. */
export function tell<C extends Call>(call: C, asked: CallInput<C>): void {
  const { url, init } = request(call, asked as Loose)
  void fetch(url, { ...init, keepalive: true }).catch(() => undefined)
}

interface How {
  signal?: AbortSignal | undefined
  key?: string
}

async function send(call: Call, asked: Loose, { signal, key }: How): Promise<Response> {
  const { operatorId } = session.get()
  const { url, init } = request(call, asked, key)
  const patience = AbortSignal.timeout(patienceMs)
  const response = await fetch(url, { ...init, signal: signal ? AbortSignal.any([signal, patience]) : patience }).catch(
    (error: unknown) => {
      if (signal?.aborted) throw error
      reachable.set(false)
      throw new ApiError(0, 'Server not reachable.')
    },
  )
  return accept(call, response, operatorId)
}

/** The answer, or the refusal in it, thrown. */
export async function accept(call: Call, response: Response, operatorId: string | null | undefined): Promise<Response> {
  if (!response.ok) throw await refusalOf(call, response, operatorId)
  reachable.set(true)
  return response
}

function request(call: Call, { params, query, body }: Loose, key?: string): { url: string; init: RequestInit } {
  const { operatorId } = session.get()
  const filled = Object.entries(query ?? {}).filter((pair): pair is [string, string] => Boolean(pair[1]))
  const search = filled.length > 0 ? `?${new URLSearchParams(filled)}` : ''
  const headers = {
    ...(operatorId && { [deskOperatorHeader]: operatorId }),
    ...(body !== undefined && { 'content-type': 'application/json' }),
    ...(key !== undefined && { 'idempotency-key': key }),
  }
  const init: RequestInit = { method: call.method, headers }
  if (body !== undefined) init.body = JSON.stringify(body)
  return { url: `/api${pathOf(call.path, params ?? {})}${search}`, init }
}

async function refusalOf(call: Call, response: Response, operatorId: string | null | undefined): Promise<ApiError> {
  const words = (await response.json().catch(() => null)) as { message?: unknown; need?: string } | null
  // An answer that is not ours comes from a proxy that found no server behind it.
  if (typeof words?.message !== 'string') {
    reachable.set(false)
    return new ApiError(0, 'Server not reachable.')
  }
  reachable.set(true)
  // Shows the operator who logged in with this browser meanwhile.
  if (words.message === sessionErrors.otherOperator.message) location.reload()
  else if (response.status === 401 && call.who !== 'anyone') endSession('expired', operatorId)
  return new ApiError(response.status, words.message, words.need)
}
