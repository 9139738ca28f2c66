import { randomFillSync } from 'node:crypto'

/** Generated for many uses at once, because one call takes longer than making an id or a nonce. */
const drawn = new Uint8Array(4096)
let used = drawn.length

/** Unique random bytes, valid until the next call. */
export function drawRandom(bytes: number): Uint8Array {
  if (used + bytes > drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += bytes
  return drawn.subarray(used - bytes, used)
}
