/**
 * The bytes of what `open` begins to send. Fails, and aborts, after so many milliseconds without a byte: before the first one, between two, or
 * before the end.
 */
export async function collectUnlessSilent(
  milliseconds: number,
  open: (signal: AbortSignal) => Promise<AsyncIterable<Uint8Array> | undefined>,
): Promise<Buffer | undefined> {
  const controller = new AbortController()
  const { promise: silent, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => {
    const fault = new Error(`nothing was sent for ${milliseconds / 1000} s`)
    reject(fault)
    controller.abort(fault)
  }, milliseconds)
  const collect = async () => {
    const body = await open(controller.signal)
    if (body === undefined) return undefined
    const parts: Uint8Array[] = []
    for await (const part of body) {
      timer.refresh()
      parts.push(part)
    }
    return Buffer.concat(parts)
  }
  const collecting = collect()
  // What an abort does to it is reported by the other one.
  collecting.catch(() => undefined)
  try {
    return await Promise.race([collecting, silent])
  } finally {
    clearTimeout(timer)
  }
}
