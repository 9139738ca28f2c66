import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { setImmediate as turn } from 'node:timers/promises'
import { commonErrors, AppError } from '@sauda/contract/platform/error'
import type { SendPart } from '../src/platform/called.ts'

/** Functions in a thread, for thread.test.ts. */

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

export const fillMemory = (): number[][] => Array.from({ length: 1e6 }, () => Array.from({ length: 1e4 }, () => 1.5))

export const fillMemoryWithBytes = (): Buffer[] => Array.from({ length: 1000 }, () => Buffer.alloc(10_000_000, 1))

export const lengthy = (): string => 'x'.repeat(1_000_000)

export const recurse = (): number => 1 + recurse()

/** Attempts to affect the machine. */
export function capabilities() {
  const refused = (work: () => unknown) => {
    try {
      work()
      return 'done'
    } catch (error) {
      return (error as { code?: string }).code
    }
  }
  return {
    secret: process.env['CHILD_TEST_SECRET'],
    write: refused(() => writeFileSync('/tmp/child-test', '')),
    start: refused(() => spawnSync('/bin/true')),
  }
}
