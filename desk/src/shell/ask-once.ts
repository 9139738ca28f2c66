import type { CallInput, Call, Reply } from '@sauda/contract/call'
import { idempotencyErrors } from '@sauda/contract/idempotency'
import { ApiError, askUnder } from './api.ts'
import { session } from './session.ts'

const pauseMs = 1_000
const turns = 8

/** Keys of what was sent and not answered: the same order sent again is still the same order. */
const unanswered = new Map<string, string>()
session.subscribe(() => session.get().ending === 'left' && unanswered.clear())

/** Makes a call that moves money, at most once however often it is sent (settled, section 3); throws ApiError. */
export async function askOnce<C extends Call>(call: C, asked: CallInput<C>): Promise<Reply<C>> {
  const order = JSON.stringify([call.path, asked])
  const key = unanswered.get(order) ?? newKey()
  unanswered.set(order, key)
  for (let turn = 1; ; turn += 1) {
    try {
      const reply = await askUnder(key, call, asked)
      unanswered.delete(order)
      return reply
    } catch (error) {
      if (isRunning(error) && turn < turns) {
        await new Promise((resolve) => setTimeout(resolve, pauseMs))
        continue
      }
      if (isAnswer(error)) unanswered.delete(order)
      throw isSilence(error) ? new ApiError(0, `${error.message} Sent again it is not done twice.`) : error
    }
  }
}

/** What a dying server or the network between says tells nothing about what was done. */
const isAnswer = (error: unknown): boolean =>
  error instanceof ApiError && error.status >= 400 && error.status < 500 && error.status !== 401 && !isRunning(error)

const isSilence = (error: unknown): error is ApiError => error instanceof ApiError && error.status === 0

const isRunning = (error: unknown): boolean =>
  error instanceof ApiError && error.message === idempotencyErrors.keyRunning.message

/** crypto.randomUUID exists only on https; this does everywhere. */
function newKey(): string {
  return Array.from(crypto.getRandomValues(new Uint8Array(16)), (byte) => byte.toString(16).padStart(2, '0')).join('')
}
