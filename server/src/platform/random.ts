import { randomFillSync } from 'node:crypto'

/** Drawn for many uses at once: to draw takes longer than to make an id or a nonce. */
const drawn = new Uint8Array(4096)
let used = drawn.length

/** Random bytes that nobody else gets, valid until the next call. */
export function drawRandom(bytes: number): Uint8Array {
  if (used + bytes > drawn.length) {
    randomFillSync(drawn)
    used = 0
  }
  used += bytes
  return drawn.subarray(used - bytes, used)
}
