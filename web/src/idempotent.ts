import { isStillRunning } from '@sauda/contract/core/idempotency'
import { ApiError } from './api-error.ts'
import { formatTime } from './date-time.tsx'
import type { HttpResponse } from './http.ts'

/** A request without a final response so far. Sent again with the same input, it has the same key. */
export type PendingRequest = { readonly key: string; readonly input: string }

export type PendingSlot = {
  read(): PendingRequest | undefined
  save(pending: PendingRequest): void
  clear(): void
}

/** The reply to an idempotent request; `replayedAt` where the server had already processed it at that time. */
export type Replayable<Reply> = Reply & { readonly replayedAt?: string | undefined }

const retryMs = 1000
const attempts = 8
/** Interval of polling for the end of a long request. */
const longRetryMs = 3000

/**
 * Sends a request that takes effect at most once, however often it is sent: after a time-out, a reload or a new login
 * (settled, section 3). The key is stored until the response is final. Throws ApiError. What takes longer than a time-out is
 * sent again under its key for `longMs`, until the server has its response.
 */
export async function sendIdempotent<Reply extends object>(
  slot: PendingSlot,
  input: unknown,
  send: (key: string) => Promise<HttpResponse>,
  longMs = 0,
): Promise<Replayable<Reply>> {
  const begun = Date.now()
  const text = JSON.stringify(input)
  const pending = slot.read()
  const key = pending?.input === text ? pending.key : createKey()
  slot.save({ key, input: text })
  for (let attempt = 1; ; attempt += 1) {
    try {
      const { body, replayedAt } = await send(key)
      slot.clear()
      return { ...(body as Reply), replayedAt }
    } catch (error) {
      const isUnderWay =
        error instanceof ApiError && (isStillRunning(error) || (longMs > 0 && error.kind === 'timeout'))
      const mayWait = longMs > 0 ? Date.now() - begun < longMs : attempt < attempts
      if (isUnderWay && mayWait) {
        await new Promise((resolve) => setTimeout(resolve, longMs > 0 ? longRetryMs : retryMs))
        continue
      }
      if (error instanceof ApiError && error.isFinal) slot.clear()
      throw error
    }
  }
}

/** "Already booked at 10:42 am" for a replay, otherwise undefined. */
export function replayText(done: string, { replayedAt }: { readonly replayedAt?: string | undefined }) {
  if (replayedAt === undefined) return undefined
  return replayedAt === '' ? `Already ${done} earlier` : `Already ${done} at ${formatTime(replayedAt)}`
}

/** The message of a successful request, after the note that it is a replay. */
export function withReplay(done: string, reply: { readonly replayedAt?: string | undefined }, message: string): string {
  const replay = replayText(done, reply)
  return replay === undefined ? message : `${replay}. ${message}`
}

/** crypto.randomUUID exists over HTTPS only. */
function createKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
