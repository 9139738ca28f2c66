import { noticeRules, type Topic } from '@sauda/contract/notice'
import { createParser } from 'eventsource-parser'

export type StreamEnd = 'refused' | 'lost'

/** A stream that has been silent for two missed heartbeats is dead, whatever the connection says. */
const silentMilliseconds = noticeRules.heartbeatSeconds * 2000 + 5000

/**
 * Reads the client's event stream until it ends; `refused` when the session is not known any more.
 * fetch, because the browser's own EventSource cannot send the token.
 */
export async function readStream(
  token: string,
  signal: AbortSignal,
  on: { open: () => void; topic: (topic: Topic) => void },
): Promise<StreamEnd> {
  const watchdog = new AbortController()
  let timer = setTimeout(() => watchdog.abort(), silentMilliseconds)
  try {
    const response = await fetch(`/api/user/events`, {
      headers: { Authorization: `Bearer ${token}`, Accept: 'text/event-stream' },
      signal: AbortSignal.any([signal, watchdog.signal]),
    })
    if (response.status === 401) return 'refused'
    if (!response.ok || !response.body) return 'lost'
    on.open()
    const parser = createParser({
      onEvent: (event) => {
        const topic = topicOf(event.data)
        if (topic) on.topic(topic)
      },
    })
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

function topicOf(data: string): Topic | undefined {
  try {
    return (JSON.parse(data) as { topic?: Topic }).topic
  } catch {
    return undefined
  }
}
