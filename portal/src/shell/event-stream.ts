import { createParser, type EventSourceMessage } from 'eventsource-parser'

export type StreamEnd = 'refused' | 'lost'

export type EventStream = {
  /** Below `/api`, with its query. */
  readonly path: string
  readonly token: string
  /** A stream silent for so long is dead, whatever the connection says: two missed heartbeats and a little. */
  readonly silentMilliseconds: number
}

/**
 * Reads a stream of server-sent events until it ends; `refused` when the session is not known any more.
 * fetch, because the browser's own EventSource cannot send the token.
 */
export async function readEvents(
  { path, token, silentMilliseconds }: EventStream,
  signal: AbortSignal,
  on: { open: () => void; event: (event: EventSourceMessage) => void },
): Promise<StreamEnd> {
  const watchdog = new AbortController()
  let timer = setTimeout(() => watchdog.abort(), silentMilliseconds)
  try {
    const response = await fetch(`/api${path}`, {
      headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, watchdog.signal]),
    })
    if (response.status === 401) return 'refused'
    if (!response.ok || !response.body) return 'lost'
    on.open()
    const parser = createParser({ onEvent: on.event })
    const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
    for (let part = await reader.read(); !part.done; part = await reader.read()) {
      clearTimeout(timer)
      timer = setTimeout(() => watchdog.abort(), silentMilliseconds)
      parser.feed(part.value)
    }
  } catch {
    // No way to the server, or we were told to stop: both mean that this stream is over.
  } finally {
    clearTimeout(timer)
  }
  return 'lost'
}
