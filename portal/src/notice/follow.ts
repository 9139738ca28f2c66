import { noticeRules, type Topic } from '@sauda/contract/notice'
import { readStream } from './stream.ts'

const backoffMilliseconds = { first: 1000, most: 30_000 }

export type Follower = {
  /** One thing changed; null: anything may have. */
  readonly changed: (topic: Topic | null) => void
  /** The session is not known to the server any more. */
  readonly refused: () => void
}

/**
 * Keeps one stream open until `signal`: reconnects with growing pauses, and while the stream is down
 * lets the screens ask again every `noticeRules.fallbackSeconds`.
 */
export async function follow(token: string, signal: AbortSignal, { changed, refused }: Follower): Promise<void> {
  let pause = backoffMilliseconds.first
  let polling: ReturnType<typeof setInterval> | undefined
  let opened = false
  const stopPolling = (): void => {
    clearInterval(polling)
    polling = undefined
  }
  signal.addEventListener('abort', stopPolling)
  while (!signal.aborted) {
    const end = await readStream(token, signal, {
      open: () => {
        pause = backoffMilliseconds.first
        stopPolling()
        // What changed while no stream was open would be missed otherwise.
        if (opened) changed(null)
        opened = true
      },
      topic: changed,
    })
    if (signal.aborted) return
    if (end === 'refused') return refused()
    polling ??= setInterval(() => changed(null), noticeRules.fallbackSeconds * 1000)
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
