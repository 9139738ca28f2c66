import type { StreamEnd } from './event-stream.ts'

const backoffMilliseconds = { first: 1000, most: 30_000 }

export type Follower = {
  /** Reads one stream until it ends; calls `opened` once it stands. */
  readonly read: (signal: AbortSignal, opened: () => void) => Promise<StreamEnd>
  /** What the stream would have told has to be asked for: regularly while it is down, and once when it is back. */
  readonly ask: () => void
  readonly askMilliseconds: number
  /** The session is not known to the server any more. */
  readonly refused: () => void
}

/** Keeps one stream open until `signal`: reconnects with growing pauses, and asks meanwhile. */
export async function follow(signal: AbortSignal, { read, ask, askMilliseconds, refused }: Follower): Promise<void> {
  let pause = backoffMilliseconds.first
  let polling: ReturnType<typeof setInterval> | undefined
  let isLate = false
  const stopPolling = (): void => {
    clearInterval(polling)
    polling = undefined
  }
  signal.addEventListener('abort', stopPolling)
  while (!signal.aborted) {
    const end = await read(signal, () => {
      pause = backoffMilliseconds.first
      stopPolling()
      // What changed while no stream was open, or could not be asked for either, would be missed otherwise.
      if (isLate) ask()
    })
    isLate = true
    if (signal.aborted) return
    if (end === 'refused') return refused()
    polling ??= setInterval(ask, askMilliseconds)
    await sleep(pause * (0.75 + Math.random() / 2), signal)
    pause = Math.min(pause * 2, backoffMilliseconds.most)
  }
}

/** Ends early when the device comes back online, or at `signal`. */
function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const woken = new AbortController()
    const done = (): void => {
      clearTimeout(timer)
      woken.abort()
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    window.addEventListener('online', done, { signal: woken.signal })
    signal.addEventListener('abort', done, { signal: woken.signal })
  })
}
