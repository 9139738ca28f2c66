import { setImmediate as turn } from 'node:timers/promises'
import { commonErrors, AppError } from '@sauda/contract/error'
import type { SendPart } from '../src/platform/thread.ts'

/** What a function in a thread may do, for thread.test.ts. */

export const length = (bytes: Buffer): string => `${Buffer.isBuffer(bytes)} ${bytes.length} ${bytes.at(0)}`

export function reject(): never {
  throw new AppError(commonErrors.tooLarge)
}

export function fail(): never {
  throw new TypeError('cells is undefined')
}

/** Sends this many letters; one and an error if the number is negative. */
export async function letters(count: number, send: SendPart): Promise<void> {
  for (let n = 0; n < Math.abs(count); n++) {
    send(Buffer.from(String.fromCodePoint(97 + n)))
    await turn()
  }
  if (count < 0) throw new Error('no letters left')
}

export function never(): void {
  for (;;);
}

export const hoard = (): number[][] => Array.from({ length: 1e6 }, () => Array.from({ length: 1e4 }, () => 1.5))
