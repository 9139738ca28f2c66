import { createParser, type EventSourceMessage } from 'eventsource-parser'

export type StreamEnd = 'rejected' | 'lost'

export interface EventStreamOptions {
  /** Below `/api`, with its query. */
  readonly path: string
  readonly headers: Readonly<Record<string, string>>
  /** A stream that is silent for this long is dead, whatever the connection says: two missed heartbeats and a little. */
  readonly silentMilliseconds: number
  readonly onEvent: (event: EventSourceMessage) => void
  /** Polls for missed changes: regularly while the stream is down, and once when it is back. */
  readonly onPoll: () => void
  readonly pollMilliseconds: number
  readonly onLive: (isLive: boolean) => void
}

const backoffMilliseconds = { first: 1000, longest: 30_000 }

/**
 * Reads a stream until it ends; `rejected` when the server no longer knows the session.
 * Uses fetch, because the browser's own EventSource cannot send headers.
 */
async function readEvents(options: EventStreamOptions, signal: AbortSignal, onOpen: () => void): Promise<StreamEnd> {
  const watchdog = new AbortController()
  const restartTimer = () => setTimeout(() => watchdog.abort(), options.silentMilliseconds)
  let timer = restartTimer()
  try {
    const response = await fetch(`/api${options.path}`, {
      headers: { ...options.headers, accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, watchdog.signal]),
    })
    if (response.status === 401) return 'rejected'
    if (!response.ok || !response.body) return 'lost'
    onOpen()
    const parser = createParser({ onEvent: options.onEvent })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer)
      timer = restartTimer()
      parser.feed(part.value)
    }
  } catch {
    // The server cannot be reached, or the signal was aborted: either way this stream has ended.
  } finally {
    clearTimeout(timer)
  }
  return 'lost'
}

/** Keeps one stream open until `signal`: reconnects with growing pauses, and polls meanwhile. */
export async function followEvents(
  options: EventStreamOptions,
  signal: AbortSignal,
  mayHaveMissed: boolean,
): Promise<StreamEnd> {
  const { onPoll, onLive, pollMilliseconds } = options
  let pause = backoffMilliseconds.first
  let polling: ReturnType<typeof setInterval> | undefined
  let missed = mayHaveMissed
  const stopPolling = () => {
    clearInterval(polling)
    polling = undefined
  }
  signal.addEventListener('abort', stopPolling)
  while (!signal.aborted) {
    const end = await readEvents(options, signal, () => {
      pause = backoffMilliseconds.first
      stopPolling()
      onLive(true)
      if (missed) onPoll()
    })
    missed = true
    if (signal.aborted) break
    onLive(false)
    if (end === 'rejected') return end
    polling ??= setInterval(onPoll, pollMilliseconds)
    // Not all browsers reconnect at the same moment after a restart of the server.
    await sleep(pause * (0.75 + Math.random() / 2), signal)
    pause = Math.min(pause * 2, backoffMilliseconds.longest)
  }
  return 'lost'
}

/** Ends early when the device comes back online, or at `signal`. */
function sleep(milliseconds: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const listening = new AbortController()
    const end = () => {
      clearTimeout(timer)
      listening.abort()
      resolve()
    }
    const timer = setTimeout(end, milliseconds)
    window.addEventListener('online', end, { signal: listening.signal })
    signal.addEventListener('abort', end, { signal: listening.signal })
  })
}
