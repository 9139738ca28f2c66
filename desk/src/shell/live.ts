import { noticeCalls, noticeRules, type Notice } from '@sauda/contract/notice'
import { EventSourceParserStream } from 'eventsource-parser/stream'
import { useEffect } from 'react'
import { staleKeys } from './live-keys.ts'
import { queryClient, refreshAll } from './query-client.ts'
import { reachable } from './reach.ts'
import { endSession, session } from './session.ts'
import { createStore, useStore } from './store.ts'

/** Whether the server tells this tab of changes by itself. */
export const live = createStore(false)

const firstWaitMs = 1_000
const longestWaitMs = noticeRules.fallbackSeconds * 1_000
// Two heartbeats missed: the connection is dead, whatever the network says.
const silenceMs = noticeRules.heartbeatSeconds * 2_500

/** Keeps one stream open while somebody is logged in; between streams it asks for everything again. */
export function useLive(): void {
  const { token } = useStore(session)
  useEffect(() => {
    if (token === null) return undefined
    const stop = new AbortController()
    void keepOpen(token, stop.signal)
    return () => {
      stop.abort()
      live.set(false)
    }
  }, [token])
}

/** Of one token, until `stopped`: a refused token ends the session and with it the signal. */
export async function keepOpen(token: string, stopped: AbortSignal): Promise<void> {
  let wait = firstWaitMs
  while (!stopped.aborted) {
    const opened = await listen(token, stopped).catch(() => live.get())
    live.set(false)
    wait = opened ? firstWaitMs : Math.min(wait * 2, longestWaitMs)
    await pause(wait, stopped)
    if (!stopped.aborted && !opened) refreshAll()
  }
}

/** Reads one stream to its end; false when it never opened. */
async function listen(token: string, stopped: AbortSignal): Promise<boolean> {
  const silence = new AbortController()
  let timer = setTimeout(() => silence.abort(), silenceMs)
  const heard = new TransformStream<Uint8Array<ArrayBuffer>, Uint8Array<ArrayBuffer>>({
    transform(chunk, out) {
      clearTimeout(timer)
      timer = setTimeout(() => silence.abort(), silenceMs)
      out.enqueue(chunk)
    },
  })
  try {
    const response = await fetch(`/api${noticeCalls.desk.path}`, {
      headers: { authorization: `Bearer ${token}` },
      signal: AbortSignal.any([stopped, silence.signal]),
    })
    if (response.status === 401) endSession('expired', token)
    if (!response.ok || !response.body) return false
    reachable.set(true)
    live.set(true)
    // What changed while nobody listened.
    refreshAll()
    await response.body
      .pipeThrough(heard)
      .pipeThrough(new TextDecoderStream())
      .pipeThrough(new EventSourceParserStream())
      .pipeTo(new WritableStream({ write: (event) => pass(event.data) }))
    return true
  } finally {
    clearTimeout(timer)
  }
}

function pass(data: string): void {
  const notice = JSON.parse(data) as Notice
  for (const queryKey of staleKeys(notice)) void queryClient.invalidateQueries({ queryKey })
}

function pause(ms: number, stopped: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    const timer = setTimeout(resolve, ms)
    stopped.addEventListener('abort', () => {
      clearTimeout(timer)
      resolve()
    })
  })
}
