import type { CallInput, Call, Reply } from '@sauda/contract/call'
import { idempotencyErrors } from '@sauda/contract/idempotency'
import { ApiError } from './api-error.ts'
import { standard, type Address } from './api.ts'
import { hold, leaveOpen, release } from './intention.ts'

const pauseMilliseconds = 1000
const patience = 8

/**
 * Sends what moves money, at most once however often it is sent: pressed twice, after a time-out, after a reload
 * (settled, section 3). Always quiet: the screen says how it went. Throws ApiError.
 */
export async function sendOnce<C extends Call>(address: Address<C>, asked: CallInput<C>): Promise<Reply<C>> {
  const idempotencyKey = hold(address, asked)
  for (let turn = 1; ; turn += 1) {
    try {
      const reply = await standard.send<C>(address, asked, { quiet: true, idempotencyKey })
      release(address)
      return reply
    } catch (error) {
      const stillRunning = error instanceof ApiError && error.said === idempotencyErrors.keyRunning.message
      if (stillRunning && turn < patience) {
        await new Promise((resolve) => setTimeout(resolve, pauseMilliseconds))
        continue
      }
      if (!stillRunning && isAnswer(error)) release(address)
      else leaveOpen(address)
      throw error
    }
  }
}

/** For the screens: what silence means for the money. */
export const noAnswer = 'We couldn’t confirm your request, and it may have arrived. Sending it again can’t do it twice.'

/** A clear no. What a proxy or a dying server says (5xx), and silence, tell nothing about what was done. */
export function isAnswer(error: unknown): boolean {
  return error instanceof ApiError && error.kind === 'refused' && error.status < 500
}
